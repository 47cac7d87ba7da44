//! Where everything is when a scenario has ended: the zones as a picture in text (400.1).
//!
//! ```text
//! AP                   active player, life 20
//!   hand               Naturalize#1
//!   library            unknown cards
//!   battlefield        Grizzly Bears#3     2/2; tapped; 1 +1/+1 counter
//!                      Forest#4, #5
//! exile                until Banishing Light#7 leaves the battlefield:
//!                        Serra Angel#9
//! ```

use crate::engine::View;
use crate::game::{Ending, Game, Nature, Object, ObjectId, PlayerId, Thing};
use crate::ir::{CardType, CounterKind, Zone};
use crate::rules::EDITION;
use crate::runner::Outcome;
use crate::trace::names::{self, Names};
use crate::trace::styled::{Paint, Style, Text};
use crate::trace::text::NARROWEST;

mod at_end;
pub(super) mod piles;

pub use at_end::{Card, Pile, exile_at_end, piles_at_end};

/// How the picture is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// How wide a line may be, in cells.
    pub width: usize,
    /// What is printed beside the words.
    pub colour: Paint,
    /// Who looks; nobody for the judge, who sees all.
    pub viewer: Option<PlayerId>,
}

/// The columns at which what stands in a zone begins, and what is said of it.
const ENTRIES: usize = 16;
const STATES: usize = 44;

/// The picture of the zones as a scenario has left them; nothing if it was never played.
pub fn render(outcome: &Outcome, options: &Options) -> Option<String> {
    let game = outcome.game.as_ref()?;
    let names = Names::new(game, &outcome.players, options.viewer);
    let view = View::of(game).ok();
    let width = options.width.max(NARROWEST);
    let mut picture =
        Picture { game, names, view: view.as_ref(), viewer: options.viewer, width, rows: Vec::new() };
    picture.heading(&outcome.title);
    for player in game.apnap() {
        picture.player(player);
    }
    picture.shared();
    Some(picture.drawn(options.colour))
}

/// A line of the picture, and where a second line of it begins.
struct Row {
    text: Text,
    hang: usize,
}

struct Picture<'a> {
    game: &'a Game,
    names: Names<'a>,
    /// What the layers make of the objects, where that can be told.
    view: Option<&'a View>,
    viewer: Option<PlayerId>,
    width: usize,
    rows: Vec<Row>,
}

/// What stands on one line: how it is called, and what is said of it.
struct Entry {
    name: Text,
    state: Text,
    /// How many more of the same follow, by their numbers.
    more: Vec<ObjectId>,
    object: Option<ObjectId>,
    /// Attached to the entry before it.
    below: bool,
}

