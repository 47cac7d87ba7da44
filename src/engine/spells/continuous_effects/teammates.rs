//! CR 611: Continuous Effects. What can't happen to a player because it can't happen to a teammate (810.8a, 810.9g–h, 810.10c).

use crate::engine::halt::Outcome;
use crate::engine::reading::Sight;
use crate::game::{ObjectId, PlayerId};
use crate::ir::change::Action;

/// What says that this can't happen to a player, or to a teammate with whom it then can't happen to either: to lose or win the game
/// (810.8a), to gain or lose life (810.9g–h), to get poison counters (810.10c). Says also whether it is only the teammate of whom it is said.
///
/// # Errors
/// If what an effect forbids can't be told.
pub(in crate::engine) fn prohibited(
    sight: Sight<'_>,
    action: Action,
    player: PlayerId,
) -> Outcome<Option<(ObjectId, bool)>> {
    let mates = sight.game.with_shared_totals(player);
    let others = mates.into_iter().filter(|mate| *mate != player && !sight.game.player(*mate).gone);
    for affected in std::iter::once(player).chain(others) {
        if let Some(by) = super::prohibited(sight, action, None, Some(affected), None)? {
            return Ok(Some((by, affected != player)));
        }
    }
    Ok(None)
}
