//! Where an object is and has been, and by which rules it moved or stayed.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::engine::additional::saga_cards;
use crate::engine::zones::general::new_when_turned_down;
use crate::game::{
    Answer, CauseKind, Change, ChoiceKind, Game, Item, MoveAction, Object, ObjectId, Options, Thing,
};
use crate::ir::part::{Part, mentions};
use crate::ir::{CardType, Instruction, KeywordName, Supertype, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, Forbidden, Note, Reasons, What, Would};

use super::led::unpaid;
use super::status::{not_phased, twin_of_another_player};
use super::steps::{coming, rules_about};
use super::{Played, control, undealt, unmoved};

/// The zones that an object went through since the scenario began, and the objects it was there.
pub(crate) fn path_of(game: &Game, object: ObjectId) -> Vec<ObjectId> {
    let mut path = vec![game.earliest(object)];
    while let Some(last) = path.last().copied()
        && let Some(next) = game.object(last).next
    {
        // In between the card was part of a melded or merged permanent.
        let of_several = |object: &Rc<Object>| object.melded.is_some() || object.merged.is_some();
        let part_of = |object: &&Rc<Object>| {
            of_several(object) && object.components().any(|part| part == last) && object.id != next
        };
        path.extend(game.objects().iter().find(part_of).map(|permanent| permanent.id));
        path.push(next);
    }
    path
}

/// The zones of a path. What is exiled again stays where it is (406.7).
pub(crate) fn zones_of(game: &Game, path: &[ObjectId]) -> Vec<Zone> {
    let mut zones: Vec<Zone> = path.iter().map(|object| game.object(*object).zone).collect();
    zones.dedup_by(|next, before| *next == Zone::Exile && *before == Zone::Exile);
    zones
}

/// The rules of the moves of an object, the last one's first.
pub(crate) fn moves_of(played: Played<'_>, object: ObjectId) -> Reasons {
    moves_of_each(played, &[object]).first().copied().unwrap_or(Reasons::NONE)
}

/// The same of several objects, in one look at the trace: each of a thousand may have moved.
pub(crate) fn moves_of_each(played: Played<'_>, objects: &[ObjectId]) -> Vec<Reasons> {
    let game = played.game;
    let roots: Vec<ObjectId> = objects.iter().map(|object| game.earliest(*object)).collect();
    let mut found: BTreeMap<ObjectId, Reasons> = roots.iter().map(|root| (*root, Reasons::NONE)).collect();
    for entry in played.trace.entries().iter().rev() {
        let about = moved_by(entry).into_iter().chain(remaining_by(entry)).flatten();
        let mut about: Vec<ObjectId> =
            about.chain(picked_by_chance(entry)).map(|object| game.earliest(object)).collect();
        about.sort_unstable();
        about.dedup();
        for root in about {
            if let Some(rules) = found.get_mut(&root) {
                *rules = rules.joined(of_step(played, entry));
            }
        }
    }
    roots.iter().map(|root| found.get(root).copied().unwrap_or(Reasons::NONE)).collect()
}

/// The rules of a step, with those of what let it come to that: behind it, or where somebody could not pay for it to be otherwise, or it
/// was cast from the hand of another player, behind the first.
pub(super) fn of_step(played: Played<'_>, entry: &Entry) -> Reasons {
    let (own, lets) = (entry.reasons(), permitted(played, entry));
    let unpaid = entry.rules.contains(cr!("118.12a"));
    let second = match () {
        () if unpaid => lets.only(|rule| CANT_PAY.contains(&rule)),
        () if lets.contains(cr!("109.5")) => lets.only(|rule| OF_ANOTHERS_HAND.contains(&rule)),
        () => Reasons::NONE,
    };
    let first = own.first().into_iter().fold(Reasons::NONE, Reasons::and);
    first.joined(second).joined(own).joined(lets)
}

/// By which a spell with rebound is not exiled that another player controls than the one from whose hand it was cast.
const OF_ANOTHERS_HAND: [RuleId; 2] = [cr!("702.88a"), cr!("109.5")];

/// By which a player can't pay life or anything else.
const CANT_PAY: [RuleId; 2] = [cr!("119.4"), cr!("118.3")];

