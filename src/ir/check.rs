//! Whether a card's definition holds together: whatever it refers to has been bound before.
//!
//! A definition that can be read may still speak of a slot that nothing filled or of a third target where there are two.
//! [`faults`] finds these without playing the card. It walks every part of the form and knows those that bind something,
//! that refer to something, or in which other words hold.

mod contradictions;
mod paying;
mod scopes;

use crate::ir::instruction::ChoosePlayer;
use std::collections::BTreeSet;
use std::fmt;

use super::instruction::{FlipCoin, RollDie, Vote};
use super::node::Form as _;
use super::part::{Part, Role};
use super::quantity::Tally;
use super::{
    Ability, Body, Card, Condition, Event, Instruction, Keyword, KeywordName, Link, Players, Quantity,
    RuleChange, Selection, Slot, Symbol, TargetSpec, Verb,
};

/// Something that a definition refers to and does not have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// No earlier instruction binds the slot.
    UnboundSlot(Slot),
    /// Nothing on the card binds the link (607).
    UnboundLink(Link),
    /// There is no cost of this name on the card, and no keyword.
    UnknownCost(Symbol),
    /// Nothing is used so to pay a cost of the spell or ability.
    NotPaid(Verb),
    /// There are fewer targets; counted from 1.
    NoTarget(u8),
    /// "It", "that player" or "that much" where there is no event and no "for each".
    NoEvent(&'static str),
    /// "It" or "other" where the event is of no object.
    NoObject(&'static str),
    /// An instruction of this name says what can't be so, or contradicts itself; why.
    Contradiction(&'static str, &'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnboundSlot(slot) => write!(formatter, "no earlier instruction binds the slot `{slot}`"),
            Self::UnboundLink(link) => write!(formatter, "nothing on the card binds the link `{link}`"),
            Self::UnknownCost(name) => write!(formatter, "the card has no cost called `{name}`"),
            Self::NotPaid(how) => write!(formatter, "nothing is {} to pay for this", how.participle()),
            Self::NoTarget(number) => write!(formatter, "there is no target {number}"),
            Self::NoEvent(word) => write!(formatter, "`{word}` stands where there is no event"),
            Self::NoObject(word) => write!(formatter, "`{word}` stands where the event is of no object"),
            Self::Contradiction(_, why) => formatter.write_str(why),
        }
    }
}

/// Every fault of a card's definition, sorted; none for one that holds together.
pub fn faults(card: &Card) -> Vec<Fault> {
    let mut checker = Checker { paid: paying::of_spell(card), ..Checker::default() };
    for ability in card.faces.iter().flat_map(|face| &face.abilities) {
        // Slots belong to one resolution; links and costs to the card.
        checker.slots.clear();
        checker.targets = 0;
        checker.event = false;
        checker.part(Part::Ability(ability));
    }
    let links = checker.links_used.iter().filter(|link| !checker.links.contains(link));
    checker.faults.extend(links.map(|link| Fault::UnboundLink(*link)));
    // Whichever additional cost the card has.
    let is_additional = |ability: &Ability| matches!(ability, Ability::AdditionalCost(cost) if cost.optional);
    let additional = card.faces.iter().flat_map(|face| &face.abilities).any(is_additional);
    let is_keyword = |name: &Symbol| {
        KeywordName::from_word(name.as_str()).is_some() || additional && name.as_str() == "additional cost"
    };
    let costs = checker.costs_used.iter().filter(|name| !checker.costs.contains(name) && !is_keyword(name));
    checker.faults.extend(costs.map(|name| Fault::UnknownCost(*name)));
    checker.faults.into_iter().collect()
}

/// What has been bound where the walk stands, and what was found wrong.
#[derive(Default)]
struct Checker {
    slots: BTreeSet<Slot>,
    links: BTreeSet<Link>,
    links_used: BTreeSet<Link>,
    costs: BTreeSet<Symbol>,
    costs_used: BTreeSet<Symbol>,
    kickers: u8,
    targets: u8,
    event: bool,
    /// Whether it is what a prevention effect does besides.
    prevents: bool,
    /// Whether the event is of no object, so that there is a "that player" alone.
    objectless: bool,
    /// How something is used to pay the costs of what is looked at.
    paid: BTreeSet<Verb>,
    faults: BTreeSet<Fault>,
}

