//! CR 702.24: Cumulative Upkeep

use crate::ir::event::Step;
use crate::ir::instruction::Sacrifice;
use crate::ir::{
    Ability, Body, Condition, Cost, Costs, CounterKind, Event, Filter, Instruction, Players, Quantity,
    Selection, Symbol, Trait, Triggered,
};

const AGE: CounterKind = CounterKind::Named(Symbol::literal("age"));

/// In the controller's upkeep it gets an age counter, and is sacrificed unless its cost is paid for each of them (702.24a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    let age = Quantity::counters_on(AGE, Selection::This);
    let here = Condition::Is(Box::new(Selection::This), Box::new(Filter::Is(Trait::Permanent)));
    let sacrifice = Sacrifice::of(Selection::This);
    Ability::triggered(Triggered {
        only_if: Some(here),
        ..Triggered::new(
            Event::Begins(Step::Upkeep, Players::You),
            Body::of(vec![
                Instruction::PutCounters {
                    kind: AGE,
                    count: Quantity::Fixed(1),
                    on: Selection::This,
                    divided: false,
                    up_to: false,
                    slot: None,
                },
                Instruction::MayPay {
                    who: Players::You,
                    cost: Costs(vec![Cost::Each(cost.clone(), age)]),
                    then: Vec::new(),
                    otherwise: vec![Instruction::Sacrifice(sacrifice)],
                },
            ]),
        )
    })
}

/// Whether a triggered ability is what cumulative upkeep stands for.
pub(super) fn is(ability: &Triggered) -> bool {
    matches!(
        ability.effect.does.as_slice(),
        [Instruction::PutCounters { kind, .. }, Instruction::MayPay { .. }] if *kind == AGE
    )
}
