//! What an object does not have any more, and by which rule it lost it.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::engine::Outcome;
use crate::engine::additional::copying_objects;
use crate::engine::additional::keyword_actions::the_ring_tempts_you::is_the_ring;
use crate::engine::reading::{Frame, selections};
use crate::game::{
    AbilityInstance, Change, Characteristics, ContinuousEffect, Designation, EffectId, Game, Object,
    ObjectId, Thing,
};
use crate::ir::change::Change as Effect;
use crate::ir::part::{Part, mentions};
use crate::ir::{Ability, CounterKind, Filter, KeywordName, Trait, Zone};
use crate::rules::cr;
use crate::trace::{Entry, EntryId, Forbidden, Note, Reason, Reasons, What};

use super::{Played, layers};

/// The rule by which an object has lost what changes of this kind gave it; none if it never had any such.
pub(crate) fn by_rule(
    played: Played<'_>,
    object: ObjectId,
    is_such: &dyn Fn(&Effect) -> bool,
    counters_too: bool,
) -> Outcome<Reasons> {
    let ended = ended_effect(played, object, is_such);
    if !ended.is_empty() {
        return Ok(ended);
    }
    let left_behind = left_behind(played, object, is_such, counters_too);
    if !left_behind.is_empty() {
        return Ok(left_behind);
    }
    source_gone(played, object, is_such)
}

/// The rule by which this very object is no longer under what changes of this kind gave it; none if it never was.
pub(crate) fn of_itself(
    played: Played<'_>,
    object: ObjectId,
    is_such: &dyn Fn(&Effect) -> bool,
) -> Outcome<Reasons> {
    let ended = ended_effect(played, object, is_such);
    if ended.is_empty() { source_gone(played, object, is_such) } else { Ok(ended) }
}

/// The rules by which an object has not any more what The Ring makes of its controller's Ring-bearer: it says that of the Ring-bearer
/// alone (701.54c), which the object has ceased to be (701.54a).
pub(crate) fn as_ring_bearer(
    played: Played<'_>,
    object: ObjectId,
    is_such: &dyn Fn(&Effect) -> bool,
) -> Reasons {
    let says = |instance: &AbilityInstance| {
        let of_bearers = |part| matches!(part, Part::Filter(Filter::Is(Trait::RingBearer)));
        let it = instance.ability.as_static();
        it.is_some_and(|it| it.changes.iter().any(is_such)) && mentions(&*instance.ability, of_bearers)
    };
    let emblem = |emblem: &&ObjectId| is_the_ring(played.game, **emblem);
    let says = played
        .game
        .command()
        .iter()
        .filter(emblem)
        .any(|ring| played.view.characteristics(played.game, *ring).abilities.iter().any(says));
    if !says {
        return Reasons::NONE;
    }
    // Under another player's control it is nobody's Ring-bearer, whether it was one before play began or has become one since.
    let noticed = |entry: &Entry| matches!(entry.what, What::Changed(Change::ControlNoticed(its, _), _) if its == object);
    let taken = || played.trace.entries().iter().any(noticed).then(|| Reasons::of(&[cr!("701.54a")]));
    let ended = no_more(played, object, Designation::RingBearer).or_else(taken);
    ended.map_or(Reasons::NONE, |ended| Reasons::of(&[cr!("701.54c")]).joined(ended))
}

/// By which rules an object has ceased to have a designation, if it had it since play began.
pub(crate) fn no_more(played: Played<'_>, object: ObjectId, designation: Designation) -> Option<Reasons> {
    let is_it = |its: ObjectId, of: Designation| its == object && of == designation;
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Designate(its, of) | Change::Undesignate(its, of), _) => is_it(*its, *of),
        _ => false,
    })?;
    matches!(last.what, What::Changed(Change::Undesignate(..), _)).then(|| last.reasons())
}

/// The rule by which an object has again what changes of this kind had taken from it, or its having become a copy of what lacks it: that of
/// their end.
pub(crate) fn over(
    played: Played<'_>,
    object: ObjectId,
    is_such: &dyn Fn(&Effect) -> bool,
    lacks: &dyn Fn(&Characteristics) -> bool,
) -> Reasons {
    let is_over = |effect: &ContinuousEffect| {
        let copied = effect.copy.as_ref().and_then(|faces| faces.first());
        effect.is_on(object) && (copied.is_some_and(|its| lacks(its)) || effect.changes.iter().any(is_such))
    };
    // What is a copy still has what that gives it.
    if copying_objects::is_copy(played.game, object) { Reasons::NONE } else { ended(played, &is_over) }
}

/// The rules by which an object has not the abilities of its card: an effect takes them away, it is face down (708.2a), it is a copy of
/// something else (707.2), or a land of other types (305.7); nothing if none of that is so.
pub(crate) fn of_abilities(played: Played<'_>, object: ObjectId) -> Outcome<Option<Reasons>> {
    let its = played.game.object(object).clone();
    if its.is_face_down() && its.on_battlefield() {
        return Ok(Some(Reasons::of(&[cr!("708.2a")])));
    }
    let taken =
        layers::by_effects(played, object, &|change| matches!(change, Effect::LoseAllAbilities), false)?;
    if !taken.is_empty() {
        return Ok(Some(taken));
    }
    let types = layers::by_effects(played, object, &|change| matches!(change, Effect::SetTypes(_)), false)?;
    if types.contains(cr!("305.7")) {
        return Ok(Some(types));
    }
    let view = played.view;
    let game = played.game;
    let printed = its.definition.as_ref().and_then(|card| card.in_zone(its.zone, its.face));
    let copied = copying_objects::is_copy(game, object)
        && printed.is_some_and(|printed| printed.abilities != view.copiable(game, object).abilities);
    Ok(copied.then(|| Reasons::of(&[cr!("707.2")])))
}