/// What is still on the stack because a player has paid, as the entry tells, for its not being countered (118.12a).
fn paid_for(played: Played<'_>, entry: &Entry) -> Vec<ObjectId> {
    let paid = matches!(entry.what, What::Chose(_, Answer::Yes, _)) && entry.rules.contains(cr!("118.12a"));
    let Some(source) = entry.cause.source().filter(|_| paid) else { return Vec::new() };
    let its = played.game.object(source);
    let counters = |part: Part<'_>| matches!(part, Part::Instruction(Instruction::Counter { .. }));
    if !its.bodies().any(|body| mentions(body, counters)) {
        return Vec::new();
    }
    let targets = its.announced.iter().flat_map(|its| its.targets.iter().flatten().copied());
    let of_event = its.stack_ability().into_iter().flat_map(|its| its.occasion.iter());
    let objects = of_event.flat_map(|occasion| occasion.objects.iter().chain(&occasion.others).copied());
    let objects = targets.filter_map(Thing::object).chain(objects);
    let there = |object: &ObjectId| {
        let its = played.game.object(*object);
        its.exists && its.zone == Zone::Stack
    };
    objects.filter(there).map(|object| played.game.earliest(object)).collect()
}

/// The rules that let a spell be cast from where it was, at that time and in that way, if the entry is its going onto the stack.
fn permitted(played: Played<'_>, entry: &Entry) -> Reasons {
    let trace = &played.trace;
    let casting = entry.parent.and_then(|parent| trace.get(parent)).filter(|parent| match &entry.what {
        What::Changed(Change::Move(it), _) => matches!(parent.what, What::Casts(_, cast) if cast == it.new),
        _ => false,
    });
    // That it is cast at all (601.2), and for which cost (118.9), says nothing of that.
    let aside = [cr!("601.2"), cr!("118.9")];
    let rules = casting.map_or(Reasons::NONE, |casting| casting.reasons());
    rules.without(&aside).joined(went_on(played, entry))
}

/// The rules by which a permanent spell has resolved though its target was illegal, if the entry is its going onto the battlefield (608.3b);
/// by which a spell with cipher or rebound was not exiled, if it is its going to the graveyard (702.99a, 702.88a); or by which a player could not
/// pay what would have kept it from moving (119.4, 118.3).
fn went_on(played: Played<'_>, entry: &Entry) -> Reasons {
    let trace = played.trace;
    let (What::Changed(Change::Move(it), _), Some(parent)) = (&entry.what, entry.parent) else {
        return Reasons::NONE;
    };
    let steps = parent.0 as usize..entry.id.0 as usize;
    let mut before = trace.entries().get(steps).unwrap_or_default().iter();
    // What has cipher goes to the graveyard unless it is encoded on something.
    if it.to == Zone::Graveyard && !entry.rules.contains(cr!("118.12a")) {
        let encodes = |before: &&Entry| {
            let fails = matches!(&before.what, What::Note(_) | What::Chose(_, Answer::No, _));
            fails && before.parent == Some(parent) && before.rules.contains(cr!("702.99a"))
        };
        let unencoded = before.find(encodes).map_or(Reasons::NONE, Entry::reasons);
        let its = played.game.object(it.object);
        let rebounds = it.action == MoveAction::Resolve && its.base.has(KeywordName::Rebound);
        let unencoded = unencoded.only(|rule| rule == cr!("702.99a"));
        // What has rebound is exiled only if it was cast from a hand.
        if !rebounds {
            return unencoded;
        }
        // It may have been cast from the hand of another player than the one who controls it.
        let from_hand = its.announced.as_ref().is_some_and(|announced| announced.from == Some(Zone::Hand));
        let by_another =
            matches!(entry.cause, CauseKind::Resolution(_, controller) if controller != its.owner);
        let rebounding = unencoded.and(cr!("702.88a"));
        return if from_hand && by_another { rebounding.and(cr!("109.5")) } else { rebounding };
    }
    // What it can't be paid with is the reason why it is not paid.
    if entry.rules.contains(cr!("118.12a")) {
        let cant = unpaid(trace, entry).map_or(Reasons::NONE, Entry::reasons);
        return cant.only(|rule| CANT_PAY.contains(&rule));
    }
    if it.action != MoveAction::Resolve {
        return Reasons::NONE;
    }
    let again = before.find(|before| creature_again(before) == Some(it.object));
    again.map_or(Reasons::NONE, Entry::reasons)
}

