//! By which rules a player's life total is what it is.

use crate::game::{Change, ObjectId, PlayerId, Step, Thing, Variant};
use crate::rules::cr;
use crate::trace::{Entry, Forbidden, Note, Reason, Reasons, What, Would};

use super::undone::{self, Unchanged};
use super::{Played, applied_first};

/// The rules by which a player's life total is what it is: of its changes, of the combat damage that made them or did not, and of what was
/// replaced or prevented.
pub(crate) fn total(played: Played<'_>, player: PlayerId) -> Reasons {
    let game = played.game;
    let mates = game.with_shared_totals(player);
    let entries = played.trace.entries().iter();
    let changes = entries
        .rev()
        .filter(|entry| matches!(&entry.what, What::Changed(Change::Life(its, _), _) if mates.contains(its)));
    let rules = changes.clone().fold(Reasons::NONE, |rules, entry| rules.joined(entry.reasons()));
    let rules = changes.filter_map(|entry| again(played, entry)).fold(rules, Reasons::and);
    let rules = undone::with_left_out(played, rules, Unchanged::Life(player));
    let rules = applied_first::of_amount(played, rules);
    // Who deals damage in the second of two steps: whoever had no first strike as the first began.
    let in_second_step = dealt_in_second_step(played, player);
    let rules = if in_second_step { rules.led_by(cr!("510.4")) } else { rules };
    let rules = if rules.is_empty() {
        at_first(played, player)
    } else if game.shares_life() {
        // What happens to each player of a team, the shared total shows (810.9), and not by one of the steps.
        rules.without(&[cr!("810.9")]).and(cr!("810.9"))
    } else {
        rules
    };
    // What was replaced or prevented is missing in the total, if it was damage or life.
    let of_life = |would: &Would| {
        matches!(
            would,
            Would::Damage { .. }
                | Would::Redirected { .. }
                | Would::Prevented { .. }
                | Would::Life(..)
                | Would::LoseGame
        )
    };
    let replaced = played.trace.entries().iter().filter(|entry| match &entry.what {
        What::Replaced(Thing::Player(its), _, would) => mates.contains(its) && of_life(would),
        What::Note(Note::Cant(Forbidden::Damage { .. }, Thing::Player(its), _)) => mates.contains(its),
        _ => false,
    });
    let rules = replaced.fold(rules, |rules, entry| rules.joined(entry.reasons()));
    let rules = held(played, &mates).map_or(rules, |held| held.joined(rules));
    // Nothing is done to a player who was an illegal target (608.2b).
    let spared = played.trace.entries().iter().filter(|entry| match &entry.what {
        What::Note(Note::IllegalTarget(_, Thing::Player(its))) => mates.contains(its),
        _ => false,
    });
    spared.fold(rules, |rules, entry| rules.joined(entry.reasons()))
}

/// That the triggered ability by which a life total has changed triggered an additional time, with the step that tells so (603.2d).
fn again(played: Played<'_>, change: &Entry) -> Option<Reason> {
    let ability = played.game.object(change.cause.source()?).stack_ability()?;
    let before = played.trace.entries().get(..change.id.0 as usize)?;
    let triggered = before.iter().rfind(|entry| match &entry.what {
        What::Changed(Change::Trigger(it), _) => {
            it.source == ability.source && it.origin == ability.origin && entry.rules.contains(cr!("603.2d"))
        }
        _ => false,
    })?;
    Some(Reason { rule: cr!("603.2d"), step: Some(triggered.id) })
}

/// The rules of what was replaced after the last change of a life total, if that was such a change: it is why the total is still the same.
fn held(played: Played<'_>, mates: &[PlayerId]) -> Option<Reasons> {
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Life(its, _), _) | What::Replaced(Thing::Player(its), _, Would::Life(..)) => {
            mates.contains(its)
        }
        _ => false,
    })?;
    matches!(last.what, What::Replaced(..)).then(|| last.reasons())
}

/// The rules by which a player has the life that they had from the start, where the variant says it (902.4, 904.5).
fn at_first(played: Played<'_>, player: PlayerId) -> Reasons {
    let game = played.game;
    if game.player(player).life != game.player(player).starting_life {
        return Reasons::NONE;
    }
    let of_vanguard = |object: &ObjectId| {
        let its = game.object(*object);
        its.owner == player && its.definition.as_ref().is_some_and(|card| card.vanguard.1 != 0)
    };
    if matches!(game.variant(), Variant::Archenemy(_)) {
        Reasons::of(&[cr!("904.5")])
    } else if game.command().iter().any(of_vanguard) {
        Reasons::of(&[cr!("902.4")])
    } else if played.start.is_commander {
        Reasons::of(&[cr!("103.4c")])
    } else if game.shares_life() {
        Reasons::of(&[cr!("103.4a")])
    } else {
        Reasons::NONE
    }
}

/// Whether a player was dealt combat damage in the second of two combat damage steps (510.4).
fn dealt_in_second_step(played: Played<'_>, player: PlayerId) -> bool {
    let (mut two_steps, mut in_second_step) = (false, false);
    played.trace.entries().iter().any(|entry| match &entry.what {
        What::Step(_, step) => {
            let damage = *step == Step::CombatDamage;
            in_second_step = two_steps && damage;
            two_steps = *step == Step::FirstStrikeDamage || two_steps && damage;
            false
        }
        What::Changed(Change::Damage { to: Thing::Player(to), combat: true, .. }, _) => {
            *to == player && in_second_step
        }
        _ => false,
    })
}
