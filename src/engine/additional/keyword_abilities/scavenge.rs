//! CR 702.97: Scavenge

use crate::ir::{
    Ability, Activated, Body, CardType, Cost, Costs, CounterKind, Filter, Instruction, Limit, Quantity,
    Selection, TargetKind, TargetSpec, Zone,
};

/// For its cost and the card's exile from the graveyard, at sorcery speed, a target creature gets as many +1/+1 counters as
/// the exiled card's power (702.97a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    let creature = TargetSpec::one(TargetKind::Permanent(Filter::Type(CardType::Creature)));
    let counters = Instruction::PutCounters {
        kind: CounterKind::PLUS_ONE,
        count: Quantity::power_of(Selection::This),
        on: Selection::Target(0),
        divided: false,
        up_to: false,
        slot: None,
    };
    Ability::Activated(Activated {
        from: Some(Zone::Graveyard),
        limits: vec![Limit::AsASorcery],
        ..Activated::new(
            Costs(cost.0.iter().cloned().chain([Cost::EXILE_THIS]).collect()),
            Body { targets: vec![creature], does: vec![counters], ..Body::default() },
        )
    })
}
