//! CR 702.184: Station

use crate::engine::halt::Outcome;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects::frame_of;
use crate::game::ObjectId;
use crate::ir::{RuleChange, Verb};

/// How many counters a creature that was tapped is worth: its power, or its toughness where an effect says so (702.184c).
///
/// # Errors
/// If such an effect can't be told.
pub(in crate::engine) fn worth(sight: Sight<'_>, creature: ObjectId) -> Outcome<i32> {
    let its = sight.view.characteristics(sight.game, creature);
    Ok(if by_toughness(sight, creature)? { its.toughness } else { its.power }.unwrap_or(0))
}

/// Whether an effect lets a creature station permanents using its toughness (702.184c).
///
/// # Errors
/// If that can't be told.
pub(in crate::engine) fn by_toughness(sight: Sight<'_>, creature: ObjectId) -> Outcome<bool> {
    for (active, rule) in sight.view.rule_changes() {
        let RuleChange::StationsByToughness(filter) = rule else { continue };
        if matches(sight, &frame_of(active), filter, creature)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The creatures that were tapped to pay for the ability.
pub(in crate::engine) fn tapped(frame: &Frame) -> Vec<ObjectId> {
    let used = frame.announced.iter().flat_map(|announced| &announced.used);
    used.filter(|(how, _)| *how == Verb::Tap).map(|(_, object)| *object).collect()
}
