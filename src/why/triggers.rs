//! How often an ability has triggered, by which rules, and why not.

use std::borrow::Cow;

use crate::engine::Outcome;
use crate::engine::additional::keyword_abilities::haunt;
use crate::engine::additional::split_cards;
use crate::engine::casual::planechase::PLANESWALKING;
use crate::engine::concepts::abilities;
use crate::engine::concepts::abilities::functions;
use crate::engine::reading::Frame;
use crate::engine::reading::events::of_haunted;
use crate::engine::reading::filters::matches;
use crate::game::{
    AbilityInstance, Change, Characteristics, Game, LinkKey, MoveAction, ObjectId, WaitingTrigger,
};
use crate::ir::change::Change as Effect;
use crate::ir::event::{Attacks, Made};
use crate::ir::part::{Part, any, mentions};
use crate::ir::{Ability, CardType, CounterKind, Event, Filter, KeywordName, Trait, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::{Note, Reason, Reasons, What, Would};

use super::replaced::Prevented;
use super::steps::coming;
use super::values::{self, Asked};
use super::whereabouts::path_of;
use super::{Played, layers, lost};

mod certain;
mod entering;
mod fighting;
pub(super) mod grounds;
mod missed;
mod nearly;
mod steps;

/// The rules that say themselves why an ability did not see what it waits for.
const LEADS: [RuleId; 4] = [cr!("603.10"), cr!("603.6b"), cr!("702.26b"), cr!("702.26d")];

/// How often abilities of an object have triggered, and by which rules.
pub(crate) struct Triggered {
    /// How often.
    pub(crate) count: u32,
    /// If never, why not.
    pub(crate) why_not: Option<Cow<'static, str>>,
    /// The rules by which they have, or have not.
    pub(crate) rules: Reasons,
}

/// How often abilities of an object have triggered, of several that one which is asked about; if never, why.
pub(crate) fn triggered(played: Played<'_>, object: ObjectId, number: Option<u32>) -> Outcome<Triggered> {
    let game = played.game;
    let root = game.earliest(object);
    let right = |its: u8| number.is_none_or(|number| number == u32::from(its));
    let mut count = 0;
    let mut rules = Reasons::NONE;
    let (mut unmet, mut again, mut kept) = (Reasons::NONE, Reasons::NONE, Reasons::NONE);
    // A card that is part of a merged or melded permanent has the abilities of that meanwhile.
    let stays = path_of(played.game, object);
    let is_its = |source: ObjectId| game.earliest(source) == root || stays.contains(&source);
    for entry in played.trace.entries() {
        match &entry.what {
            What::Changed(Change::Trigger(trigger), _)
                if right(trigger.number) && trigger.origin != PLANESWALKING && is_its(trigger.source) =>
            {
                count += 1;
                again = Reasons::NONE;
                rules = rules.joined(entry.reasons()).joined(grounds::of(played, entry, trigger));
                // Of one or more at the same time it triggers once.
                let once = is_of_all(&trigger.ability.when) || is_of_several_targets(game, trigger);
                rules = if once { rules.and(cr!("603.2c")) } else { rules };
            }
            What::Note(Note::DoesNotTrigger(source, _, its)) if right(its.number) && is_its(*source) => {
                unmet = entry.reasons();
            }
            What::Note(Note::DelayedDoesNotTrigger(source)) if number.is_none() && is_its(*source) => {
                unmet = entry.reasons();
            }
            What::Note(Note::KeptFromTriggering(source, _, its, _))
                if right(its.number) && is_its(*source) =>
            {
                kept = entry.reasons();
            }
            What::Note(Note::HasTriggered(source, _, its, _) | Note::IsDone(source, _, its))
                if right(its.number) && is_its(*source) =>
            {
                again = entry.reasons();
            }
            _ => {}
        }
    }
    rules = rules.joined(again);
    if count > 0 {
        return Ok(Triggered { count, why_not: None, rules });
    }
    let (why, rules) = if !kept.is_empty() {
        let at_once = stays.iter().any(|stay| entering::became_at_once(played, *stay));
        ("what happened is said to cause it not to", if at_once { kept.and(cr!("603.6b")) } else { kept })
    } else if unmet.is_empty() {
        never(played, object, number)?
    } else if persisted(played, object) {
        ("it had a -1/-1 counter on it", unmet.and(cr!("702.79a")).and(cr!("603.10a")))
    } else {
        ("its condition is not true", unmet)
    };
    // What was nearly what it waits for says more.
    if missed::NOTHING.contains(&why)
        && !LEADS.iter().any(|leads| rules.contains(*leads))
        && let Some((words, nearly)) = nearly::found(played, object, number)
    {
        return Ok(Triggered { count, why_not: Some(words.into()), rules: nearly.joined(rules) });
    }
    Ok(Triggered { count, why_not: Some(why.into()), rules })
}

/// The object as which an object has triggered last: a face that came later has not.
pub(crate) fn last_source(played: Played<'_>, object: ObjectId, number: Option<u32>) -> Option<ObjectId> {
    let root = played.game.earliest(object);
    played.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Changed(Change::Trigger(trigger), _)
            if played.game.earliest(trigger.source) == root
                && number.is_none_or(|its| its == u32::from(trigger.number)) =>
        {
            Some(trigger.source)
        }
        _ => None,
    })
}

