//! CR 702.6: Equip

use crate::ir::{
    Ability, Activated, Body, CardType, Costs, Filter, Instruction, Limit, Players, Selection, TargetKind,
    TargetSpec,
};

/// Pay the cost: attach this to target creature you control, only as a sorcery (702.6a); of the stated quality, if one is
/// stated (702.6c).
pub(super) fn meaning(cost: &Costs, what: Option<&Filter>) -> Ability {
    let mut filter = vec![Filter::Type(CardType::Creature), Filter::ControlledBy(Players::You)];
    filter.extend(what.cloned());
    attaches(cost, filter, false)
}

/// Pay the cost: attach this to target planeswalker you control as though that were a creature, only as a sorcery (702.6e).
pub(super) fn planeswalker(cost: &Costs) -> Ability {
    attaches(cost, vec![Filter::Type(CardType::Planeswalker), Filter::ControlledBy(Players::You)], true)
}

/// Pay the cost: attach this to a target permanent of a kind, only as a sorcery.
pub(super) fn attaches(cost: &Costs, to: Vec<Filter>, as_creature: bool) -> Ability {
    Ability::Activated(Activated {
        limits: vec![Limit::AsASorcery],
        ..Activated::new(
            cost.clone(),
            Body {
                targets: vec![TargetSpec::one(TargetKind::Permanent(Filter::All(to)))],
                does: vec![Instruction::Attach {
                    what: Selection::This,
                    to: Selection::Target(0),
                    as_creature,
                    slot: None,
                }],
                ..Body::default()
            },
        )
    })
}
