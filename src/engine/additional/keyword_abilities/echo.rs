//! CR 702.30: Echo

use crate::ir::event::Step;
use crate::ir::instruction::Sacrifice;
use crate::ir::{
    Ability, Body, Condition, Costs, Event, Filter, Instruction, Players, Selection, Trait, Triggered,
};

/// In the upkeep after it came under its controller's control, it is sacrificed unless the cost is paid (702.30a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    let sacrifice = Sacrifice::of(Selection::This);
    Ability::triggered(Triggered {
        only_if: Some(is_new()),
        ..Triggered::new(
            Event::Begins(Step::Upkeep, Players::You),
            Body::of(vec![Instruction::MayPay {
                who: Players::You,
                cost: cost.clone(),
                then: Vec::new(),
                otherwise: vec![Instruction::Sacrifice(sacrifice)],
            }]),
        )
    })
}

fn is_new() -> Condition {
    Condition::Is(Box::new(Selection::This), Box::new(Filter::Is(Trait::NewSinceUpkeep)))
}

/// Whether a triggered ability is what echo stands for.
pub(super) fn is(ability: &Triggered) -> bool {
    ability.only_if.as_ref() == Some(&is_new())
}
