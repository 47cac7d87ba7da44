//! CR 702.122: Crew

use crate::ir::change::TypeChange;
use crate::ir::instruction::Apply;
use crate::ir::{
    Ability, Activated, Body, CardType, Change, Cost, Costs, Duration, Filter, Instruction, Players,
    Quantity, Selection, Trait,
};

/// Tap other creatures you control with so much power in all: this becomes an artifact creature until end of turn (702.122a).
/// What it was besides it stays (205.1b).
pub(super) fn meaning(power: &Quantity) -> Ability {
    let crew = Filter::All(vec![
        Filter::Type(CardType::Creature),
        Filter::Is(Trait::Another),
        Filter::ControlledBy(Players::You),
    ]);
    let types = vec![CardType::Artifact, CardType::Creature];
    Ability::Activated(Activated::new(
        Costs(vec![Cost::TapPower(crew, power.clone())]),
        Body::of(vec![Instruction::Apply(Apply {
            to: Some(Selection::This),
            changes: vec![Change::AddTypes(TypeChange { types, ..TypeChange::default() })],
            rules: Vec::new(),
            duration: Duration::EndOfTurn,
        })]),
    ))
}
