//! CR 702.67: Fortify

use crate::ir::{
    Ability, Activated, Body, CardType, Costs, Filter, Instruction, Players, Quantity, Selection, TargetKind,
    TargetSpec,
};

/// Pay the cost: attach this to target land you control, only as a sorcery (702.67a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    let filter = vec![Filter::Type(CardType::Land), Filter::ControlledBy(Players::You)];
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
