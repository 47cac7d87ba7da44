//! The rules by which an object has its place in a library or graveyard.

use crate::engine::{Halt, Outcome};
use crate::game::{Answer, Change, Choice, Item, ObjectId, Options, Position};
use crate::ir::Zone;
use crate::rules::{RuleId, cr};
use crate::trace::entry::How;
use crate::trace::{Entry, EntryId, Reason, Reasons, What};

use super::Played;
use super::whereabouts::last_move_of;

/// Why an object lies in this place, counted from the top: what comes into a graveyard comes on top (404.1), of several at the same time
/// as their owner likes (404.3, 401.4), and what lies there keeps its place (400.5).
///
/// # Errors
/// If its owner arranged it among others, and nobody says how.
pub(crate) fn rules_of_place(
    played: Played<'_>,
    object: ObjectId,
    from_top: Option<usize>,
) -> Outcome<Reasons> {
    let its = played.game.object(object);
    let mut rules = last_move_of(played, object);
    let came = its.previous.is_some();
    let arranged = match its.zone {
        Zone::Graveyard => arranged(played, object, cr!("404.3")),
        Zone::Library => arranged(played, object, cr!("401.4")),
        _ => None,
    };
    match arranged {
        Some((_, choice, How::Indifferent))
            if its.zone == Zone::Graveyard && lies_among(played, object, choice) =>
        {
            let why = "its owner arranges the cards that came into the graveyard at the same time: a `graveyard` line says how";
            return Err(Halt::undecided(object, why));
        }
        Some((step, _, How::Written)) => {
            let rule = if its.zone == Zone::Graveyard { cr!("404.3") } else { cr!("401.4") };
            rules = rules.led_by(Reason { rule, step: Some(step) });
        }
        _ => {}
    }
    if its.zone == Zone::Library {
        rules = put_in_order(played, object).map_or(rules, |order| order.joined(rules));
    }
    if its.zone == Zone::Library && from_top == Some(1) && rules.is_empty() {
        rules = taken_from_above(played, object);
    }
    // Others came on top of it, and it is still below them.
    if came && from_top.is_some_and(|place| place > 1) && matches!(its.zone, Zone::Graveyard | Zone::Library)
    {
        rules = rules.and(cr!("400.5"));
    }
    Ok(if its.zone == Zone::Graveyard && came { rules.led_by(cr!("404.1")) } else { rules })
}

/// The rules of the last step that has taken the card above it from the library that an object is on top of: it was drawn or milled.
fn taken_from_above(played: Played<'_>, object: ObjectId) -> Reasons {
    let owner = played.game.object(object).owner;
    let takes = |entry: &&Entry| match &entry.what {
        What::Changed(Change::Move(it), _) => {
            let above = played.game.object(it.object);
            above.zone == Zone::Library && above.owner == owner
        }
        What::Changed(Change::Place(card, Position::Bottom), _) => played.game.object(*card).owner == owner,
        _ => false,
    };
    let shuffled = |entry: &&Entry| matches!(&entry.what, What::Changed(Change::Shuffle(player, _), _) if *player == owner);
    let mut since = played.trace.entries().iter().rev().take_while(|entry| !shuffled(entry));
    let last = since.find(takes);
    // It was next, and has kept its place.
    last.map_or(Reasons::NONE, |entry| entry.reasons().without(&[cr!("400.7")]).and(cr!("400.5")))
}

/// The rules by which a player last put the library in order that the object has lain in since: as one of the cards that were looked at,
/// or below those that went from above it to the bottom (701.22a, 701.25a).
fn put_in_order(played: Played<'_>, object: ObjectId) -> Option<Reasons> {
    let owner = played.game.object(object).owner;
    let entries = played.trace.entries().iter().rev();
    // What has come since, or was shuffled since, lies where that put it.
    let since = entries.take_while(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => it.new != object,
        What::Changed(Change::Place(card, _), _) => *card != object,
        What::Changed(Change::Shuffle(player, _), _) => *player != owner,
        _ => true,
    });
    let mut order = None;
    for entry in since {
        match (&entry.what, order) {
            (What::Changed(Change::Arrange(player, _, bottom), _), None) if *player == owner => {
                if !bottom.is_empty() {
                    return Some(entry.reasons());
                }
                order = Some(entry.reasons());
            }
            (What::Chose(choice, ..), Some(order))
                if order.iter().any(|its| entry.rules.contains(its.rule)) =>
            {
                return choice.objects().any(|card| card == object).then_some(order);
            }
            _ => {}
        }
    }
    None
}

/// How the order was chosen in which the object went to where it is, among others, if there was a choice by that rule; with its step.
fn arranged<'a>(played: Played<'a>, object: ObjectId, rule: RuleId) -> Option<(EntryId, &'a Choice, How)> {
    let before = played.game.object(object).previous;
    let is_it = |chosen: ObjectId| chosen == object || Some(chosen) == before;
    played.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Chose(choice, Answer::Picked(_), how)
            if entry.rules.contains(rule) && choice.objects().any(is_it) =>
        {
            Some((entry.id, &**choice, *how))
        }
        _ => None,
    })
}

/// Whether another card that was arranged together with this one still lies where that put it.
fn lies_among(played: Played<'_>, object: ObjectId, choice: &Choice) -> bool {
    let game = played.game;
    let Options::Pick { from, .. } = &choice.options else { return false };
    from.iter().any(|item| match item {
        Item::Object(other) => game.object(*other).next.is_some_and(|now| {
            now != object && game.object(now).exists && game.object(now).zone == Zone::Graveyard
        }),
        _ => false,
    })
}