/// The spell of which an entry tells that it is no longer what would need its target.
pub(super) const fn creature_again(entry: &Entry) -> Option<ObjectId> {
    match entry.what {
        What::Note(Note::NoLongerBestowed(spell) | Note::NoLongerMutating(spell)) => Some(spell),
        _ => None,
    }
}

/// The objects that chance has picked from a hidden pile, as an entry tells: which card moves then is decided by that (406.4).
fn picked_by_chance(entry: &Entry) -> impl Iterator<Item = ObjectId> + '_ {
    let picked = match &entry.what {
        What::Chose(choice, Answer::Picked(picked), _)
            if choice.kind == ChoiceKind::Random && entry.rules.contains(cr!("406.4")) =>
        {
            if let Options::Pick { from, .. } = &choice.options {
                Some((from, picked))
            } else {
                None
            }
        }
        _ => None,
    };
    picked.into_iter().flat_map(|(from, picked)| {
        picked.iter().filter_map(|index| match from.get(*index as usize) {
            Some(Item::Object(object)) => Some(*object),
            _ => None,
        })
    })
}

/// The objects that an entry tells moved: by themselves, or as a card of a melded or merged permanent.
pub(super) fn moved_by(entry: &Entry) -> [Option<ObjectId>; 2] {
    match &entry.what {
        What::Changed(Change::Move(it), _) => [Some(it.object), it.melded_with],
        What::Changed(
            Change::Cease(ceased) | Change::LeaveGame(ceased, _) | Change::CompleteDungeon(ceased),
            _,
        ) => [Some(*ceased), None],
        What::Changed(Change::Merge(it), _) => [Some(it.object), None],
        // What was created is where that put it.
        What::Changed(Change::Create(it), _) => [Some(it.new), None],
        What::Note(Note::GoesAlong(card, _) | Note::GoesApart(card, ..)) => [Some(*card), None],
        _ => [None, None],
    }
}

/// The objects that an entry tells stayed where they were when they would have moved: they can't leave the zone or enter another (400.4),
/// aren't destroyed or sacrificed, have no reason to move any more, or something else happens instead.
const fn remaining_by(entry: &Entry) -> [Option<ObjectId>; 2] {
    match &entry.what {
        // In its library it has another place.
        What::Changed(Change::Place(object, _), _)
        | What::Replaced(Thing::Object(object), _, Would::Move(_) | Would::Destruction)
        | What::Note(
            Note::Cant(
                Forbidden::Destroy
                | Forbidden::DestroyIndestructible
                | Forbidden::Counter
                | Forbidden::Sacrifice
                | Forbidden::Enter
                | Forbidden::EnterAttached(_)
                | Forbidden::EnterAttachedToAny,
                Thing::Object(object),
                _,
            )
            | Note::RemainsIn(object, _)
            | Note::DurationOver(object)
            | Note::TokenStays(object)
            | Note::NotMelded(object)
            | Note::NotMeldedWithToken(object, _)
            | Note::ForOneWhoLeft(object, _),
        ) => [Some(*object), None],
        What::Note(Note::NotExchanged(one, other)) => [Some(*one), Some(*other)],
        _ => [None, None],
    }
}

/// The rules of the last move of an object, or of why it did not move; behind them why something has not found it since.
pub(crate) fn last_move_of(played: Played<'_>, object: ObjectId) -> Reasons {
    last_moves_of(played, &[object]).first().copied().unwrap_or(Reasons::NONE)
}

