//! Instructions about objects.

use crate::engine::additional::copying_objects::on_the_stack::{self, Copying};
use crate::engine::additional::keyword_abilities::{self, haunt, ninjutsu, phasing, station};
use crate::engine::additional::keyword_actions::attach::Entering;
use crate::engine::additional::keyword_actions::{
    attach, counter, destroy, exile, fight, regenerate, reveal, shuffle, tap, transform,
};
use crate::engine::additional::merging_with_permanents;
use crate::engine::concepts::targets::changing;
use crate::engine::concepts::{counters, tokens};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::{continuous_effects, linked_abilities, one_shot_effects};
use crate::engine::turn::declare_attackers_step::entering;
use crate::engine::turn::declare_blockers_step::entering as blocked;
use crate::engine::zones::{general, graveyard, library};
use crate::game::effects::Linked;
use crate::game::{
    Cause, Change, FaceDown, Game, Link, LinkKey, Move, MoveAction, Nature, Object, ObjectId, PlayerId,
    Position, Thing,
};
use crate::ir::instruction::{Exile, Place, Put};
use crate::ir::{CounterKind, Filter, Instruction, Layout, Quantity, Selection, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

use super::{Frame, amount, cause, information, objects_there, one_player, sacrificing, things, who_are};

/// Follows the instruction if it is about objects; says whether it was.
pub(super) fn follow(play: &mut Play<'_>, frame: &mut Frame, instruction: &Instruction) -> Outcome<bool> {
    match instruction {
        Instruction::Exile(exile) => exile_objects(play, frame, exile)?,
        Instruction::Destroy { what, no_regeneration, slot } => {
            let objects = objects_there(play, frame, what)?;
            if *no_regeneration {
                drop_regeneration(play, frame, &objects);
            }
            let by = also_delayed(frame, what, cause(frame, cr!("701.8a")));
            let mut each = Vec::with_capacity(objects.len());
            for object in objects {
                let other = asks_for_a_color(what) && has_other_colors(play, object)?;
                each.push((if other { by.and(cr!("608.2j")) } else { by }, object));
            }
            let results = destroy::destroy_each(play, &each)?;
            frame.did = results.iter().any(Option::is_some);
            frame.bind(*slot, bound(play, &results));
        }
        Instruction::Sacrifice(it) => sacrificing::sacrifice_objects(play, frame, it)?,
        Instruction::Put(put) => put_objects(play, frame, put)?,
        Instruction::Counter { what, to, counters, slot } => {
            let counters = counters_with(play, frame, counters)?;
            let mut countered = Vec::new();
            for object in objects_there(play, frame, what)? {
                let kind = cause(frame, cr!("701.6a"));
                countered.extend(counter::counter(play, kind, object, *to, &counters)?);
            }
            frame.did = !countered.is_empty();
            let went = |object: &ObjectId| to.is_none_or(|to| play.game.object(*object).zone == to);
            frame.bind(*slot, countered.into_iter().filter(went).map(Thing::Object).collect());
        }
        Instruction::Tap(what) => {
            let objects = objects_there(play, frame, what)?;
            tap::tap(play, cause(frame, cr!("701.26a")), &objects, true)?;
        }
        Instruction::Untap(what) => {
            let objects = objects_there(play, frame, what)?;
            tap::tap(play, cause(frame, cr!("701.26b")), &objects, false)?;
        }
        Instruction::RemoveDamage(what) => {
            let by = match frame.within {
                Some(rule) => cause(frame, rule),
                None => cause(frame, cr!("120.6")),
            };
            for object in objects_there(play, frame, what)? {
                if play.game.object(object).damage > 0 {
                    play.change(by, Level::Default, Change::RemoveDamage(object));
                }
            }
        }
        Instruction::Attach { what, to, as_creature } => {
            let hosts = things(play, frame, to)?;
            for object in objects_there(play, frame, what)? {
                if let Some(host) = attach::one_of(play, object, &hosts)? {
                    let by = cause(frame, cr!("701.3a"));
                    let by =
                        match play.keyword(frame.source, frame.origin).and_then(keyword_abilities::rule_of) {
                            Some(rule) => by.by(rule),
                            None => by.without_rules(),
                        };
                    attach::attach(play, by, object, host, *as_creature)?;
                }
            }
        }
        Instruction::Unattach(what) => {
            for object in objects_there(play, frame, what)? {
                let by = match play.keyword(frame.source, frame.origin).and_then(keyword_abilities::rule_of) {
                    Some(rule) => cause(frame, rule).and(cr!("701.3d")),
                    None => cause(frame, cr!("701.3d")),
                };
                attach::unattach(play, by, object)?;
            }
        }
        Instruction::PutCounters { kind, count, on, divided } => {
            let shares = if *divided { shares(frame, on) } else { None };
            let each = i32::try_from(amount(play, frame, count)?).unwrap_or(i32::MAX);
            let objects = objects_there(play, frame, on)?;
            let mut list = Vec::with_capacity(objects.len());
            for (index, object) in objects.into_iter().enumerate() {
                let share = shares.as_ref().and_then(|shares| shares.get(index)).copied();
                let count = share.map_or(each, |share| i32::try_from(share).unwrap_or(i32::MAX));
                list.push((object, *kind, count));
            }
            let by = match play.keyword(frame.source, frame.origin).and_then(keyword_abilities::rule_of) {
                Some(rule) => cause(frame, rule).and(cr!("122.6")),
                // On a card that is no permanent they are put by the instruction alone.
                None if list.iter().any(|(object, ..)| play.game.object(*object).zone == Zone::Exile) => {
                    cause(frame, cr!("122.1"))
                }
                None => cause(frame, cr!("122.6")),
            };
            let by = information::informed(play, frame, by, count)?;
            let by = if *count == Quantity::StationedBy { stationed(play, frame, by)? } else { by };
            counters::put(play, by, &list)?;
            let players = players_of(play, frame, on)?;
            counters::put_on_players(play, cause(frame, cr!("122.1")), &players, *kind, each)?;
        }
        Instruction::RemoveCounters { kind: Some(kind), count, from } => {
            let mut list = Vec::new();
            let most = match count {
                Some(count) => i32::try_from(amount(play, frame, count)?).unwrap_or(i32::MAX),
                None => i32::MAX,
            };
            for object in objects_there(play, frame, from)? {
                list.push((object, *kind, most.saturating_neg()));
            }
            let keyword = play.keyword(frame.source, frame.origin).and_then(keyword_abilities::rule_of);
            counters::put(play, cause(frame, keyword.unwrap_or(cr!("122.1"))), &list)?;
            let players = players_of(play, frame, from)?;
            let by = cause(frame, cr!("122.1"));
            counters::put_on_players(play, by, &players, *kind, most.saturating_neg())?;
        }
        Instruction::Regenerate(what) => {
            if !is_too_late(play, frame, what)? {
                for object in objects_there(play, frame, what)? {
                    regenerate::regenerate(play, cause(frame, cr!("701.19a")), frame, object);
                }
            }
        }
        Instruction::Fight(one, other) => {
            let first = objects_there(play, frame, one)?.first().copied();
            let second = objects_there(play, frame, other)?.first().copied();
            if let (Some(first), Some(second)) = (first, second) {
                fight::fight(play, cause(frame, cr!("701.14a")), first, second)?;
            }
        }
        Instruction::PhaseOut(what) => {
            let objects = objects_there(play, frame, what)?;
            phasing::phase_out(play, cause(frame, cr!("702.26b")), &objects, None)?;
        }
        Instruction::PhaseOutUntil { what, until, tapping } => {
            let objects = objects_there(play, frame, what)?;
            let by_cause = cause(frame, cr!("702.26b"));
            one_shot_effects::phase_out_until(play, by_cause, frame, &objects, (until, *tapping))?;
        }
        Instruction::Look { who, at, slot } => {
            let player = one_player(play, frame, who)?;
            let objects = objects_there(play, frame, at)?;
            reveal::look(play, cause(frame, cr!("701.20e")), &objects, player, Level::Default);
            frame.bind(*slot, objects.into_iter().map(Thing::Object).collect());
        }
        Instruction::Reveal { what, slot } => {
            let objects = objects_there(play, frame, what)?;
            reveal::reveal(play, cause(frame, cr!("701.20a")), &objects);
            frame.bind(*slot, objects.into_iter().map(Thing::Object).collect());
        }
        Instruction::RevealHand(who) => {
            for player in who_are(play, frame, who)? {
                let hand = play.game.zone(Zone::Hand, player).to_vec();
                reveal::reveal(play, cause(frame, cr!("701.20a")), &hand);
            }
        }
        Instruction::Create(create) => {
            let new = tokens::create(play, cause(frame, cr!("701.7a")), frame, create)?;
            frame.bind(create.slot, new.into_iter().map(Thing::Object).collect());
        }
        Instruction::CopySpell { what, count, new_targets, except, targeting, slot } => {
            let targeting = match targeting {
                Some(selection) => Some(things(play, frame, selection)?),
                None => None,
            };
            let how = Copying { except, new_targets: *new_targets, targeting: targeting.as_deref() };
            let mut copies = Vec::new();
            for _ in 0..amount(play, frame, count)? {
                for thing in things(play, frame, what)? {
                    let Thing::Object(of) = thing else { continue };
                    let its = play.game.object(of);
                    // What has left the stack is copied as it last was there (608.2h).
                    if its.zone != Zone::Stack {
                        return Err(Halt::undecided(of, "a copy of a spell that was never on the stack"));
                    }
                    let mut by = cause(frame, cr!("707.10"));
                    if !its.exists {
                        by = by.and(cr!("608.2h"));
                    }
                    let keyword =
                        play.keyword(frame.source, frame.origin).and_then(keyword_abilities::rule_of);
                    by = keyword.into_iter().fold(by, Cause::and);
                    copies.extend(on_the_stack::copy(play, by, frame, of, &how)?.map(Thing::Object));
                }
            }
            frame.did = !copies.is_empty();
            frame.bind(*slot, copies);
        }
        Instruction::Encode { on } => encode(play, frame, on)?,
        Instruction::ChangeTargets { of, may } => {
            for object in objects_there(play, frame, of)? {
                changing::change(play, cause(frame, cr!("115.7")), frame, object, *may)?;
            }
        }
        Instruction::Transform(what) => {
            for object in objects_there(play, frame, what)? {
                if transform::has_already(&play.game, frame, object) {
                    let kind = cause(frame, cr!("701.27f")).kind;
                    let rules = Rules::of(&[cr!("701.27f")]);
                    play.note(Level::Default, kind, rules, Note::StaysAsItIs(object));
                    continue;
                }
                transform::transform(play, cause(frame, cr!("701.27a")), object)?;
            }
        }
        Instruction::Flip(what) => {
            for object in objects_there(play, frame, what)? {
                let its = play.game.object(object);
                // Only what has a lower half to show, and has not flipped yet (710.4).
                if its.on_battlefield() && !its.flipped {
                    play.change(cause(frame, cr!("710.2")), Level::Default, Change::Flip(object));
                }
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Whether the objects meant are those of a colour, whatever other colours they have.
fn asks_for_a_color(what: &Selection) -> bool {
    fn named(filter: &Filter) -> bool {
        match filter {
            Filter::Color(_) => true,
            Filter::All(filters) | Filter::Any(filters) => filters.iter().any(named),
            _ => false,
        }
    }
    matches!(what, Selection::Each(filter) if named(filter))
}

fn has_other_colors(play: &mut Play<'_>, object: ObjectId) -> Outcome<bool> {
    let view = play.view()?;
    Ok(view.characteristics(&play.game, object).colors.count() > 1)
}

/// Exiles objects (701.13a), for good or until something happens (610.3).
fn exile_objects(play: &mut Play<'_>, frame: &mut Frame, it: &Exile) -> Outcome {
    if let Some(event) = &it.until {
        // What it waits for may have happened already; then nothing moves (610.3a, 610.3b).
        if one_shot_effects::already_over(play, frame, event) {
            let rule = one_shot_effects::rule_of_lapse(play, frame, cr!("610.3b"), cr!("610.3a"));
            for object in objects_there(play, frame, &it.what)? {
                let kind = cause(frame, rule).kind;
                play.note(Level::Default, kind, Rules::of(&[rule]), Note::DurationOver(object));
            }
            frame.did = false;
            return Ok(());
        }
    }
    let counters = counters_with(play, frame, &it.counters)?;
    let objects = objects_there(play, frame, &it.what)?;
    let from: Vec<Zone> = objects.iter().map(|object| play.game.object(*object).zone).collect();
    let by_cause = also_delayed(frame, &it.what, by_source(frame));
    // It is the event that happens in place of another.
    let modified = frame.within.filter(|rule| *rule == cr!("614.6"));
    let by_cause = modified.into_iter().fold(by_cause, Cause::and);
    let haunted = match &it.haunting {
        Some(selection) => things(play, frame, selection)?.into_iter().find_map(Thing::object),
        None => None,
    };
    let by_cause = if haunted.is_some() { by_cause.and(cr!("702.55a")) } else { by_cause };
    let keyword = play.keyword(frame.source, frame.origin).and_then(keyword_abilities::rule_of);
    let by_cause = keyword.into_iter().fold(by_cause, Cause::and);
    let by_cause = match linked_abilities::link_of(&it.what) {
        Some((link, single)) => {
            linked_abilities::rules_of(play, frame, link, single).iter().fold(by_cause, Cause::and)
        }
        None => by_cause,
    };
    let by_cause = merging_with_permanents::of_all_cards(&play.game, by_cause, &objects);
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
            let added = Change::AddLink(Link { key, object, how: Linked::Exiled, face: 0, by: None });
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

/// The counters with which something is exiled.
fn counters_with(
    play: &mut Play<'_>,
    frame: &Frame,
    counters: &[(CounterKind, Quantity)],
) -> Outcome<Vec<(CounterKind, u32)>> {
    counters.iter().map(|(kind, count)| Ok((*kind, amount(play, frame, count)?))).collect()
}

/// The cause of an exile: the keyword action's own rule is added for each object.
fn by_source(frame: &Frame) -> Cause {
    Cause { kind: cause(frame, cr!("701.13a")).kind, rules: Rules::NONE }
}

/// Whether a double-faced card that is neither on the battlefield nor on the stack had its back face up there before, as an object that it is no
/// more.
fn had_its_back_up(game: &Game, card: ObjectId) -> bool {
    let its = game.object(card);
    let layout = its.definition.as_ref().map(|definition| definition.layout);
    let double_faced = matches!(layout, Some(Layout::Transform | Layout::Modal));
    let there = |zone| matches!(zone, Zone::Battlefield | Zone::Stack);
    let same = |other: &Object| matches!((&other.nature, &its.nature), (Nature::Card(other), Nature::Card(card)) if other == card);
    double_faced
        && !there(its.zone)
        && game.objects().iter().any(|other| there(other.zone) && other.face > 0 && same(other.as_ref()))
}

/// "It can't be regenerated" takes away what would replace the destruction (701.19c).
fn drop_regeneration(play: &mut Play<'_>, frame: &Frame, objects: &[ObjectId]) {
    let shields: Vec<_> = play
        .game
        .shields()
        .iter()
        .filter(|shield| {
            matches!(shield.kind, crate::game::effects::ShieldKind::Regeneration)
                && shield.protects.is_some_and(|protected| objects.contains(&protected))
        })
        .map(|shield| (shield.id, shield.protects))
        .collect();
    for (shield, protected) in shields {
        let by = cause(frame, cr!("701.19c"));
        if let Some(object) = protected {
            play.note(
                Level::Default,
                by.kind,
                by.rules,
                Note::Cant(Forbidden::Regenerate, Thing::Object(object), None),
            );
        }
        play.change(by, Level::Hidden, Change::EndShield(shield));
    }
}

/// Puts objects into a zone: "return", "put", "shuffle into" (608.2c, 400.7).
fn put_objects(play: &mut Play<'_>, frame: &mut Frame, put: &Put) -> Outcome {
    if put.transformed {
        return Err(Halt::undecided(frame.source, "it puts something onto the battlefield transformed"));
    }
    let shuffles = put.place == Some(Place::Shuffled);
    let mut libraries: Vec<PlayerId> = if shuffles { libraries_of(play, frame, put)? } else { Vec::new() };
    let objects = objects_there(play, frame, &put.what)?;
    let none = objects.is_empty();
    let under = match &put.under {
        Some(who) => who_are(play, frame, who)?.first().copied(),
        None => None,
    };
    let mut entering = Vec::new();
    for (kind, count) in &put.counters {
        entering.push((*kind, amount(play, frame, count)?));
    }
    let attached_to = match &put.attached_to {
        Some(selection) => things(play, frame, selection)?.first().copied(),
        None => None,
    };
    // What moves it is the keyword, the keyword action, the replaced event, or the instruction (608.2c); and a rule may decide
    // what it finds.
    let keyword = play.keyword(frame.source, frame.origin).and_then(keyword_abilities::rule_of);
    let finds = rules_of(play, frame, put);
    let by = match keyword.or(frame.within) {
        Some(rule) => finds.iter().fold(cause(frame, rule), Cause::and),
        None if finds.contains(cr!("121.5")) => cause(frame, cr!("121.5")),
        None => finds.iter().fold(cause(frame, cr!("608.2c")), Cause::and),
    };
    let being = if put.being.is_empty() {
        None
    } else {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        Some(continuous_effects::being(sight, frame, &put.being)?)
    };
    let by = if being.is_some() { by.and(cr!("611.2e")) } else { by };
    let by = merging_with_permanents::of_all_cards(&play.game, by, &objects);
    let mut moves = Vec::new();
    for object in objects {
        let its = play.game.object(object);
        // It is brought into the game, and stays in it (400.11b).
        let by = if its.outside { by.and(cr!("400.11b")) } else { by };
        // Found only where it is expected (608.2h, 603.7c).
        if put.from.is_some_and(|zone| zone != its.zone) {
            let rules = Rules::of(&[cr!("400.7")]);
            play.note(Level::Default, by.kind, rules, Note::NotFound(object));
            continue;
        }
        let mut it = Move::new(object, put.to, MoveAction::Put);
        it.controller = under;
        it.tapped = put.tapped;
        it.face_down = put.face_down.then_some(FaceDown::Plainly);
        it.counters.clone_from(&entering);
        let mut by = by;
        if put.to == Zone::Battlefield && had_its_back_up(&play.game, object) {
            by = by.and(cr!("712.14"));
        }
        if put.attached_to.is_some() {
            let controller = under.unwrap_or(play.game.object(object).owner);
            match attach::entering(play, object, controller, attached_to)? {
                Entering::Attached(host) => it.attached_to = Some(host),
                Entering::Unattached(rule) => by = by.and(rule),
                Entering::Stays(rule) => {
                    let note = Note::Cant(Forbidden::EnterAttached(attached_to), Thing::Object(object), None);
                    play.note(Level::Default, by.kind, Rules::NONE.and(rule), note);
                    continue;
                }
            }
        }
        if put.attacking && put.to == Zone::Battlefield {
            let fighter = general::enters_as(play, &it)?;
            let controller = under.unwrap_or(play.game.object(object).owner);
            let whom = put.attacking_whom.as_ref();
            it.attacking = match &put.attacking_as {
                Some(other) => {
                    let other = things(play, frame, other)?.into_iter().find_map(Thing::object);
                    let keyword = play.keyword(frame.source, frame.origin);
                    by = keyword.and_then(ninjutsu::rule_of_attack).into_iter().fold(by, Cause::and);
                    entering::attacks_like(play, frame, controller, other, fighter)?
                }
                None => entering::attacks(play, frame, controller, whom, fighter)?,
            };
        }
        if let Some(which) = put.blocking.as_ref().filter(|_| put.to == Zone::Battlefield) {
            let fighter = general::enters_as(play, &it)?;
            let controller = under.unwrap_or(play.game.object(object).owner);
            it.blocking = blocked::blocks(play, frame, controller, which, fighter)?;
            by = if it.blocking.is_some() { by.and(cr!("509.4")) } else { by };
        }
        it.position = position(&put.place);
        if let Some(Place::FromTop(place)) = put.place {
            by = library::counted_from_top(play, by, object, place)?;
        }
        it.being = being.clone().map(Box::new);
        moves.push((by, it));
    }
    let moves = library::arranged(play, frame.on_stack.unwrap_or(frame.source), moves, put.place.as_ref())?;
    let results = general::move_each(play, moves)?;
    let entered: Vec<ObjectId> = results.iter().copied().flatten().collect();
    if put.blocking.is_some() {
        blocked::entered(play, &entered)?;
    }
    if put.attacking {
        entering::unbound(play, &entered, cr!("508.4c"))?;
    }
    // A library is shuffled even if nothing has gone into it (701.24c, 701.24d).
    let into = |result: &Option<ObjectId>| {
        result.map(|new| play.game.object(new)).filter(|new| new.zone == Zone::Library).map(|new| new.owner)
    };
    let reached: Vec<PlayerId> = results.iter().filter_map(into).collect();
    libraries.retain(|player| !reached.contains(player));
    for player in libraries {
        let rule =
            if none && things(play, frame, &put.what)?.is_empty() { cr!("701.24d") } else { cr!("701.24c") };
        shuffle::shuffle_around(play, by.by(rule), player, &[]);
    }
    frame.did = results.iter().any(Option::is_some);
    frame.bind(put.slot, bound(play, &results));
    Ok(())
}

/// What objects have become, to be found again: of a melded or merged permanent all cards (712.21c, 730.3c).
pub(super) fn bound(play: &Play<'_>, results: &[Option<ObjectId>]) -> Vec<Thing> {
    merging_with_permanents::with_parts(play, results).into_iter().map(Thing::Object).collect()
}

/// The libraries that are shuffled as objects go into them: those that the text names, or the objects' owners'.
fn libraries_of(play: &mut Play<'_>, frame: &Frame, put: &Put) -> Outcome<Vec<PlayerId>> {
    if let Some(who) = &put.whose {
        return Ok(who_are(play, frame, who)?.to_vec());
    }
    let mut owners: Vec<PlayerId> = Vec::new();
    for object in things(play, frame, &put.what)?.into_iter().filter_map(Thing::object) {
        let owner = play.game.object(object).owner;
        if !owners.contains(&owner) {
            owners.push(owner);
        }
    }
    Ok(owners)
}

/// The rules that decide what an instruction finds to move, if any do; a card put into a hand from a library is not drawn
/// (121.5).
fn rules_of(play: &mut Play<'_>, frame: &Frame, put: &Put) -> Rules {
    if put.to == Zone::Hand && put.from == Some(Zone::Library) {
        return Rules::of(&[cr!("121.5")]);
    }
    if let Some((link, single)) = linked_abilities::link_of(&put.what) {
        return linked_abilities::rules_of(play, frame, link, single);
    }
    if let Selection::Slot(name) = &put.what {
        let bound = frame.slot(*name).unwrap_or_default();
        let objects: Vec<ObjectId> = bound.iter().filter_map(|thing| thing.object()).collect();
        let rules = linked_abilities::rules_for(play, frame, &objects);
        if !rules.is_empty() {
            return rules;
        }
    }
    let rule = match &put.what {
        Selection::Slot(name) if frame.is_inherited(*name) => Some(cr!("603.7c")),
        // What this very effect has moved it can find (400.7j).
        Selection::Slot(name) if moved_by_this(play, frame, *name) => Some(cr!("400.7j")),
        Selection::This if graveyard::aura_left_behind(play, frame).is_some() => Some(cr!("400.7f")),
        // What the trigger event moved the ability can find (400.7e).
        Selection::It if frame.occasion.as_ref().is_some_and(|occasion| occasion.before.is_some()) => {
            Some(cr!("400.7e"))
        }
        _ => None,
    };
    rule.map_or(Rules::NONE, |rule| Rules::of(&[rule]))
}

/// Whether what is bound to a slot has been moved since the spell or ability was put on the stack.
fn moved_by_this(play: &Play<'_>, frame: &Frame, name: crate::ir::Symbol) -> bool {
    let bound = frame.slot(name).unwrap_or_default();
    let objects = bound.iter().filter_map(|thing| thing.object());
    objects.into_iter().any(|object| {
        play.game.object(object).previous.is_some()
            && frame.on_stack.is_some_and(|on_stack| object > on_stack)
    })
}

/// A delayed triggered ability means the very object that the effect before it meant, whatever it has become (603.7c).
pub(super) fn also_delayed(frame: &Frame, what: &Selection, by: Cause) -> Cause {
    match what {
        Selection::Slot(name) if frame.is_inherited(*name) => by.and(cr!("603.7c")),
        _ => by,
    }
}

/// The cause with the rule by which another characteristic than power counts, where it does (702.184c).
fn stationed(play: &mut Play<'_>, frame: &Frame, by: Cause) -> Outcome<Cause> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for creature in station::tapped(frame) {
        if station::by_toughness(sight, creature)? {
            return Ok(by.and(cr!("702.184c")));
        }
    }
    Ok(by)
}

fn position(place: &Option<Place>) -> Position {
    match place {
        None | Some(Place::Top | Place::TopOrBottom) => Position::Top,
        Some(Place::Shuffled) => Position::Shuffled,
        Some(Place::Bottom | Place::BottomRandom) => Position::Bottom,
        Some(Place::FromTop(number)) => Position::FromTop(number.unsigned_abs()),
    }
}

/// Exiles the resolving spell's card encoded on a creature (702.99a).
fn encode(play: &mut Play<'_>, frame: &Frame, on: &Selection) -> Outcome {
    let Some(host) = objects_there(play, frame, on)?.first().copied() else { return Ok(()) };
    let by = Cause::new(cause(frame, cr!("702.99a")).kind, cr!("702.99a"));
    let mut it = Move::new(frame.source, Zone::Exile, MoveAction::Exile);
    it.controller = None;
    if let Some(card) = general::move_one(play, by, it)? {
        if play.game.object(card).zone == Zone::Exile {
            play.change(by.by(cr!("702.99b")), Level::Default, Change::Encode(card, host));
        }
    }
    Ok(())
}

/// How what is divided among targets was divided as they were chosen (601.2d).
pub(super) fn shares(frame: &Frame, selection: &Selection) -> Option<Vec<u32>> {
    let Selection::Target(number) = selection else { return None };
    frame
        .announced
        .as_ref()
        .and_then(|announced| announced.division.get(frame.first_target + usize::from(*number)))
        .cloned()
}

/// What would be regenerated and has left the battlefield already stays where it is (614.4). Says whether it is so with all of it.
fn is_too_late(play: &mut Play<'_>, frame: &Frame, what: &Selection) -> Outcome<bool> {
    let mut too_late = false;
    for object in things(play, frame, what)?.into_iter().filter_map(Thing::object) {
        let its = play.game.object(object);
        if its.exists || its.phased_out.is_some() || its.zone != Zone::Battlefield {
            return Ok(false);
        }
        let by = cause(frame, cr!("614.4"));
        play.note(Level::Default, by.kind, by.rules, Note::TooLate(object));
        too_late = true;
    }
    Ok(too_late)
}

/// The players among what a selection has.
fn players_of(play: &mut Play<'_>, frame: &Frame, selection: &Selection) -> Outcome<Vec<PlayerId>> {
    Ok(things(play, frame, selection)?.into_iter().filter_map(Thing::player).collect())
}
