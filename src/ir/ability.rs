//! CR 113: abilities, and what a spell or ability asks for as it is put on the stack.

use std::sync::Arc;

use serde::Deserialize;

use super::words::{shapes, words};
use super::{
    Change, Condition, Costs, CounterKind, Duration, Event, Filter, Instruction, Keyword, Players, Quantity,
    Replacement, RuleChange, Selection, Symbol, Zone,
};

/// One ability of a card (113.3).
#[derive(Debug, Clone, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "each ability is shared from where it was read, and not moved about"
)]
pub enum Ability {
    /// A keyword that stands for an ability (702).
    Keyword(Keyword),
    /// A spell ability: what an instant or sorcery does as it resolves (113.3a).
    Spell(Body),
    /// An activated ability (113.3b, 602).
    Activated(Activated),
    /// A triggered ability (113.3c, 603).
    Triggered(Arc<Triggered>),
    /// A static ability that makes a continuous effect (113.3d, 604, 611.3).
    Static(Static),
    /// A static ability that makes a replacement or prevention effect (614, 615).
    Replacement(Replacement),
    /// An additional cost to cast the spell it stands on (118.8).
    AdditionalCost(AdditionalCost),
    /// A cost that may be paid instead of the mana cost (118.9).
    AlternativeCost(AlternativeCost),
    /// When alone the spell may be cast (601.3).
    CastOnly(Condition),
    /// A room of a dungeon card (309.4).
    Room(Room),
    /// What its owner may do with the card from their opening hand (103.6).
    OpeningHand(OpeningHand),
    /// How many cards of its name a deck may have: any number, or up to so many (113.6n).
    DeckLimit(Quantity),
    /// Text that this form can't express, in a few words of our own. A scenario that the object takes part in is
    /// undecided.
    Unsupported(String),
}

