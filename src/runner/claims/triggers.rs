//! Claims about what has triggered, and what was replaced.

use crate::diag::{Code, Diagnostic};
use crate::engine::additional::keyword_abilities::haunt;
use crate::engine::casual::planechase::PLANESWALKING;
use crate::engine::concepts::abilities;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::view::{View, functions};
use crate::game::{AbilityInstance, Change, Characteristics, LinkKey, MoveAction, ObjectId, Thing};
use crate::ir::change::Change as Effect;
use crate::ir::event::{Attacks, Made};
use crate::ir::{Ability, CardType, CounterKind, Event, Filter, KeywordName, Trait, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::runner::stage::{Stage, Staged};
use crate::runner::values::{self, Asked};
use crate::runner::{layers, lost};
use crate::scenario::script::{Part, Reference};
use crate::trace::{Note, What, Would};

use super::{Judged, fighting, missed, path_of};

pub(super) fn triggers(stage: &mut Stage<'_, '_>, count: Option<u32>, from: &Reference) -> Staged<Judged> {
    let whole = Reference { part: Part::Whole, ..from.clone() };
    let object = stage.object(&whole)?;
    let number = match from.part {
        Part::Ability(number) => number,
        _ => None,
    };
    there_is(stage, object, number, from)?;
    let (actual, times, rules) = triggered(stage, object, number)?;
    // It is called what it was as it triggered: a face that came later has not.
    let root = stage.play.game.earliest(object);
    let triggered = stage.play.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Changed(Change::Trigger(trigger), _)
            if stage.play.game.earliest(trigger.source) == root
                && number.is_none_or(|its| its == u32::from(trigger.number)) =>
        {
            Some(trigger.source)
        }
        _ => None,
    });
    let name = stage.answers.table().told(&stage.play.game, triggered.unwrap_or(object));
    // Of several abilities the one that is asked about.
    let name = match number {
        Some(number) => format!("{name}'s ability {number}"),
        None => name,
    };
    let holds = match count {
        Some(count) => actual == count,
        None => actual > 0,
    };
    Ok(Judged { holds, sentence: format!("{name} {times}"), rules })
}

/// An ability that an object has never had can't have triggered: to ask for it is a slip.
fn there_is(stage: &mut Stage<'_, '_>, object: ObjectId, number: Option<u32>, from: &Reference) -> Staged {
    let Some(number) = number else { return Ok(()) };
    let view = stage.view()?;
    let game = &stage.play.game;
    // A keyword may stand for a triggered ability.
    let counts = |abilities: &[AbilityInstance]| {
        let triggers =
            |its: &&AbilityInstance| matches!(&*its.ability, Ability::Triggered(_) | Ability::Keyword(_));
        abilities.iter().filter(triggers).count()
    };
    let stays = path_of(stage, object);
    let mut most = counts(&view.characteristics(game, object).abilities);
    for stay in stays.into_iter().chain([object]) {
        let its = game.object(stay);
        let faces = its.definition.iter().flat_map(|card| &card.faces);
        let known = its.known.iter().map(|known| counts(&known.characteristics.abilities));
        let printed = faces.map(|face| counts(&face.abilities)).chain([counts(&its.base.abilities)]);
        most = known.chain(printed).fold(most, usize::max);
    }
    let has_triggered = stage.play.trace.entries().iter().any(|entry| match &entry.what {
        What::Changed(Change::Trigger(trigger), _) => u32::from(trigger.number) == number,
        _ => false,
    });
    if number as usize <= most || has_triggered {
        return Ok(());
    }
    let message = format!("`{}` has no triggered ability {number}", from.name.text);
    let help = match most {
        0 => "it has none".to_owned(),
        most => format!("its triggered abilities are counted from 1 to {most}, as printed"),
    };
    Err(Diagnostic::error(Code::UnknownObject, message, from.span, "").with_help(help).into())
}

