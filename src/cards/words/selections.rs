//! Players, selections and targets in words.

use super::Voice;
use super::english::{list, ordinal, with_article};
use super::kinds::Head;
use crate::ir::{Players, Quantity, Selection, TargetKind, TargetSpec, Verb, Zone};

impl Voice<'_> {
    /// The players as a subject or object: `you`, `each opponent`, `that player`.
    pub(super) fn players(&self, players: &Players) -> String {
        match players {
            Players::You => "you".to_owned(),
            Players::Opponents => "each opponent".to_owned(),
            Players::Each => "each player".to_owned(),
            Players::Target(number) => self.target(*number),
            Players::It => "that player".to_owned(),
            Players::Active => "the active player".to_owned(),
            Players::Defending => "the defending player".to_owned(),
            Players::Attacking => "the attacking player".to_owned(),
            Players::Attached => "the enchanted player".to_owned(),
            Players::Slot(slot) => format!("\"{slot}\""),
            Players::Chosen(_) => "the chosen player".to_owned(),
            Players::ControllerOf(selection) => format!("the controller of {}", self.selection(selection)),
            Players::OwnerOf(selection) => format!("the owner of {}", self.selection(selection)),
            Players::Where(of, condition) => {
                format!("{} for whom {}", self.players(of), self.condition(condition))
            }
            Players::Except(players) => format!("each player other than {}", self.players(players)),
            Players::OpponentsOf(players) => format!("each opponent of {}", self.players(players)),
        }
    }

    /// One of the players, whichever: `a player`, `an opponent`.
    pub(super) fn some_player(&self, players: &Players) -> String {
        match players {
            Players::Opponents => "an opponent".to_owned(),
            Players::Each => "a player".to_owned(),
            Players::Except(players) => format!("a player other than {}", self.players(players)),
            Players::OpponentsOf(players) => format!("an opponent of {}", self.players(players)),
            Players::Where(of, condition) => {
                format!("{} for whom {}", self.some_player(of), self.condition(condition))
            }
            Players::You
            | Players::Target(_)
            | Players::It
            | Players::Active
            | Players::Defending
            | Players::Attacking
            | Players::Attached
            | Players::Slot(_)
            | Players::Chosen(_)
            | Players::ControllerOf(_)
            | Players::OwnerOf(_) => self.players(players),
        }
    }

    /// Whose: `your`, `an opponent's`.
    pub(super) fn possessive(&self, players: &Players) -> String {
        if *players == Players::You { "your".to_owned() } else { format!("{}'s", self.some_player(players)) }
    }

    /// `you control`, `an opponent controls`.
    pub(super) fn control(&self, players: &Players) -> String {
        format!("{} {}", self.some_player(players), agreeing(players, "control", "controls"))
    }

    /// The selected objects or players.
    pub(super) fn selection(&self, selection: &Selection) -> String {
        match selection {
            Selection::This => "this".to_owned(),
            Selection::It => "it".to_owned(),
            Selection::Target(number) => self.target(*number),
            Selection::Attached => "what this is attached to".to_owned(),
            Selection::Haunted => "the creature this haunts".to_owned(),
            Selection::Host => "the creature this is encoded on".to_owned(),
            Selection::Paid(how) => format!("what was {} as a cost", how.0.participle()),
            Selection::Grantor => "what grants this ability".to_owned(),
            Selection::Outside => "the cards you own outside the game".to_owned(),
            Selection::Itself => "itself".to_owned(),
            Selection::Slot(slot) => format!("\"{slot}\""),
            Selection::Linked(link) => format!("what is linked to this as \"{link}\""),
            Selection::TheLinked(link) => format!("the one that is linked to this as \"{link}\""),
            Selection::Each(filter) => format!("each {}", self.kind(filter, Head::Permanent)),
            Selection::Among(of, filter) => {
                format!("the {} among {}", self.kinds(filter, Head::Thing), self.selection(of))
            }
            Selection::Last(of) => format!("the last of {}", self.selection(of)),
            Selection::Topmost(filter) => format!("the topmost {}", self.kind(filter, Head::Card)),
            Selection::Top(count, players) => {
                let library = self.possessive(players);
                match count.fixed() {
                    Some(1) => format!("the top card of {library} library"),
                    _ => format!("{} from the top of {library} library", self.some(count, "card")),
                }
            }
            Selection::Other => self.other.to_owned(),
            Selection::Players(players) => self.players(players),
            Selection::Several(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.selection(part)).collect();
                list(&parts, "and")
            }
        }
    }

    /// A mark for a target, which [`Voice::settle`] replaces when the order of the words is known.
    pub(super) fn target(&self, number: u8) -> String {
        match self.targets.get(usize::from(number)) {
            Some(_) => format!("{MARK}{number}{MARK}"),
            None => format!("the {} target", ordinal(i32::from(number).saturating_add(1))),
        }
    }

    /// Puts words for the marks of targets: a description at the first mention, then `the target`.
    pub(super) fn settle(&self, words: &str) -> String {
        let mut settled = String::new();
        for (place, part) in words.split(MARK).enumerate() {
            // Every second part stands between two marks.
            let target = (place % 2 == 1).then(|| part.parse().ok()).flatten();
            match target {
                Some(number) => settled.push_str(&self.mention(number)),
                None => settled.push_str(part),
            }
        }
        settled
    }

    fn mention(&self, number: u8) -> String {
        let bit = 1_u64.checked_shl(u32::from(number)).unwrap_or(0);
        let known = self.described.get() & bit != 0;
        self.described.set(self.described.get() | bit);
        match self.targets.get(usize::from(number)) {
            Some(spec) if !known => self.settle(&self.target_spec(spec)),
            Some(_) if self.targets.len() == 1 => "the target".to_owned(),
            Some(_) | None => format!("the {} target", ordinal(i32::from(number).saturating_add(1))),
        }
    }

    /// The targets that no instruction has mentioned.
    pub(super) fn unmentioned_targets(&self) -> Vec<String> {
        let numbers = (0..self.targets.len()).filter_map(|number| u8::try_from(number).ok());
        numbers
            .filter(|number| self.described.get() & 1_u64.checked_shl(u32::from(*number)).unwrap_or(0) == 0)
            .map(|number| self.mention(number))
            .collect()
    }

    fn target_spec(&self, spec: &TargetSpec) -> String {
        let other = if spec.other { "other " } else { "" };
        let kind = self.target_kind(&spec.kind, spec.at_most != Quantity::Fixed(1));
        let (least, most) = (&spec.at_least, &spec.at_most);
        let count = match (least.fixed(), most.fixed()) {
            (Some(1), Some(1)) => String::new(),
            (Some(0), _) if *most == Quantity::AnyNumber => "any number of ".to_owned(),
            (Some(0), Some(most)) => format!("up to {} ", super::english::number_word(most)),
            (Some(0), None) => format!("up to as many as {}: ", self.amount(most)),
            (Some(number), _) if least == most => format!("{} ", super::english::number_word(number)),
            (None, _) if least == most => format!("as many as {}: ", self.amount(least)),
            _ => format!("{} to {} ", self.amount(least), self.amount(most)),
        };
        let divided = spec
            .divided
            .as_ref()
            .map_or_else(String::new, |amount| format!(" (with {} divided among them)", self.amount(amount)));
        let each = spec
            .each_of
            .as_ref()
            .map_or_else(String::new, |players| format!(", one for {}", self.players(players)));
        format!("{count}target {other}{kind}{divided}{each}")
    }

    fn target_kind(&self, kind: &TargetKind, many: bool) -> String {
        match kind {
            TargetKind::Permanent(filter) if many => self.kinds(filter, Head::Permanent),
            TargetKind::Spell(filter) if many => self.kinds(filter, Head::Spell),
            TargetKind::Permanent(filter) => self.kind(filter, Head::Permanent),
            TargetKind::Spell(filter) => self.kind(filter, Head::Spell),
            TargetKind::Ability(filter) => {
                format!("ability on the stack, {}", self.kind(filter, Head::Thing))
            }
            TargetKind::Card(filter, zone) => self.card_in(filter, *zone, many),
            TargetKind::Player(Players::Opponents) => "opponent".to_owned(),
            TargetKind::Player(Players::Each) => "player".to_owned(),
            TargetKind::Player(players) => format!("player ({})", self.players(players)),
            TargetKind::Any => "creature, player, planeswalker or battle".to_owned(),
            TargetKind::OneOf(kinds) => {
                let kinds: Vec<String> = kinds.iter().map(|kind| self.target_kind(kind, many)).collect();
                list(&kinds, "or")
            }
        }
    }
}

