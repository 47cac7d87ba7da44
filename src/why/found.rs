//! What is found in the position as it is asked, in words behind "because": it keeps something as it is, and no step tells of it.

use crate::engine::Outcome;
use crate::engine::additional::keyword_abilities::protection;
use crate::engine::additional::saga_cards;
use crate::engine::reading::Frame;
use crate::engine::reading::filters::matches;
use crate::game::{Change, ObjectId, Thing};
use crate::ir::{CardType, CounterKind, Filter, KeywordName, Selection, Supertype};
use crate::oracle::phrases::{self, Sort};
use crate::rules::{RuleId, cr};
use crate::trace::Reasons;

use super::Played;
use super::printed::{TypePart, names_type};
use super::standing::says_more;
use super::status;
use super::steps::{coming, rules_about};

/// A rule, and what is found by which it decides.
pub(crate) type Found = (RuleId, String);

/// Whether what is found decides an answer with these reasons: what only stands as it was does not where a reason says more.
pub(crate) fn decides((rule, _): &Found, reasons: Reasons) -> bool {
    says_more(Reasons::of(&[*rule])) || !says_more(reasons)
}

/// Why state-based actions leave a permanent where it is, behind "because", and the rule that looked at it: less damage is marked on a creature
/// than its toughness, or a Saga has lost its chapter abilities. Nothing if no damage is marked on it, or if that alone would be lethal.
pub(crate) fn survival(played: Played<'_>, object: ObjectId) -> Option<Found> {
    let its = played.game.object(object);
    if saga_cards::has_lost_its_chapters(played.game, played.view, object) {
        let words = "it has no chapter abilities, and only a Saga that has some is sacrificed";
        return Some((cr!("714.4"), words.to_owned()));
    }
    let now = played.view.characteristics(played.game, object);
    if !its.exists || !its.on_battlefield() || !now.is(CardType::Creature) || its.damage == 0 {
        return None;
    }
    let toughness = now.toughness.filter(|toughness| i64::from(*toughness) > i64::from(its.damage))?;
    Some((cr!("704.5g"), format!("{} damage is marked on it, and its toughness is {toughness}", its.damage)))
}

/// Why an object has no counters of a kind, or none at all, where nothing has removed any: none has been put on it.
pub(crate) fn no_counters(played: Played<'_>, object: ObjectId, kind: Option<CounterKind>) -> Option<Found> {
    let its = played.game.object(object);
    let has = match kind {
        Some(kind) => its.counters_of(kind) > 0,
        None => its.counters.iter().any(|(_, count)| *count > 0),
    };
    if has || !status::counters(played, object, kind).is_empty() {
        return None;
    }
    let came = coming(played, object).is_some() && its.on_battlefield();
    let words = if came {
        "it entered without any, and none has been put on it since"
    } else {
        "none has been put on it"
    };
    Some((cr!("122.6"), words.to_owned()))
}

/// Why an Aura, Equipment or Fortification stays attached to a permanent with protection: that is from no quality which it has.
pub(crate) fn stays_attached(played: Played<'_>, object: ObjectId) -> Outcome<Option<Found>> {
    let its = played.game.object(object);
    let attached = rules_about(played, object, |change| matches!(change, Change::Attach(..)));
    let (Some(Thing::Object(host)), true, true) = (its.attached_to, its.exists, attached.is_empty()) else {
        return Ok(None);
    };
    let protected = played.view.has(played.game, host, KeywordName::Protection);
    if !protected || protection::leaves_attached(played.sight(), object, Thing::Object(host))?.is_some() {
        return Ok(None);
    }
    let is_aura = played.view.characteristics(played.game, object).has_subtype_named("Aura");
    let rule = if is_aura { cr!("702.16c") } else { cr!("702.16d") };
    Ok(Some((rule, "what it is attached to has protection, but from no quality that it has".to_owned())))
}

/// Why an object does not have a type that an effect would give it: it is not what that affects (611.3a), such as a basic land (205.4c).
pub(crate) fn passed_over(played: Played<'_>, object: ObjectId, part: TypePart) -> Outcome<Option<Found>> {
    let Played { game, view, .. } = played;
    if !game.object(object).on_battlefield() || part.is_of(view.characteristics(game, object)) {
        return Ok(None);
    }
    for source in game.battlefield().iter().copied().filter(|source| *source != object) {
        let its = view.characteristics(game, source);
        for instance in &its.abilities {
            let Some(ability) = instance.ability.as_static() else { continue };
            let Some(Selection::Each(filter)) = &ability.affects else { continue };
            if ability.condition.is_some() || !ability.changes.iter().any(|change| names_type(change, part)) {
                continue;
            }
            let frame = Frame::of_source(source, view.controller(game, source), instance.origin);
            let only = std::slice::from_ref(&**filter);
            let parts = if let Filter::All(parts) = &**filter { parts.as_slice() } else { only };
            for lacking in parts {
                if matches(played.sight(), &frame, lacking, object)? {
                    continue;
                }
                let Some(words) = phrases::objects(filter, Sort::Permanents) else { break };
                let basic = Filter::Supertype(Supertype::Basic);
                let of_basics = *lacking == basic || *lacking == Filter::Not(Box::new(basic));
                let rule = if of_basics { cr!("205.4c") } else { cr!("611.3a") };
                return Ok(Some((rule, format!("{} affects only {words}", its.name))));
            }
        }
    }
    Ok(None)
}