/// How often abilities of an object have triggered, as a number and in words, and by which rules; if never, why.
pub(in crate::runner) fn triggered(
    stage: &mut Stage<'_, '_>,
    object: ObjectId,
    number: Option<u32>,
) -> Staged<(u32, String, Rules)> {
    let game = &stage.play.game;
    let root = game.earliest(object);
    let right = |its: u8| number.is_none_or(|number| number == u32::from(its));
    let mut count = 0;
    let mut rules = Rules::NONE;
    let (mut unmet, mut again, mut kept) = (Rules::NONE, Rules::NONE, Rules::NONE);
    // A card that is part of a merged or melded permanent has the abilities of that meanwhile.
    let stays = path_of(stage, object);
    let is_its = |source: ObjectId| game.earliest(source) == root || stays.contains(&source);
    for entry in stage.play.trace.entries() {
        match &entry.what {
            What::Changed(Change::Trigger(trigger), _)
                if right(trigger.number) && trigger.origin != PLANESWALKING && is_its(trigger.source) =>
            {
                count += 1;
                again = Rules::NONE;
                rules = entry.rules.iter().fold(rules, Rules::and);
                // Of one or more at the same time it triggers once.
                rules = if is_of_all(&trigger.ability.when) { rules.and(cr!("603.2c")) } else { rules };
            }
            What::Note(Note::DoesNotTrigger(source, _, its)) if right(its.number) && is_its(*source) => {
                unmet = entry.rules;
            }
            What::Note(Note::KeptFromTriggering(source, _, its, _))
                if right(its.number) && is_its(*source) =>
            {
                kept = entry.rules;
            }
            What::Note(Note::HasTriggered(source, _, its) | Note::IsDone(source, _, its))
                if right(its.number) && is_its(*source) =>
            {
                again = entry.rules;
            }
            _ => {}
        }
    }
    rules = again.iter().fold(rules, Rules::and);
    let words = match count {
        0 => {
            let (why, rules) = if !kept.is_empty() {
                ("what happened is said to cause it not to", kept)
            } else if unmet.as_slice().is_empty() {
                never(stage, object, number)?
            } else if persisted(stage, object) {
                ("it had a -1/-1 counter on it", unmet.and(cr!("702.79a")).and(cr!("603.10a")))
            } else {
                ("its condition is not true", unmet)
            };
            return Ok((0, format!("has not triggered: {why}"), rules));
        }
        1 => "triggers once".to_owned(),
        count => format!("triggers {count} times"),
    };
    Ok((count, words, rules))
}

/// Whether an event is that one or more of something happen.
fn is_of_all(event: &Event) -> bool {
    match event.made() {
        Made::OneOrMore(_) => true,
        Made::Any(events) => events.iter().any(is_of_all),
        Made::Nth(..) | Made::CausedBy(..) | Made::Provided(..) | Made::Plain => false,
    }
}

