//! By which rules the stack holds what it holds, in that order.

use crate::game::{CauseKind, Change, Game, ObjectId, Step};
use crate::ir::Zone;
use crate::rules::{RuleId, cr};
use crate::trace::entry::EntryId;
use crate::trace::{Entry, Level, Note, Reason, Reasons, What};

use super::Played;

/// The rules by which what is on the stack is there, in that order, or nothing is.
pub(crate) fn contents(played: Played<'_>) -> Reasons {
    let game = played.game;
    // What is there and in which order: by what was put there last, and by what has resolved.
    // One object alone is in no order: that comes last.
    let mut rules = if game.stack().len() > 1 { Reasons::of(&[cr!("405.2")]) } else { Reasons::NONE };
    if game.stack().is_empty() {
        match (without_the_stack(played), emptied(played)) {
            // State-based actions come behind what has emptied the stack, before anybody has priority.
            (Some(rule), Some((emptied, true))) if rule == cr!("405.6f") => return emptied.and(rule),
            (Some(rule), _) => return Reasons::of(&[rule]),
            (None, Some((emptied, _))) => return emptied,
            (None, None) => {}
        }
    }
    if let Some(rule) = before_priority_in_combat(played) {
        rules = rules.and(rule);
    }
    for object in game.stack() {
        let left_since = game
            .object(*object)
            .stack_ability()
            .is_some_and(|ability| game.object(ability.source).next.is_some_and(|next| next > *object));
        if left_since {
            rules = rules.and(cr!("113.7a"));
        }
    }
    for entry in played.trace.entries().iter().rev() {
        let decides = match &entry.what {
            What::PutOnStack(object, _) => game.stack().contains(object),
            // A copy is put there without being cast or activated.
            What::Changed(Change::Create(new), _) if entry.rules.contains(cr!("707.10")) => {
                game.stack().contains(&new.new)
            }
            // An ability becomes the topmost object as it is activated, and a card as it is cast.
            What::Changed(Change::Create(ability), _) if game.stack().contains(&ability.new) => {
                rules = rules.joined(entry.reasons().only(|rule| rule == cr!("602.2a")));
                // One that adds mana, and is no mana ability.
                let activation = entry.parent.and_then(|parent| played.trace.get(parent));
                if activation.is_some_and(|activation| activation.rules.contains(cr!("605.1a"))) {
                    rules = rules.and(Reason { rule: cr!("605.1a"), step: Some(entry.id) });
                }
                false
            }
            What::Changed(Change::Move(spell), _) if game.stack().contains(&spell.new) => {
                rules = rules.joined(entry.reasons().only(|rule| rule == cr!("601.2a")));
                false
            }
            // What has resolved since tells why the rest is there, unless more has been put there.
            What::Resolves(_) => rules.is_empty() || rules.len() == 1 && rules.contains(cr!("405.2")),
            // Nothing is put there by a special action.
            What::PlaysLand(..) | What::TurnsFaceUp(..) | What::Unlocks(..) | What::Suspends(..)
                if game.stack().is_empty() =>
            {
                rules = rules.and(cr!("405.6d"));
                true
            }
            _ => false,
        };
        // That there is a second one which looks alike is what is to be explained of a copy.
        let copied = entry.reasons().get(cr!("707.10")).filter(|_| decides && copies_one_below(game, entry));
        if let Some(copied) = copied {
            rules = rules.led_by(copied);
        } else if decides {
            rules = rules.joined(entry.reasons());
        }
        if matches!(entry.what, What::Resolves(_)) {
            break;
        }
    }
    if game.stack().is_empty() { rules } else { rules.and(cr!("405.2")) }
}

/// Whether an entry tells that the copy of something is created which is on the stack as well.
fn copies_one_below(game: &Game, entry: &Entry) -> bool {
    let What::Changed(Change::Create(copy), _) = &entry.what else { return false };
    let name = &game.object(copy.new).base.name;
    let alike = |other: &&ObjectId| **other != copy.new && game.object(**other).base.name == *name;
    !name.is_empty() && game.stack().iter().any(|other| alike(&other))
}

