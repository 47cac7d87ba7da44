//! What has moved, and what of it at the same time.

use crate::game::{Change, Game, ObjectId};
use crate::rules::cr;
use crate::trace::{Note, Reasons, Trace, What};

use super::Played;
use super::whereabouts::moves_of;

/// Whether objects have all moved in one event, and by which rules they have or have not.
pub(crate) fn at_the_same_time(played: Played<'_>, objects: &[ObjectId]) -> (bool, Reasons) {
    let game = played.game;
    let roots: Vec<ObjectId> = objects.iter().map(|object| game.earliest(*object)).collect();
    let batches = |root: ObjectId| -> Vec<u32> {
        let mut last = 0;
        let moves = played.trace.entries().iter().filter_map(|entry| match &entry.what {
            What::Changed(Change::Move(it), batch) => {
                last = *batch;
                (game.earliest(it.object) == root).then_some(last)
            }
            // Along with its owner (800.4a).
            What::Changed(Change::LeaveGame(object, _), batch) => {
                last = *batch;
                (game.earliest(*object) == root).then_some(last)
            }
            // A component leaves in the move of the permanent, which is told before it (712.21, 730.3).
            What::Note(Note::GoesAlong(card, _) | Note::GoesApart(card, ..)) => {
                (game.earliest(*card) == root).then_some(last)
            }
            _ => None,
        });
        moves.collect()
    };
    let common = roots
        .iter()
        .map(|root| batches(*root))
        .reduce(|one, other| one.into_iter().filter(|batch| other.contains(batch)).collect());
    let holds = common.is_some_and(|common| !common.is_empty());
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
    (holds, rules)
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
