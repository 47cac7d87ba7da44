//! Instructions that exile objects (701.13), for good or until something happens (610.3).

use crate::engine::additional::keyword_abilities::haunt;
use crate::engine::additional::keyword_actions::{exile, reveal};
use crate::engine::additional::merging_with_permanents;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::found;
use crate::engine::spells::instructions::{Frame, cards_there, cause, objects_there, things, who_are};
use crate::engine::spells::{linked_abilities, one_shot_effects};
use crate::game::effects::Linked;
use crate::game::{Cause, Change, LinkKey, LinkedObject, ObjectId, Thing};
use crate::ir::instruction::Exile;
use crate::ir::{Filter, Selection, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::{also_delayed, counters_with};

/// Exiles objects (701.13a), for good or until something happens (610.3).
pub(super) fn exile_objects(play: &mut Play<'_>, frame: &mut Frame, it: &Exile) -> Outcome {
    if is_over_already(play, frame, it)? {
        frame.did = false;
        return Ok(());
    }
    let counters = counters_with(play, frame, &it.counters)?;
    let objects = cards_there(play, frame, &it.what)?;
    if objects.is_empty() {
        note_elsewhere(play, frame, &it.what);
    }
    let from: Vec<Zone> = objects.iter().map(|object| play.game.object(*object).zone).collect();
    let haunted = match &it.haunting {
        Some(selection) => things(play, frame, selection)?.into_iter().find_map(Thing::object),
        None => None,
    };
    let by_cause = by_what(play, frame, it, (&objects, haunted.is_some()));
    // Who was instructed to look at a card and exiles it face down may go on looking at it (406.3).
    let looked = |object: &ObjectId| {
        let its = play.game.object(*object);
        it.face_down && its.zone == Zone::Library && its.seen_by.contains(&frame.controller)
    };
    let looked: Vec<bool> = objects.iter().map(looked).collect();
    let results = exile::exile(play, by_cause, &objects, it.face_down, &counters)?;
    for (card, _) in results.iter().zip(looked).filter(|(_, looked)| *looked) {
        let cards: Vec<ObjectId> = card.iter().copied().collect();
        reveal::look(play, cause(frame, cr!("406.3")), &cards, frame.controller, Level::Default);
    }
    // A melded or merged permanent is several cards there (712.21c, 730.3c).
    let results: Vec<(Option<ObjectId>, Zone)> = results
        .into_iter()
        .zip(from)
        .flat_map(|(result, zone)| {
            let others = result.map(|new| merging_with_permanents::others_of(&play.game, new));
            let others = others.into_iter().flatten().map(move |other| (Some(other), zone));
            std::iter::once((result, zone)).chain(others)
        })
        .collect();
    let mut exiled = Vec::new();
    let mut waiting = Vec::new();
    for (result, zone) in results {
        let Some(new) = result.filter(|new| play.game.object(*new).zone == Zone::Exile) else { continue };
        exiled.push(Thing::Object(new));
        waiting.push((new, zone));
        if let Some(name) = it.link {
            linked_abilities::keep(play, frame, name, new, Linked::Exiled);
        }
        if let Some(object) = haunted {
            let key = LinkKey::own(new, haunt::HAUNTS);
            let added = Change::AddLink(Box::new(LinkedObject {
                key,
                object,
                how: Linked::Exiled,
                face: 0,
                by: None,
                turn: play.game.turn().number,
            }));
            play.change(cause(frame, cr!("702.55b")), Level::Hidden, added);
        }
        if let Some(who) = &it.may_look {
            for player in who_are(play, frame, who)? {
                reveal::look(play, cause(frame, cr!("406.3")), &[new], player, Level::Default);
            }
        }
    }
    if it.face_down {
        crate::engine::zones::exile::notice_permissions(play)?;
    }
    frame.did = !exiled.is_empty();
    frame.bind(it.slot, exiled);
    if let (Some(event), false) = (&it.until, waiting.is_empty()) {
        let by_cause = cause(frame, cr!("610.3"));
        one_shot_effects::wait(play, by_cause, frame, event, waiting);
    }
    Ok(())
}

/// Whether what an exile waits for has happened already, which is told of each object; then nothing moves (610.3a, 610.3b).
fn is_over_already(play: &mut Play<'_>, frame: &Frame, it: &Exile) -> Outcome<bool> {
    let Some(event) = &it.until else { return Ok(false) };
    if !one_shot_effects::already_over(play, frame, event) {
        return Ok(false);
    }
    let rule = one_shot_effects::rule_of_lapse(play, frame, cr!("610.3b"), cr!("610.3a"));
    for object in objects_there(play, frame, &it.what)? {
        let kind = cause(frame, rule).kind;
        play.note(Level::Default, kind, Rules::of(&[rule]), Note::DurationOver(object));
    }
    Ok(true)
}

/// The cause of the exile of these objects, with the rules by which they are found.
fn by_what(
    play: &mut Play<'_>,
    frame: &Frame,
    it: &Exile,
    (objects, haunting): (&[ObjectId], bool),
) -> Cause {
    let by_cause = also_delayed(frame, &it.what, by_source(frame));
    // That it is exiled is part of what the keyword action does.
    let by_cause = frame.keyword_action().into_iter().fold(by_cause, Cause::and);
    // It is the event that happens in place of another.
    let modified = frame.within.filter(|rule| *rule == cr!("614.6"));
    let by_cause = modified.into_iter().fold(by_cause, Cause::and);
    let by_cause = if haunting { by_cause.and(cr!("702.55a")) } else { by_cause };
    let keyword = play.keyword_rule(frame);
    let by_cause = keyword.into_iter().fold(by_cause, Cause::and);
    let by_cause = match linked_abilities::link_of(&it.what) {
        Some((link, single)) => {
            linked_abilities::rules_of(play, frame, link, single).iter().fold(by_cause, Cause::and)
        }
        None => by_cause,
    };
    let by_cause = match merging_with_permanents::finds_known(&it.what) {
        true => merging_with_permanents::of_all_cards(&play.game, by_cause, objects),
        false => by_cause,
    };
    // What "this" has become the ability finds where that has moved by its event or its own doing.
    let found = if it.what == Selection::This { found::this(&play.game, frame) } else { Vec::new() };
    let found = found.first().filter(|(object, _)| objects.contains(object)).map(|(_, rule)| *rule);
    let by_cause = found.into_iter().fold(by_cause, Cause::and);
    let again = objects.iter().any(|object| was_found_again(play, frame, *object));
    if again { by_cause.and(cr!("400.7k")) } else { by_cause }
}

/// The cause of an exile: the keyword action's own rule is added for each object.
fn by_source(frame: &Frame) -> Cause {
    Cause { kind: cause(frame, cr!("701.13a")).kind, rules: Rules::NONE }
}

/// Says that what an ability has triggered on is not in the zone from which it would be exiled (609.3).
fn note_elsewhere(play: &mut Play<'_>, frame: &Frame, what: &Selection) {
    let Selection::Among(of, kind) = what else { return };
    if !matches!((&**of, &**kind), (Selection::It, Filter::In(_))) || frame.current.is_some() {
        return;
    }
    let kind = cause(frame, cr!("609.3")).kind;
    for object in frame.occasion.iter().flat_map(|occasion| occasion.objects.clone()) {
        play.note(Level::Default, kind, Rules::of(&[cr!("609.3")]), Note::NotFound(object));
    }
}

/// Whether it is a discarded card that the ability finds where its madness has left it (400.7k).
fn was_found_again(play: &Play<'_>, frame: &Frame, object: ObjectId) -> bool {
    let Some(occasion) = &frame.occasion else { return false };
    let exiled = play.game.object(object).previous;
    // It triggered as the card went from the hand to exile, and has another object now.
    let before = |exiled: ObjectId| play.game.object(exiled).previous;
    occasion.objects.contains(&object)
        && exiled.is_some_and(|exiled| play.game.object(exiled).zone == Zone::Exile)
        && occasion.before.is_some()
        && exiled.and_then(before) == occasion.before
}