/// By what the last object on the stack has left it, if nothing else was done since: it has resolved or did not (608), was countered, or was
/// removed for want of a target (603.3d). With whether no step has begun since.
fn emptied(played: Played<'_>) -> Option<(Reasons, bool)> {
    let mut same_step = true;
    let was_there = |object: ObjectId| played.game.object(object).home() == Zone::Stack;
    let above = |entry: &Entry| {
        entry.parent.and_then(|parent| played.trace.get(parent)).filter(|above| resolves(above))
    };
    let left = played.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::PlaysLand(..) | What::TurnsFaceUp(..) | What::Unlocks(..) | What::Suspends(..) => Some(None),
        What::Note(Note::NoTarget(_)) => Some(Some(entry)),
        // Of what is removed for want of a target the note tells.
        What::Changed(Change::Cease(object), _) if was_there(*object) => {
            (entry.level != Level::Hidden || above(entry).is_some()).then_some(Some(entry))
        }
        What::Changed(Change::Move(it), _) if was_there(it.object) => Some(Some(entry)),
        What::Step(..) => {
            same_step = false;
            None
        }
        _ => None,
    });
    let left = left.flatten()?;
    let by = left.rules.iter().filter(|rule| *rule != cr!("400.7"));
    let reasons = match above(left) {
        Some(above) => by.fold(above.reasons(), Reasons::and),
        None => left.reasons().only(|rule| rule != cr!("400.7")),
    };
    Some((reasons, same_step))
}

/// Whether an entry tells that something resolves, or does not for want of a target.
const fn resolves(entry: &Entry) -> bool {
    matches!(entry.what, What::Resolves(_) | What::Fizzles(_))
}

/// The rule by which what has happened last went on without the stack (405.6), if it did.
fn without_the_stack(played: Played<'_>) -> Option<RuleId> {
    let mut steps = played.trace.entries().iter().rev();
    let last = steps.find(|entry| {
        let aside = matches!(entry.what, What::Changed(Change::Pass, _) | What::Refused(_));
        entry.level != Level::Hidden && !aside && entry.parent.is_none_or(|parent| is_step(played, parent))
    })?;
    if matches!(last.what, What::Activates { mana: true, .. }) {
        return Some(cr!("405.6c"));
    }
    match last.cause {
        CauseKind::SpecialAction(_) => Some(cr!("405.6d")),
        CauseKind::TurnBased => Some(cr!("405.6e")),
        _ if matches!(last.what, What::StateBased) => Some(cr!("405.6f")),
        CauseKind::StateBased => Some(cr!("405.6f")),
        CauseKind::PlayerLeft(_) => Some(cr!("405.6h")),
        _ => None,
    }
}

/// The rule by which all that triggered as a step of combat began is on the stack before the active player gets priority (508.2b,
/// 509.2a, 510.3a), if nothing else has been put there since.
fn before_priority_in_combat(played: Played<'_>) -> Option<RuleId> {
    let game = played.game;
    let rule = match game.turn().step {
        Step::DeclareAttackers => cr!("508.2b"),
        Step::DeclareBlockers => cr!("509.2a"),
        Step::FirstStrikeDamage | Step::CombatDamage => cr!("510.3a"),
        _ => return None,
    };
    let triggered =
        |object: &ObjectId| game.object(*object).stack_ability().is_some_and(|ability| ability.triggered);
    if game.stack().is_empty() || !game.stack().iter().all(triggered) {
        return None;
    }
    let steps = played.trace.entries().iter().rev();
    let mut since = steps.take_while(|entry| !matches!(entry.what, What::Changed(Change::BeginStep(_), _)));
    let acted = since.any(|entry| matches!(entry.what, What::Changed(Change::Pass, _) | What::Resolves(_)));
    (!acted).then_some(rule)
}

/// Whether an entry is the heading of a step, under which its turn-based actions stand.
fn is_step(played: Played<'_>, entry: EntryId) -> bool {
    played.trace.get(entry).is_some_and(|entry| matches!(entry.what, What::Step(..)))
}
