//! CR 702.91: Battle Cry

use crate::ir::event::Attacks;
use crate::ir::instruction::Apply;
use crate::ir::{
    Ability, Body, CardType, Change, Duration, Event, Filter, Instruction, Quantity, Selection, Trait,
    Triggered,
};

/// Whenever it attacks, each other attacking creature gets +1/+0 until end of turn (702.91a).
pub(super) fn meaning() -> Ability {
    let others =
        vec![Filter::Is(Trait::Another), Filter::Type(CardType::Creature), Filter::Is(Trait::Attacking)];
    Ability::triggered(Triggered::new(
        Event::Attacks(Attacks::plain(Filter::Is(Trait::This))),
        Body::of(vec![Instruction::Apply(Apply {
            to: Some(Selection::Each(Box::new(Filter::All(others)))),
            changes: vec![Change::AddPowerToughness {
                power: Quantity::Fixed(1),
                toughness: Quantity::Fixed(0),
            }],
            rules: Vec::new(),
            duration: Duration::EndOfTurn,
        })]),
    ))
}