/// Whether an object with persist has left the battlefield with a -1/-1 counter on it (702.79a).
fn persisted(stage: &Stage<'_, '_>, object: ObjectId) -> bool {
    let game = &stage.play.game;
    let weakened = |(kind, count): &(CounterKind, u32)| *kind == CounterKind::MINUS_ONE && *count > 0;
    path_of(stage, object).into_iter().map(|stay| game.object(stay)).any(|its| {
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

/// Why no ability of an object has triggered: there is none, the object moved but did not die (700.4), it does not function where the object was (113.6), the object
/// came back as one that does not have it (400.7), or nothing that happened is what it waits for (603.2).
fn never(stage: &mut Stage<'_, '_>, object: ObjectId, number: Option<u32>) -> Staged<(&'static str, Rules)> {
    if let Some(found) = fighting::not_so(stage, object, number)? {
        return Ok(found);
    }
    if let Some(found) = not_its_event(stage, object) {
        return Ok(found);
    }
    if let Some((why, rule)) = missed::no_event(stage, object, number)? {
        return Ok((why, Rules::of(&[rule])));
    }
    let view = stage.view()?;
    let game = &stage.play.game;
    let mut has_one = false;
    let mut haunts = false;
    let mut waits_for_death = false;
    let mut waits_for_its_own = false;
    let mut waits_for_haunted = false;
    let mut moves_itself = false;
    let mut only_enters = true;
    // Where the object stood in each of its stays, and whether such an ability functioned there.
    let mut stays: Vec<(Zone, bool)> = Vec::new();
    for stay in path_of(stage, object) {
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
                    waits_for_haunted |= it.when.alternatives().iter().any(haunt::of_haunted);
                    only_enters &= matches!(
                        &it.when,
                        Event::Moves(moves)
                            if moves.to == [Zone::Battlefield] && moves.what == Filter::Is(Trait::This)
                    );
                }
                functioned |= functions(instance, its.home());
                moves_itself |= abilities::where_it_moves_from(instance).is_some();
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
        if !has_resolved(stage, object) {
            return Ok(("it was not put into a graveyard as it resolved", Rules::of(&[cr!("702.55a")])));
        }
        if let Some(found) = had_not(stage, &view, object, number)? {
            return Ok(found);
        }
    }
    if waits_for_haunted && no_longer_haunts(stage, object) {
        return Ok(("it haunts nothing any more", Rules::of(&[cr!("702.55b"), cr!("702.55c")])));
    }
    if waits_for_its_own && moved(false) && !moved(true) {
        return Ok(("it has not died", Rules::of(&[cr!("700.4")])));
    }
    if waits_for_death && moved(false) && !moved(true) && !anything_died(stage) {
        return Ok(("nothing has died", Rules::of(&[cr!("700.4")])));
    }
    if !has_one {
        return without_one(stage, object, number);
    }
    if !functioned && let Some(found) = had_not(stage, &view, object, number)? {
        return Ok(found);
    }
    if !functioned && only_enters && !zones.contains(&Zone::Battlefield) {
        return Ok(("it has not entered the battlefield", Rules::of(&[cr!("603.6a")])));
    }
    match (functioned, lost) {
        (false, _) => {
            let rule = if moves_itself { cr!("113.6m") } else { cr!("113.6") };
            Ok(("its ability does not function where it was", Rules::of(&[rule])))
        }
        (_, true) => Ok(("the object that came back does not have the ability", Rules::of(&[cr!("400.7")]))),
        _ => missed::meanwhile(stage, object, number),
    }
}

/// Why an object had not what would have functioned of its card where it was: it was face down (708.2a), it was a copy of something else
/// (707.2), it had become a land of another type (305.7), or an effect had taken it (613.1f).
fn had_not(
    stage: &mut Stage<'_, '_>,
    view: &View,
    object: ObjectId,
    number: Option<u32>,
) -> Staged<Option<(&'static str, Rules)>> {
    let game = &stage.play.game;
    let has_one = |abilities: &[AbilityInstance], zone: Zone| {
        let triggered = abilities.iter().filter(|it| matches!(&*it.ability, Ability::Triggered(_)));
        (1..)
            .zip(triggered)
            .any(|(place, instance)| number.is_none_or(|number| number == place) && functions(instance, zone))
    };
    let had_one = path_of(stage, object).into_iter().map(|stay| game.object(stay)).find_map(|its| {
        let zone = its.home();
        let printed = its.definition.as_ref()?.in_zone(zone, its.face)?;
        let had = match &its.known {
            Some(known) => &known.characteristics,
            None if its.exists => view.characteristics(game, its.id),
            None => &its.base,
        };
        let in_play = zone == Zone::Battlefield;
        if !has_one(&printed.abilities, zone) || has_one(&had.abilities, zone) {
            return None;
        }
        Some(if in_play && its.is_face_down() {
            Err(("it was face down", Rules::of(&[cr!("708.2a")])))
        } else if in_play && (its.copied.is_some() || had.name != printed.name) {
            Err(("it was a copy of something that has no such ability", Rules::of(&[cr!("707.2")])))
        } else {
            Ok((its.id, its.exists, is_set_to_land(had, &its.base)))
        })
    });
    let why = "it had lost the ability";
    Ok(match had_one {
        None => None,
        Some(Err(found)) => Some(found),
        Some(Ok((stay, exists, set_to_land))) => {
            let taken = if exists { lost::of_abilities(stage, stay)? } else { None };
            let rule = if set_to_land { cr!("305.7") } else { cr!("613.1f") };
            Some((why, taken.unwrap_or(Rules::of(&[rule]))))
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
    stage: &mut Stage<'_, '_>,
    object: ObjectId,
    number: Option<u32>,
) -> Staged<(&'static str, Rules)> {
    let view = stage.view()?;
    let game = &stage.play.game;
    let root = game.earliest(object);
    let delayed = stage.play.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Changed(Change::AddDelayed(delayed), _) if game.earliest(delayed.source) == root => {
            Some((delayed.id, entry.rules))
        }
        _ => None,
    });
    let ended = stage.play.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Changed(Change::EndDelayed(id), _) if delayed.is_some_and(|(its, _)| its == *id) => {
            Some(entry.rules)
        }
        _ => None,
    });
    Ok(match (ended, delayed) {
        (Some(rules), _) => ("its delayed ability waits no longer", rules),
        (None, Some((_, rules))) => {
            ("since its delayed ability was created, nothing has happened that this waits for", rules)
        }
        (None, None) => match had_not(stage, &view, object, number)? {
            Some(found) => found,
            None if was_encoded(stage, object) => {
                ("no card is encoded on it any more", Rules::of(&[cr!("702.99c")]))
            }
            None => ("it has no such ability", without_abilities(stage, object)?),
        },
    })
}

/// Whether a card that haunted something has left exile (702.55b).
fn no_longer_haunts(stage: &Stage<'_, '_>, object: ObjectId) -> bool {
    let game = &stage.play.game;
    let haunted = |stay: &ObjectId| game.linked(LinkKey::own(*stay, haunt::HAUNTS)).next().is_some();
    path_of(stage, object).iter().any(|stay| !game.object(*stay).exists && haunted(stay))
}

/// Whether a card has been encoded on an object that is so no longer (702.99c).
fn was_encoded(stage: &Stage<'_, '_>, object: ObjectId) -> bool {
    let game = &stage.play.game;
    let root = game.earliest(object);
    let ended = stage.play.trace.entries().iter().any(|entry| match &entry.what {
        What::Note(Note::NoLongerEncoded(_, host)) => game.earliest(*host) == root,
        _ => false,
    });
    ended && !game.encodings().iter().any(|(card, host)| *host == object && game.object(*card).exists)
}

/// Whether a spell has been put into a graveyard as it resolved (608.2n).
fn has_resolved(stage: &Stage<'_, '_>, object: ObjectId) -> bool {
    let game = &stage.play.game;
    let root = game.earliest(object);
    stage.play.trace.entries().iter().any(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => {
            it.action == MoveAction::Resolve && it.to == Zone::Graveyard && game.earliest(it.object) == root
        }
        _ => false,
    })
}

