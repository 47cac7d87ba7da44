//! Events by fiat: what happens though nobody causes it.

use crate::diag::{Code, Diagnostic, nearest};
use crate::scenario::ast::Text;
use crate::scenario::script::{Fiat, LibraryEnd, Reference};
use crate::scenario::vocabulary::EVENTS;

use super::Reader;
use super::fact::zone_phrase;
use super::pieces::{Piece, Words};

/// What may follow the object or player that something happens to.
const BEGINNINGS: &[&str] = &[
    "is",
    "dies",
    "gets",
    "loses",
    "changes",
    "transforms",
    "phases",
    "becomes",
    "returns",
    "discards",
    "draws",
    "mills",
    "gains",
    "shuffles",
    "sacrifices",
];

/// What happens to several, and to one of them.
const PLURALS: [(&str, &str); 6] = [
    ("are", "is"),
    ("die", "dies"),
    ("phase", "phases"),
    ("become", "becomes"),
    ("return", "returns"),
    ("get", "gets"),
];

impl Reader<'_> {
    /// What follows `event:`.
    pub(super) fn event(&mut self, words: Words<'_>, rest: &[Piece<'_>]) -> Option<Fiat> {
        if let [Piece::Semicolon(_), ..] = rest {
            return self.together(words, rest);
        }
        self.nothing_more(rest);
        self.event_of_one(words)
    }

    /// `X; Y are destroyed`: what stands behind the last of them happens to each.
    fn together(&mut self, first: Words<'_>, rest: &[Piece<'_>]) -> Option<Fiat> {
        let mut named = vec![first];
        for item in rest.split(|piece| matches!(piece, Piece::Semicolon(_))) {
            match item {
                [] => {}
                [Piece::Words(text)] => named.push(Words::new(text)),
                other => self.nothing_more(other),
            }
        }
        let last = named.pop()?;
        let begins = |rest: Words<'_>| {
            BEGINNINGS.contains(&rest.first()) || PLURALS.iter().any(|(plural, _)| *plural == rest.first())
        };
        let (mut all, happens) = last
            .word_starts()
            .find_map(|at| {
                let (name, happens) = last.cut(at).filter(|(_, happens)| begins(*happens))?;
                Some((self.attempt(|reader| Some(reader.several(name)))?, happens))
            })
            .or_else(|| {
                self.unknown_event(last);
                None
            })?;
        let mut each = Vec::new();
        for name in named {
            each.extend(self.several(name));
        }
        each.append(&mut all);
        let verb = happens.first();
        let singular =
            PLURALS.iter().find(|(plural, _)| *plural == verb).map_or(verb, |(_, singular)| singular);
        let said = Text::new(format!("{singular}{}", happens.text.strip_prefix(verb)?), happens.span());
        let mut events = Vec::new();
        for what in each {
            let before = self.faults.len();
            let event = self.event_of_object(what, Words::new(&said));
            if event.is_none() && self.faults.len() == before {
                self.unknown_event(happens);
            }
            events.push(event?);
        }
        Some(Fiat::Together(events))
    }

    fn event_of_one(&mut self, words: Words<'_>) -> Option<Fiat> {
        if let Some((player, happens)) = self.player(words)
            && let Some(fiat) = self.event_of_player(player, happens)
        {
            return fiat;
        }
        let before = self.faults.len();
        let begins = |rest: Words<'_>| BEGINNINGS.contains(&rest.first());
        if let Some((_, fiat)) = self.name_and(words, begins, |reader, happens| {
            let at = words.text.len() - happens.text.len();
            let (name, _) = words.cut(at)?;
            let what = reader.known_reference(name)?;
            let before = reader.faults.len();
            let fiat = reader.event_of_object(what, happens);
            if fiat.is_none() && reader.faults.len() == before {
                reader.unknown_event(happens);
            }
            fiat
        }) {
            return Some(fiat);
        }
        if self.faults.len() == before {
            self.unknown_event(words);
        }
        None
    }

    /// Events only players have; the outer `None` if it is none of them.
    fn event_of_player(&mut self, player: Words<'_>, happens: Words<'_>) -> Option<Option<Fiat>> {
        let name = player.owned();
        let first = happens.first();
        let rest = happens.after(first)?;
        Some(match first {
            "shuffles" => Some(Fiat::Shuffles(name)),
            "becomes" if rest.text == "the monarch" => Some(Fiat::BecomesMonarch(name)),
            "takes" if rest.text == "the initiative" => Some(Fiat::TakesInitiative(name)),
            "discards" => self.reference(rest).map(|what| Fiat::Discards(name, what)),
            "sacrifices" => self.reference(rest).map(Fiat::Sacrificed),
            "draws" => self.cards(rest).map(|count| Fiat::Draws(name, count)),
            "mills" => self.cards(rest).map(|count| Fiat::Mills(name, count)),
            "gains" => match rest.after("control of") {
                Some(what) => self.reference(what).map(|what| Fiat::Control(name, what)),
                None => self.number(rest.before("life")?).map(|amount| Fiat::GainsLife(name, amount)),
            },
            "loses" => self.number(rest.before("life")?).map(|amount| Fiat::LosesLife(name, amount)),
            _ => return None,
        })
    }

    /// `2`, `a card`, `2 cards`.
    fn cards(&mut self, words: Words<'_>) -> Option<u32> {
        let count = words.before("cards").or(words.before("card")).unwrap_or(words);
        if count.text == "a" { Some(1) } else { self.number(count) }
    }

    fn event_of_object(&mut self, what: Reference, happens: Words<'_>) -> Option<Fiat> {
        Some(match happens.text {
            "is destroyed" => Fiat::Destroyed(what),
            "is exiled" => Fiat::Exiled { what, face_down: false },
            "is exiled face down" => Fiat::Exiled { what, face_down: true },
            "is sacrificed" => Fiat::Sacrificed(what),
            "dies" => Fiat::Dies(what),
            "is discarded" => {
                let owner = what.owner.clone()?;
                Fiat::Discards(owner, what)
            }
            "is returned to hand" | "is returned to its owner's hand" | "returns to hand" => {
                Fiat::Returned(what)
            }
            "is tapped" | "becomes tapped" => Fiat::Tapped(what),
            "is untapped" | "becomes untapped" => Fiat::Untapped(what),
            "is countered" => Fiat::Countered(what),
            "is regenerated" => Fiat::Regenerated(what),
            "is turned face down" => Fiat::TurnedFaceDown(what),
            "is turned face up" => Fiat::TurnedFaceUp(what),
            "transforms" => Fiat::Transforms(what),
            "phases out" => Fiat::PhasesOut(what),
            "phases in" => Fiat::PhasesIn(what),
            "loses all abilities" => Fiat::LosesAbilities(what),
            "becomes unattached" => Fiat::Unattached(what),
            _ => return self.event_with_more(what, happens),
        })
    }

    fn event_with_more(&mut self, what: Reference, happens: Words<'_>) -> Option<Fiat> {
        if let Some(place) = happens.after("is put") {
            return self.put(what, place);
        }
        if let Some(place) = happens.after("is returned to").or(happens.after("returns to")) {
            let (zone, whose) = zone_phrase(self, place)?;
            return Some(Fiat::Put { what, zone, whose, end: None });
        }
        if let Some(player) = happens.after("changes control to") {
            return self.whole_player(player).map(|player| Fiat::Control(player, what));
        }
        if let Some(to) = happens.after("is attached to").or(happens.after("becomes attached to")) {
            return self.reference(to).map(|to| Fiat::Attached(what, to));
        }
        if let Some(damage) = happens.after("is dealt") {
            let (amount, rest) = damage.cut(damage.first().len())?;
            let amount = self.number(amount)?;
            let by = match rest.after("damage")? {
                rest if rest.is_empty() => None,
                rest => Some(self.reference(rest.after("by")?)?),
            };
            return Some(Fiat::Dealt { what, amount, by });
        }
        if let Some(counters) = happens.after("gets") {
            let (count, kind) = self.counters(counters)?;
            return Some(Fiat::GetsCounters(what, count, kind));
        }
        let (count, kind) = self.counters(happens.after("loses")?)?;
        Some(Fiat::LosesCounters(what, count, kind))
    }

    /// `2 +1/+1 counters` as number and kind.
    fn counters(&mut self, words: Words<'_>) -> Option<(u32, Text)> {
        let (count, kind) = words.cut(words.first().len())?;
        let count = if ["a", "an"].contains(&count.text) { 1 } else { self.number(count)? };
        let kind = kind.before("counters").or(kind.before("counter")).unwrap_or(kind);
        if kind.is_empty() {
            self.fault(Code::MissingValue, "counters of which kind?", words);
            return None;
        }
        Some((count, kind.owned()))
    }

    /// `into AP's graveyard`, `onto the battlefield under AP's control`, `on top of AP's library`.
    fn put(&mut self, what: Reference, place: Words<'_>) -> Option<Fiat> {
        let ends = [
            ("on top of", Some(LibraryEnd::Top)),
            ("on the bottom of", Some(LibraryEnd::Bottom)),
            ("into", None),
            ("onto", None),
            ("in", None),
        ];
        let (zone_words, end) = ends.iter().find_map(|(start, end)| Some((place.after(start)?, *end)))?;
        let (zone_words, controller) = match zone_words.text.split_once(" under ") {
            Some((zone, controller)) => {
                let player = controller.strip_suffix("'s control")?;
                (zone_words.with(zone), Some(self.whole_player(zone_words.with(player))?))
            }
            None => (zone_words, None),
        };
        let (zone, whose) = zone_phrase(self, zone_words)?;
        Some(Fiat::Put { what, zone, whose: whose.or(controller), end })
    }

    fn unknown_event(&mut self, words: Words<'_>) {
        let forms: Vec<&str> = EVENTS.iter().map(|(form, _)| *form).collect();
        self.faults.push(
            Diagnostic::error(
                Code::UnknownStatement,
                format!("no event reads `{}`", words.text),
                words.span(),
                "",
            )
            .did_you_mean(nearest(&format!("X {}", words.text), forms.iter().copied()))
            .with_help("`headjudge help language` lists the events"),
        );
    }
}
