//! CR 702.6: Equip

use crate::ir::{
    Ability, Activated, Body, CardType, Costs, Filter, Instruction, Players, Quantity, Selection, TargetKind,
    TargetSpec,
};

/// Pay the cost: attach this to target creature you control, only as a sorcery (702.6a); of the stated quality, if one is
/// stated (702.6c).
pub(super) fn meaning(cost: &Costs, what: Option<&Filter>) -> Ability {
    let mut filter = vec![Filter::Type(CardType::Creature), Filter::ControlledBy(Players::You)];
    filter.extend(what.cloned());
    let one = Quantity::Fixed(1);
    Ability::Activated(Activated {
        cost: cost.clone(),
        effect: Body {
            targets: vec![TargetSpec {
                kind: TargetKind::Permanent(Filter::All(filter)),
                at_least: one.clone(),
                at_most: one,
                divided: None,
                other: false,
                each_of: None,
            }],
            does: vec![Instruction::Attach { what: Selection::This, to: Selection::Target(0) }],
            ..Body::default()
        },
        from: None,
        sorcery_timing: true,
        times_each_turn: None,
        exhaust: false,
        only_if: None,
        by: None,
    })
}
