//! CR 702.79: Persist

use crate::ir::event::Moves;
use crate::ir::instruction::Put;
use crate::ir::{
    Ability, Body, Comparison, Condition, CounterKind, Event, Filter, Instruction, Players, Quantity,
    Selection, Trait, Triggered, Zone,
};

/// When this is put into a graveyard from the battlefield without such a counter on it, it returns with one
/// (702.79a).
pub(super) fn meaning() -> Ability {
    let its = Quantity::counters_on(CounterKind::MINUS_ONE, Selection::It);
    Ability::triggered(Triggered {
        only_if: Some(Condition::Compare(Box::new(its), Comparison::Exactly(Quantity::Fixed(0)))),
        ..Triggered::new(
            Event::Moves(Moves::between(Filter::Is(Trait::This), &[Zone::Battlefield], &[Zone::Graveyard])),
            Body::of(vec![Instruction::Put(Put {
                under: Some(Players::OwnerOf(Box::new(Selection::Itself))),
                counters: vec![(CounterKind::MINUS_ONE, Quantity::Fixed(1))],
                ..Put::plain(Selection::It, Zone::Battlefield)
            })]),
        )
    })
}

/// Whether a triggered ability is what persist stands for.
pub(super) fn is(ability: &Triggered) -> bool {
    let (Some(Condition::Compare(..)), [Instruction::Put(put)]) =
        (&ability.only_if, ability.effect.does.as_slice())
    else {
        return false;
    };
    put.what == Selection::It && put.counters == [(CounterKind::MINUS_ONE, Quantity::Fixed(1))]
}
