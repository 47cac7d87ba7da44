//! CR 702.21: Ward

use crate::ir::{Ability, Body, Costs, Event, Filter, Instruction, Players, Selection, Trait, Triggered};

/// Whenever this becomes the target of a spell or ability an opponent controls, that is countered unless its controller
/// pays (702.21a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    Ability::triggered(Triggered::new(
        Event::BecomesTarget {
            what: Filter::Is(Trait::This),
            of: Filter::EVERYTHING,
            by: Players::Opponents,
        },
        Body::of(vec![Instruction::MayPay {
            who: Players::It,
            cost: cost.clone(),
            then: Vec::new(),
            otherwise: vec![Instruction::Counter {
                what: Selection::Other,
                to: None,
                counters: Vec::new(),
                slot: None,
            }],
        }]),
    ))
}

/// Whether a triggered ability is what ward stands for.
pub(super) fn is(ability: &Triggered) -> bool {
    let of_this = matches!(&ability.when, Event::BecomesTarget { what: Filter::Is(Trait::This), .. });
    let does = ability.effect.does.as_slice();
    of_this
        && matches!(does, [Instruction::MayPay { otherwise, .. }]
            if matches!(otherwise.as_slice(), [Instruction::Counter { what: Selection::Other, to: None, .. }]))
}
