//! By which rules the stack holds what it holds, in that order.

use crate::game::{CauseKind, Change, ObjectId, Step};
use crate::rules::{RuleId, cr};
use crate::trace::entry::EntryId;
use crate::trace::{Level, Reasons, What};

use super::Played;

/// The rules by which what is on the stack is there, in that order, or nothing is.
pub(crate) fn contents(played: Played<'_>) -> Reasons {
    let game = played.game;
    // What is there and in which order: by what was put there last, and by what has resolved.
    let mut rules = if game.stack().is_empty() { Reasons::NONE } else { Reasons::of(&[cr!("405.2")]) };
    if game.stack().is_empty()
        && let Some(rule) = without_the_stack(played)
    {
        return Reasons::of(&[rule]);
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
                false
            }
            What::Changed(Change::Move(spell), _) if game.stack().contains(&spell.new) => {
                rules = rules.joined(entry.reasons().only(|rule| rule == cr!("601.2a")));
                false
            }
            // What has resolved since tells why the rest is there, unless more has been put there.
            What::Resolves(_) => rules.len() <= 1,
            // Nothing is put there by a special action.
            What::PlaysLand(..) | What::TurnsFaceUp(..) | What::Unlocks(..) | What::Suspends(..)
                if game.stack().is_empty() =>
            {
                rules = rules.and(cr!("405.6d"));
                true
            }
            _ => false,
        };
        if decides {
            rules = rules.joined(entry.reasons());
        }
        if matches!(entry.what, What::Resolves(_)) {
            break;
        }
    }
    rules
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
