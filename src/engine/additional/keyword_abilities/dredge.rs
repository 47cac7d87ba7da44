//! CR 702.52: Dredge

use crate::ir::instruction::Put;
use crate::ir::{
    Ability, Comparison, Condition, Event, Instruction, Players, Quantity, Replacement, ReplacementResult,
    Selection, Zone,
};

/// With so many cards in the library, the player may mill them and take this from the graveyard instead of drawing (702.52a).
/// Nobody with fewer can (702.52b).
pub(super) fn meaning(count: &Quantity) -> Ability {
    let library = Box::new(Quantity::LibraryOf(Players::You));
    Ability::Replacement(Replacement {
        of: Event::Draws(Players::You),
        result: ReplacementResult::Instead(vec![
            Instruction::Mill { who: Players::You, count: count.clone(), slot: None },
            Instruction::Put(Put { from: Some(Zone::Graveyard), ..Put::plain(Selection::This, Zone::Hand) }),
        ]),
        only_if: Some(Condition::Compare(library, Comparison::AtLeast(count.clone()))),
        may: Some(Players::You),
        from: Some(Zone::Graveyard),
    })
}
