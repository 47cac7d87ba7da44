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
    let age = Quantity::CountersOn(Some(AGE), Box::new(Selection::This));
    let here = Condition::Is(Box::new(Selection::This), Box::new(Filter::Is(Trait::Permanent)));
    let sacrifice = Sacrifice {
        who: Players::You,
        these: Some(Selection::This),
        what: None,
        count: Quantity::Fixed(1),
        slot: None,
    };
    Ability::Triggered(Triggered {
        when: Event::Begins(Step::Upkeep, Players::You),
        only_if: Some(here),
        effect: Body {
            does: vec![
                Instruction::PutCounters {
                    kind: AGE,
                    count: Quantity::Fixed(1),
                    on: Selection::This,
                    divided: false,
                },
                Instruction::MayPay {
                    who: Players::You,
                    cost: Costs(vec![Cost::Each(cost.clone(), age)]),
                    then: Vec::new(),
                    otherwise: vec![Instruction::Sacrifice(sacrifice)],
                },
            ],
            ..Body::default()
        },
        from: None,
        times_each_turn: None,
    })
}

/// Whether a triggered ability is what cumulative upkeep stands for.
pub(super) fn is(ability: &Triggered) -> bool {
    matches!(
        ability.effect.does.as_slice(),
        [Instruction::PutCounters { kind, .. }, Instruction::MayPay { .. }] if *kind == AGE
    )
}
