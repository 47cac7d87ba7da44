//! What has moved, and what of it at the same time.

use crate::game::{CauseKind, Change, Game, ObjectId};
use crate::rules::{RuleId, cr};
use crate::trace::{EntryId, Note, Reasons, Trace, What};

use super::Played;
use super::whereabouts::moves_of;

/// The rules that say themselves of what they are about that it happens at the same time; some have each of several things do so.
const AT_ONCE: [RuleId; 12] = [
    cr!("101.4"),
    cr!("608.2e"),
    cr!("608.2f"),
    cr!("610.3d"),
    cr!("614.13"),
    cr!("702.82a"),
    cr!("702.89a"),
    cr!("704.3"),
    cr!("712.21"),
    cr!("730.3"),
    cr!("800.4a"),
    cr!("800.4c"),
];

/// The moves of an object, by the steps that tell of them, each with the event that it is part of.
fn moves_in_events(played: Played<'_>, root: ObjectId) -> Vec<(u32, EntryId)> {
    let game = played.game;
    let mut last = 0;
    let moves = played.trace.entries().iter().filter_map(|entry| {
        let moved = match &entry.what {
            What::Changed(Change::Move(it), batch) => {
                last = *batch;
                it.object
            }
            // Along with its owner (800.4a).
            What::Changed(Change::LeaveGame(object, _), batch) => {
                last = *batch;
                *object
            }
            // A component leaves in the move of the permanent, which is told before it (712.21, 730.3).
            What::Note(Note::GoesAlong(card, _) | Note::GoesApart(card, ..)) => *card,
            _ => return None,
        };
        (game.earliest(moved) == root).then_some((last, entry.id))
    });
    moves.collect()
}

/// The last steps in which the first two of some objects have moved in one event with all of them.
pub(crate) fn steps(played: Played<'_>, objects: &[ObjectId]) -> Option<(EntryId, EntryId)> {
    let moves = objects.iter().map(|object| moves_in_events(played, played.game.earliest(*object)));
    let moves: Vec<Vec<(u32, EntryId)>> = moves.collect();
    let (first, others) = moves.split_first()?;
    let in_event = |moves: &[(u32, EntryId)], event: u32| {
        moves.iter().rev().find(|(its, _)| *its == event).map(|(_, step)| *step)
    };
    first.iter().rev().find_map(|(event, step)| {
        let mut each = others.iter().map(|moves| in_event(moves, *event));
        let second = each.next()??;
        each.all(|other| other.is_some()).then_some((*step, second))
    })
}

/// Whether a step is something that a spell or ability does as it resolves, or what replaces that.
fn is_of_resolution(trace: &Trace, step: EntryId) -> bool {
    let cause = trace.get(step).map(|entry| entry.cause);
    let mut above = std::iter::successors(trace.get(step), |entry| trace.get(entry.parent?));
    matches!(cause, Some(CauseKind::Resolution(..) | CauseKind::Replacement(_)))
        && above.any(|entry| matches!(entry.what, What::Resolves(_)))
}

/// Whether objects have all moved in one event, and by which rules they have or have not.
pub(crate) fn at_the_same_time(played: Played<'_>, objects: &[ObjectId]) -> (bool, Reasons) {
    let game = played.game;
    let roots: Vec<ObjectId> = objects.iter().map(|object| game.earliest(*object)).collect();
    let together = steps(played, objects);
    let holds = together.is_some();
    let mut rules = Reasons::NONE;
    for entry in played.trace.entries() {
        // What several players chose in turn happens at once.
        if let What::Chose(choice, ..) = &entry.what
            && entry.rules.contains(cr!("101.4"))
            && choice.objects().any(|object| roots.contains(&game.earliest(object)))
        {
            rules = rules.and(cr!("101.4"));
        }
        let moves = matches!(&entry.what, What::Changed(Change::Move(it), _) if roots.contains(&game.earliest(it.object)));
        let parent = entry.parent.and_then(|parent| played.trace.get(parent));
        if let (true, Some(parent)) = (moves, parent.filter(|parent| matches!(parent.what, What::StateBased)))
        {
            rules = rules.joined(parent.reasons());
        }
    }
    let rules =
        roots.iter().fold(rules, |rules, root| moves_of(played, *root).iter().fold(rules, Reasons::and));
    // What one instruction does to several objects it does to all at once.
    let is_exchange = |rule: RuleId| rule.as_str().starts_with("701.12");
    let says_so = rules.iter().any(|reason| AT_ONCE.contains(&reason.rule) || is_exchange(reason.rule));
    let processed = together.is_some_and(|(one, other)| {
        [one, other].into_iter().all(|step| is_of_resolution(played.trace, step))
    });
    (holds, if processed && !says_so { rules.led_by(cr!("608.2f")) } else { rules })
}

/// What every object that has moved was as play began.
pub(crate) fn all_moved(game: &Game, trace: &Trace) -> Vec<ObjectId> {
    let mut moved: Vec<ObjectId> = Vec::new();
    for entry in trace.entries() {
        if let What::Changed(Change::Move(it), _) = &entry.what {
            let root = game.earliest(it.object);
            if !moved.contains(&root) {
                moved.push(root);
            }
        }
    }
    moved
}

/// The first and the last of the steps in which the counters of several kinds that were on an object were removed from it at the same time,
/// if these were the last to change.
pub(crate) fn counters_removed(played: Played<'_>, object: ObjectId) -> Option<(EntryId, EntryId)> {
    let mut changed = played.trace.entries().iter().rev().filter_map(|entry| match &entry.what {
        What::Changed(Change::Counters(its, _, amount), batch) if *its == object => {
            Some((entry.id, *amount, *batch))
        }
        _ => None,
    });
    let (last, amount, batch) = changed.next()?;
    let together = changed.take_while(|(_, amount, its)| *its == batch && *amount < 0);
    let first = together.last().filter(|_| amount < 0)?;
    Some((first.0, last))
}
