//! Objects that move and come into being, in words.

use crate::game::{Move, NewObject, ObjectId, Position, Thing};
use crate::ir::{CardType, CounterKind, Zone};
use crate::trace::names::Names;
use crate::trace::styled::{Style, Text, said};

use super::{Phrase, Words};

impl Words<'_> {
    /// `battlefield > graveyard as #9`, with whose zone and whose control where that is not plain.
    pub(super) fn path(&self, text: &mut Text, it: &Move) {
        let game = self.names.game();
        let (old, new) = (game.object(it.object), game.object(it.new));
        if old.zone == Zone::Exile && it.to == Zone::Exile {
            said(text, "stays in exile as ");
            Names::write_number(text, it.new);
            return;
        }
        let from = if old.outside { "outside the game" } else { old.zone.word() };
        text.push(from, Style::Plain);
        text.push(" > ", Style::Plain);
        let controller = it.known.as_ref().map_or(old.controller, |known| known.controller);
        let owned = matches!(it.to, Zone::Library | Zone::Hand | Zone::Graveyard);
        // Of a card that nobody knows the owner is all that there is to say.
        if owned && (controller != old.owner || old.is_unknown()) {
            self.names.write_player(text, old.owner);
            said(text, "'s ");
        }
        said(text, it.to.word());
        said(text, " as ");
        // What several cards were, or become, has another name than each of them.
        if old.components().next().is_some() || new.melded.is_some() {
            said(text, &self.names.bare(it.new));
        }
        Names::write_number(text, it.new);
        if let Some(other) = new.melded {
            said(text, ", melded with ");
            self.names.write_object(text, other);
        }
        said(text, in_library(it));
        // Under whose control it enters, not whose it has come under since.
        if let (Zone::Battlefield, Some(controller)) = (it.to, it.controller.filter(|by| *by != new.owner)) {
            said(text, " under ");
            self.names.write_player(text, controller);
            said(text, "'s control");
        }
        for (is_so, words) in [(it.tapped, ", tapped"), (it.face_down.is_some(), ", face down")] {
            said(text, if is_so { words } else { "" });
        }
        if let Some(host) = it.attached_to {
            said(text, ", attached to ");
            self.names.write_thing(text, host);
        }
        self.in_combat(text, it.attacking, it.blocking);
        with_counters(text, &it.counters);
    }

    /// What a permanent that enters attacks or blocks.
    fn in_combat(&self, text: &mut Text, attacking: Option<Thing>, blocking: Option<ObjectId>) {
        if let Some(defender) = attacking {
            said(text, ", attacking ");
            self.names.write_thing(text, defender);
        }
        if let Some(attacker) = blocking {
            said(text, ", blocking ");
            self.names.write_object(text, attacker);
        }
    }

    pub(super) fn create(&self, phrase: &mut Phrase, new: &NewObject) {
        let Phrase { subject, became, .. } = phrase;
        self.names.write_object(subject, new.new);
        match self.names.game().object(new.new).stack_ability() {
            Some(_) => {
                said(became, "goes on the stack as ");
                Names::write_number(became, new.new);
                phrase.why = Text::new();
            }
            // A dungeon card is brought there from outside the game (701.49a).
            None if new.base.is(CardType::Dungeon) => {
                said(became, "is put into the command zone (");
                self.names.write_player(became, new.controller);
                said(became, ")");
            }
            None => {
                became.push_fmt(format_args!("is created, {}", new.zone.word()), Style::Plain);
                said(became, " (");
                self.names.write_player(became, new.controller);
                said(became, if new.tapped { ", tapped)" } else { ")" });
                if let Some(host) = new.attached_to {
                    said(became, ", attached to ");
                    self.names.write_thing(became, host);
                }
                self.in_combat(became, new.attacking, new.blocking);
                with_counters(became, &new.counters);
            }
        }
    }
}

/// Where in a library something is put, if that is one of its ends: `, on top`; nothing of what is shuffled in, or drawn back.
pub(in crate::trace) const fn in_library(it: &Move) -> &'static str {
    match (it.to, it.position) {
        (Zone::Library, Position::Top) => ", on top",
        (Zone::Library, Position::Bottom) => ", on the bottom",
        (Zone::Library, Position::FromTop(2)) => ", second from the top",
        (Zone::Library, Position::FromTop(3)) => ", third from the top",
        _ => "",
    }
}

/// `, with 2 +1/+1 counters`: as it enters.
pub(in crate::trace) fn with_counters(text: &mut Text, counters: &[(CounterKind, u32)]) {
    let mut with = ", with ";
    for (kind, count) in counters {
        let plural = if *count == 1 { "" } else { "s" };
        text.push_fmt(format_args!("{with}{count} {kind} counter{plural}"), Style::Plain);
        with = " and ";
    }
}