/// How many triggered abilities an object has or has had at most, as printed or as it was somewhere; a keyword may stand for one.
pub(crate) fn most_abilities(played: Played<'_>, object: ObjectId) -> usize {
    let Played { game, view, .. } = played;
    let counts = |abilities: &[AbilityInstance]| {
        let triggers =
            |its: &&AbilityInstance| matches!(&*its.ability, Ability::Triggered(_) | Ability::Keyword(_));
        abilities.iter().filter(triggers).count()
    };
    let stays = path_of(game, object);
    let mut most = counts(&view.characteristics(game, object).abilities);
    for stay in stays.into_iter().chain([object]) {
        let its = game.object(stay);
        let faces = its.definition.iter().flat_map(|card| &card.faces);
        let known = its.known.iter().map(|known| counts(&known.characteristics.abilities));
        let printed = faces.map(|face| counts(&face.abilities)).chain([counts(&its.base.abilities)]);
        most = known.chain(printed).fold(most, usize::max);
    }
    most
}

/// Whether any ability of this number has triggered, of whatever object.
pub(crate) fn any_has_triggered(played: Played<'_>, number: u32) -> bool {
    played.trace.entries().iter().any(|entry| match &entry.what {
        What::Changed(Change::Trigger(trigger), _) => u32::from(trigger.number) == number,
        _ => false,
    })
}

/// Whether an event is that one or more of something happen.
fn is_of_all(event: &Event) -> bool {
    match event.made() {
        Made::OneOrMore(_) => true,
        Made::Any(events) => events.iter().any(is_of_all),
        Made::Nth(..) | Made::CausedBy(..) | Made::Provided(..) | Made::Plain => false,
    }
}

/// Whether it was a spell that has several targets, or one several times, and the ability waits for one that has such a target: that is one
/// event however many they are.
fn is_of_several_targets(game: &Game, trigger: &WaitingTrigger) -> bool {
    let of_targets =
        |part: Part<'_>| matches!(part, Part::Filter(Filter::Targets(_) | Filter::TargetsPlayer(_)));
    let spell = trigger.occasion.objects.first().filter(|_| mentions(&trigger.ability.when, of_targets));
    let announced = spell.and_then(|spell| game.object(*spell).announced.as_ref());
    announced.is_some_and(|announced| announced.targets.iter().flatten().count() > 1)
}

/// Whether an object with persist has left the battlefield with a -1/-1 counter on it (702.79a).
fn persisted(played: Played<'_>, object: ObjectId) -> bool {
    let game = played.game;
    let weakened = |(kind, count): &(CounterKind, u32)| *kind == CounterKind::MINUS_ONE && *count > 0;
    path_of(played.game, object).into_iter().map(|stay| game.object(stay)).any(|its| {
        its.next.is_some()
            && its.counters.iter().any(weakened)
            && its.known.as_ref().is_some_and(|known| known.characteristics.has(KeywordName::Persist))
    })
}

/// Whether an ability waits for the death of something of which this holds.
fn of_death(event: &Event, of: &dyn Fn(&Filter) -> bool) -> bool {
    event.is_made_of(&mut |event| {
        let Event::Moves(moves) = event else { return false };
        moves.from == [Zone::Battlefield] && moves.to == [Zone::Graveyard] && of(&moves.what)
    })
}

