//! CR 702.32: Fading

use crate::ir::event::{Moves, Step};
use crate::ir::instruction::Sacrifice;
use crate::ir::replacement::Enters;
use crate::ir::{
    Ability, Body, Comparison, Condition, CounterKind, Event, Filter, Instruction, Measure, Players,
    Quantity, Replacement, ReplacementResult, Selection, Symbol, Trait, Triggered, Zone,
};

const FADE: CounterKind = CounterKind::Named(Symbol::literal("fade"));

/// It enters with so many fade counters, and in its controller's upkeep loses one of them or is sacrificed (702.32a).
pub(super) fn meaning(counters: &Quantity) -> Vec<Ability> {
    let enters = Replacement {
        of: Event::Moves(Moves::between(Filter::Is(Trait::This), &[], &[Zone::Battlefield])),
        result: ReplacementResult::Enters(Enters {
            counters: vec![(FADE, counters.clone())],
            ..Enters::default()
        }),
        only_if: None,
        may: None,
        from: None,
    };
    let some = Condition::Compare(
        Box::new(Quantity::counters_on(FADE, Selection::This)),
        Comparison::AtLeast(Quantity::Fixed(1)),
    );
    let remove = Instruction::RemoveCounters {
        kind: Some(FADE),
        count: Some(Quantity::Fixed(1)),
        from: Selection::This,
        up_to: false,
        slot: None,
    };
    let sacrifice = Instruction::Sacrifice(Sacrifice::of(Selection::This));
    let fades = Triggered::new(
        Event::Begins(Step::Upkeep, Players::You),
        Body::of(vec![Instruction::If { condition: some, then: vec![remove], otherwise: vec![sacrifice] }]),
    );
    vec![Ability::Replacement(enters), Ability::triggered(fades)]
}

/// Whether a triggered ability is the second that fading stands for.
pub(super) fn is(ability: &Triggered) -> bool {
    matches!(
        ability.effect.does.as_slice(),
        [Instruction::If { condition: Condition::Compare(quantity, _), .. }]
            if matches!(**quantity, Quantity::Sum(Measure::CountersOn(Some(FADE), _)))
    )
}
