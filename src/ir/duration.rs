//! How long an effect lasts (611.2).

use headjudge_derive::Node;

use super::{Condition, Event};

/// How long an effect lasts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "a duration: `end-of-turn`, `forever`, or a map such as `until: {leaves: this}`")]
pub enum Duration {
    /// Until end of turn, or "this turn" (514.2).
    EndOfTurn,
    /// Until end of combat (511.2).
    EndOfCombat,
    /// Until the controller's next turn begins.
    YourNextTurn,
    /// Until the end of the controller's next turn.
    EndOfYourNextTurn,
    /// During the affected player's next untap step (for "doesn't untap").
    NextUntapStep,
    /// Until an event happens.
    Until(Box<Event>),
    /// For as long as something is true (611.2b).
    While(Box<Condition>),
    /// No duration: until the end of the game (611.2a).
    Forever,
}
