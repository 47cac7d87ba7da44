//! CR 113: abilities, and what a spell or ability asks for as it is put on the stack.

use std::sync::Arc;

use headjudge_derive::Node;

pub use self::targets::{TargetKind, TargetShape, TargetSpec, Together};
use super::tree::{Key, Tree, Value};
use super::words::words;
use super::{
    Change, Condition, Costs, CounterKind, Duration, Event, Filter, Instruction, Keyword, Players, Quantity,
    Replacement, RuleChange, Selection, Symbol, Zone,
};

mod asks;
mod targets;

/// One ability of a card (113.3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "an ability: a keyword, or a map such as `triggered: {...}`")]
#[expect(
    clippy::large_enum_variant,
    reason = "each ability is shared from where it was read, and not moved about"
)]
pub enum Ability {
    /// A keyword that stands for an ability (702).
    #[node(bare)]
    Keyword(Keyword),
    /// A spell ability: what an instant or sorcery does as it resolves (113.3a).
    Spell(Body),
    /// What the spell ability before it is, without the words in square brackets, if the spell's cleave cost was paid (702.148a).
    Cleaved(Body),
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
    /// The permanents whose mana alone may be spent to cast the spell it stands on (106.3).
    ManaFrom(Filter),
    /// A room of a dungeon card (309.4).
    Room(Room),
    /// What its owner may do with the card from their opening hand (103.6).
    OpeningHand(OpeningHand),
    /// How many cards of its name a deck may have: any number, or up to so many (113.6n).
    DeckLimit(Quantity),
    /// The card can be a commander (903.3a).
    CanBeCommander,
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

/// What a spell or ability does: its modes or its targets and instructions. In YAML a bare list is instructions without
/// targets.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Node)]
pub struct Body {
    /// The modes to choose from, if the body is modal (700.2).
    pub choose: Option<Box<Modes>>,
    /// Of a mode, what is paid besides if it is chosen (700.2h).
    #[node(default)]
    pub cost: Costs,
    /// The targets, in the order in which the text names them (115.1).
    #[node(default)]
    pub targets: Vec<TargetSpec>,
    /// The instructions in the order in which they are followed (608.2c).
    #[node(name = "do", default, alone)]
    pub does: Vec<Instruction>,
}

impl Body {
    /// Instructions without targets.
    pub fn of(does: Vec<Instruction>) -> Self {
        Self { does, ..Self::default() }
    }
}

/// The modes of a modal spell or ability (700.2).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(older = older_modes)]
pub struct Modes {
    /// How many modes must be chosen at least.
    pub at_least: u8,
    /// How many modes may be chosen at most.
    pub at_most: u8,
    /// Another range, if something is so as they are chosen: "choose both instead" (601.4).
    pub instead: Option<ModesInstead>,
    /// Whether one mode may be chosen more than once (700.2d).
    pub repeats: bool,
    /// Whether only a mode may be chosen that has not been chosen for this ability before.
    pub not_before: bool,
    /// The same, of those that have been chosen for it this turn.
    pub not_this_turn: bool,
    /// Who chooses, if not the controller (700.2e).
    pub by: Option<Players>,
    /// The modes in printed order.
    pub modes: Vec<Body>,
}

/// As it is written today, where it says another range for a cost that was paid.
fn older_modes(tree: &Tree) -> Option<Tree> {
    let Value::Map(entries) = &tree.value else { return None };
    let (old, said) = entries.iter().find(|(key, _)| key.word == "if-paid")?;
    let Value::Map(fields) = &said.value else { return None };
    let named = |word: &str| Key { word: word.to_owned(), span: old.span };
    let renewed = |(key, value): &(Key, Tree)| match key.word.as_str() {
        "cost" => (named("if"), Tree { span: value.span, ..Tree::one("paid", value.clone()) }),
        _ => (key.clone(), value.clone()),
    };
    let today = Tree { span: said.span, ..Tree::map(fields.iter().map(renewed).collect()) };
    let others = entries.iter().filter(|(key, _)| key.word != "if-paid").cloned();
    Some(Tree { span: tree.span, ..Tree::map(others.chain([(named("instead"), today)]).collect()) })
}

/// How many modes may be chosen if something is so as they are chosen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct ModesInstead {
    /// What.
    #[node(name = "if")]
    pub only_if: Condition,
    /// How many modes must be chosen at least.
    pub at_least: u8,
    /// How many modes may be chosen at most.
    pub at_most: u8,
}

