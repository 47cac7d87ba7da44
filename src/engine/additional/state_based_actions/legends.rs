//! CR 704: State-Based Actions. Permanents that the "legend rule" does not apply to.

use std::collections::BTreeSet;

use crate::engine::halt::Outcome;
use crate::engine::reading::Sight;
use crate::engine::reading::filters::matches;
use crate::engine::spells::continuous_effects;
use crate::game::ObjectId;
use crate::ir::RuleChange;

/// To which permanents abilities say that the "legend rule" doesn't apply (704.5j).
pub(super) fn spared(sight: Sight<'_>) -> Outcome<BTreeSet<ObjectId>> {
    let mut spared = BTreeSet::new();
    for (active, rule) in sight.view.rule_changes() {
        let RuleChange::NoLegendRule(of) = rule else { continue };
        let frame = continuous_effects::frame_of(active);
        for object in sight.game.battlefield() {
            if matches(sight, &frame, of, *object)? {
                spared.insert(*object);
            }
        }
    }
    Ok(spared)
}

/// Whose ability says first that the "legend rule" doesn't apply to a permanent, if one does.
///
/// # Errors
/// If it can't be told to which permanents it does not apply.
pub(crate) fn spared_by(sight: Sight<'_>, permanent: ObjectId) -> Outcome<Option<ObjectId>> {
    for (active, rule) in sight.view.rule_changes() {
        let RuleChange::NoLegendRule(of) = rule else { continue };
        if matches(sight, &continuous_effects::frame_of(active), of, permanent)? {
            return Ok(Some(active.source));
        }
    }
    Ok(None)
}
