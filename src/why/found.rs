//! What is found in the position as it is asked, in words behind "because": it keeps something as it is, and no step tells of it.

use crate::engine::Outcome;
use crate::engine::additional::keyword_abilities::protection;
use crate::engine::additional::saga_cards;
use crate::game::{Change, Characteristics, MoveAction, ObjectId, Thing};
use crate::ir::change::Change as Effect;
use crate::ir::{CardType, CounterKind, KeywordName};
use crate::rules::{RuleId, cr};
use crate::trace::layers::Influence;
use crate::trace::{Entry, Reasons, What};

use super::characteristics::entered_as_a_copy_of;
use super::standing::says_more;
use super::status;
use super::steps::{coming, rules_about};
use super::{Played, layers, unmet};

/// A rule, and what is found by which it decides.
pub(crate) type Found = (RuleId, String);

/// More things found than these make no sentence any more.
const MOST_TOLD: usize = 2;

/// Those of what is found that decide an answer with these reasons: what only stands as it was does not where anything says more.
pub(crate) fn deciding(found: Vec<Found>, reasons: Reasons) -> Vec<Found> {
    // That nothing gives an object something is no more than how it stands, either.
    let by_itself = [cr!("613.1")];
    let more = |(rule, _): &Found| says_more(Reasons::of(&[*rule]).without(&by_itself));
    let says_more = says_more(reasons.without(&by_itself)) || found.iter().any(more);
    let deciding = found.into_iter().filter(|found| more(found) || !says_more);
    deciding.take(if says_more { MOST_TOLD } else { 1 }).collect()
}

/// What is found, in words behind "because".
pub(crate) fn in_words(found: &[Found]) -> Option<String> {
    let words: Vec<&str> = found.iter().map(|(_, words)| words.as_str()).collect();
    (!words.is_empty()).then(|| words.join("; and "))
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

/// What an object is known as: as it is or was last, which of something face down says nothing of its card.
pub(crate) fn known_as(played: Played<'_>, object: ObjectId) -> &Characteristics {
    match &played.game.object(object).known {
        Some(known) => &known.characteristics,
        None => played.view.characteristics(played.game, object),
    }
}

/// Why no damage is marked on an object that was dealt some last: its source has infect or wither (120.3d), or it is no creature and loses
/// counters instead (120.3c, 120.3h).
pub(crate) fn unmarked(played: Played<'_>, object: ObjectId) -> Option<Found> {
    let Played { game, trace, .. } = played;
    let its = game.object(object);
    let last = trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Damage { to, .. }, _) => *to == Thing::Object(object),
        What::Changed(Change::RemoveDamage(it), _) => *it == object,
        _ => false,
    })?;
    let What::Changed(Change::Damage { source: Some(source), .. }, _) = &last.what else { return None };
    if its.damage > 0 || !its.on_battlefield() {
        return None;
    }
    let from = known_as(played, *source);
    let called = if from.name.is_empty() { "what dealt it damage" } else { &*from.name };
    let has = |keyword| from.has(keyword);
    let of_source = |keyword: KeywordName| {
        (cr!("120.3d"), format!("{called} has {}: its damage is not marked on a creature", keyword.word()))
    };
    let instead = |rule, counters: &str| {
        (rule, format!("it is no creature: damage takes {counters} counters from it and is not marked"))
    };
    match () {
        () if last.rules.contains(cr!("120.3d")) && has(KeywordName::Infect) => {
            Some(of_source(KeywordName::Infect))
        }
        () if last.rules.contains(cr!("120.3d")) && has(KeywordName::Wither) => {
            Some(of_source(KeywordName::Wither))
        }
        () if played.view.characteristics(game, object).is(CardType::Creature) => None,
        () if last.rules.contains(cr!("120.3c")) => Some(instead(cr!("120.3c"), "loyalty")),
        () if last.rules.contains(cr!("120.3h")) => Some(instead(cr!("120.3h"), "defense")),
        () => None,
    }
}