words! {
    /// What is measured of each of several objects.
    Measured {
        /// The mana value (202.3).
        ManaValue = "mana-value",
        /// The power.
        Power = "power",
        /// The toughness.
        Toughness = "toughness",
    }
}

/// An activated ability: cost, colon, effect (602.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Activated {
    /// The activation cost (602.1a).
    pub cost: Costs,
    /// What it does.
    pub effect: Body,
    /// The zone in which it functions (113.6); the battlefield unless it says otherwise.
    pub from: Option<Zone>,
    /// How often and when alone it may be activated (602.5).
    #[node(default)]
    pub limits: Vec<Limit>,
    /// Who may activate it, if not (only) the controller (602.2).
    pub by: Option<Players>,
    /// What it says of its own cost: "This ability costs {1} less to activate" (601.2f, 602.2b).
    #[node(default)]
    pub cost_changes: Vec<OwnCostChange>,
}

/// What an activated ability says of its own total cost (601.2f, 602.2b).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct OwnCostChange {
    /// It costs so much less generic mana (118.7a).
    pub less: Option<Quantity>,
    /// It costs so much more.
    pub more: Option<Costs>,
    /// How many times the change counts.
    pub for_each: Option<Quantity>,
    /// When alone it counts.
    #[node(name = "if")]
    pub only_if: Option<Condition>,
}

impl Activated {
    /// One that can be activated any time its controller has priority, as often as they like (602.2).
    pub const fn new(cost: Costs, effect: Body) -> Self {
        Self { cost, effect, from: None, limits: Vec::new(), by: None, cost_changes: Vec::new() }
    }

    /// Whether it can be activated only when a sorcery could be cast (602.5d).
    pub fn is_as_a_sorcery(&self) -> bool {
        self.limits.contains(&Limit::AsASorcery)
    }

    /// Whether only a condition allows it to be activated.
    pub fn has_a_condition(&self) -> bool {
        self.limits.iter().any(|limit| matches!(limit, Limit::OnlyIf(_)))
    }
}

/// How often, or when alone, an ability may be activated (602.5) or triggers (603.2h).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "a limit: `as-a-sorcery`, `as-an-instant`, `once`, `boast`, `exhaust`, `forecast`, `power-up`, `once-each-turn`, `do-once-each-turn`, or a map such as `only-if: your-turn`",
    words("once-each-turn" = Self::TimesEachTurn(1)))]
pub enum Limit {
    /// Activated only when a sorcery could be cast (602.5d).
    AsASorcery,
    /// Activated only when an instant could be cast (602.5e): with priority, so never while something is being paid.
    AsAnInstant,
    /// At most so many times each turn (602.5b).
    TimesEachTurn(u8),
    /// Only once, for as long as the object stays where it is.
    Once,
    /// Activated only once, and for the permanent's mana cost less if that entered this turn, by the keyword (702.193a).
    PowerUp,
    /// Activated only once, by the keyword (702.177a).
    Exhaust,
    /// Activated only if its creature attacked this turn, and only once each turn, by the keyword (702.142a).
    Boast,
    /// Activated only during the upkeep step of the card's owner, and only once each turn, by the keyword (702.57b).
    Forecast,
    /// Activated only if this is true: in one's turn, during combat, before attackers are declared ...
    OnlyIf(Condition),
    /// What a triggered ability does is done only once each turn (603.2h): what it lets a player do, or all of it if nothing.
    DoOnceEachTurn,
}

impl Limit {
    /// Whether it is one of triggered abilities.
    pub const fn is_of_triggers(&self) -> bool {
        matches!(self, Self::TimesEachTurn(_) | Self::Once | Self::DoOnceEachTurn)
    }
}

