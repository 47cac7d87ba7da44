//! CR 702.18: Shroud

use crate::engine::halt::Outcome;
use crate::engine::reading::Sight;
use crate::game::Thing;
use crate::ir::KeywordName;
use crate::rules::{RuleId, cr};

use super::hexproof::player_has;

/// The rule by which shroud keeps a permanent or player from being any target.
///
/// # Errors
/// If which players have it can't be told.
pub(in crate::engine) fn forbids(sight: Sight<'_>, thing: Thing) -> Outcome<Option<RuleId>> {
    let shrouded = match thing {
        Thing::Object(object) => {
            sight.game.object(object).on_battlefield()
                && sight.view.has(sight.game, object, KeywordName::Shroud)
        }
        Thing::Player(player) => player_has(sight, player, KeywordName::Shroud)?,
    };
    Ok(shrouded.then_some(cr!("702.18a")))
}