impl Ability {
    /// A triggered ability.
    pub fn triggered(triggered: Triggered) -> Self {
        Self::Triggered(Arc::new(triggered))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum AbilityNode {
    Keyword(Keyword),
    Spell(Body),
    Activated(Activated),
    Triggered(Triggered),
    Static(Static),
    Replacement(Replacement),
    AdditionalCost(AdditionalCost),
    AlternativeCost(AlternativeCost),
    CastOnly(Condition),
    Room(Room),
    OpeningHand(OpeningHand),
    DeckLimit(Quantity),
    Unsupported(String),
}

// A bare word is a keyword without parameters: `flying`.
shapes!(Ability, "an ability: a keyword, or a map such as `triggered: {...}`",
word: |word| Keyword::from_word(word).map(Ability::Keyword),
map<AbilityNode>: |node| match node {
    AbilityNode::Keyword(keyword) => Ability::Keyword(keyword),
    AbilityNode::Spell(body) => Ability::Spell(body),
    AbilityNode::Activated(activated) => Ability::Activated(activated),
    AbilityNode::Triggered(triggered) => Ability::triggered(triggered),
    AbilityNode::Static(it) => Ability::Static(it),
    AbilityNode::Replacement(replacement) => Ability::Replacement(replacement),
    AbilityNode::AdditionalCost(cost) => Ability::AdditionalCost(cost),
    AbilityNode::AlternativeCost(cost) => Ability::AlternativeCost(cost),
    AbilityNode::CastOnly(condition) => Ability::CastOnly(condition),
    AbilityNode::Room(room) => Ability::Room(room),
    AbilityNode::OpeningHand(opening) => Ability::OpeningHand(opening),
    AbilityNode::DeckLimit(count) => Ability::DeckLimit(count),
    AbilityNode::Unsupported(why) => Ability::Unsupported(why),
});

/// What a spell or ability does: its modes or its targets and instructions. In YAML a bare list is instructions without
/// targets.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Body {
    /// The modes to choose from, if the body is modal (700.2).
    pub choose: Option<Box<Modes>>,
    /// The targets, in the order in which the text names them (115.1).
    pub targets: Vec<TargetSpec>,
    /// The instructions in the order in which they are followed (608.2c).
    pub does: Vec<Instruction>,
}

impl Body {
    /// Instructions without targets.
    pub fn of(does: Vec<Instruction>) -> Self {
        Self { choose: None, targets: Vec::new(), does }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct BodyNode {
    choose: Option<Box<Modes>>,
    #[serde(default)]
    targets: Vec<TargetSpec>,
    #[serde(default, rename = "do")]
    does: Vec<Instruction>,
}

shapes!(Body, "a list of instructions, or a map of `targets`, `do` and `choose`",
    list<Instruction>: Body::of,
    map<BodyNode>: |node| Body { choose: node.choose, targets: node.targets, does: node.does });

/// The modes of a modal spell or ability (700.2).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Modes {
    /// How many modes must be chosen at least.
    pub at_least: u8,
    /// How many modes may be chosen at most.
    pub at_most: u8,
    /// Another range, if an optional cost of this name was paid: "choose any number instead" (601.4).
    #[serde(default)]
    pub if_paid: Option<ModesIfPaid>,
    /// Whether one mode may be chosen more than once (700.2d).
    #[serde(default)]
    pub repeats: bool,
    /// Whether only a mode may be chosen that has not been chosen for this ability before.
    #[serde(default)]
    pub not_before: bool,
    /// Who chooses, if not the controller (700.2e).
    #[serde(default)]
    pub by: Option<Players>,
    /// The modes in printed order.
    pub modes: Vec<Body>,
}

/// How many modes may be chosen if an optional cost was paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ModesIfPaid {
    /// The cost's name.
    pub cost: Symbol,
    /// How many modes must be chosen at least.
    pub at_least: u8,
    /// How many modes may be chosen at most.
    pub at_most: u8,
}

/// One "target ..." phrase (115.1).
#[derive(Debug, Clone, PartialEq)]
pub struct TargetSpec {
    /// What may be chosen.
    pub kind: TargetKind,
    /// The least number of targets; 0 for "up to".
    pub at_least: Quantity,
    /// The greatest number of targets.
    pub at_most: Quantity,
    /// What is divided or distributed among the targets as they are chosen (601.2d).
    pub divided: Option<Quantity>,
    /// Whether the objects chosen for this phrase must differ from those of the phrases before ("another target").
    pub other: bool,
    /// The players for each of whom the phrase is there: "that player" is that one in it.
    pub each_of: Option<Players>,
}

/// What a target may be (115.1, 115.4).
#[derive(Debug, Clone, PartialEq)]
pub enum TargetKind {
    /// A permanent of this kind.
    Permanent(Filter),
    /// A spell of this kind on the stack.
    Spell(Filter),
    /// An activated or triggered ability on the stack.
    Ability(Filter),
    /// A card of this kind in a zone other than the battlefield and the stack.
    Card(Filter, Zone),
    /// A player.
    Player(Players),
    /// A creature, player, planeswalker or battle: "any target" (115.4).
    Any,
    /// One of several kinds, such as "target player or planeswalker".
    OneOf(Vec<TargetKind>),
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TargetNode {
    permanent: Option<Filter>,
    spell: Option<Filter>,
    ability: Option<Filter>,
    card: Option<Filter>,
    #[serde(rename = "in")]
    zone: Option<Zone>,
    player: Option<Players>,
    #[serde(default)]
    any: bool,
    one_of: Option<Vec<TargetSpec>>,
    up_to: Option<Quantity>,
    count: Option<Quantity>,
    at_least: Option<Quantity>,
    divided: Option<Quantity>,
    #[serde(default)]
    other: bool,
    for_each: Option<Players>,
}

impl TargetNode {
    fn into_spec(self) -> TargetSpec {
        let kinds = [
            self.permanent.map(TargetKind::Permanent),
            self.spell.map(TargetKind::Spell),
            self.ability.map(TargetKind::Ability),
            self.card.map(|filter| TargetKind::Card(filter, self.zone.unwrap_or(Zone::Graveyard))),
            self.player.map(TargetKind::Player),
            self.any.then_some(TargetKind::Any),
            self.one_of.map(|specs| TargetKind::OneOf(specs.into_iter().map(|spec| spec.kind).collect())),
        ];
        let mut kinds: Vec<TargetKind> = kinds.into_iter().flatten().collect();
        let kind = if kinds.len() == 1 { kinds.remove(0) } else { TargetKind::OneOf(kinds) };
        let (at_least, at_most) = match (self.up_to, self.count) {
            (Some(most), _) => (self.at_least.unwrap_or(Quantity::Fixed(0)), most),
            (None, Some(count)) => (self.at_least.unwrap_or_else(|| count.clone()), count),
            (None, None) => (Quantity::Fixed(1), Quantity::Fixed(1)),
        };
        TargetSpec {
            kind,
            at_least,
            at_most,
            divided: self.divided,
            other: self.other,
            each_of: self.for_each,
        }
    }
}

impl TargetSpec {
    /// Exactly one target of a kind.
    pub fn one(kind: TargetKind) -> Self {
        let one = Quantity::Fixed(1);
        Self { kind, at_least: one.clone(), at_most: one, divided: None, other: false, each_of: None }
    }
}

shapes!(TargetSpec, "a target: `creature`, `player`, `opponent`, `any`, or a map such as `{permanent: [...]}`",
    word: |word| match word {
        "any" => Some(TargetSpec::one(TargetKind::Any)),
        "player" => Some(TargetSpec::one(TargetKind::Player(Players::Each))),
        "opponent" => Some(TargetSpec::one(TargetKind::Player(Players::Opponents))),
        "spell" => Some(TargetSpec::one(TargetKind::Spell(Filter::EVERYTHING))),
        _ => Filter::from_word(word).map(TargetKind::Permanent).map(TargetSpec::one),
    },
    map<TargetNode>: TargetNode::into_spec);

/// An activated ability: cost, colon, effect (602.1).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Activated {
    /// The activation cost (602.1a).
    pub cost: Costs,
    /// What it does.
    pub effect: Body,
    /// The zone in which it functions (113.6); the battlefield unless it says otherwise.
    #[serde(default)]
    pub from: Option<Zone>,
    /// Only when a sorcery could be cast (602.5d).
    #[serde(default)]
    pub sorcery_timing: bool,
    /// How often in a turn at most (602.5b).
    #[serde(default)]
    pub times_each_turn: Option<u8>,
    /// Only once (702.177a).
    #[serde(default)]
    pub exhaust: bool,
    /// A condition for the activation (602.5b).
    #[serde(default)]
    pub only_if: Option<Condition>,
    /// Who may activate it, if not (only) the controller (602.2).
    #[serde(default)]
    pub by: Option<Players>,
}

impl Activated {
    /// One that can be activated any time its controller has priority, as often as they like (602.2).
    pub const fn new(cost: Costs, effect: Body) -> Self {
        Self {
            cost,
            effect,
            from: None,
            sorcery_timing: false,
            times_each_turn: None,
            exhaust: false,
            only_if: None,
            by: None,
        }
    }
}

/// A triggered ability (603.1).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Triggered {
    /// The trigger event.
    pub when: Event,
    /// An intervening "if" (603.4), checked when it triggers and when it resolves.
    #[serde(default, rename = "if")]
    pub only_if: Option<Condition>,
    /// What it does.
    pub effect: Body,
    /// The zone in which it functions, where that isn't plain from the event (113.6k).
    #[serde(default)]
    pub from: Option<Zone>,
    /// How often in a turn at most.
    #[serde(default)]
    pub times_each_turn: Option<u8>,
}

