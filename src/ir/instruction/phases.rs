//! Phases and steps that an effect adds to a turn.

use headjudge_derive::Node;

use crate::ir::Quantity;
use crate::ir::event::Step;

/// Phases or steps that are added to a turn (500.8).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct ExtraPhases {
    /// Which, in the order in which they come.
    #[node(alone)]
    pub phases: Vec<Step>,
    /// After which phase, where it says more than "after this phase".
    pub after: Option<Step>,
    /// How many times.
    #[node(default = Quantity::Fixed(1))]
    pub count: Quantity,
    /// Whether it is something that the controller gets, and nobody in another player's turn (500.10a).
    pub you_get: bool,
}
