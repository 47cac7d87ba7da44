//! CR 702.16: Protection

use crate::engine::halt::Outcome;
use crate::engine::reading::filters::{matches, undefined, with_choices};
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects::frame_of;
use crate::game::{Characteristics, ObjectId, Origin, Pair, PlayerId, Thing};
use crate::ir::{Filter, Keyword, KeywordName, RuleChange};
use crate::rules::{RuleId, cr};

/// The rule by which something has protection from a quality that the source has (702.16a): that of the variants for everything
/// and for a player, or else this one, which says what protection does here.
fn protected(sight: Sight<'_>, thing: Thing, source: ObjectId, plain: RuleId) -> Outcome<Option<RuleId>> {
    protected_unless(sight, thing, source, plain, |_, _| Ok(false))
}

/// The same without those abilities that leave this source where it is.
fn protected_unless(
    sight: Sight<'_>,
    thing: Thing,
    source: ObjectId,
    plain: RuleId,
    leaves: impl Fn(&Frame, &Filter) -> Outcome<bool>,
) -> Outcome<Option<RuleId>> {
    let object = match thing {
        Thing::Object(object) => object,
        Thing::Player(player) => {
            return Ok(player_protected(sight, player, source, plain)?.map(|(rule, _)| rule));
        }
    };
    if !sight.game.object(object).on_battlefield() {
        return Ok(None);
    }
    let characteristics = sight.view.characteristics(sight.game, object);
    let controller = sight.view.controller(sight.game, object);
    for (origin, quality, keeps) in qualities(characteristics) {
        let frame = Frame::of_source(object, controller, origin);
        let kept = match (keeps, origin) {
            (None, _) => false,
            // "You" is there who controls what gives the ability.
            (Some(keeps), Origin::Granted(grantor, _)) => {
                let controller = sight.view.controller(sight.game, grantor);
                leaves(&Frame::of_source(object, controller, origin), keeps)?
            }
            (Some(keeps), _) => leaves(&frame, keeps)?,
        };
        if !kept && matches(sight, &frame, quality, source)? {
            return Ok(Some(rule_of(quality, plain)));
        }
    }
    Ok(None)
}

/// The same for a player, who has protection by an effect (702.16b, 702.16c, 702.16e), with the object whose effect it is.
fn player_protected(
    sight: Sight<'_>,
    player: PlayerId,
    source: ObjectId,
    plain: RuleId,
) -> Outcome<Option<(RuleId, ObjectId)>> {
    for (active, rule) in sight.view.rule_changes() {
        let RuleChange::PlayerProtection(who, quality) = rule else { continue };
        let frame = frame_of(active);
        if players(sight, &frame, who)?.contains(&player) && matches(sight, &frame, quality, source)? {
            return Ok(Some((rule_of(quality, plain), active.source)));
        }
    }
    Ok(None)
}

/// The protection that prevents damage from a source, as one of several effects that would change it (616.1): the rule, and the object
/// whose ability it is.
///
/// # Errors
/// If a quality asks for what can't be told.
pub(in crate::engine) fn against_damage(
    sight: Sight<'_>,
    source: ObjectId,
    to: Thing,
) -> Outcome<Option<(RuleId, ObjectId)>> {
    match to {
        Thing::Player(player) => player_protected(sight, player, source, cr!("702.16e")),
        Thing::Object(object) => Ok(protected(sight, to, source, cr!("702.16e"))?.map(|rule| (rule, object))),
    }
}

/// The rule of a variant of protection: from everything (702.16j), from a player (702.16k); else the one that is given.
fn rule_of(quality: &Filter, plain: RuleId) -> RuleId {
    if *quality == Filter::EVERYTHING {
        return cr!("702.16j");
    }
    if matches!(quality, Filter::ControlledBy(_)) { cr!("702.16k") } else { plain }
}

/// The qualities that something has protection from, each with where it has the ability from, and what the ability says that it
/// does not remove (702.16n).
fn qualities(characteristics: &Characteristics) -> impl Iterator<Item = (Origin, &Filter, Option<&Filter>)> {
    characteristics.abilities.iter().filter_map(|instance| {
        let keyword = instance.ability.as_keyword()?;
        if let Keyword::ProtectionKeeping(quality, keeps) = keyword {
            return Some((instance.origin, quality, Some(keeps)));
        }
        let Keyword::Filter(KeywordName::Protection, quality) = keyword else { return None };
        Some((instance.origin, quality, None))
    })
}

