//! If: questions about the state of the game.

use serde::Deserialize;

use super::event::Step;
use super::words::shapes;
use super::{Comparison, Event, Filter, Players, Quantity, Selection, Symbol};

/// A question that is true or false.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// All of these.
    All(Vec<Condition>),
    /// At least one of these.
    Any(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
    /// There is an object of the kind (a permanent unless the filter names a zone).
    Exists(Box<Filter>),
    /// The number compares so.
    Compare(Box<Quantity>, Comparison),
    /// Each selected object is of the kind.
    Is(Box<Selection>, Box<Filter>),
    /// It is one of these players' turn.
    TurnOf(Players),
    /// The event has happened this turn.
    Happened(Box<Event>),
    /// The spell was cast with an optional cost of this name paid: `kicker`, `bargain` ...
    Paid(Symbol),
    /// Mana of the type was spent to cast this spell.
    Spent(super::instruction::ManaType),
    /// This entered because it was cast, or the spell was cast rather than copied; by one of these players, whoever controls it now.
    WasCast(Option<Players>),
    /// An earlier instruction of this body did something ("if you do").
    Did,
    /// The players are the monarch, have the initiative or another designation (725 and others).
    Designated(Players, Symbol),
    /// A player has the city's blessing, is day, and other named states of the game.
    State(Symbol),
    /// A step or phase of one of these players' turns is going on.
    During(Step, Players),
    /// A step of the turn is over, the first of them where there are several (503.2).
    Past(Step),
    /// A point of the combat phase has been reached, or has not (506.7).
    Combat(CombatPoint),
    /// The word that a linked choice made is this one (607.2d).
    Chose(Symbol, String),
    /// Two selections have an object in common.
    Same(Box<Selection>, Box<Selection>),
}

/// When a spell may be cast or an ability activated with respect to combat (506.7).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CombatPoint {
    /// Only during combat, in whichever combat phase of the turn (506.7c).
    #[serde(default)]
    pub during: bool,
    /// Only before this step begins.
    #[serde(default)]
    pub before: Option<Step>,
    /// Only after this step has begun.
    #[serde(default)]
    pub after: Option<Step>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum ConditionNode {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    Exists(Box<Filter>),
    Compare {
        that: Box<Quantity>,
        is: Comparison,
    },
    Is {
        what: Box<Selection>,
        a: Box<Filter>,
    },
    TurnOf(Players),
    Happened(Box<Event>),
    Paid(Symbol),
    Spent(super::instruction::ManaType),
    WasCastBy(Players),
    Designated {
        who: Players,
        r#as: Symbol,
    },
    State(Symbol),
    During {
        step: Step,
        #[serde(default = "each")]
        of: Players,
    },
    Past(Step),
    Combat(CombatPoint),
    Chose {
        link: Symbol,
        word: String,
    },
    Same(Box<Selection>, Box<Selection>),
}

const fn each() -> Players {
    Players::Each
}

shapes!(Condition, "a condition: `did`, `was-cast`, `your-turn`, or a map such as `{exists: creature}`",
word: |word| match word {
    "did" => Some(Condition::Did),
    "was-cast" => Some(Condition::WasCast(None)),
    "your-turn" => Some(Condition::TurnOf(Players::You)),
    _ => None,
},
list<Condition>: Condition::All,
map<ConditionNode>: |node| match node {
    ConditionNode::All(conditions) => Condition::All(conditions),
    ConditionNode::Any(conditions) => Condition::Any(conditions),
    ConditionNode::Not(condition) => Condition::Not(condition),
    ConditionNode::Exists(filter) => Condition::Exists(filter),
    ConditionNode::Compare { that, is } => Condition::Compare(that, is),
    ConditionNode::Is { what, a } => Condition::Is(what, a),
    ConditionNode::TurnOf(players) => Condition::TurnOf(players),
    ConditionNode::Happened(event) => Condition::Happened(event),
    ConditionNode::Paid(name) => Condition::Paid(name),
    ConditionNode::Spent(kind) => Condition::Spent(kind),
    ConditionNode::WasCastBy(players) => Condition::WasCast(Some(players)),
    ConditionNode::Designated { who, r#as } => Condition::Designated(who, r#as),
    ConditionNode::State(name) => Condition::State(name),
    ConditionNode::During { step, of } => Condition::During(step, of),
    ConditionNode::Past(step) => Condition::Past(step),
    ConditionNode::Combat(point) => Condition::Combat(point),
    ConditionNode::Chose { link, word } => Condition::Chose(link, word),
    ConditionNode::Same(one, other) => Condition::Same(one, other),
});
