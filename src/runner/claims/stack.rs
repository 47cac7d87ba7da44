//! Claims about the stack.

use crate::game::{CauseKind, Change, ObjectId, Step};
use crate::rules::{RuleId, Rules, cr};
use crate::runner::stage::{Stage, Staged};
use crate::scenario::script::{Part, Reference};
use crate::trace::entry::EntryId;
use crate::trace::{Level, What};

use super::Judged;

/// The rule by which the step or phase is the same as before something has resolved: that the stack became empty does not
/// end it. Nothing if nothing has resolved in it.
pub(super) fn phase_goes_on(stage: &Stage<'_, '_>) -> Rules {
    let last = stage
        .play
        .trace
        .entries()
        .iter()
        .rev()
        .find(|entry| matches!(entry.what, What::Resolves(_) | What::Changed(Change::BeginStep(_), _)));
    match last.map(|entry| &entry.what) {
        Some(What::Resolves(_)) => Rules::of(&[cr!("500.2")]),
        _ => Rules::NONE,
    }
}

/// The rule by which what has happened last went on without the stack (405.6), if it did.
fn without_the_stack(stage: &Stage<'_, '_>) -> Option<RuleId> {
    let mut steps = stage.play.trace.entries().iter().rev();
    let last = steps.find(|entry| {
        let aside = matches!(entry.what, What::Changed(Change::Pass, _) | What::Refused(_));
        entry.level != Level::Hidden && !aside && entry.parent.is_none_or(|parent| is_step(stage, parent))
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
fn before_priority_in_combat(stage: &Stage<'_, '_>) -> Option<RuleId> {
    let game = &stage.play.game;
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
    let steps = stage.play.trace.entries().iter().rev();
    let mut since = steps.take_while(|entry| !matches!(entry.what, What::Changed(Change::BeginStep(_), _)));
    let acted = since.any(|entry| matches!(entry.what, What::Changed(Change::Pass, _) | What::Resolves(_)));
    (!acted).then_some(rule)
}

/// Whether an entry is the heading of a step, under which its turn-based actions stand.
fn is_step(stage: &Stage<'_, '_>, entry: EntryId) -> bool {
    stage.play.trace.get(entry).is_some_and(|entry| matches!(entry.what, What::Step(..)))
}

pub(super) fn stack(stage: &mut Stage<'_, '_>, references: &[Reference]) -> Staged<Judged> {
    let view = stage.view()?;
    let table = stage.answers.table();
    let game = &stage.play.game;
    let titles: Vec<String> = game.stack().iter().map(|object| table.told(game, *object)).collect();
    let mut holds = game.stack().len() == references.len();
    for (object, reference) in game.stack().iter().zip(references) {
        let ability = game.object(*object).stack_ability();
        holds &= match (ability, reference.part) {
            (Some(ability), Part::Trigger | Part::Ability(_)) => {
                let sort = match reference.part {
                    Part::Trigger => ability.triggered,
                    Part::Ability(Some(number)) => number == u32::from(ability.number),
                    _ => true,
                };
                let root = game.earliest(ability.source);
                sort && table
                    .whole(game, &view, reference, |named| game.earliest(named) == root)
                    .is_ok_and(|named| game.earliest(named) == root)
            }
            (None, Part::Whole) => table
                .whole(game, &view, reference, |named| named == *object)
                .is_ok_and(|named| named == *object),
            _ => false,
        };
    }
    let sentence = if titles.is_empty() {
        "the stack is empty".to_owned()
    } else {
        format!("the stack, from the bottom: {}", titles.join("; "))
    };
    // What is there and in which order: by what was put there last, and by what has resolved.
    let mut rules = if titles.is_empty() { Rules::NONE } else { Rules::of(&[cr!("405.2")]) };
    if game.stack().is_empty()
        && let Some(rule) = without_the_stack(stage)
    {
        return Ok(Judged { holds, sentence, rules: Rules::of(&[rule]) });
    }
    if let Some(rule) = before_priority_in_combat(stage) {
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
    for entry in stage.play.trace.entries().iter().rev() {
        let decides = match &entry.what {
            What::PutOnStack(object, _) => game.stack().contains(object),
            // A copy is put there without being cast or activated.
            What::Changed(Change::Create(copy), _) => {
                game.stack().contains(&copy.new) && entry.rules.contains(cr!("707.10"))
            }
            // What has resolved since tells why the rest is there, unless more has been put there.
            What::Resolves(_) => rules.len() <= 1,
            // Nothing is put there by a special action.
            What::PlaysLand(..) | What::TurnsFaceUp(..) | What::Suspends(..) if game.stack().is_empty() => {
                rules = rules.and(cr!("405.6d"));
                true
            }
            _ => false,
        };
        if decides {
            rules = entry.rules.iter().fold(rules, Rules::and);
        }
        if matches!(entry.what, What::Resolves(_)) {
            break;
        }
    }
    Ok(Judged { holds, sentence, rules })
}
