//! CR 702.27: Buyback

use crate::engine::view::View;
use crate::game::{Game, ObjectId};
use crate::ir::ability::AdditionalCost;
use crate::ir::{Ability, Costs, KeywordName, Symbol};

/// What having paid the buyback cost is called.
pub(super) const BUYBACK: Symbol = Symbol::literal("buyback");

/// An additional cost that may be paid as the spell is cast (702.27a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    Ability::AdditionalCost(AdditionalCost { cost: cost.clone(), optional: true, name: Some(BUYBACK) })
}

/// Whether a spell goes to its owner's hand as it resolves: it has the ability, and the cost was paid (702.27a).
pub(in crate::engine) fn applies(game: &Game, view: &View, spell: ObjectId) -> bool {
    let announced = game.object(spell).announced.as_ref();
    announced.is_some_and(|its| its.paid.contains(&BUYBACK)) && view.has(game, spell, KeywordName::Buyback)
}
