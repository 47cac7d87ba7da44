//! CR 702.18: Shroud

use crate::engine::reading::Sight;
use crate::game::Thing;
use crate::ir::KeywordName;
use crate::rules::{RuleId, cr};

/// The rule by which shroud keeps a permanent from being any target.
pub(in crate::engine) fn forbids(sight: Sight<'_>, thing: Thing) -> Option<RuleId> {
    let object = thing.object()?;
    let shrouded =
        sight.game.object(object).on_battlefield() && sight.view.has(sight.game, object, KeywordName::Shroud);
    shrouded.then_some(cr!("702.18a"))
}
