//! On which grounds an instruction did what decides an answer: a condition that was true (608.2c), a kicker that was paid (702.33d), an X that
//! was chosen (107.3), a number of which other rules say how it is counted.

use crate::game::{CauseKind, Change, ChoiceKind, ObjectId, Step, Thing};
use crate::ir::part::mentions;
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, Note, Reason, Reasons, What, asks_for_kicker};

use super::Played;
use super::standing::can_decide;

/// The rules that say how much a number is, where what does something with that is told.
const NUMBERS: [RuleId; 7] =
    [cr!("202.3b"), cr!("202.3c"), cr!("202.3d"), cr!("202.3e"), cr!("202.3f"), cr!("700.5"), cr!("700.8")];

/// These reasons with those of the grounds on which what is told of was done.
pub(crate) fn of(played: Played<'_>, reasons: Reasons) -> Reasons {
    let told = reasons.because(can_decide).and_then(|told| played.trace.get(told.step?));
    let Some(entry) = told else { return reasons };
    let Some(grounds) = played.trace.grounds_of(entry.id) else { return reasons };
    let mut reasons = reasons;
    if let Some((condition, holds)) = &grounds.condition {
        let kicked = mentions(&condition.condition, asks_for_kicker);
        let reason = match kicked {
            true => of_kicker(played, entry).filter(|_| *holds),
            false => Some(cr!("608.2c").into()),
        };
        reasons = reason.map_or(reasons, |reason| second(reasons, reason));
    }
    if grounds.is_of_x() {
        return x_of(played, entry).map_or(reasons, |x| reasons.led_by(x));
    }
    let number = NUMBERS.into_iter().find(|rule| grounds.counted.is_some() && entry.rules.contains(*rule));
    number.map_or(reasons, |rule| reasons.led_by(Reason { rule, step: Some(entry.id) }))
}

/// These reasons of the counters with which something has entered, as a step tells, with those of what decides how many: the X of the spell that
/// it was (107.3m), or that an opponent was dealt damage (702.54a).
pub(crate) fn as_it_entered(played: Played<'_>, entered: &Entry, reasons: Reasons) -> Reasons {
    let What::Changed(Change::Move(it), _) = &entered.what else { return reasons };
    if reasons.contains(cr!("107.3m")) {
        let chosen = chosen_x(played, entered, &[it.object]);
        return chosen.map_or(reasons, |chosen| reasons.and(chosen));
    }
    let bloodthirst = [cr!("702.54a"), cr!("702.54b")].into_iter().find(|rule| reasons.contains(*rule));
    let Some(bloodthirst) = bloodthirst else { return reasons };
    let reasons = reasons.led_by(Reason { rule: bloodthirst, step: Some(entered.id) });
    let before = played.trace.entries().get(..entered.id.0 as usize).unwrap_or_default();
    let in_turn = |entry: &&Entry| !matches!(entry.what, What::Step(_, Step::Untap));
    let controller = it.controller.unwrap_or_else(|| played.game.object(it.new).owner);
    let dealt = before.iter().rev().take_while(in_turn).find(|entry| match &entry.what {
        What::Changed(Change::Damage { to: Thing::Player(player), .. }, _) => {
            played.game.opponents(controller).any(|opponent| opponent == *player)
        }
        _ => false,
    });
    let of_damage = dealt.and_then(|dealt| dealt.reasons().first());
    of_damage.map_or(reasons, |dealt| reasons.and(dealt))
}

/// That the spell was kicked whose instruction a step tells of, or that of whose permanent it is the ability, with the step that tells so.
fn of_kicker(played: Played<'_>, entry: &Entry) -> Option<Reason> {
    let game = played.game;
    let roots: Vec<ObjectId> = sources(played, entry).iter().map(|its| game.earliest(*its)).collect();
    let before = played.trace.entries().get(..entry.id.0 as usize)?;
    let mut kicked = before.iter().filter(|entry| match &entry.what {
        What::Note(Note::Kicked(spell, ..)) => roots.contains(&game.earliest(*spell)),
        _ => false,
    });
    // Of several kickers it is not told which one it asks for.
    let (Some(kicked), None) = (kicked.next(), kicked.next()) else { return None };
    Some(Reason { rule: cr!("702.33d"), step: Some(kicked.id) })
}

/// The step in which the X was chosen on which what a step tells of hangs.
fn x_of(played: Played<'_>, entry: &Entry) -> Option<Reason> {
    chosen_x(played, entry, &sources(played, entry))
}

/// The step in which an X was chosen for one of some objects (107.3a).
fn chosen_x(played: Played<'_>, entry: &Entry, of: &[ObjectId]) -> Option<Reason> {
    let before = played.trace.entries().get(..entry.id.0 as usize)?;
    let chosen = before.iter().rfind(|entry| match &entry.what {
        What::Chose(choice, ..) => {
            choice.kind == ChoiceKind::X && choice.source.is_some_and(|source| of.contains(&source))
        }
        _ => false,
    })?;
    chosen.reasons().get(cr!("107.3a"))
}

/// What is resolving as a step tells of, the source of that, and the spell that this was.
fn sources(played: Played<'_>, entry: &Entry) -> Vec<ObjectId> {
    let CauseKind::Resolution(top, _) = entry.cause else { return Vec::new() };
    let source = played.game.object(top).stack_ability().map(|ability| ability.source);
    let spell = source.and_then(|source| played.game.object(source).previous);
    [Some(top), source, spell].into_iter().flatten().collect()
}

/// These reasons with one directly behind the one that decides.
pub(super) fn second(reasons: Reasons, reason: Reason) -> Reasons {
    let first = reasons.first().map_or(Reasons::NONE, |first| Reasons::NONE.and(first));
    first.and(reason).joined(reasons)
}