/// The same of several objects, in one look at the trace.
pub(crate) fn last_moves_of(played: Played<'_>, objects: &[ObjectId]) -> Vec<Reasons> {
    let game = played.game;
    let roots: Vec<ObjectId> = objects.iter().map(|object| game.earliest(*object)).collect();
    // By object: why something has not found it, and whether it is found already when it moved.
    let mut found: BTreeMap<ObjectId, (Reasons, bool)> =
        roots.iter().map(|root| (*root, (Reasons::NONE, false))).collect();
    let mut left = found.len();
    for entry in played.trace.entries().iter().rev() {
        if left == 0 {
            break;
        }
        for object in moved_by(entry).into_iter().chain(remaining_by(entry)).flatten() {
            if let Some((rules, done @ false)) = found.get_mut(&game.earliest(object)) {
                let moved = of_step(played, entry);
                // What has kept it there since decides before that.
                let kept = rules.get(cr!("118.12a")).is_some();
                *rules = if kept { rules.joined(moved) } else { moved.joined(*rules) };
                *done = true;
                left -= 1;
            }
        }
        for root in paid_for(played, entry) {
            if let Some((rules, false)) = found.get_mut(&root) {
                *rules = rules.joined(entry.reasons().only(|rule| rule == cr!("118.12a")));
            }
        }
        if let What::Note(Note::NotFound(lost)) = &entry.what
            && let Some((missed, false)) = found.get_mut(&game.earliest(*lost))
        {
            // What looked for it to explore or to connive would not have moved it.
            let aside = [cr!("701.44c"), cr!("701.50b")].into_iter().any(|rule| entry.rules.contains(rule));
            if !aside {
                *missed = entry.reasons().joined(*missed);
            }
        }
    }
    roots.iter().map(|root| found.get(root).map_or(Reasons::NONE, |(rules, _)| *rules)).collect()
}

/// The rule by which the source of the damage that destroyed an object had deathtouch, though it was not there any more (702.2e).
fn by_a_dead_source(played: Played<'_>, object: ObjectId, moves: Reasons) -> Reasons {
    if !moves.contains(cr!("704.5h")) {
        return Reasons::NONE;
    }
    let root = played.game.earliest(object);
    let dealt = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Damage { to: Thing::Object(to), .. }, _) => played.game.earliest(*to) == root,
        _ => false,
    });
    dealt.map_or(Reasons::NONE, |entry| entry.reasons().only(|rule| rule == cr!("702.2e")))
}

/// The rules by which something has not found an object since it moved last, though it would have moved it (400.7).
pub(crate) fn not_found(played: Played<'_>, object: ObjectId) -> Reasons {
    let game = played.game;
    let root = game.earliest(object);
    let about = |object: &ObjectId| game.earliest(*object) == root;
    let last = played.trace.entries().iter().rev().find(|entry| {
        matches!(&entry.what, What::Note(Note::NotFound(lost)) if about(lost))
            || moved_by(entry).iter().flatten().any(about)
    });
    let missed = last.filter(|entry| matches!(entry.what, What::Note(_)));
    missed.map_or(Reasons::NONE, Entry::reasons)
}

/// The rules by which something would have moved an object out of the zone in which it is, and has not found it, as it has left that zone and
/// come back since (400.7, 400.8, 603.7c).
pub(crate) fn missed_again(played: Played<'_>, object: ObjectId) -> Option<Reasons> {
    let game = played.game;
    let its = game.object(object);
    let root = game.earliest(object);
    let about = |other: ObjectId| game.earliest(other) == root;
    let mut since = played
        .trace
        .entries()
        .iter()
        .rev()
        .take_while(|entry| !moved_by(entry).into_iter().chain(remaining_by(entry)).flatten().any(about));
    let would_move =
        |entry: &Entry| entry.cause.source().is_some_and(|doer| unmoved::moves_things(game.object(doer)));
    let missed = since.find(|entry| match entry.what {
        What::Note(Note::NotFound(lost)) => {
            lost != object
                && about(lost)
                && game.object(lost).zone == its.zone
                && (entry.rules.contains(cr!("400.8")) || would_move(entry))
        }
        _ => false,
    })?;
    Some(missed.reasons())
}

