//! CR 702.35: Madness

use crate::ir::instruction::{Cast, Put};
use crate::ir::{
    Ability, Body, Condition, Costs, Event, Filter, Instruction, NamedDeed, Players, Selection, Trait,
    Triggered, Zone,
};

/// When the card is exiled as it is discarded, its owner may cast it for the madness cost; otherwise they put it into their graveyard
/// (702.35a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    let owner = || Players::OwnerOf(Box::new(Selection::This));
    let cast = Instruction::Cast(Cast { who: owner(), ..Cast::of(Selection::This, cost.clone()) });
    let otherwise = Instruction::If {
        condition: Condition::Did,
        then: Vec::new(),
        otherwise: vec![Instruction::Put(Put {
            from: Some(Zone::Exile),
            ..Put::plain(Selection::This, Zone::Graveyard)
        })],
    };
    Ability::triggered(Triggered {
        from: Some(Zone::Exile),
        ..Triggered::new(
            Event::Becomes(Filter::Is(Trait::This), NamedDeed::DiscardedWithMadness),
            Body::of(vec![cast, otherwise]),
        )
    })
}
