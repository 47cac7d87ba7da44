//! CR 702.43: Modular

use crate::ir::event::Moves;
use crate::ir::{
    Ability, Body, CardType, CounterKind, Event, Filter, Instruction, Measure, Players, Quantity, Selection,
    TargetKind, TargetSpec, Trait, Triggered, Zone,
};

use super::sunburst::enters_with;

/// It enters with so many +1/+1 counters, and as it dies its controller may put as many as it had on an artifact creature
/// (702.43a).
pub(super) fn meaning(count: &Quantity) -> Vec<Ability> {
    vec![enters_with(CounterKind::PLUS_ONE, count.clone(), None), Ability::triggered(passes_on())]
}

fn passes_on() -> Triggered {
    let artifact_creature =
        Filter::All(vec![Filter::Type(CardType::Artifact), Filter::Type(CardType::Creature)]);
    let counters = Instruction::PutCounters {
        kind: CounterKind::PLUS_ONE,
        count: Quantity::counters_on(CounterKind::PLUS_ONE, Selection::This),
        on: Selection::Target(0),
        divided: false,
        up_to: false,
        slot: None,
    };
    Triggered::new(
        Event::Moves(Moves::between(Filter::Is(Trait::This), &[Zone::Battlefield], &[Zone::Graveyard])),
        Body {
            targets: vec![TargetSpec::one(TargetKind::Permanent(artifact_creature))],
            does: vec![Instruction::May {
                who: Players::You,
                does: vec![counters],
                then: Vec::new(),
                otherwise: Vec::new(),
            }],
            ..Body::default()
        },
    )
}

/// Whether a triggered ability is what modular stands for.
pub(super) fn is(ability: &Triggered) -> bool {
    match ability.effect.does.as_slice() {
        [Instruction::May { does, .. }] => {
            matches!(
                does.as_slice(),
                [Instruction::PutCounters { count: Quantity::Sum(Measure::CountersOn(..)), .. }]
            ) && *ability == passes_on()
        }
        _ => false,
    }
}
