//! CR 702.128: Embalm

use crate::ir::{Ability, Activated, Body, Cost, Costs, Instruction, Zone};

/// For its cost and the card's exile from the graveyard, at sorcery speed, a token that is a copy of it (702.128a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    let why = "the token that embalm creates".to_owned();
    Ability::Activated(Activated {
        cost: Costs(cost.0.iter().cloned().chain([Cost::ExileThis]).collect()),
        effect: Body { does: vec![Instruction::Unsupported(why)], ..Body::default() },
        from: Some(Zone::Graveyard),
        sorcery_timing: true,
        times_each_turn: None,
        exhaust: false,
        only_if: None,
        by: None,
    })
}
