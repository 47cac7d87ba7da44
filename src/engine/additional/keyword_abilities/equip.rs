//! CR 702.6: Equip

use crate::engine::additional::keyword_abilities::protection;
use crate::engine::halt::Outcome;
use crate::engine::reading::Sight;
use crate::engine::spells::continuous_effects;
use crate::game::{ObjectId, Thing};
use crate::ir::change::Action;
use crate::ir::{CardType, KeywordName, Verb};

/// Whether an Equipment may be attached to something: to a creature, not to itself, not while it is a creature itself
/// (301.5, 301.5c), and not against protection (702.16d). A Fortification is attached to lands likewise (301.6). One effect attaches
/// to a planeswalker as though that were a creature (702.6e).
///
/// # Errors
/// If a protection asks for what can't be told.
pub(in crate::engine) fn may_equip(
    sight: Sight<'_>,
    equipment: ObjectId,
    host: Thing,
    as_creature: bool,
) -> Outcome<bool> {
    let Thing::Object(creature) = host else { return Ok(false) };
    let its = sight.view.characteristics(sight.game, equipment);
    let is_creature = its.is(CardType::Creature) && !its.has(KeywordName::Reconfigure);
    let host_is = |card_type| sight.view.characteristics(sight.game, creature).is(card_type);
    let fits = its.has_subtype_named("Equipment") && (as_creature || host_is(CardType::Creature))
        || its.has_subtype_named("Fortification") && host_is(CardType::Land);
    Ok(creature != equipment
        && !is_creature
        && fits
        && sight.game.object(creature).on_battlefield()
        && !is_prohibited(sight, equipment, creature)?
        && protection::forbids_attaching(sight, equipment, host)?.is_none())
}

/// Whether an effect says that this Equipment can't be attached to this creature, or that nothing can equip that.
///
/// # Errors
/// If the effect asks for what can't be told.
pub(in crate::engine) fn is_prohibited(
    sight: Sight<'_>,
    equipment: ObjectId,
    creature: ObjectId,
) -> Outcome<bool> {
    let by = Some(equipment);
    Ok(continuous_effects::prohibited(sight, Action::Be(Verb::Equip), Some(creature), None, by)?.is_some())
}
