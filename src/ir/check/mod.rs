//! Whether a card's definition holds together: whatever it refers to has been bound before.
//!
//! A definition that deserialises may still speak of a slot that nothing filled or of a third target where there are two.
//! [`faults`] finds these without playing the card. It walks every node of the form; [`instructions`] has the instructions
//! and [`nodes`] the small words.

mod chance;
mod instructions;
mod nodes;

use std::collections::BTreeSet;
use std::fmt;

use super::{Ability, Body, Card, KeywordName, Symbol};

/// Something that a definition refers to and does not have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// No earlier instruction binds the slot.
    UnboundSlot(Symbol),
    /// Nothing on the card binds the link (607).
    UnboundLink(Symbol),
    /// There is no cost of this name on the card, and no keyword.
    UnknownCost(Symbol),
    /// There are fewer targets; counted from 1.
    NoTarget(u8),
    /// "It", "that player" or "that much" where there is no event and no "for each".
    NoEvent(&'static str),
    /// An instruction of this name says what can't be so, or contradicts itself; why.
    Contradiction(&'static str, &'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnboundSlot(slot) => write!(formatter, "no earlier instruction binds the slot `{slot}`"),
            Self::UnboundLink(link) => write!(formatter, "nothing on the card binds the link `{link}`"),
            Self::UnknownCost(name) => write!(formatter, "the card has no cost called `{name}`"),
            Self::NoTarget(number) => write!(formatter, "there is no target {number}"),
            Self::NoEvent(word) => write!(formatter, "`{word}` stands where there is no event"),
            Self::Contradiction(_, why) => formatter.write_str(why),
        }
    }
}

/// Every fault of a card's definition, sorted; none for one that holds together.
pub fn faults(card: &Card) -> Vec<Fault> {
    let mut checker = Checker::default();
    for ability in card.faces.iter().flat_map(|face| &face.abilities) {
        // Slots belong to one resolution; links and costs to the card.
        checker.slots.clear();
        checker.targets = 0;
        checker.event = false;
        checker.ability(ability);
    }
    let links = checker.links_used.iter().filter(|link| !checker.links.contains(link));
    checker.faults.extend(links.map(|link| Fault::UnboundLink(*link)));
    let is_keyword = |name: &Symbol| KeywordName::from_word(name.as_str()).is_some();
    let costs = checker.costs_used.iter().filter(|name| !checker.costs.contains(name) && !is_keyword(name));
    checker.faults.extend(costs.map(|name| Fault::UnknownCost(*name)));
    checker.faults.into_iter().collect()
}

/// What has been bound where the walk stands, and what was found wrong.
#[derive(Default)]
struct Checker {
    slots: BTreeSet<Symbol>,
    links: BTreeSet<Symbol>,
    links_used: BTreeSet<Symbol>,
    costs: BTreeSet<Symbol>,
    costs_used: BTreeSet<Symbol>,
    kickers: u8,
    targets: u8,
    event: bool,
    faults: BTreeSet<Fault>,
}

impl Checker {
    fn ability(&mut self, ability: &Ability) {
        match ability {
            Ability::Keyword(keyword) => {
                // Each of several kicker costs has a name of its own (702.33f).
                if keyword.name() == KeywordName::Kicker {
                    self.kickers += 1;
                    self.costs.extend(Symbol::parse(&format!("kicker-{}", self.kickers)));
                }
                // It exiles the card of which other abilities speak (702.75a).
                if keyword.name() == KeywordName::Hideaway {
                    self.links.insert(Symbol::literal("hidden"));
                }
                self.keyword(keyword);
            }
            Ability::Spell(body) => self.body(body, false),
            Ability::Activated(activated) => {
                self.costs(&activated.cost);
                self.optional(activated.only_if.as_ref(), Self::condition);
                self.optional(activated.by.as_ref(), Self::players);
                self.body(&activated.effect, false);
            }
            Ability::Triggered(triggered) => self.within_event(|checker| {
                checker.event(&triggered.when);
                checker.optional(triggered.only_if.as_ref(), Self::condition);
                checker.body(&triggered.effect, true);
            }),
            Ability::Static(it) => {
                self.optional(it.affects.as_ref(), Self::selection);
                self.optional(it.condition.as_ref(), Self::condition);
                it.changes.iter().for_each(|change| self.change(change));
                it.rules.iter().for_each(|rule| self.rule(rule));
            }
            Ability::OpeningHand(opening) => {
                self.optional(opening.only_if.as_ref(), Self::condition);
                opening.counters.iter().for_each(|(_, count)| self.quantity(count));
                self.body(&Body { does: opening.then.clone(), ..Body::default() }, false);
            }
            Ability::Room(room) => self.within_event(|checker| checker.body(&room.effect, true)),
            Ability::Replacement(replacement) => self.replacement(replacement),
            Ability::AdditionalCost(cost) => {
                self.costs(&cost.cost);
                self.costs.extend(cost.name);
            }
            Ability::AlternativeCost(cost) => {
                self.costs(&cost.cost);
                self.optional(cost.only_if.as_ref(), Self::condition);
                self.costs.extend(cost.name);
            }
            Ability::CastOnly(condition) => self.condition(condition),
            Ability::DeckLimit(count) => self.quantity(count),
            Ability::Unsupported(_) => {}
        }
    }