impl Checker {
    /// Looks at a part and all below it.
    fn part(&mut self, part: Part<'_>) {
        if let Some((field, why)) = contradictions::of(part) {
            self.contradicts(field, why);
        }
        match part {
            Part::Selection(Selection::It) => self.needs_event("it"),
            Part::Selection(Selection::Other) => self.needs_event("other"),
            Part::Players(Players::It) => self.needs_event("that-player"),
            Part::Quantity(Quantity::ThatMuch) => self.needs_event("that-much"),
            Part::Quantity(Quantity::Prevented) if !self.prevents => {
                let why = "damage is prevented this way only in what a prevention effect does besides: `{prevent: {then: [...]}}` (615.5)";
                self.contradicts("prevented", why);
            }
            Part::Selection(Selection::Target(number)) | Part::Players(Players::Target(number)) => {
                self.needs_target(*number);
            }
            Part::Selection(Selection::Paid(how)) if !self.paid.contains(&how.0) => {
                self.faults.insert(Fault::NotPaid(how.0));
            }
            Part::Ability(ability) => self.ability(ability),
            Part::Activated(activated) => self.activated(activated),
            Part::Instruction(Instruction::MayPay { who, cost, then, otherwise, either: _ }) => {
                self.part(Part::Players(who));
                self.part(Part::Costs(cost));
                self.paid.extend(paying::of_costs(cost));
                self.instructions(then);
                self.instructions(otherwise);
            }
            Part::Triggered(triggered) => self.triggered(triggered),
            Part::Replacement(replacement) => self.replacement(replacement),
            Part::Room(_) => self.in_event(true, |it| it.below(part)),
            Part::Delayed(delayed) => self.delayed(delayed),
            Part::CostChange(change) => self.cost_change(change),
            // The spell on which the mana is spent is "it".
            Part::IfSpent(if_spent) => {
                self.part(Part::Filter(&if_spent.on));
                self.in_event(true, |it| it.instructions(&if_spent.does));
            }
            Part::Event(Event::Provided(condition, event)) => {
                self.part(Part::Event(event));
                self.in_event(true, |it| it.part(Part::Condition(condition)));
            }
            Part::Quantity(Quantity::Happened(event, Tally::Amount, _)) => {
                if !event.has_an_amount() {
                    let why = "`measure: amount` is of life, damage or cards; without it `happened` counts how often";
                    self.contradicts("amount", why);
                }
                self.below(part);
            }
            Part::Cost(cost) if paying::why_not_paid(cost).is_some() => {
                let why = paying::why_not_paid(cost).unwrap_or_default();
                self.contradicts(cost.name(), why);
            }
            Part::Quantity(Quantity::AnyNumber) => {
                let why = "`any-number` stands where no player is asked how many (107.1c)";
                self.contradicts("any-number", why);
            }
            Part::Body(body) => self.body(body),
            Part::TargetSpec(spec) => self.target(spec),
            Part::Instruction(Instruction::ForEach { of, does }) => {
                self.part(Part::Selection(of));
                self.in_event(true, |it| it.instructions(does));
            }
            Part::Players(Players::Where(of, condition)) => {
                self.part(Part::Players(of));
                self.in_event(true, |it| it.part(Part::Condition(condition)));
            }
            Part::RuleChange(RuleChange::AsYouCascade { cards, does }) => {
                self.slots.insert(*cards);
                self.instructions(does);
            }
            Part::Event(Event::Does(_, deed)) if !deed.is_of_player() => {
                let why = "this happens to an object and is written `becomes: {what: ..., as: ...}`";
                self.contradicts(deed.word(), why);
            }
            Part::Event(Event::Becomes(_, deed)) if !deed.is_of_object() => {
                let why = "a player does this, or it happens to a player or the game: it is written `does: {who: ..., what: ...}`";
                self.contradicts(deed.word(), why);
            }
            Part::Instruction(
                Instruction::Designate { name, .. } | Instruction::Undesignate { name, .. },
            ) if !name.can_be_given() => {
                let why = "this is asked for and never given";
                self.contradicts(name.word(), why);
            }
            Part::Condition(Condition::Designated(_, name)) if !name.is_of_player() => {
                let why = "players never have this: a filter asks it of objects, `state` of day and night";
                self.contradicts(name.word(), why);
            }
            Part::Modes(modes) => self.modes(modes),
            Part::FlipCoin(coin) => self.coin(coin),
            Part::RollDie(die) => self.die(die),
            Part::Vote(vote) => self.vote(vote),
            Part::Keyword(keyword) => self.keyword(keyword),
            _ => self.below(part),
        }
    }

    /// A field says what can't be so, for a reason.
    fn contradicts(&mut self, field: &'static str, why: &'static str) {
        self.faults.insert(Fault::Contradiction(field, why));
    }

    /// An ability that something gets knows nothing of what was bound by the effect that gives it; the quality that a keyword names may
    /// be settled as it is given.
    fn ability(&mut self, ability: &Ability) {
        // What is paid as one ability resolves is nothing to the next.
        let paid = self.paid.clone();
        if let Ability::Keyword(keyword) = ability {
            self.keyword(keyword);
        } else {
            let slots = std::mem::take(&mut self.slots);
            let targets = std::mem::take(&mut self.targets);
            let prevents = std::mem::take(&mut self.prevents);
            self.in_event(false, |it| it.below(Part::Ability(ability)));
            (self.slots, self.targets, self.prevents) = (slots, targets, prevents);
        }
        self.paid = paid;
    }

