//! CR 702.82: Devour

use crate::ir::event::Moves;
use crate::ir::instruction::Sacrifice;
use crate::ir::replacement::Enters;
use crate::ir::{
    Ability, CardType, CounterKind, Event, Filter, Instruction, Players, Quantity, Replacement,
    ReplacementResult, Selection, Slot, Trait, Zone,
};

/// What was sacrificed so.
const DEVOURED: Slot = Slot::literal("devoured");

/// As it enters, its controller may sacrifice any number of creatures, and it enters with so many +1/+1 counters for each
/// (702.82a).
pub(super) fn meaning(times: i32) -> Vec<Ability> {
    let sacrifice = Instruction::Sacrifice(Sacrifice {
        who: Players::You,
        these: None,
        what: Some(Filter::Type(CardType::Creature)),
        count: Quantity::AnyNumber,
        and: Vec::new(),
        slot: Some(DEVOURED),
        up_to: false,
    });
    let devoured = Quantity::HowMany(Box::new(Selection::Slot(DEVOURED)));
    let enters = Enters {
        counters: vec![(CounterKind::PLUS_ONE, Quantity::Times(times, Box::new(devoured)))],
        does: vec![sacrifice],
        ..Enters::default()
    };
    vec![Ability::Replacement(Replacement {
        of: Event::Moves(Moves::between(Filter::Is(Trait::This), &[], &[Zone::Battlefield])),
        result: ReplacementResult::Enters(enters),
        only_if: None,
        may: None,
        from: None,
    })]
}
