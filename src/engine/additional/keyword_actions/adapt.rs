//! CR 701.46: Adapt

use crate::ir::{Comparison, Condition, CounterKind, Filter, Instruction, Quantity, Selection};

/// If it has no +1/+1 counters, some are put on it (701.46a).
pub(super) fn meaning(what: &Selection, count: Quantity) -> Vec<Instruction> {
    let none = Filter::Counters(Some(CounterKind::PLUS_ONE), Comparison::Exactly(Quantity::Fixed(0)));
    vec![Instruction::If {
        condition: Condition::Is(Box::new(what.clone()), Box::new(none)),
        then: vec![Instruction::PutCounters {
            kind: CounterKind::PLUS_ONE,
            count,
            on: what.clone(),
            divided: false,
            up_to: false,
            and: Vec::new(),
            slot: None,
        }],
        otherwise: Vec::new(),
    }]
}
