//! CR 306: Planeswalkers

use crate::game::{Game, ObjectId};
use crate::ir::CounterKind;

/// The loyalty of a planeswalker on the battlefield (306.5c).
pub(in crate::engine) fn loyalty(game: &Game, planeswalker: ObjectId) -> u32 {
    game.object(planeswalker).counters_of(CounterKind::LOYALTY)
}
