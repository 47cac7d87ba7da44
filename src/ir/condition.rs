//! If: questions about the state of the game.

use headjudge_derive::Node;

use super::event::Step;
use super::filter::Shared;
use super::{Comparison, DesignationName, Event, Filter, Link, Players, Quantity, Selection, Symbol};

/// A question that is true or false.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "a condition: `did`, `was-cast`, `your-turn`, or a map such as `{exists: creature}`",
    words("was-cast" = Self::WasCast(None), "your-turn" = Self::TurnOf(Players::You)))]
pub enum Condition {
    /// All of these.
    #[node(bare)]
    All(Vec<Condition>),
    /// At least one of these.
    Any(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
    /// There is an object of the kind (a permanent unless the filter names a zone).
    Exists(Box<Filter>),
    /// The number compares so.
    Compare(#[node(name = "that")] Box<Quantity>, #[node(name = "is")] Comparison),
    /// Each selected object is of the kind: of `each` object of a kind also where there is none, of what else is meant only where it is there.
    Is(#[node(name = "what")] Box<Selection>, #[node(name = "a")] Box<Filter>),
    /// It is one of these players' turn.
    TurnOf(Players),
    /// The event has happened this turn.
    Happened(Box<Event>),
    /// The spell was cast with an optional cost of this name paid: `kicker`, `bargain`, or whichever it has, `additional cost`.
    Paid(Symbol),
    /// The spell was kicked with its kicker of this cost, of several (702.33f).
    KickedWith(super::ManaCost),
    /// Mana of the type was spent to cast this spell, at least so much of it.
    Spent(
        #[node(name = "mana", alone)] super::instruction::ManaType,
        #[node(name = "at-least", default = 1)] u32,
    ),
    /// This entered because it was cast, or the spell was cast rather than copied; by one of these players, whoever controls it now.
    #[node(name = "was-cast-by")]
    WasCast(Option<Players>),
    /// An earlier instruction of this body did something ("if you do").
    Did,
    /// The player has won the clash that an earlier instruction of this body was (701.30d).
    WonClash,
    /// The players are the monarch, have the initiative or another designation (725 and others).
    Designated(#[node(name = "who")] Players, #[node(name = "as")] DesignationName),
    /// It is day, or night (731).
    State(TimeOfDay),
    /// A step or phase of one of these players' turns is going on.
    During(#[node(name = "step")] Step, #[node(name = "of", default = Players::Each)] Players),
    /// A step of the turn is over, the first of them where there are several (503.2).
    Past(Step),
    /// A point of the combat phase has been reached, or has not (506.7).
    Combat(CombatPoint),
    /// The word that a linked choice made is this one (607.2d).
    Chose(#[node(name = "link")] Link, #[node(name = "word")] String),
    /// Two objects of a selection are alike in something ("two cards that share a color").
    TwoShare(#[node(name = "a")] Shared, #[node(name = "of")] Box<Selection>),
    /// Two selections have an object in common.
    Same(Box<Selection>, Box<Selection>),
}

super::words::words! {
    /// Day or night (731).
    TimeOfDay {
        /// Day.
        Day = "day",
        /// Night.
        Night = "night",
    }
}

/// When a spell may be cast or an ability activated with respect to combat (506.7).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct CombatPoint {
    /// Only during combat, in whichever combat phase of the turn (506.7c).
    pub during: bool,
    /// Only before this step begins.
    pub before: Option<Step>,
    /// Only after this step has begun.
    pub after: Option<Step>,
}