/// Stands on both sides of a target's number until the words are in order; no name and no word of the form has it.
const MARK: char = '\u{1}';

/// The verb that goes with the players: `you draw`, `each opponent draws`.
pub(super) const fn verb(players: &Players, verb: Verb) -> &'static str {
    let [base, third, _] = verb.forms();
    agreeing(players, base, third)
}

/// What goes with the players of what is no deed: `you have`, `each opponent has`.
pub(super) const fn agreeing<'v>(players: &Players, base: &'v str, third: &'v str) -> &'v str {
    if matches!(players, Players::You) { base } else { third }
}

/// Being in a zone: `on the stack`, `in a graveyard`.
pub(super) fn within(of: Zone) -> String {
    let preposition = if matches!(of, Zone::Battlefield | Zone::Stack) { "on" } else { "in" };
    format!("{preposition} {}", zone(of))
}

/// A place to be in or to come from: `the battlefield`, `a graveyard`.
pub(super) fn zone(zone: Zone) -> String {
    match zone {
        Zone::Library | Zone::Hand | Zone::Graveyard => with_article(zone.word()),
        Zone::Battlefield | Zone::Stack | Zone::Command | Zone::Exile | Zone::Ante => zone.place().to_owned(),
    }
}

/// Several zones: `a hand or a library`.
pub(super) fn zones(zones: &[Zone]) -> String {
    let names: Vec<String> = zones.iter().map(|one| zone(*one)).collect();
    list(&names, "or")
}