/// Why no event was what an ability of an object waits for, where that can be told without looking at where the object was.
fn by_its_event(
    played: Played<'_>,
    object: ObjectId,
    number: Option<u32>,
) -> Outcome<Option<(&'static str, Reasons)>> {
    if let Some(found) = fighting::not_so(played, object, number)? {
        return Ok(Some(found));
    }
    if let Some(found) = not_its_event(played, object) {
        return Ok(Some(found));
    }
    let missed = missed::no_event(played, object, number)?;
    Ok(missed.map(|(why, reason)| (why, Reasons::NONE.and(reason))))
}

/// Whether an event is that the object itself enters the battlefield.
fn is_its_entering(event: &Event) -> bool {
    matches!(event, Event::Moves(moves) if moves.to == [Zone::Battlefield] && moves.what == Filter::Is(Trait::This))
}

/// Whether an ability moves its object out of the only zone in which it functions (113.6m).
fn moves_its_object(instance: &AbilityInstance) -> bool {
    abilities::where_it_moves_from(instance).is_some()
        || instance
            .ability
            .as_triggered()
            .is_some_and(|it| abilities::of_triggered(it).is_some_and(|from| it.from == Some(from)))
}

/// Why no ability of an object has triggered: there is none, the object moved but did not die (700.4), it does not function where the object was (113.6), the object
/// came back as one that does not have it (400.7), or nothing that happened is what it waits for (603.2).
fn never(played: Played<'_>, object: ObjectId, number: Option<u32>) -> Outcome<(&'static str, Reasons)> {
    if let Some(found) = by_its_event(played, object, number)? {
        return Ok(found);
    }
    let view = played.view;
    let game = played.game;
    let mut has_one = false;
    let mut haunts = false;
    let mut waits_for_death = false;
    let mut waits_for_its_own = false;
    let mut waits_for_haunted = false;
    let mut moves_itself = false;
    let mut says_where = false;
    let mut only_enters = true;
    // Where the object stood in each of its stays, and whether such an ability functioned there.
    let mut stays: Vec<(Zone, bool)> = Vec::new();
    for stay in path_of(played.game, object) {
        let its = game.object(stay);
        let has = match &its.known {
            Some(known) => &known.characteristics,
            None if its.exists => view.characteristics(game, stay),
            None => &its.base,
        };
        let triggered = has.abilities.iter().filter(|it| matches!(&*it.ability, Ability::Triggered(_)));
        let mut functioned = false;
        for (place, instance) in (1..).zip(triggered) {
            if number.is_none_or(|number| number == place) {
                has_one = true;
                if let Ability::Triggered(it) = &*instance.ability {
                    waits_for_death |= of_death(&it.when, &|_| true);
                    waits_for_its_own |= of_death(&it.when, &|what| *what == Filter::Is(Trait::This));
                    says_where |= it.from.is_some();
                    waits_for_haunted |= it.when.alternatives().iter().any(of_haunted);
                    only_enters &= is_its_entering(&it.when);
                }
                functioned |= functions(instance, its.home());
                moves_itself |= moves_its_object(instance);
                haunts |= instance.keyword == Some(KeywordName::Haunt);
            }
        }
        stays.push((its.home(), functioned));
    }
    let functioned = stays.iter().any(|(_, functioned)| *functioned);
    let lost =
        stays.split_last().is_some_and(|((zone, has), earlier)| !has && earlier.contains(&(*zone, true)));
    let zones: Vec<Zone> = stays.iter().map(|(zone, _)| *zone).collect();
    let moved = |dies: bool| {
        zones.windows(2).any(|step| match step {
            [Zone::Battlefield, to] => dies == (*to == Zone::Graveyard),
            [_, Zone::Graveyard] => !dies,
            _ => false,
        })
    };
    let failed = zones.windows(2).any(|step| matches!(step, [Zone::Stack, Zone::Graveyard]));
    if haunts && failed && !zones.contains(&Zone::Battlefield) {
        if !has_resolved(played, object) {
            return Ok(("it was not put into a graveyard as it resolved", Reasons::of(&[cr!("702.55a")])));
        }
        if let Some(found) = had_not(played, object, number)? {
            return Ok(found);
        }
    }
    if waits_for_haunted && no_longer_haunts(played, object) {
        return Ok(("it haunts nothing any more", Reasons::of(&[cr!("702.55b"), cr!("702.55c")])));
    }
    if waits_for_its_own && moved(false) && !moved(true) {
        return Ok(("it has not died", Reasons::of(&[cr!("700.4")])));
    }
    if waits_for_death && moved(false) && !moved(true) && !anything_died(played) {
        return Ok(("nothing has died", Reasons::of(&[cr!("700.4")])));
    }
    if !has_one {
        return without_one(played, object, number);
    }
    if !functioned && let Some(found) = had_not(played, object, number)? {
        return Ok(found);
    }
    if !functioned && only_enters && !zones.contains(&Zone::Battlefield) {
        return Ok(("it has not entered the battlefield", Reasons::of(&[cr!("603.6a")])));
    }
    match (functioned, lost) {
        (false, _) => {
            let rule = match () {
                () if moves_itself => cr!("113.6m"),
                () if says_where => cr!("113.6b"),
                () => cr!("113.6"),
            };
            Ok(("its ability does not function where it was", Reasons::of(&[rule])))
        }
        (_, true) => {
            Ok(("the object that came back does not have the ability", Reasons::of(&[cr!("400.7")])))
        }
        _ => {
            let (why, rules) = missed::meanwhile(played, object, number)?;
            let never = entering::was_never_so(played, object);
            Ok((why, if never { rules.and(cr!("603.6b")) } else { rules }))
        }
    }
}

