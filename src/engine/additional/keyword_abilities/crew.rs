//! CR 702.122: Crew

use crate::engine::halt::Outcome;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::continuous_effects::frame_of;
use crate::game::ObjectId;
use crate::ir::RuleChange;

/// By how much a creature's power counts for more, where it is tapped to crew or to saddle and an effect says so.
///
/// # Errors
/// If that can't be told.
pub(in crate::engine) fn more_power(sight: Sight<'_>, frame: &Frame, creature: ObjectId) -> Outcome<i32> {
    let its = sight.view.characteristics(sight.game, frame.source);
    let paid = its.abilities.iter().find(|instance| instance.origin == frame.origin);
    let keyword = paid.and_then(|instance| instance.keyword);
    let mut more = 0i32;
    for (active, rule) in sight.view.rule_changes() {
        let RuleChange::CrewsAsThoughGreater(of, by, name) = rule else { continue };
        let its_frame = frame_of(active);
        if Some(*name) == keyword && matches(sight, &its_frame, of, creature)? {
            more = more.saturating_add(quantities::value(sight, &its_frame, by)?);
        }
    }
    Ok(more)
}
