//! Who attacks, who blocks and what is blocked (506, 508, 509), and by which rules it is so.

use crate::engine::Outcome;
use crate::engine::turn::combat_phase;
use crate::game::{CauseKind, Change, ObjectId, Thing};
use crate::ir::Verb;
use crate::ir::change::Action;
use crate::rules::cr;
use crate::trace::{Entry, Level, Note, Reason, Reasons, What};

use super::Played;
use super::steps::coming;

/// What a creature attacks, and by which rules it does or does not: the player, planeswalker or battle, or nothing where what it attacked
/// is out of combat.
pub(crate) fn attacking(played: Played<'_>, creature: ObjectId) -> Outcome<(Option<Option<Thing>>, Reasons)> {
    let rules = rules_of_combat(played, creature, Action::Do(Verb::Attack))?;
    // That attacking doesn't tap it is no reason of its attacking.
    let rules = rules.without(&[cr!("702.20b")]);
    let combat = played.game.combat();
    let attacked = combat.attack_of(creature).map(|attack| match attack.defender {
        Thing::Object(permanent) if combat.defended_by_removed(permanent).is_some() => None,
        defender => Some(defender),
    });
    let rules = match attacked {
        Some(None) => rules.iter().fold(Reasons::of(&[cr!("506.4c")]), Reasons::and),
        _ => rules,
    };
    Ok((attacked, rules))
}

/// The rules by which a creature blocks, or does not.
pub(crate) fn blocking(played: Played<'_>, creature: ObjectId) -> Outcome<Reasons> {
    rules_of_combat(played, creature, Action::Do(Verb::Block))
}

/// The rules by which an attacking creature is blocked, unblocked, or neither before blockers are declared (509.1h).
pub(crate) fn blocked(played: Played<'_>, creature: ObjectId) -> Reasons {
    let mut rules = Reasons::of(&[cr!("509.1h")]);
    let is_it =
        |change: &Change| matches!(change, Change::Blocked(its) | Change::Unblocked(its) if *its == creature);
    if let Some((place, its)) = last(played, is_it) {
        rules = rules.joined(declared_to_block(played, creature, place)).joined(its);
    }
    if entered_attacking(played, creature) {
        rules = rules.and(cr!("508.4d")).and(cr!("506.3d"));
    }
    rules
}

/// That a creature has become blocked as it tells of the creature that was declared to block it (509.1h), where no effect made it so: the step
/// in which it became blocked is at this place of the trace.
fn declared_to_block(played: Played<'_>, creature: ObjectId, place: usize) -> Reasons {
    let before = played.trace.entries().get(..=place).unwrap_or_default();
    if before.last().is_none_or(|became| became.level != Level::Hidden) {
        return Reasons::NONE;
    }
    let blocks = |entry: &&Entry| matches!(&entry.what, What::Changed(Change::Block(its), _) if its.attacker == creature);
    let declared = before.iter().rfind(blocks).map(|entry| entry.id);
    declared.map_or(Reasons::NONE, |step| Reasons::NONE.and(Reason { rule: cr!("509.1h"), step: Some(step) }))
}

/// The last change of a kind and its rules.
fn last(played: Played<'_>, is_it: impl Fn(&Change) -> bool) -> Option<(usize, Reasons)> {
    let mut entries = played.trace.entries().iter().enumerate().rev();
    entries.find_map(|(place, entry)| match &entry.what {
        What::Changed(change, _) if is_it(change) => Some((place, entry.reasons())),
        _ => None,
    })
}

/// Whether a creature was put onto the battlefield attacking after blockers had been declared.
fn entered_attacking(played: Played<'_>, object: ObjectId) -> bool {
    let entered = coming(played, object).filter(|(_, came)| came.attacking().is_some());
    let entries = played.trace.entries().iter().rev();
    let mut declared =
        entries.filter(|entry| matches!(entry.what, What::Changed(Change::BlockersDeclared, _)));
    matches!((entered, declared.next()), (Some((entered, _)), Some(declared)) if entered.id > declared.id)
}