    /// Looks at what is below a part; what that binds is there afterwards.
    fn below(&mut self, part: Part<'_>) {
        // What is done as something enters is done before its counters are counted.
        let entering = if let Part::Enters(enters) = part { enters.does.as_slice() } else { &[] };
        for instruction in entering {
            self.part(Part::Instruction(instruction));
        }
        let mut names = Vec::new();
        part.each_part(&mut |field, child| match child {
            Part::Instruction(_) if !entering.is_empty() => {}
            Part::Slot(_) | Part::Link(_) | Part::Symbol(_) => {
                names.push((child, part.role_of(field, child)))
            }
            Part::Quantity(Quantity::AnyNumber) if asks_how_many(part) => {}
            _ => self.part(child),
        });
        for (name, role) in names {
            match (name, role) {
                (Part::Slot(slot), Role::Binds) => self.slots.insert(*slot),
                (Part::Slot(slot), Role::Uses) if !self.slots.contains(slot) => {
                    self.faults.insert(Fault::UnboundSlot(*slot))
                }
                (Part::Link(link), Role::Binds) => self.links.insert(*link),
                (Part::Link(link), Role::Uses) => self.links_used.insert(*link),
                (Part::Symbol(cost), Role::Binds) => self.costs.insert(*cost),
                (Part::Symbol(cost), Role::Uses) => self.costs_used.insert(*cost),
                _ => false,
            };
        }
    }

    /// A body has targets of its own and may speak of the slots that were bound around it.
    fn body(&mut self, body: &Body) {
        let targets = u8::try_from(body.targets.len()).unwrap_or(u8::MAX);
        let around = std::mem::replace(&mut self.targets, targets);
        body.targets.iter().for_each(|spec| self.part(Part::TargetSpec(spec)));
        self.part(Part::Costs(&body.cost));
        self.instructions(&body.does);
        body.choose.iter().for_each(|modes| self.part(Part::Modes(modes)));
        self.targets = around;
    }

    fn target(&mut self, spec: &TargetSpec) {
        let TargetSpec { kind, at_least, at_most, divided, each_of, only_if, together, .. } = spec;
        only_if.iter().for_each(|condition| self.part(Part::Condition(condition)));
        each_of.iter().for_each(|players| self.part(Part::Players(players)));
        match each_of {
            Some(_) => self.in_event(true, |it| it.part(Part::TargetKind(kind))),
            None => self.part(Part::TargetKind(kind)),
        }
        together.iter().for_each(|together| self.part(Part::Together(together)));
        let most = Some(at_most).filter(|most| **most != Quantity::AnyNumber);
        let numbers = [at_least].into_iter().chain(most).chain(divided);
        numbers.for_each(|number| self.part(Part::Quantity(number)));
    }

    fn instructions(&mut self, instructions: &[Instruction]) {
        instructions.iter().for_each(|instruction| self.part(Part::Instruction(instruction)));
    }

    fn keyword(&mut self, keyword: &Keyword) {
        // Each of several kicker costs has a name of its own (702.33f).
        if keyword.name() == KeywordName::Kicker {
            self.kickers += 1;
            self.costs.extend(Symbol::parse(&format!("kicker-{}", self.kickers)));
        }
        // It exiles the card of which other abilities speak (702.75a).
        if keyword.name() == KeywordName::Hideaway {
            self.links.insert(Link::HIDDEN);
        }
        // The other face may ask for the materials (702.167c).
        if keyword.name() == KeywordName::Craft {
            self.links.insert(Link::CRAFTED);
        }
        // Another ability asks for the chosen name (702.106d).
        if matches!(keyword.name(), KeywordName::HiddenAgenda | KeywordName::DoubleAgenda) {
            self.links.insert(Link::CHOSEN_NAME);
        }
        if keyword.name() == KeywordName::DoubleAgenda {
            self.links.insert(Link::OTHER_CHOSEN_NAME);
        }
        // Whether it was paid another ability asks (702.104b).
        if keyword.name() == KeywordName::Tribute {
            self.links.insert(Link::TRIBUTE);
        }
        self.below(Part::Keyword(keyword));
    }

    fn coin(&mut self, coin: &FlipCoin) {
        if coin.contradicts_itself() {
            let why = "a coin flip is won or lost, or comes up heads or tails; never both (705.2)";
            self.contradicts("flip-coin", why);
        }
        self.of_each(&coin.who, |it| it.below(Part::FlipCoin(coin)));
    }

    fn die(&mut self, die: &RollDie) {
        if die.sides == 0 || !die.results.is_sorted_by(|(one, _), (next, _)| one < next) {
            let why = "a die has a side, and the results of its table rise (706.1a, 706.3a)";
            self.contradicts("roll-die", why);
        }
        self.of_each(&die.who, |it| it.below(Part::RollDie(die)));
    }