/// Whose effect takes all abilities from an object, the last of them.
pub(crate) fn taken_by(played: Played<'_>, object: ObjectId) -> Outcome<Option<ObjectId>> {
    let takes = |change: &Effect| matches!(change, Effect::LoseAllAbilities);
    let on_it = layers::influences_on(played, object)?;
    let mut in_order = on_it.iter().rev().filter(|its| its.standing.applies() && !its.given);
    Ok(in_order.find(|its| its.changes.iter().any(takes)).map(|its| its.source))
}

/// An effect on the object that has ended: the rule of its end.
fn ended_effect(played: Played<'_>, object: ObjectId, is_such: &dyn Fn(&Effect) -> bool) -> Reasons {
    let spell = spell_before(played.game, object);
    let was_on_it = |effect: &ContinuousEffect| {
        affects(effect, object, is_such) || spell.is_some_and(|spell| affects(effect, spell, is_such))
    };
    ended(played, &was_on_it)
}

/// The rule by which the last of such effects ended, if one did.
fn ended(played: Played<'_>, is_it: &dyn Fn(&ContinuousEffect) -> bool) -> Reasons {
    let entries = played.trace.entries();
    let begun: BTreeSet<EffectId> = entries
        .iter()
        .filter_map(|entry| match &entry.what {
            What::Changed(Change::BeginEffect(effect), _) => is_it(effect).then_some(effect.id),
            _ => None,
        })
        .collect();
    let ended = entries.iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::EndEffect(id), _) => begun.contains(id),
        _ => false,
    });
    ended.map_or(Reasons::NONE, |entry| entry.reasons())
}

/// What the object had before it changed zones, and did not keep: counters (122.2), and effects on what it was (400.7).
fn left_behind(
    played: Played<'_>,
    object: ObjectId,
    is_such: &dyn Fn(&Effect) -> bool,
    counters_too: bool,
) -> Reasons {
    let game = played.game;
    let mut rules = Reasons::NONE;
    // What changes a permanent spell goes on to change the permanent (400.7a): nothing of that is left behind.
    let mut earlier = game.object(spell_before(game, object).unwrap_or(object)).previous;
    while let Some(stay) = earlier {
        let was = game.object(stay);
        let counted = |(kind, _): &(CounterKind, u32)| matches!(kind, CounterKind::PowerToughness(..));
        if counters_too && was.counters.iter().any(counted) {
            rules = rules.and(cr!("122.2"));
        }
        let affected = played.trace.entries().iter().any(|entry| match &entry.what {
            What::Changed(Change::BeginEffect(effect), _) => affects(effect, stay, is_such),
            _ => false,
        });
        if affected {
            rules = rules.and(cr!("400.7"));
        }
        earlier = was.previous;
    }
    rules
}

/// The spell that a permanent was before it resolved.
fn spell_before(game: &Game, object: ObjectId) -> Option<ObjectId> {
    let its = game.object(object);
    its.previous.filter(|before| its.zone == Zone::Battlefield && game.object(*before).zone == Zone::Stack)
}

/// The rule by which an effect did not give an object a keyword ability that it could not have as the effect began (113.11).
pub(crate) fn withheld(
    played: Played<'_>,
    object: ObjectId,
    is_such: &dyn Fn(KeywordName) -> bool,
) -> Reasons {
    let told = played.trace.entries().iter().find(|entry| match &entry.what {
        What::Note(Note::Cant(Forbidden::Have(keyword), thing, _)) => {
            *thing == Thing::Object(object) && is_such(*keyword)
        }
        _ => false,
    });
    told.map_or(Reasons::NONE, |entry| entry.reasons())
}

fn affects(effect: &ContinuousEffect, object: ObjectId, is_such: &dyn Fn(&Effect) -> bool) -> bool {
    let on_it = effect.is_on(object);
    on_it && effect.changes.iter().any(is_such)
}

/// A permanent that has left the battlefield and whose static ability would affect the object (611.3b).
fn source_gone(played: Played<'_>, object: ObjectId, is_such: &dyn Fn(&Effect) -> bool) -> Outcome<Reasons> {
    let game = played.game;
    if !game.object(object).on_battlefield() {
        return Ok(Reasons::NONE);
    }
    // Only what left after the object came has ever affected it.
    let gone = |source: &&Rc<Object>| {
        source.zone == Zone::Battlefield
            && source.next.is_some_and(|next| next > object)
            && source.id != object
    };
    for source in game.objects().iter().filter(gone) {
        let Some(known) = &source.known else { continue };
        for instance in &known.characteristics.abilities {
            let Ability::Static(it) = &*instance.ability else { continue };
            if !it.changes.iter().any(is_such) || it.condition.is_some() {
                continue;
            }
            let frame = Frame::of_source(source.id, known.controller, instance.origin);
            let Some(selection) = &it.affects else { continue };
            let Ok(affected) = selections::select(played.sight(), &frame, selection) else {
                continue;
            };
            if affected.contains(&Thing::Object(object)) {
                let step = left(played, source.id);
                return Ok(Reasons::NONE.and(Reason { rule: cr!("611.3b"), step }));
            }
        }
    }
    Ok(Reasons::NONE)
}

/// The step in which a permanent left the battlefield, if one tells of it.
fn left(played: Played<'_>, permanent: ObjectId) -> Option<EntryId> {
    let leaves = |entry: &&Entry| match &entry.what {
        What::Changed(Change::Move(it), _) => it.object == permanent,
        _ => false,
    };
    played.trace.entries().iter().find(leaves).map(|entry| entry.id)
}
