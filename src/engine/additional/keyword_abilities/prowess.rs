//! CR 702.108: Prowess

use crate::ir::instruction::Apply;
use crate::ir::{
    Ability, Body, CardType, Change, Duration, Event, Filter, Instruction, Players, Quantity, Selection,
    Triggered,
};

/// Whenever you cast a noncreature spell, this gets +1/+1 until end of turn (702.108a).
pub(super) fn meaning() -> Ability {
    Ability::triggered(Triggered::new(
        Event::Casts(Players::You, Filter::Not(Box::new(Filter::Type(CardType::Creature)))),
        Body::of(vec![Instruction::Apply(Apply {
            to: Some(Selection::This),
            changes: vec![Change::AddPowerToughness {
                power: Quantity::Fixed(1),
                toughness: Quantity::Fixed(1),
            }],
            rules: Vec::new(),
            duration: Duration::EndOfTurn,
        })]),
    ))
}
