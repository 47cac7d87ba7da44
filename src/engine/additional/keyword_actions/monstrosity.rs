//! CR 701.37: Monstrosity

use crate::ir::{Condition, CounterKind, DesignationName, Filter, Instruction, Quantity, Selection, Trait};

/// If it isn't monstrous, counters are put on it and it becomes monstrous (701.37a).
pub(super) fn meaning(what: &Selection, count: Quantity) -> Vec<Instruction> {
    let monstrous = Condition::Is(Box::new(what.clone()), Box::new(Filter::Is(Trait::Monstrous)));
    vec![Instruction::If {
        condition: Condition::Not(Box::new(monstrous)),
        then: vec![
            Instruction::PutCounters {
                kind: CounterKind::PLUS_ONE,
                count,
                on: what.clone(),
                divided: false,
                up_to: false,
                and: Vec::new(),
                slot: None,
            },
            Instruction::Designate { who: what.clone(), name: DesignationName::Monstrous },
        ],
        otherwise: Vec::new(),
    }]
}
