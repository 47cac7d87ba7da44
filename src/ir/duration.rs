//! How long an effect lasts (611.2).

use serde::Deserialize;

use super::words::shapes;
use super::{Condition, Event};

/// How long an effect lasts.
#[derive(Debug, Clone, PartialEq)]
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

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum DurationNode {
    Until(Box<Event>),
    While(Box<Condition>),
}

shapes!(Duration, "a duration: `end-of-turn`, `forever`, or a map such as `until: {leaves: this}`",
word: |word| match word {
    "end-of-turn" => Some(Duration::EndOfTurn),
    "end-of-combat" => Some(Duration::EndOfCombat),
    "your-next-turn" => Some(Duration::YourNextTurn),
    "end-of-your-next-turn" => Some(Duration::EndOfYourNextTurn),
    "next-untap-step" => Some(Duration::NextUntapStep),
    "forever" => Some(Duration::Forever),
    _ => None,
},
map<DurationNode>: |node| match node {
    DurationNode::Until(event) => Duration::Until(event),
    DurationNode::While(condition) => Duration::While(condition),
});