/// Whether something has gained protection from a quality that was never chosen for it (607.5a).
pub(in crate::engine) fn is_undefined(sight: Sight<'_>, object: ObjectId) -> bool {
    let controller = sight.view.controller(sight.game, object);
    let characteristics = sight.view.characteristics(sight.game, object);
    qualities(characteristics)
        .filter(|(origin, ..)| Pair::of(object, *origin) != Pair::Own)
        .any(|(origin, quality, _)| undefined(sight, &Frame::of_source(object, controller, origin), quality))
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
    protected(sight, thing, of.unwrap_or(frame.source), cr!("702.16b"))
}

/// The quality of the source of a spell or ability from which something has protection.
pub(in crate::engine) fn quality_against(sight: Sight<'_>, frame: &Frame, thing: Thing) -> Option<Filter> {
    let of = frame.on_stack.filter(|on_stack| sight.game.object(*on_stack).is_spell());
    quality_of(sight, thing, of.unwrap_or(frame.source))
}

/// The quality of an object from which something has protection, with what was chosen in it.
pub(in crate::engine) fn quality_of(sight: Sight<'_>, thing: Thing, source: ObjectId) -> Option<Filter> {
    let has = |frame: &Frame, quality: &Filter| matches(sight, frame, quality, source).unwrap_or(false);
    let (frame, quality) = match thing {
        Thing::Object(object) => {
            let controller = sight.view.controller(sight.game, object);
            let its = qualities(sight.view.characteristics(sight.game, object));
            let mut its =
                its.map(|(origin, quality, _)| (Frame::of_source(object, controller, origin), quality));
            its.find(|(frame, quality)| has(frame, quality))?
        }
        Thing::Player(player) => sight.view.rule_changes().find_map(|(active, rule)| {
            let RuleChange::PlayerProtection(who, quality) = rule else { return None };
            let frame = frame_of(active);
            let is_so = players(sight, &frame, who).is_ok_and(|found| found.contains(&player));
            (is_so && has(&frame, quality)).then_some((frame, quality))
        })?,
    };
    Some(with_choices(sight, &frame, quality))
}

/// It can't be enchanted or equipped by what has the quality (702.16c, 702.16d), except by what is there already and the ability
/// says that it does not remove (702.16n, 702.16p).
///
/// # Errors
/// If a quality asks for what can't be told.
pub(in crate::engine) fn forbids_attaching(
    sight: Sight<'_>,
    attached: ObjectId,
    host: Thing,
) -> Outcome<Option<RuleId>> {
    let there = sight.game.object(attached).attached_to == Some(host);
    let is_aura = sight.view.characteristics(sight.game, attached).has_subtype_named("Aura");
    let plain = if is_aura { cr!("702.16c") } else { cr!("702.16d") };
    let leaves = |frame: &Frame, keeps: &Filter| Ok(there && matches(sight, frame, keeps, attached)?);
    protected_unless(sight, host, attached, plain, leaves)
}

/// The rule by which something stays attached though its host has protection from what it is: the ability that gives that says so,
/// of Auras (702.16n) or of whatever is attached already (702.16p).
///
/// # Errors
/// If a quality asks for what can't be told.
pub fn leaves_attached(sight: Sight<'_>, attached: ObjectId, host: Thing) -> Outcome<Option<RuleId>> {
    let removed = protected(sight, host, attached, cr!("702.16c"))?.is_some();
    if !removed || forbids_attaching(sight, attached, host)?.is_some() {
        return Ok(None);
    }
    let Thing::Object(object) = host else { return Ok(None) };
    let of_auras = |keeps: &Filter| matches!(keeps, Filter::Among(_) | Filter::Subtype(_));
    let characteristics = sight.view.characteristics(sight.game, object);
    let by_auras = qualities(characteristics).any(|(.., keeps)| keeps.is_some_and(of_auras));
    Ok(Some(if by_auras { cr!("702.16n") } else { cr!("702.16p") }))
}

/// Damage from sources of the quality is prevented (702.16e).
///
/// # Errors
/// If a quality asks for what can't be told.
pub(in crate::engine) fn prevents_damage(
    sight: Sight<'_>,
    source: Option<ObjectId>,
    to: Thing,
) -> Outcome<Option<RuleId>> {
    match source {
        Some(source) => protected(sight, to, source, cr!("702.16e")),
        None => Ok(None),
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
) -> Outcome<Option<RuleId>> {
    protected(sight, Thing::Object(attacker), blocker, cr!("702.16f"))
}
