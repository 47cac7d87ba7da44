//! CR 701.41: Support

use crate::ir::{CounterKind, Instruction, Quantity, Selection};

/// Each of the targets gets a counter; how many there are, and that a permanent supports others, is said where they are chosen
/// (701.41a).
pub(super) fn meaning(what: &Selection) -> Vec<Instruction> {
    vec![Instruction::PutCounters {
        kind: CounterKind::PLUS_ONE,
        count: Quantity::Fixed(1),
        on: what.clone(),
        divided: false,
        up_to: false,
        and: Vec::new(),
        slot: None,
    }]
}