    fn vote(&mut self, vote: &Vote) {
        if vote.words.is_empty() == vote.what.is_none() {
            let why = "a vote is for one of several words or for an object; never for both (701.38b)";
            self.contradicts("vote", why);
        }
        // What is voted for is kept where it is an object.
        if vote.what.is_none() && (vote.slot.is_some() || vote.most_as.is_some()) {
            let why = "of a vote for words each word is a slot; `as` and `most-as` are for objects (701.38b)";
            self.contradicts("vote", why);
        }
        self.below(Part::Vote(vote));
    }

    /// What follows for each of several players speaks of that player as of an event's.
    fn of_each(&mut self, who: &Players, walk: impl FnOnce(&mut Self)) {
        if *who == Players::You { walk(self) } else { self.in_event(true, walk) }
    }

    fn in_event(&mut self, event: bool, walk: impl FnOnce(&mut Self)) {
        let around = (std::mem::replace(&mut self.event, event), std::mem::take(&mut self.objectless));
        walk(self);
        (self.event, self.objectless) = around;
    }

    fn needs_event(&mut self, word: &'static str) {
        if !self.event {
            self.faults.insert(Fault::NoEvent(word));
        } else if self.objectless && matches!(word, "it" | "other") {
            self.faults.insert(Fault::NoObject(word));
        }
    }

    fn needs_target(&mut self, number: u8) {
        if number >= self.targets {
            self.faults.insert(Fault::NoTarget(number.saturating_add(1)));
        }
    }
}

/// Whether a player is asked how many, where such a part says "any number".
const fn asks_how_many(part: Part<'_>) -> bool {
    match part {
        Part::Sacrifice(_) | Part::Discard(_) | Part::Choose(_) | Part::Cast(_) => true,
        Part::Ability(Ability::DeckLimit(_)) => true,
        Part::Search(_) | Part::ChoosePlayer(ChoosePlayer { link: None, .. }) => true,
        Part::Instruction(Instruction::RemoveCounters { .. } | Instruction::MoveCounters { .. }) => true,
        Part::Cost(cost) => paying::picks_objects(cost),
        _ => false,
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
        let later =
            |what: &str| format!("delayed: {{when: {{begins: {{step: end, of: you}}}}, effect: [{what}]}}");
        assert_eq!(
            faults_of(&format!("[{}]", later("tap: it"))),
            ["`it` stands where the event is of no object"]
        );
        let round = format!("[for-each: {{of: {{each: creature}}, do: [{}]}}]", later("tap: it"));
        assert_eq!(faults_of(&round), [""; 0]);
        assert_eq!(
            faults_of("[mill: {count: any-number}]"),
            ["`any-number` stands where no player is asked how many (107.1c)"]
        );
        assert_eq!(faults_of("[sacrifice: {what: creature, count: any-number}]"), [""; 0]);
        assert_eq!(
            faults_of("[draw: {count: {happened: {event: {dies: creature}, measure: amount}}}]"),
            ["`measure: amount` is of life, damage or cards; without it `happened` counts how often"]
        );
        assert_eq!(
            faults_of("[draw: {count: {happened: {event: {loses-life: opponents}, measure: amount}}}]"),
            [""; 0]
        );
    }

    #[test]
    fn fields_that_contradict_each_other_are_faults() {
        for (effect, word) in [
            ("[sacrifice: {these: this, what: creature}]", "either `these`"),
            ("[sacrifice: {who: opponents}]", "either `these`"),
            ("[sacrifice: {these: this, count: 2}]", "nothing is chosen among"),
            ("[discard: {these: this, what: creature}]", "nothing is chosen among"),
            ("[discard: {whole-hand: true, count: 2}]", "the whole hand"),
            ("[discard: {random: true, chosen-by: opponents}]", "at random"),
            ("[exile: {what: this, may-look: you}]", "face-down"),
            ("[put: {what: this, to: hand, tapped: true}]", "onto the battlefield"),
            ("[put: {what: this, to: graveyard, place: bottom}]", "into a library"),
            (
                "[put: {what: this, to: battlefield, attacking: true, blocking: {each: creature}}]",
                "attacks and blocks",
            ),
            (
                "[create: {token: {predefined: Food}, attacking: true, blocking: {each: creature}}]",
                "attacks and blocks",
            ),
            ("[apply: {changes: [{gain: [flying]}], for: end-of-turn}]", "`to`"),
            ("[counter: {what: {each: spell}, counters: [[charge, 1]]}]", "`to` a zone"),
        ] {
            let faults = faults_of(effect);
            assert!(faults.iter().any(|fault| fault.contains(word)), "{effect}: {faults:?}");
        }
    }
}