/// The rules by which its player has paid for a creature that attacks or blocks since the entry at that place: what it cost, the mana
/// abilities, the payment.
fn paid(played: Played<'_>, object: ObjectId, since: usize) -> Reasons {
    let entries = played.trace.entries();
    let before = entries.iter().take(since).rev();
    let declaration: Vec<_> = before
        .take_while(|entry| {
            !matches!(
                entry.what,
                What::Changed(Change::BeginStep(_), _) | What::Note(Note::DeclaresBlockers(_))
            )
        })
        .collect();
    let of_it = |entry: &&&Entry| matches!(entry.cause, CauseKind::Cost(its, _) if its == object);
    let Some(payment) = declaration.iter().find(of_it) else { return Reasons::NONE };
    let mut rules = payment.reasons();
    let CauseKind::Cost(_, payer) = payment.cause else { return rules };
    for entry in declaration {
        match &entry.what {
            What::Note(Note::CostLockedIn(player, _) | Note::MakesManaFor(player)) if *player == payer => {
                rules = rules.joined(entry.reasons());
            }
            _ => {}
        }
    }
    rules
}

/// Why a creature attacks or blocks, or doesn't: how it has come into combat and out of it, and what has not taken it out.
fn rules_of_combat(played: Played<'_>, object: ObjectId, action: Action) -> Outcome<Reasons> {
    let began = last(played, |change| match change {
        Change::Attack(attack) => attack.attacker == object,
        Change::Reselect(attacker, _) => *attacker == object,
        Change::Block(block) => block.blocker == object,
        Change::Move(it) => it.new == object && (it.attacking.is_some() || it.blocking.is_some()),
        Change::Create(new) => new.new == object && (new.attacking.is_some() || new.blocking.is_some()),
        _ => false,
    });
    let since = began.map_or(0, |(place, _)| place);
    // Once it is out of combat, the end of the phase doesn't take it out (511.3).
    let mut later = played.trace.entries().iter().enumerate().skip(since);
    let left = later.find_map(|(place, entry)| match &entry.what {
        What::Changed(Change::RemoveFromCombat(its), _) if *its == object => Some((place, entry.reasons())),
        What::Changed(Change::ClearCombat, _) => Some((place, entry.reasons())),
        _ => None,
    });
    let ended = left.or_else(|| {
        last(played, |change| matches!(change, Change::StaysInCombat { object: its, .. } if *its == object))
    });
    let mut rules = match (began, ended) {
        (Some((began, its)), Some((ended, _))) if began > ended => its,
        (Some(_), Some((_, its))) | (Some((_, its)), None) => its,
        // It was to be put into combat and was not.
        (None, _) => {
            let entries = played.trace.entries().iter().rev();
            let mut never = entries.filter_map(|entry| match &entry.what {
                What::Note(Note::NeverAttacks(_) | Note::NeverBlocks(_)) => Some(entry.reasons()),
                _ => None,
            });
            never.next().unwrap_or(Reasons::NONE)
        }
    };
    // What it cost to attack or block with.
    rules = paid(played, object, since).iter().fold(rules, Reasons::and);
    // Of several who are attacked each has blocked for themselves.
    let mut before = played.trace.entries().iter().take(since).rev();
    let block = before.find(|entry| {
        matches!(entry.what, What::Changed(Change::BeginStep(_), _) | What::Note(Note::DeclaresBlockers(_)))
    });
    if let (Action::Do(Verb::Block), Some(What::Note(_))) = (action, block.map(|entry| &entry.what)) {
        rules = rules.and(cr!("802.4"));
    }
    // What was not declared need not obey what declarations must.
    let unbound = played.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Note(Note::Unbound(its)) if *its == object => Some(entry.reasons()),
        _ => None,
    });
    rules = unbound.unwrap_or(Reasons::NONE).iter().fold(rules, Reasons::and);
    let combat = played.game.combat();
    let attack = combat.attack_of(object).copied();
    if attack.is_none() && !combat.is_blocking(object) {
        return Ok(rules);
    }
    // What would have kept it out does not take it out (506.4a), nor does tapping it (506.4b).
    let tapped = played.trace.entries().iter().skip(since).any(|entry| {
        matches!(&entry.what, What::Changed(Change::Tap(its, _), _) if *its == object)
            && entry.cause != CauseKind::TurnBased
    });
    if tapped {
        rules = rules.and(cr!("506.4b"));
    }
    let view = played.view;
    if combat_phase::is_kept_out(played.game, view, object, action).unwrap_or(false) {
        rules = rules.and(cr!("506.4a"));
    }
    Ok(rules)
}