impl Triggered {
    /// One without conditions, in the zone that its event makes plain.
    pub const fn new(when: Event, effect: Body) -> Self {
        Self { when, only_if: None, effect, from: None, times_each_turn: None }
    }
}

/// A static ability that makes a continuous effect (604.1, 611.3).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Static {
    /// What the changes apply to.
    #[serde(default)]
    pub affects: Option<Selection>,
    /// What it changes of those objects (613.1).
    #[serde(default)]
    pub changes: Vec<Change>,
    /// What it changes of the rules of the game (613.11).
    #[serde(default)]
    pub rules: Vec<RuleChange>,
    /// The effect applies as long as this is true.
    #[serde(default, rename = "while")]
    pub condition: Option<Condition>,
    /// The zone in which it functions, if not the battlefield (113.6b).
    #[serde(default)]
    pub from: Option<Zone>,
    /// Whether it defines the object's own characteristics, in every zone (604.3).
    #[serde(default)]
    pub defining: bool,
}

impl Static {
    /// One of a permanent that changes the rules of the game alone.
    pub const fn of_rules(rules: Vec<RuleChange>) -> Self {
        Self { affects: None, changes: Vec::new(), rules, condition: None, from: None, defining: false }
    }

    /// One that defines a characteristic of the object it is an ability of (604.3).
    pub const fn defining(changes: Vec<Change>) -> Self {
        Self {
            affects: Some(Selection::This),
            changes,
            rules: Vec::new(),
            condition: None,
            from: None,
            defining: true,
        }
    }
}

