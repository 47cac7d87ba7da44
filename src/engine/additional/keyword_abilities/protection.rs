//! CR 702.16: Protection

use crate::engine::halt::Outcome;
use crate::engine::reading::filters::{matches, undefined};
use crate::engine::reading::{Frame, Sight};
use crate::game::{Characteristics, ObjectId, Origin, Thing};
use crate::ir::{Ability, Filter, Keyword, KeywordName};
use crate::rules::{RuleId, cr};

/// Whether something has protection from a quality that the source has (702.16a).
fn protected(sight: Sight<'_>, thing: Thing, source: ObjectId) -> Outcome<bool> {
    let Thing::Object(object) = thing else { return Ok(false) };
    if !sight.game.object(object).on_battlefield() {
        return Ok(false);
    }
    let characteristics = sight.view.characteristics(sight.game, object);
    let controller = sight.view.controller(sight.game, object);
    for (origin, quality) in qualities(characteristics) {
        let frame = Frame::of_source(object, controller, origin);
        if matches(sight, &frame, quality, source)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The qualities that something has protection from, each with where it has the ability from.
fn qualities(characteristics: &Characteristics) -> impl Iterator<Item = (Origin, &Filter)> {
    characteristics.abilities.iter().filter_map(|instance| match &*instance.ability {
        Ability::Keyword(Keyword::Filter(KeywordName::Protection, quality)) => {
            Some((instance.origin, quality))
        }
        _ => None,
    })
}

/// Whether something would have protection from a quality that was never chosen for it (607.5a).
pub(in crate::engine) fn is_undefined(sight: Sight<'_>, object: ObjectId) -> bool {
    let controller = sight.view.controller(sight.game, object);
    let characteristics = sight.view.characteristics(sight.game, object);
    qualities(characteristics)
        .any(|(origin, quality)| undefined(sight, &Frame::of_source(object, controller, origin), quality))
}

/// It can't be the target of spells of the quality or of abilities from sources of the quality (702.16b).
///
/// # Errors
/// If a quality asks for what can't be told.
pub(in crate::engine) fn forbids_target(
    sight: Sight<'_>,
    frame: &Frame,
    thing: Thing,
) -> Outcome<Option<RuleId>> {
    let of = frame.on_stack.filter(|on_stack| sight.game.object(*on_stack).is_spell());
    Ok(protected(sight, thing, of.unwrap_or(frame.source))?.then_some(cr!("702.16b")))
}

/// It can't be enchanted or equipped by what has the quality (702.16c, 702.16d).
///
/// # Errors
/// If a quality asks for what can't be told.
pub(in crate::engine) fn forbids_attaching(
    sight: Sight<'_>,
    attached: ObjectId,
    host: Thing,
) -> Outcome<bool> {
    protected(sight, host, attached)
}

/// Damage from sources of the quality is prevented (702.16e).
///
/// # Errors
/// If a quality asks for what can't be told.
pub(in crate::engine) fn prevents_damage(
    sight: Sight<'_>,
    source: Option<ObjectId>,
    to: Thing,
) -> Outcome<bool> {
    match source {
        Some(source) => protected(sight, to, source),
        None => Ok(false),
    }
}

/// It can't be blocked by creatures of the quality (702.16f).
///
/// # Errors
/// If a quality asks for what can't be told.
pub(in crate::engine) fn forbids_block(
    sight: Sight<'_>,
    attacker: ObjectId,
    blocker: ObjectId,
) -> Outcome<bool> {
    protected(sight, Thing::Object(attacker), blocker)
}