    /// A body has targets of its own and may speak of the slots that were bound around it.
    fn body(&mut self, body: &Body, event: bool) {
        let (targets, around) = (self.targets, self.event);
        self.event = event;
        self.targets = u8::try_from(body.targets.len()).unwrap_or(u8::MAX);
        for spec in &body.targets {
            match &spec.each_of {
                Some(players) => {
                    self.players(players);
                    self.within_event(|checker| checker.target_kind(&spec.kind));
                }
                None => self.target_kind(&spec.kind),
            }
            self.quantity(&spec.at_least);
            self.quantity(&spec.at_most);
            self.optional(spec.divided.as_ref(), Self::quantity);
        }
        self.instructions(&body.does);
        if let Some(modes) = &body.choose {
            self.optional(modes.by.as_ref(), Self::players);
            modes.modes.iter().for_each(|mode| self.body(mode, event));
        }
        (self.targets, self.event) = (targets, around);
    }

    fn within_event(&mut self, walk: impl FnOnce(&mut Self)) {
        let around = std::mem::replace(&mut self.event, true);
        walk(self);
        self.event = around;
    }

    fn optional<T>(&mut self, node: Option<&T>, walk: impl FnOnce(&mut Self, &T)) {
        if let Some(node) = node {
            walk(self, node);
        }
    }

    fn needs_event(&mut self, word: &'static str) {
        if !self.event {
            self.faults.insert(Fault::NoEvent(word));
        }
    }

    fn needs_target(&mut self, number: u8) {
        if number >= self.targets {
            self.faults.insert(Fault::NoTarget(number.saturating_add(1)));
        }
    }

    fn needs_slot(&mut self, slot: Symbol) {
        if !self.slots.contains(&slot) {
            self.faults.insert(Fault::UnboundSlot(slot));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(effect: &str) -> Vec<String> {
        let yaml = format!("{{name: Trial, types: Instant, abilities: [{{spell: {effect}}}]}}");
        // The one reader of YAML stands above this layer, and compiling another for a test would take minutes.
        let cards = crate::cards::yaml::read_unchecked(&yaml).expect("a card");
        cards.iter().flat_map(faults).map(|fault| fault.to_string()).collect()
    }

    #[test]
    fn a_reference_to_nothing_is_a_fault() {
        assert_eq!(faults_of("[draw: {}]"), [""; 0]);
        assert_eq!(
            faults_of("[destroy: {what: {slot: found}}]"),
            ["no earlier instruction binds the slot `found`"]
        );
        assert_eq!(
            faults_of("[destroy: {what: {slot: found}}, note: {what: this, as: found}]"),
            ["no earlier instruction binds the slot `found`"]
        );
        assert_eq!(
            faults_of("[exile: {what: {linked: exiled}}]"),
            ["nothing on the card binds the link `exiled`"]
        );
        assert_eq!(
            faults_of("{targets: [creature], do: [destroy: {what: target-2}]}"),
            ["there is no target 2"]
        );
        assert_eq!(faults_of("[tap: it]"), ["`it` stands where there is no event"]);
        assert_eq!(
            faults_of("[if: {condition: {paid: tribute paid}, then: [draw: {}]}]"),
            ["the card has no cost called `tribute paid`"]
        );
        assert_eq!(faults_of("[for-each: {of: {each: creature}, do: [tap: it]}]"), [""; 0]);
    }
}