/// The rules by which an object is where it is.
pub(crate) fn place(played: Played<'_>, object: ObjectId) -> Reasons {
    let Played { game, view, .. } = played;
    let its = game.object(object);
    let moves = last_move_of(played, object);
    // What was several cards has gone as one permanent, whatever has moved that.
    let as_several = [cr!("712.21"), cr!("730.3")].into_iter().find_map(|rule| moves.get(rule));
    let moves = as_several.map_or(moves, |rule| moves.led_by(rule));
    // What the legend rule spares: one of that name, but another player's.
    let spared = moves.is_empty() && twin_of_another_player(game, view, object);
    let rules = if spared {
        Reasons::of(&[cr!("704.5j")])
    } else {
        moves.joined(by_a_dead_source(played, object, moves))
    };
    // Of lethal damage it may have been asked whether it was prevented.
    let lethal = rules.get(cr!("704.5g")).filter(|_| !its.on_battlefield());
    let unprevented = lethal.and_then(|lethal| Some((lethal, undealt::unprevented(played, object)?)));
    let rules = unprevented.map_or(rules, |(lethal, unprevented)| rules.led_by(unprevented).led_by(lethal));
    let rules = if rules.is_empty() { not_phased(played, object) } else { rules };
    let in_ante = its.zone == Zone::Ante && game.player(its.owner).gone;
    // What is in the ante does not leave the game with its owner.
    let rules = if in_ante { rules.led_by(cr!("800.4n")) } else { rules };
    let rules = outlasted(played, object).map_or(rules, |step| step.joined(rules));
    let rules = missed_again(played, object).map_or(rules, |missed| missed.joined(rules));
    let rules = unmoved::came_off(played, object).map_or(rules, |step| step.joined(rules));
    let rules = unmoved::waits_longer(played, object).into_iter().fold(rules, Reasons::led_by);
    // Where it is is told with who controls it.
    let taken = its.on_battlefield().then(|| control::taken(played, object)).flatten();
    let rules = taken.map_or(rules, |taken| taken.joined(rules));
    // What is phased out has not left the battlefield, but is treated as though it did not exist.
    let rules = if its.phased_out.is_some() { rules.led_by(cr!("702.26b")) } else { rules };
    // That what changes the spell changes the permanent says nothing of where it is.
    let aside = [cr!("112.4"), cr!("400.7a")];
    let rules = rules.without(&aside);
    // A Saga at its end stays until its last chapter ability has left the stack.
    let told = its.on_battlefield() && saga_cards::is_still_told(game, view, object);
    if told { rules.led_by(cr!("704.5s")) } else { rules }
}

/// The rules of the step in which another permanent was put into the graveyard by the rule that lets this one stay: the legend rule, the world
/// rule, or the one for Roles.
fn outlasted(played: Played<'_>, object: ObjectId) -> Option<Reasons> {
    let Played { game, view, .. } = played;
    let its = game.object(object);
    let now = view.characteristics(game, object);
    let is_role = now.has_subtype_named("Role");
    let (legendary, world) = (now.has_supertype(Supertype::Legendary), now.has_supertype(Supertype::World));
    if !its.on_battlefield() || !its.exists || !(is_role || legendary || world) {
        return None;
    }
    let came = coming(played, object).map(|(entry, _)| entry.id);
    let controller = view.controller(game, object);
    let last =
        played.trace.entries().iter().rev().take_while(|entry| Some(entry.id) != came).find(|entry| {
            let What::Changed(Change::Move(it), _) = &entry.what else { return false };
            let (other, known) = (game.object(it.object), it.known.as_ref());
            let same = known.is_some_and(|known| known.controller == controller);
            it.object != object
                && (world && entry.rules.contains(cr!("704.5k"))
                    || legendary
                        && same
                        && entry.rules.contains(cr!("704.5j"))
                        && known.is_some_and(|known| known.characteristics.name == now.name)
                    || is_role
                        && same
                        && entry.rules.contains(cr!("704.5z"))
                        && other.attached_to == its.attached_to)
        })?;
    Some(last.reasons().without(&[cr!("400.7")]))
}

/// The rules by which an object is outside the game.
pub(crate) fn outside(played: Played<'_>, object: ObjectId) -> Reasons {
    let its = played.game.object(object);
    let rules = place(played, object);
    if !its.outside && !rules.is_empty() {
        return rules;
    }
    // It is in none of the zones; where it is of a sideboard, that says the same of it.
    match its.base.is(CardType::Dungeon) {
        true => Reasons::of(&[cr!("309.2")]),
        false => Reasons::of(&[cr!("400.11"), cr!("400.11a")]),
    }
}