/// Why an object had not what would have functioned of its card where it was: it was face down (708.2a), it was a copy of something else
/// (707.2), it had become a land of another type (305.7), or an effect had taken it (613.1f).
fn had_not(
    played: Played<'_>,
    object: ObjectId,
    number: Option<u32>,
) -> Outcome<Option<(&'static str, Reasons)>> {
    let game = played.game;
    let has_one = |abilities: &[AbilityInstance], zone: Zone| {
        let triggered = abilities.iter().filter(|it| matches!(&*it.ability, Ability::Triggered(_)));
        (1..)
            .zip(triggered)
            .any(|(place, instance)| number.is_none_or(|number| number == place) && functions(instance, zone))
    };
    let had_one = path_of(played.game, object).into_iter().map(|stay| game.object(stay)).find_map(|its| {
        let zone = its.home();
        let printed = its.definition.as_ref()?.in_zone(zone, its.face)?;
        let had = match &its.known {
            Some(known) => &known.characteristics,
            None if its.exists => played.view.characteristics(game, its.id),
            None => &its.base,
        };
        let in_play = zone == Zone::Battlefield;
        if !has_one(&printed.abilities, zone) || has_one(&had.abilities, zone) {
            return None;
        }
        Some(if in_play && its.is_face_down() {
            Err(("it was face down", Reasons::of(&[cr!("708.2a")])))
        } else if in_play && split_cards::lacks(its, had) {
            Err(("the half with the ability was locked", Reasons::of(&[cr!("709.5")])))
        } else if in_play && (its.copied.is_some() || had.name != printed.name) {
            Err(("it was a copy of something that has no such ability", Reasons::of(&[cr!("707.2")])))
        } else {
            Ok((its.id, its.exists, is_set_to_land(had, &its.base)))
        })
    });
    let why = "it had lost the ability";
    Ok(match had_one {
        None => None,
        Some(Err(found)) => Some(found),
        Some(Ok((stay, exists, set_to_land))) => {
            let taken = if exists { lost::of_abilities(played, stay)? } else { None };
            let rule = if set_to_land { cr!("305.7") } else { cr!("613.1f") };
            Some((why, taken.unwrap_or(Reasons::of(&[rule]))))
        }
    })
}

/// Whether an object was a land that had been set to basic land types, and not lost the mana ability of such a type again (305.7): its
/// card gives it none.
fn is_set_to_land(had: &Characteristics, printed: &Characteristics) -> bool {
    let basic = |its: &Characteristics| its.types.subtypes.iter().any(|its| its.basic_land_color().is_some());
    had.is(CardType::Land) && basic(had) && !basic(printed) && !had.abilities.is_empty()
}

