//! Phases and steps that an effect adds to a turn.

use serde::Deserialize;

use super::one;
use crate::ir::Quantity;
use crate::ir::event::Step;
use crate::ir::words::shapes;

/// Phases or steps that are added to a turn (500.8).
#[derive(Debug, Clone, PartialEq)]
pub struct ExtraPhases {
    /// Which, in the order in which they come.
    pub phases: Vec<Step>,
    /// After which phase, where it says more than "after this phase".
    pub after: Option<Step>,
    /// How many times.
    pub count: Quantity,
    /// Whether it is something that the controller gets, and nobody in another player's turn (500.10a).
    pub you_get: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ExtraPhasesNode {
    phases: Vec<Step>,
    #[serde(default)]
    after: Option<Step>,
    #[serde(default = "one")]
    count: Quantity,
    #[serde(default)]
    you_get: bool,
}

shapes!(ExtraPhases, "a list of phases, or a map of `phases`, `after`, `count` and `you-get`",
list<Step>: |phases| ExtraPhases { phases, after: None, count: one(), you_get: false },
map<ExtraPhasesNode>: |node| ExtraPhases {
    phases: node.phases,
    after: node.after,
    count: node.count,
    you_get: node.you_get,
});
