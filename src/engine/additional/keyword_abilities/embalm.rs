//! CR 702.128: Embalm

use crate::ir::instruction::Create;
use crate::ir::{
    Ability, Activated, Body, Change, Color, Cost, Costs, Instruction, Limit, Selection, TokenSpec, Zone,
};

use super::eternalize::zombie;

/// For its cost and the card's exile from the graveyard, at sorcery speed, a token that is a white Zombie copy of it without a
/// mana cost (702.128a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    from_the_graveyard(cost, vec![Change::SetColors(vec![Color::White]), Change::NoManaCost, zombie()])
}

/// The activated ability that makes a token of the card, different in some respects.
pub(super) fn from_the_graveyard(cost: &Costs, except: Vec<Change>) -> Ability {
    let create = Create::plain(TokenSpec::CopyOf { what: Selection::This, except });
    Ability::Activated(Activated {
        from: Some(Zone::Graveyard),
        limits: vec![Limit::AsASorcery],
        ..Activated::new(
            Costs(cost.0.iter().cloned().chain([Cost::EXILE_THIS]).collect()),
            Body::of(vec![Instruction::Create(create)]),
        )
    })
}