/// Why nothing has triggered of an object that has no triggered ability: a delayed one of its waits, or did so.
fn without_one(
    played: Played<'_>,
    object: ObjectId,
    number: Option<u32>,
) -> Outcome<(&'static str, Reasons)> {
    let game = played.game;
    let root = game.earliest(object);
    let delayed = played.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Changed(Change::AddDelayed(delayed), _) if game.earliest(delayed.source) == root => {
            Some((delayed.id, entry.reasons()))
        }
        _ => None,
    });
    let ended = played.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Changed(Change::EndDelayed(id), _) if delayed.is_some_and(|(its, _)| its == *id) => {
            Some(entry.reasons())
        }
        _ => None,
    });
    Ok(match (ended, delayed) {
        (Some(rules), _) => ("its delayed ability waits no longer", rules),
        (None, Some((_, rules))) => {
            ("since its delayed ability was created, nothing has happened that this waits for", rules)
        }
        (None, None) => match had_not(played, object, number)? {
            Some(found) => found,
            None if let Some(found) = set_up_none(played, object) => found,
            None if was_encoded(played, object) => {
                ("no card is encoded on it any more", Reasons::of(&[cr!("702.99c")]))
            }
            None => ("it has no such ability", without_abilities(played, object)?),
        },
    })
}

/// Why an object has set up none of the delayed abilities that it speaks of: its targets were illegal (608.2b).
fn set_up_none(played: Played<'_>, object: ObjectId) -> Option<(&'static str, Reasons)> {
    let game = played.game;
    let root = game.earliest(object);
    let is_delayed = |part| matches!(part, Part::Delayed(_));
    if !game.object(root).bodies().any(|body| any(body, &mut |place| is_delayed(place.part))) {
        return None;
    }
    played.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Note(Note::IllegalTarget(of, _)) if game.earliest(*of) == root => {
            Some(("a target was illegal, so that no delayed ability was created", entry.reasons()))
        }
        What::Changed(Change::Move(it), _)
            if it.action == MoveAction::Fail && game.earliest(it.object) == root =>
        {
            Some(("it did not resolve, so that no delayed ability was created", entry.reasons()))
        }
        _ => None,
    })
}

/// Whether a card that haunted something has left exile (702.55b).
fn no_longer_haunts(played: Played<'_>, object: ObjectId) -> bool {
    let game = played.game;
    let haunted = |stay: &ObjectId| game.linked(LinkKey::own(*stay, haunt::HAUNTS)).next().is_some();
    path_of(played.game, object).iter().any(|stay| !game.object(*stay).exists && haunted(stay))
}

/// Whether a card has been encoded on an object that is so no longer (702.99c).
fn was_encoded(played: Played<'_>, object: ObjectId) -> bool {
    let game = played.game;
    let root = game.earliest(object);
    let ended = played.trace.entries().iter().any(|entry| match &entry.what {
        What::Note(Note::NoLongerEncoded(_, host)) => game.earliest(*host) == root,
        _ => false,
    });
    ended && !game.encodings().iter().any(|(card, host)| *host == object && game.object(*card).exists)
}

/// Whether a spell has been put into a graveyard as it resolved (608.2n).
fn has_resolved(played: Played<'_>, object: ObjectId) -> bool {
    let game = played.game;
    let root = game.earliest(object);
    played.trace.entries().iter().any(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => {
            it.action == MoveAction::Resolve && it.to == Zone::Graveyard && game.earliest(it.object) == root
        }
        _ => false,
    })
}

/// Whether any permanent has died since the scenario began (700.4).
fn anything_died(played: Played<'_>) -> bool {
    let game = played.game;
    played.trace.entries().iter().any(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => {
            it.to == Zone::Graveyard && game.object(it.object).zone == Zone::Battlefield
        }
        _ => false,
    })
}

/// The rules by which an object does not have abilities that it might: effects take them, or it has other values than its card's.
fn without_abilities(played: Played<'_>, object: ObjectId) -> Outcome<Reasons> {
    let taken = |change: &Effect| matches!(change, Effect::LoseAllAbilities | Effect::Lose(_));
    let rules = layers::by_effects(played, object, &taken, false)?;
    if !rules.is_empty() {
        // What gave it such an ability before, in the same layer, is taken as well.
        let gives = |change: &Effect| {
            let mut given = change.given().into_iter().flatten();
            given.any(|ability| ability.as_triggered().is_some())
        };
        let either = |change: &Effect| gives(change) || taken(change);
        let both = layers::by_effects(played, object, &either, false)?;
        return Ok(if both.contains(cr!("613.7")) { rules.and(cr!("613.7")) } else { rules });
    }
    let its = played.game.object(object);
    let other = values::of(played, its, Asked::Abilities);
    let static_ability = entering::says_how_it_enters(played, object);
    Ok(match other.are_others() {
        true => other.rules,
        false if static_ability => Reasons::of(&[cr!("603.6d")]),
        false => Reasons::NONE,
    })
}