/// A room of a dungeon card, with its room ability (309.4); the rooms stand in printed order, the topmost first.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Room {
    /// Its name, in lower case.
    pub name: Symbol,
    /// The rooms to which arrows point from it (309.5a); none from the bottommost.
    #[serde(default)]
    pub leads_to: Vec<Symbol>,
    /// What its room ability does (309.4c).
    pub effect: Body,
}

words! {
    /// What is done with a card from an opening hand.
    OpeningAction {
        /// The game is begun with it on the battlefield (103.6a).
        Begin = "begin",
        /// It is revealed (103.6b).
        Reveal = "reveal",
        /// Something any time its owner could mulligan (103.5b), when the hand is not yet the opening hand.
        Mulligan = "mulligan",
    }
}

/// What a card's owner may do with it from their opening hand (103.6).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OpeningHand {
    /// What.
    pub action: OpeningAction,
    /// Only if this is true.
    #[serde(default, rename = "if")]
    pub only_if: Option<Condition>,
    /// The counters with which it is on the battlefield then.
    #[serde(default)]
    pub counters: Vec<(CounterKind, Quantity)>,
    /// What happens if they do.
    #[serde(default)]
    pub then: Vec<Instruction>,
}

/// An additional cost (118.8).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AdditionalCost {
    /// What is paid.
    pub cost: Costs,
    /// Whether the player may leave it unpaid.
    #[serde(default)]
    pub optional: bool,
    /// What the card calls having paid it, where it asks later.
    #[serde(default, rename = "as")]
    pub name: Option<Symbol>,
}

/// An alternative cost (118.9).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AlternativeCost {
    /// What is paid instead of the mana cost; nothing for "without paying its mana cost".
    pub cost: Costs,
    /// When it may be chosen.
    #[serde(default, rename = "if")]
    pub only_if: Option<Condition>,
    /// What the card calls having paid it, where it asks later.
    #[serde(default, rename = "as")]
    pub name: Option<Symbol>,
}

/// A delayed or reflexive triggered ability that an effect makes (603.7, 603.12).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Delayed {
    /// The trigger event; for a reflexive ability what it looks back at was done already.
    pub when: Event,
    /// Whether it waits for the event in the turn after the one in which it is made, and in no other.
    #[serde(default)]
    pub next_turn: bool,
    /// What it does.
    pub effect: Body,
    /// How long it waits; without a duration it triggers once, the next time (603.7b).
    #[serde(default, rename = "for")]
    pub duration: Option<Duration>,
}