/// Whether any permanent has died since the scenario began (700.4).
fn anything_died(stage: &Stage<'_, '_>) -> bool {
    let game = &stage.play.game;
    stage.play.trace.entries().iter().any(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => {
            it.to == Zone::Graveyard && game.object(it.object).zone == Zone::Battlefield
        }
        _ => false,
    })
}

/// The rules by which an object does not have abilities that it might: effects take them, or it has other values than its card's.
fn without_abilities(stage: &mut Stage<'_, '_>, object: ObjectId) -> Staged<Rules> {
    let taken = |change: &Effect| matches!(change, Effect::LoseAllAbilities | Effect::Lose(_));
    let rules = layers::by_effects(stage, object, &taken, false)?;
    if !rules.is_empty() {
        return Ok(rules);
    }
    let view = stage.view()?;
    let its = stage.play.game.shared(object);
    let other = values::of(stage, &view, &its, Asked::Abilities);
    Ok(if other.are_others() { other.rules } else { Rules::NONE })
}

/// Why an ability did not trigger though something like its event seems to have happened: its damage was prevented or replaced (603.2g), or
/// continuous effects had taken the ability away from the moment it entered (603.6b).
fn not_its_event(stage: &mut Stage<'_, '_>, object: ObjectId) -> Option<(&'static str, Rules)> {
    let path = path_of(stage, object);
    let view = stage.view().ok()?;
    let too_late = path.last().and_then(|now| fits_too_late(stage, *now));
    let game = &stage.play.game;
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
        return Some(("it had lost the ability as soon as it was there", Rules::of(&[cr!("603.6b")])));
    }
    if let Some(rule) = too_late {
        return Some((
            "what would have made it trigger came to be of that kind only afterwards",
            Rules::of(&[rule]),
        ));
    }
    let why = stage.play.trace.entries().iter().find_map(|entry| match &entry.what {
        What::Replaced(_, _, Would::Prevented { source, .. }) if *source == Some(now) => {
            Some("the damage was prevented")
        }
        What::Replaced(_, _, Would::Damage { source, .. }) if *source == Some(now) => {
            Some("the damage that it waits for was replaced")
        }
        _ => None,
    });
    let why = why
        .filter(|_| has(now, |event| event.is_made_of(&mut |event| matches!(event, Event::DealsDamage(_)))));
    why.map(|why| (why, Rules::of(&[cr!("603.2g")])))
}

/// The rule by which it is no matter that a creature that has attacked or blocked is of the right kind only now (508.2a, 509.3f).
fn fits_too_late(stage: &mut Stage<'_, '_>, source: ObjectId) -> Option<RuleId> {
    let view = stage.view().ok()?;
    let game = &stage.play.game;
    let sight = Sight { game, view: &view };
    let controller = view.controller(game, source);
    let mut declared = stage.play.trace.entries().iter().filter_map(|entry| match &entry.what {
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

pub(super) fn replaced(stage: &mut Stage<'_, '_>, what: &Reference, by: &Reference) -> Staged<Judged> {
    let what = stage.object(what)?;
    let by = stage.object(by)?;
    let game = &stage.play.game;
    let (root, by_root) = (game.earliest(what), game.earliest(by));
    let mut rules = Rules::NONE;
    let mut holds = false;
    for entry in stage.play.trace.entries() {
        if let What::Replaced(Thing::Object(object), effect, _) = &entry.what {
            if game.earliest(*object) == root && game.earliest(*effect) == by_root {
                holds = true;
                entry.rules.iter().for_each(|rule| {
                    rules.push(rule);
                });
            }
        }
    }
    let table = stage.answers.table();
    let verb = if holds { "replaces" } else { "does not replace" };
    let sentence = format!("{} {verb} what would happen to {}", table.told(game, by), table.told(game, what));
    Ok(Judged { holds, sentence, rules })
}
