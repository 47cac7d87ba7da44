//! Why an object is still where it was as the scenario began.

use crate::game::{Answer, Change, ChoiceKind, Item, ObjectId, Options, Thing};
use crate::ir::{CounterKind, Zone};
use crate::rules::cr;
use crate::trace::{Entry, Note, Reasons, What};

use super::Played;
use super::found::Found;
use super::standing::Standing;

/// The choices by which objects are moved.
const MOVES: [ChoiceKind; 7] = [
    ChoiceKind::Choose,
    ChoiceKind::Find,
    ChoiceKind::Sacrifice,
    ChoiceKind::Discard,
    ChoiceKind::Exile,
    ChoiceKind::Return,
    ChoiceKind::Graveyard,
];

/// The reasons of the last step that passed over an object which it could have moved: another was chosen, or the player who would have moved it
/// was an illegal target (608.2b). None if it has moved, or if nothing could have moved it.
pub(crate) fn passed_over(played: Played<'_>, object: ObjectId) -> Reasons {
    let its = played.game.object(object);
    if its.previous.is_some() || !its.exists {
        return Reasons::NONE;
    }
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Chose(choice, answer, _) if MOVES.contains(&choice.kind) => match &choice.options {
            Options::Pick { from, .. } => is_left_out(played, object, from, answer),
            Options::YesNo(_) | Options::Number { .. } | Options::Divide { .. } => false,
        },
        What::Note(Note::IllegalTarget(of, Thing::Player(_))) => is_target(played, *of, object),
        _ => false,
    });
    last.map_or(Reasons::NONE, Entry::reasons)
}

/// Whether an object is among those that could be chosen and not among those that were.
fn is_left_out(played: Played<'_>, object: ObjectId, from: &[Item], answer: &Answer) -> bool {
    let Answer::Picked(picked) = answer else { return false };
    let is_it = |item: &Item| is(played, *item, object);
    let chosen = |index: &u32| usize::try_from(*index).is_ok_and(|index| from.get(index).is_some_and(is_it));
    from.iter().any(is_it) && !picked.iter().any(chosen)
}

fn is(played: Played<'_>, item: Item, object: ObjectId) -> bool {
    Item::thing(item).and_then(Thing::object).is_some_and(|its| played.game.earliest(its) == object)
}

fn is_target(played: Played<'_>, of: ObjectId, object: ObjectId) -> bool {
    let targets =
        played.game.object(of).announced.iter().flat_map(|announced| announced.targets.iter().flatten());
    targets.filter_map(|thing| thing.object()).any(|target| played.game.earliest(target) == object)
}

/// That nothing has moved an object, behind "because", where nothing has.
pub(crate) fn unmoved(played: Played<'_>, object: ObjectId) -> Option<Found> {
    let its = played.game.object(object);
    let moved = |entry: &Entry| match &entry.what {
        What::Changed(Change::Move(it), _) => played.game.earliest(it.object) == object,
        // Within a library it may have been moved, too.
        What::Changed(Change::Shuffle(owner, _), _) => its.zone == Zone::Library && *owner == its.owner,
        What::Chose(choice, ..) if matches!(choice.kind, ChoiceKind::Top | ChoiceKind::Bottom) => {
            matches!(&choice.options, Options::Pick { from, .. } if from.iter().any(|item| is(played, *item, object)))
        }
        _ => false,
    };
    if its.previous.is_some() || !its.exists || played.trace.entries().iter().any(moved) {
        return None;
    }
    Some((Standing::Place(object).rule(played.game), "nothing has moved it".to_owned()))
}

/// That nothing has changed the number of counters on an object, behind "because", where it has had them from the beginning.
pub(crate) fn same_counters(played: Played<'_>, object: ObjectId, kind: CounterKind) -> Option<Found> {
    let its = played.game.object(object);
    let changed = |entry: &Entry| match &entry.what {
        What::Changed(Change::Counters(it, of, _), _) => *it == object && *of == kind,
        _ => false,
    };
    if its.previous.is_some() || its.counters_of(kind) == 0 || played.trace.entries().iter().any(changed) {
        return None;
    }
    let rule = match kind {
        CounterKind::LOYALTY => cr!("306.5c"),
        CounterKind::DEFENSE => cr!("310.4c"),
        _ => cr!("122.6"),
    };
    Some((rule, "nothing has changed the number of them".to_owned()))
}