/// A triggered ability (603.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Triggered {
    /// The trigger event.
    pub when: Event,
    /// An intervening "if" (603.4), checked when it triggers and when it resolves.
    #[node(name = "if")]
    pub only_if: Option<Condition>,
    /// What it does.
    pub effect: Body,
    /// The zone in which it functions, where that isn't plain from the event (113.6k).
    pub from: Option<Zone>,
    /// A zone in which it functions besides (113.6b).
    pub also_from: Option<Zone>,
    /// How often it triggers at most (603.2h).
    #[node(default)]
    pub limits: Vec<Limit>,
}

impl Triggered {
    /// One without conditions, in the zone that its event makes plain.
    pub const fn new(when: Event, effect: Body) -> Self {
        Self { when, only_if: None, effect, from: None, also_from: None, limits: Vec::new() }
    }
}

/// A static ability that makes a continuous effect (604.1, 611.3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Static {
    /// What the changes apply to.
    pub affects: Option<Selection>,
    /// What it changes of those objects (613.1).
    #[node(default)]
    pub changes: Vec<Change>,
    /// What it changes of the rules of the game (613.11).
    #[node(default)]
    pub rules: Vec<RuleChange>,
    /// The effect applies as long as this is true.
    #[node(name = "while")]
    pub condition: Option<Condition>,
    /// The zone in which it functions, if not the battlefield (113.6b).
    pub from: Option<Zone>,
    /// A zone in which it functions besides (113.6b).
    pub also_from: Option<Zone>,
    /// Whether it defines the object's own characteristics, in every zone (604.3).
    pub defining: bool,
}

impl Static {
    /// One of a permanent that changes the rules of the game alone.
    pub const fn of_rules(rules: Vec<RuleChange>) -> Self {
        Self {
            affects: None,
            changes: Vec::new(),
            rules,
            condition: None,
            from: None,
            also_from: None,
            defining: false,
        }
    }

    /// One that defines a characteristic of the object it is an ability of (604.3).
    pub const fn defining(changes: Vec<Change>) -> Self {
        Self {
            affects: Some(Selection::This),
            changes,
            rules: Vec::new(),
            condition: None,
            from: None,
            also_from: None,
            defining: true,
        }
    }
}

/// A room of a dungeon card, with its room ability (309.4); the rooms stand in printed order, the topmost first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Room {
    /// Its name, in lower case.
    pub name: Symbol,
    /// The rooms to which arrows point from it (309.5a); none from the bottommost.
    #[node(default)]
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
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct OpeningHand {
    /// What.
    pub action: OpeningAction,
    /// Only if this is true.
    #[node(name = "if")]
    pub only_if: Option<Condition>,
    /// The counters with which it is on the battlefield then.
    #[node(default)]
    pub counters: Vec<(CounterKind, Quantity)>,
    /// What happens if they do.
    #[node(default)]
    pub then: Vec<Instruction>,
}

/// An additional cost (118.8).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct AdditionalCost {
    /// What is paid.
    pub cost: Costs,
    /// Whether the player may leave it unpaid.
    pub optional: bool,
    /// Whether it may be paid any number of times ("exile any number of cards").
    pub repeats: bool,
    /// What the card calls having paid it, where it asks later.
    #[node(name = "as")]
    pub name: Option<Symbol>,
}

/// An alternative cost (118.9).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct AlternativeCost {
    /// What is paid instead of the mana cost; nothing for "without paying its mana cost".
    pub cost: Costs,
    /// When it may be chosen.
    #[node(name = "if")]
    pub only_if: Option<Condition>,
    /// What the card calls having paid it, where it asks later.
    #[node(name = "as")]
    pub name: Option<Symbol>,
}

/// A delayed or reflexive triggered ability that an effect makes (603.7, 603.12).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Delayed {
    /// The trigger event; for a reflexive ability what it looks back at was done already.
    pub when: Event,
    /// Whether it waits for the event in the turn after the one in which it is made, and in no other.
    pub next_turn: bool,
    /// An intervening "if" (603.4), checked when it triggers and when it resolves.
    #[node(name = "if")]
    pub only_if: Option<Condition>,
    /// What it does.
    pub effect: Body,
    /// How long it waits; without a duration it triggers once, the next time (603.7b).
    #[node(name = "for")]
    pub duration: Option<Duration>,
    /// Whether it triggers only the next time though it has a duration: "when you next ... this turn".
    pub once: bool,
}