/// Why an object has no counters of a kind, or none at all, where nothing has removed any: what it says itself did not give it any, or none
/// has been put on it.
pub(crate) fn no_counters(
    played: Played<'_>,
    object: ObjectId,
    kind: Option<CounterKind>,
) -> Outcome<Option<Found>> {
    let its = played.game.object(object);
    let has = match kind {
        Some(kind) => its.counters_of(kind) > 0,
        None => its.counters.iter().any(|(_, count)| *count > 0),
    };
    if has || !status::counters(played, object, kind).is_empty() {
        return Ok(None);
    }
    let connived = connived_for_nothing(played, object);
    if let Some(found) = connived.filter(|_| kind.is_none_or(|kind| kind == CounterKind::PLUS_ONE)) {
        return Ok(Some(found));
    }
    if let Some(found) = unmet::without_counters(played, object, kind) {
        return Ok(Some(found));
    }
    if let Some(found) = unmet::counters_taken_there(played, object, kind)? {
        return Ok(Some(found));
    }
    if let Some(found) = unmet::not_triggered(played, object, kind)? {
        return Ok(Some(found));
    }
    let counters = |of: ObjectId| {
        let its = played.game.object(of);
        kind.map_or_else(
            || its.counters.iter().any(|(_, count)| *count > 0),
            |kind| its.counters_of(kind) > 0,
        )
    };
    if entered_as_a_copy_of(played, object).is_some_and(counters) {
        return Ok(Some((cr!("707.2"), "counters are not copied, and none has been put on it".to_owned())));
    }
    let came = coming(played, object).filter(|_| its.on_battlefield());
    if came.is_some_and(|(entry, _)| entry.rules.contains(cr!("614.12"))) {
        let takes =
            |its: &Influence| its.standing.applies() && its.changes.contains(&Effect::LoseAllAbilities);
        if let Some(taken) = layers::influences_on(played, object)?.into_iter().find(takes) {
            let by = &played.view.characteristics(played.game, taken.source).name;
            let words = format!("it entered without any, as {by} leaves it no abilities there");
            return Ok(Some((cr!("614.12"), words)));
        }
    }
    let words = if came.is_some() {
        "it entered without any, and none has been put on it since"
    } else {
        "none has been put on it"
    };
    Ok(Some((cr!("122.6"), words.to_owned())))
}

/// Why an Aura, Equipment or Fortification stays attached to a permanent with protection: that is from no quality which it has.
pub(crate) fn stays_attached(played: Played<'_>, object: ObjectId) -> Outcome<Option<Found>> {
    let its = played.game.object(object);
    let attached = rules_about(played, object, |change| matches!(change, Change::Attach(..)));
    let (Some(Thing::Object(host)), true, true) = (its.attached_to, its.exists, attached.is_empty()) else {
        return Ok(None);
    };
    // A card in another zone has it there as well, and it does not function (113.6).
    if !played.game.object(host).on_battlefield() {
        return Ok(None);
    }
    if let Some(found) = untargetable(played, object, host) {
        return Ok(Some(found));
    }
    let protected = played.view.has(played.game, host, KeywordName::Protection);
    if !protected || protection::leaves_attached(played.sight(), object, Thing::Object(host))?.is_some() {
        return Ok(None);
    }
    let is_aura = played.view.characteristics(played.game, object).has_subtype_named("Aura");
    let rule = if is_aura { cr!("702.16c") } else { cr!("702.16d") };
    Ok(Some((rule, "what it is attached to has protection, but from no quality that it has".to_owned())))
}

/// That shroud, or the hexproof of another player's permanent, keeps what is attached to it no less attached: only targeting it is forbidden.
fn untargetable(played: Played<'_>, object: ObjectId, host: ObjectId) -> Option<Found> {
    let Played { game, view, .. } = played;
    let has = |keyword| view.has(game, host, keyword);
    let theirs = view.controller(game, host) != view.controller(game, object);
    let (rule, word) = match () {
        () if has(KeywordName::Shroud) => (cr!("702.18a"), "shroud"),
        () if has(KeywordName::Hexproof) && theirs => (cr!("702.11b"), "hexproof"),
        () => return None,
    };
    Some((rule, format!("{word} keeps what it is attached to from being a target, and takes nothing off it")))
}

/// Why a permanent that connived by its own ability, or by what has it as its target, has no counter from that: only lands were discarded
/// (701.50a).
pub(crate) fn connived_for_nothing(played: Played<'_>, object: ObjectId) -> Option<Found> {
    let Played { game, trace, .. } = played;
    let is_of_conniving =
        |entry: &Entry| [cr!("701.50a"), cr!("701.50d")].into_iter().any(|rule| entry.rules.contains(rule));
    let connives = |doer: ObjectId| {
        let its = game.object(doer);
        let mut targets = its.announced.iter().flat_map(|announced| announced.targets.iter().flatten());
        its.stack_ability().is_some_and(|ability| ability.source == object)
            || targets.any(|thing| *thing == Thing::Object(object))
    };
    let discarded = |entry: &&Entry| match &entry.what {
        What::Changed(Change::Move(it), _) => {
            it.action == MoveAction::Discard
                && is_of_conniving(entry)
                && entry.cause.source().is_some_and(connives)
        }
        _ => false,
    };
    let last = trace.entries().iter().rev().find(discarded)?;
    let put = |entry: &Entry| match &entry.what {
        What::Changed(Change::Counters(..), _) => entry.parent == last.parent && is_of_conniving(entry),
        _ => false,
    };
    let words = "no card but lands was discarded as it connived";
    (!trace.entries().iter().any(put)).then(|| (cr!("701.50a"), words.to_owned()))
}