impl Picture<'_> {
    fn drawn(self, colour: Paint) -> String {
        let mut out = String::new();
        for row in self.rows {
            for line in row.text.wrap(self.width, row.hang) {
                line.paint(colour, &mut out);
                out.push('\n');
            }
        }
        out
    }

    /// What is shown, when, and who sees it so.
    fn heading(&mut self, title: &str) {
        let mut text = Text::new();
        text.push(title, Style::Heading);
        let edition = format!("CR {EDITION}");
        text.pad_to(self.width.saturating_sub(edition.len()).max(text.width() + 2));
        text.push(&edition, Style::Rule);
        self.rows.push(Row { text, hang: 2 });
        let mut text = Text::new();
        let turn = self.game.turn();
        match self.game.ending() {
            Some(Ending::Won(player)) => {
                let several = self.names.write_players(&mut text, &self.game.winners_with(player));
                text.push(if several { " have won the game" } else { " has won the game" }, Style::Plain);
            }
            Some(Ending::Draw) => text.push("the game is a draw", Style::Plain),
            None => {
                text.push(&format!("turn {}, ", turn.number), Style::Plain);
                self.names.write_player(&mut text, turn.active);
                text.push(&format!("'s {}", names::step_of(self.game)), Style::Plain);
            }
        }
        match self.viewer {
            Some(viewer) => {
                text.push(", as ", Style::Plain);
                self.names.write_player(&mut text, viewer);
                text.push(" sees it", Style::Plain);
            }
            None => text.push(", as the judge sees it", Style::Plain),
        }
        self.rows.push(Row { text, hang: 2 });
    }

    /// A player and the zones that are theirs: on the battlefield what they control (108.4), elsewhere what they own.
    fn player(&mut self, player: PlayerId) {
        self.rows.push(Row { text: Text::new(), hang: 0 });
        let its = self.game.player(player);
        let mut text = Text::new();
        self.names.write_player(&mut text, player);
        text.pad_to(ENTRIES.max(text.width() + 2));
        let mut facts = Vec::new();
        if its.gone {
            facts.push("has left the game".to_owned());
        } else {
            if self.game.turn().active == player {
                facts.push("active player".to_owned());
            }
            facts.push(format!("life {}", its.life));
        }
        let counters = [("poison", its.poison), ("energy", its.energy)];
        facts.extend(counters.iter().filter(|(_, n)| *n > 0).map(|(kind, n)| format!("{kind} {n}")));
        if !its.mana.is_empty() {
            facts.push(format!("{} mana unspent", its.mana.len()));
        }
        text.push(&facts.join(", "), Style::Plain);
        self.rows.push(Row { text, hang: ENTRIES });
        if its.gone {
            return;
        }
        let hand = self.cards(&its.hand);
        self.zone("  hand", hand);
        let library = self.library(player);
        self.zone("  library", library);
        let battlefield = self.battlefield(player);
        self.zone("  battlefield", battlefield);
        let graveyard = self.cards(&its.graveyard);
        self.zone("  graveyard", graveyard);
    }

    /// The zones that all players share.
    fn shared(&mut self) {
        self.rows.push(Row { text: Text::new(), hang: 0 });
        let stack: Vec<Entry> = self.game.stack().iter().rev().map(|object| self.on_stack(*object)).collect();
        self.zone("stack", stack);
        let piles = piles::of(self.game, &self.names);
        if piles.is_empty() {
            self.zone("exile", Vec::new());
        }
        let mut label = "exile";
        for pile in piles {
            let entries = self.cards(&pile.cards);
            if pile.why.is_empty() {
                self.zone(label, entries);
            } else {
                self.heading_of_pile(label, &pile.why, "");
                entries.into_iter().for_each(|entry| self.entry("", entry, 2));
            }
            label = "";
        }
        for (label, zone) in [("command", Zone::Command), ("ante", Zone::Ante)] {
            let objects = self.game.zone(zone, PlayerId(0)).to_vec();
            if !objects.is_empty() {
                let entries = self.cards(&objects);
                self.zone(label, entries);
            }
        }
    }

    /// What keeps a pile in exile, and at the end of the line the rule that parts it from others.
    fn heading_of_pile(&mut self, label: &str, heading: &Text, rule: &str) {
        let mut text = labelled(label);
        text.append(heading);
        text.push(":", Style::Plain);
        if !rule.is_empty() {
            text.pad_to(self.width.saturating_sub(rule.chars().count()).max(text.width() + 2));
            text.push(rule, Style::Rule);
        }
        self.rows.push(Row { text, hang: ENTRIES + 2 });
    }

    /// A zone with what stands in it, a line each.
    fn zone(&mut self, label: &str, entries: Vec<Entry>) {
        if entries.is_empty() {
            let mut text = labelled(label);
            text.push("-", Style::Aside);
            self.rows.push(Row { text, hang: ENTRIES });
        }
        for (index, entry) in entries.into_iter().enumerate() {
            self.entry(if index == 0 { label } else { "" }, entry, 0);
        }
    }

    fn entry(&mut self, label: &str, entry: Entry, indent: usize) {
        let mut text = labelled(label);
        text.pad_to(ENTRIES + indent + if entry.below { 2 } else { 0 });
        if entry.below {
            text.push("+ ", Style::Aside);
        }
        text.append(&entry.name);
        for more in &entry.more {
            text.push(", ", Style::Plain);
            text.push_fmt(format_args!("{more}"), Style::Number);
        }
        if !entry.state.is_empty() {
            text.pad_to(STATES.max(text.width() + 2));
            text.append(&entry.state);
        }
        self.rows.push(Row { text, hang: ENTRIES + 4 });
    }

    /// Cards that lie open or hidden: those that the viewer may not see are counted.
    fn cards(&self, cards: &[ObjectId]) -> Vec<Entry> {
        let mut entries = Vec::new();
        let mut hidden = 0;
        for card in cards {
            if self.is_hidden(*card) {
                hidden += 1;
            } else {
                let state = self.state_of_card(self.game.object(*card));
                entries.push(self.called(*card, state));
            }
        }
        if hidden > 0 {
            entries.push(counted(hidden));
        }
        self.together(entries)
    }

    /// A library from the top down (401.2).
    fn library(&self, player: PlayerId) -> Vec<Entry> {
        let its = self.game.player(player);
        let mut entries: Vec<Entry> = Vec::new();
        let mut hidden = 0;
        let unknown = |entries: &mut Vec<Entry>| {
            let mut name = Text::new();
            name.push("unknown cards, as many as needed", Style::Aside);
            entries.push(Entry { name, state: Text::new(), more: Vec::new(), object: None, below: false });
        };
        for (place, card) in its.library.iter().rev().enumerate() {
            if its.endless_library && place == its.listed_on_top() {
                unknown(&mut entries);
                hidden = 0;
            }
            // Where it lies among cards that were shuffled nobody knows.
            if self.is_hidden(*card) || self.viewer.is_some() && its.unordered.contains(card) {
                hidden += 1;
                continue;
            }
            if hidden > 0 {
                entries.push(counted(std::mem::take(&mut hidden)));
            }
            let mut state = Text::new();
            if its.unordered.contains(card) {
                state.push("shuffled", Style::Aside);
            }
            entries.push(self.called(*card, state));
        }
        if its.endless_library && its.listed_on_top() == its.library.len() {
            unknown(&mut entries);
        } else if hidden > 0 {
            entries.push(counted(hidden));
        }
        entries
    }

    /// What a player controls, with what is attached to it below each permanent, and then what has phased out.
    fn battlefield(&self, player: PlayerId) -> Vec<Entry> {
        let controls = |object: &ObjectId| match self.view {
            Some(view) => view.controller(self.game, *object) == player,
            None => self.game.object(*object).controller == player,
        };
        let own: Vec<ObjectId> = self.game.battlefield().iter().copied().filter(controls).collect();
        let host = |object: ObjectId| match self.game.object(object).attached_to {
            Some(Thing::Object(host)) if own.contains(&host) => Some(host),
            _ => None,
        };
        let mut entries = Vec::new();
        for permanent in own.iter().filter(|permanent| host(**permanent).is_none()) {
            let mut waiting = vec![(*permanent, false)];
            while let Some((object, below)) = waiting.pop() {
                let state = self.state_of_permanent(object, below);
                entries.push(Entry { below, ..self.called(object, state) });
                waiting.extend(
                    own.iter()
                        .rev()
                        .filter(|other| host(**other) == Some(object))
                        .map(|other| (*other, true)),
                );
            }
        }
        let mut entries = self.together(entries);
        let phased = self
            .game
            .objects()
            .iter()
            .filter(|object| object.phased_out.as_ref().is_some_and(|phased| phased.under == player));
        for object in phased {
            let mut state = Text::new();
            state.push("phased out", Style::Aside);
            entries.push(self.called(object.id, state));
        }
        entries
    }

    /// A spell or ability on the stack, with its controller and targets.
    fn on_stack(&self, object: ObjectId) -> Entry {
        let its = self.game.object(object);
        let mut state = Text::new();
        self.names.write_player(&mut state, its.controller);
        let targets: Vec<Thing> =
            its.announced.iter().flat_map(|announced| announced.targets.iter().flatten().copied()).collect();
        if !targets.is_empty() {
            state.push(" -> ", Style::Plain);
            self.names.write_list(&mut state, &targets);
        }
        self.called(object, state)
    }

    fn called(&self, object: ObjectId, state: Text) -> Entry {
        let mut name = Text::new();
        self.names.write_object(&mut name, object);
        Entry { name, state, more: Vec::new(), object: Some(object), below: false }
    }

    /// Whether nobody, or not the viewer, knows what a card is.
    fn is_hidden(&self, object: ObjectId) -> bool {
        let its = self.game.object(object);
        its.is_unknown() || !self.names.sees(object) && !its.is_face_down()
    }

    /// Puts what nothing tells apart on one line.
    fn together(&self, entries: Vec<Entry>) -> Vec<Entry> {
        let mut lines: Vec<Entry> = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let carries = entries.get(index + 1).is_some_and(|next| next.below);
            let bare = |entry: &Entry| entry.object.map(|object| self.names.bare(object));
            let same = lines.last().is_some_and(|last| {
                !carries
                    && !entry.below
                    && !last.below
                    && bare(last) == bare(entry)
                    && last.state == entry.state
            });
            match (lines.last_mut(), entry.object) {
                (Some(last), Some(object)) if same => last.more.push(object),
                _ => lines.push(Entry {
                    name: entry.name.clone(),
                    state: entry.state.clone(),
                    more: Vec::new(),
                    object: entry.object,
                    below: entry.below,
                }),
            }
        }
        lines
    }

    /// What is to be said of a card that is no permanent.
    fn state_of_card(&self, object: &Object) -> Text {
        let mut facts = Facts::default();
        facts.counters(object);
        if let Nature::Card(card) = object.nature {
            if self.game.card(card).commander {
                facts.words("commander");
            }
        }
        let lookers = at_end::lookers(self.game, object);
        if !lookers.is_empty() {
            let fact = facts.next();
            for (index, player) in lookers.into_iter().enumerate() {
                fact.push(if index == 0 { "" } else { ", " }, Style::Plain);
                self.names.write_player(fact, player);
            }
            fact.push(" may look", Style::Plain);
        }
        if matches!(object.zone, Zone::Exile | Zone::Command | Zone::Ante) {
            let fact = facts.next();
            self.names.write_player(fact, object.owner);
            fact.push("'s", Style::Plain);
        }
        facts.text
    }

    /// What is to be said of a permanent: what it is now and its status.
    fn state_of_permanent(&self, object: ObjectId, below: bool) -> Text {
        let its = self.game.object(object);
        let mut facts = Facts::default();
        let now = self.view.map(|view| view.characteristics(self.game, object));
        if let Some(now) = now.filter(|now| now.is(CardType::Creature)) {
            let number = |number: Option<i32>| number.unwrap_or(0);
            facts.words(&format!("{}/{}", number(now.power), number(now.toughness)));
        }
        if its.is_token() {
            facts.words("token");
        }
        if its.tapped {
            facts.words("tapped");
        }
        facts.counters(its);
        if its.damage > 0 {
            facts.words(&format!("{} damage", its.damage));
        }
        if let Some(attached) = its.attached_to.filter(|_| !below) {
            let fact = facts.next();
            fact.push("attached to ", Style::Plain);
            self.names.write_thing(fact, attached);
        }
        let combat = self.game.combat();
        if let Some(attack) = combat.attack_of(object) {
            let fact = facts.next();
            fact.push("attacks ", Style::Plain);
            self.names.write_thing(fact, attack.defender);
        }
        for attacker in combat.blocked_by(object) {
            let fact = facts.next();
            fact.push("blocks ", Style::Plain);
            self.names.write_object(fact, attacker);
        }
        for (card, _) in self.game.encodings().iter().filter(|(_, creature)| *creature == object) {
            let fact = facts.next();
            fact.push("encoded ", Style::Plain);
            self.names.write_object(fact, *card);
        }
        let controller = self.view.map_or(its.controller, |view| view.controller(self.game, object));
        if its.owner != controller {
            let fact = facts.next();
            self.names.write_player(fact, its.owner);
            fact.push("'s", Style::Plain);
        }
        facts.text
    }
}

