//! CR 702.27: Buyback

use crate::engine::view::View;
use crate::game::{Game, ObjectId};
use crate::ir::{KeywordName, Symbol};

/// What having paid the buyback cost is called.
pub(super) const BUYBACK: Symbol = Symbol::literal("buyback");

/// Whether a spell goes to its owner's hand as it resolves: it has the ability, and the cost was paid (702.27a).
pub(in crate::engine) fn applies(game: &Game, view: &View, spell: ObjectId) -> bool {
    let announced = game.object(spell).announced.as_ref();
    announced.is_some_and(|its| its.paid.contains(&BUYBACK)) && view.has(game, spell, KeywordName::Buyback)
}
