//! CR 702.83: Exalted

use crate::ir::event::Attacks;
use crate::ir::instruction::Apply;
use crate::ir::{
    Ability, Body, CardType, Change, Duration, Event, Filter, Instruction, Players, Quantity, Selection,
    Triggered,
};

/// Whenever a creature you control attacks alone, it gets +1/+1 until end of turn (702.83a).
pub(super) fn meaning() -> Ability {
    let yours = Filter::All(vec![Filter::Type(CardType::Creature), Filter::ControlledBy(Players::You)]);
    Ability::triggered(Triggered::new(
        Event::Attacks(Attacks { alone: true, ..Attacks::plain(yours) }),
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