/// Whether an object is another than it was as play began, and by which rules.
pub(crate) fn is_new(played: Played<'_>, object: ObjectId) -> (bool, Reasons) {
    let game = played.game;
    let its = game.object(object);
    let new = its.previous.is_some();
    let transformed = rules_about(played, object, |change| matches!(change, Change::Transform(_)));
    let again = its.previous.is_some_and(|before| game.object(before).zone == Zone::Exile);
    let command = its.previous.filter(|before| game.object(*before).zone == Zone::Command);
    let rules =
        if again && its.zone == Zone::Exile {
            Reasons::of(&[cr!("406.7"), cr!("400.8")])
        } else if let Some(before) = command.filter(|_| its.zone == Zone::Command) {
            Reasons::of(&[match its.is_face_down() {
                true => new_when_turned_down(game, before),
                false => cr!("400.10"),
            }])
        } else if new {
            let made =
                played.trace.entries().iter().rev().find(
                    |entry| matches!(&entry.what, What::Changed(Change::Move(it), _) if it.new == object),
                );
            let moved = made.map_or(Reasons::NONE, |entry| entry.reasons().only(|rule| rule == cr!("400.7")));
            moved.and(cr!("400.7"))
        } else if its.merged.is_some() {
            Reasons::of(&[cr!("730.2c")])
        } else if transformed.is_empty() {
            Reasons::NONE
        } else {
            Reasons::of(&[cr!("712.18")])
        };
    (new, rules)
}

/// Whether a spell or ability was countered, and by which rules.
pub(crate) fn countered(played: Played<'_>, object: ObjectId) -> (bool, Reasons) {
    let root = played.game.earliest(object);
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => {
            it.action == MoveAction::Counter && played.game.earliest(it.object) == root
        }
        _ => false,
    });
    if let Some(entry) = last {
        return (true, entry.reasons());
    }
    (false, not_countered(played, root))
}

/// The rules by which a spell or ability is not countered: an effect says that it can't be, it did not resolve for want of a legal
/// target (608.2b), or what would have countered it was paid for (118.12a).
fn not_countered(played: Played<'_>, root: ObjectId) -> Reasons {
    let told = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Note(Note::Cant(Forbidden::Counter, Thing::Object(its), _)) | What::Fizzles(its) => {
            played.game.earliest(*its) == root
        }
        _ => entry.rules.contains(cr!("118.12a")) && is_about(played.game, entry.cause.source(), root),
    });
    told.map_or(Reasons::NONE, |entry| entry.reasons())
}

/// Whether a spell or ability targets an object on the stack, or has triggered as it became a target, as ward does.
fn is_about(game: &Game, source: Option<ObjectId>, root: ObjectId) -> bool {
    let Some(source) = source.map(|source| game.object(source)) else { return false };
    let targets = source.announced.iter().flat_map(|its| its.targets.iter().flatten().copied());
    let of_event = source.stack_ability().into_iter().flat_map(|its| its.occasion.iter());
    let objects = of_event.flat_map(|occasion| occasion.objects.iter().chain(&occasion.others).copied());
    targets.filter_map(Thing::object).chain(objects).any(|object| game.earliest(object) == root)
}

/// Whether a spell or ability has resolved, and by which rules it has or has not (608.2b).
pub(crate) fn resolved(played: Played<'_>, object: ObjectId) -> (bool, Reasons) {
    let root = played.game.earliest(object);
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Resolves(spell) | What::Fizzles(spell) => played.game.earliest(*spell) == root,
        _ => false,
    });
    let resolved = last.is_some_and(|entry| matches!(entry.what, What::Resolves(_)));
    let rules = last.map_or(Reasons::NONE, |entry| entry.reasons());
    if !resolved {
        return (false, rules);
    }
    // A target that was illegal has not kept it from that.
    let spells = played.trace.entries().iter().rev();
    let of_it = |spell: ObjectId| played.game.earliest(spell) == root;
    let mut again = spells
        .filter(|entry| entry.rules.contains(cr!("608.3b")) && creature_again(entry).is_some_and(of_it));
    let again = again.next().map_or(Reasons::NONE, Entry::reasons);
    let mut notes = played.trace.entries().iter().rev();
    let illegal = notes.find(|entry| match &entry.what {
        What::Note(Note::IllegalTarget(spell, _)) => of_it(*spell),
        _ => false,
    });
    let illegal = illegal.map_or(Reasons::NONE, |entry| entry.reasons().only(|rule| rule == cr!("608.2b")));
    (true, again.joined(illegal).joined(rules).joined(not_countered(played, root)))
}