/// What is said of an object, fact by fact.
#[derive(Default)]
struct Facts {
    text: Text,
}

impl Facts {
    /// The text, with what separates the next fact from those before it.
    fn next(&mut self) -> &mut Text {
        if !self.text.is_empty() {
            self.text.push("; ", Style::Plain);
        }
        &mut self.text
    }

    fn words(&mut self, words: &str) {
        self.next().push(words, Style::Plain);
    }

    fn counters(&mut self, object: &Object) {
        for (kind, count) in object.counters.iter().filter(|(_, count)| *count > 0) {
            self.words(&counters(*kind, *count));
        }
    }
}

/// Some counters in words: `2 +1/+1 counters`.
fn counters(kind: CounterKind, count: u32) -> String {
    format!("{count} {kind} counter{}", if count == 1 { "" } else { "s" })
}

/// A line that begins with the name of a zone, or with nothing.
fn labelled(label: &str) -> Text {
    let mut text = Text::new();
    text.push(label, Style::Aside);
    text.pad_to(ENTRIES);
    text
}

/// Cards that the viewer may not see.
fn counted(count: usize) -> Entry {
    let mut name = Text::new();
    let words = if count == 1 { "an unknown card".to_owned() } else { format!("{count} unknown cards") };
    name.push(&words, Style::Aside);
    Entry { name, state: Text::new(), more: Vec::new(), object: None, below: false }
}