/// Why an ability did not trigger though something like its event seems to have happened: its damage was prevented or replaced (603.2g), or
/// continuous effects had taken the ability away from the moment it entered (603.6b).
fn not_its_event(played: Played<'_>, object: ObjectId) -> Option<(&'static str, Reasons)> {
    let path = path_of(played.game, object);
    let view = played.view;
    let too_late = path.last().and_then(|now| fits_too_late(played, *now));
    let game = played.game;
    let is_trigger = |ability: &Ability, fits: fn(&Event) -> bool| {
        ability.as_triggered().is_some_and(|triggered| fits(&triggered.when))
    };
    let has = |stay: ObjectId, fits: fn(&Event) -> bool| {
        let abilities = &view.characteristics(game, stay).abilities;
        abilities.iter().any(|instance| is_trigger(&instance.ability, fits))
    };
    let now = path.last().copied().filter(|now| game.object(*now).on_battlefield())?;
    let its = game.object(now);
    let enters = |event: &Event| {
        event.is_made_of(&mut |event| matches!(event, Event::Moves(moves) if moves.to == [Zone::Battlefield]))
    };
    let printed = its.base.abilities.iter().any(|instance| is_trigger(&instance.ability, enters));
    if its.previous.is_some() && printed && !has(now, enters) {
        // Face down it never had it.
        if coming(played, now).is_some_and(|(_, came)| came.enters_face_down()) {
            return Some(("it was face down as it entered", Reasons::of(&[cr!("708.3"), cr!("708.2a")])));
        }
        return Some(("it had lost the ability as soon as it was there", Reasons::of(&[cr!("603.6b")])));
    }
    if let Some(rule) = too_late {
        return Some((
            "what would have made it trigger came to be of that kind only afterwards",
            Reasons::of(&[rule]),
        ));
    }
    let why = played.trace.entries().iter().find_map(|entry| match &entry.what {
        _ if Prevented::of(entry).is_some_and(|prevented| prevented.source == Some(now)) => {
            Some(("the damage was prevented", entry.id))
        }
        What::Replaced(_, _, Would::Damage { source, .. } | Would::Redirected { source, .. })
            if *source == Some(now) =>
        {
            Some(("the damage that it waits for was replaced", entry.id))
        }
        _ => None,
    });
    let why = why
        .filter(|_| has(now, |event| event.is_made_of(&mut |event| matches!(event, Event::DealsDamage(_)))));
    why.map(|(why, step)| (why, Reasons::NONE.and(Reason { rule: cr!("603.2g"), step: Some(step) })))
}

/// The rule by which it is no matter that a creature that has attacked or blocked is of the right kind only now (508.2a, 509.3f).
fn fits_too_late(played: Played<'_>, source: ObjectId) -> Option<RuleId> {
    let view = played.view;
    let game = played.game;
    let sight = played.sight();
    let controller = view.controller(game, source);
    let mut declared = played.trace.entries().iter().filter_map(|entry| match &entry.what {
        What::Changed(Change::Attack(attack), _) => Some((attack.attacker, None)),
        What::Changed(Change::Block(block), _) => Some((block.attacker, Some(block.blocker))),
        _ => None,
    });
    declared.find_map(|(attacker, blocker)| {
        view.characteristics(game, source).abilities.iter().find_map(|instance| {
            let Ability::Triggered(triggered) = &*instance.ability else { return None };
            let frame = Frame::of_source(source, controller, instance.origin);
            let is = |filter: &Filter, object: ObjectId| {
                game.object(object).on_battlefield()
                    && matches(sight, &frame, filter, object).unwrap_or(false)
            };
            triggered.when.alternatives().iter().find_map(|event| {
                let Some(blocker) = blocker else {
                    let Event::Attacks(attacks) = event else { return None };
                    let fits = *attacks == Attacks::plain(attacks.what.clone()) && is(&attacks.what, attacker);
                    return fits.then_some(cr!("508.2a"));
                };
                let fits = matches!(event, Event::Blocks(what, by) if is(what, blocker) && is(by, attacker))
                    || matches!(event, Event::BecomesBlocked(what, by) if is(what, attacker) && is(by, blocker));
                fits.then_some(cr!("509.3f"))
            })
        })
    })
}
