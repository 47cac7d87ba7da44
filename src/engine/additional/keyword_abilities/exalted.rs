//! CR 702.83: Exalted

use crate::ir::event::Attacks;
use crate::ir::instruction::Apply;
use crate::ir::{
    Ability, Body, Change, Duration, Event, Filter, Instruction, Players, Quantity, Selection, Triggered,
};

/// Whenever a creature you control attacks alone, it gets +1/+1 until end of turn (702.83a).
pub(super) fn meaning() -> Ability {
    Ability::triggered(Triggered::new(
        Event::Attacks(Attacks { alone: true, ..Attacks::plain(Filter::ControlledBy(Players::You)) }),
        Body::of(vec![Instruction::Apply(Apply {
            to: Some(Selection::It),
            changes: vec![Change::AddPowerToughness {
                power: Quantity::Fixed(1),
                toughness: Quantity::Fixed(1),
            }],
            rules: Vec::new(),
            duration: Duration::EndOfTurn,
        })]),
    ))
}
