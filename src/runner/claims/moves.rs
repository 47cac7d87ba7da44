//! Claims about where objects have been, and when they moved.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::game::{Answer, Change, ChoiceKind, Game, Item, Object, ObjectId, Options, Thing};
use crate::ir::Zone;
use crate::rules::{Rules, cr};
use crate::runner::setup::zone_of;
use crate::runner::stage::{Stage, Staged};
use crate::scenario::ast::Spanned;
use crate::scenario::script::Reference;
use crate::scenario::vocabulary::Zone as WrittenZone;
use crate::trace::{Entry, Forbidden, Note, What, Would};

use super::Judged;

pub(super) fn path(
    stage: &mut Stage<'_, '_>,
    what: &Reference,
    zones: &[Spanned<Option<WrittenZone>>],
) -> Staged<Judged> {
    let object = stage.object(what)?;
    let path = path_of(stage, object);
    let game = &stage.play.game;
    let mut actual: Vec<Option<Zone>> = zones_of(game, &path).into_iter().map(Some).collect();
    if path.last().is_some_and(|last| game.object(*last).has_ceased()) {
        actual.push(None);
    }
    let wanted: Vec<Option<Zone>> = zones.iter().map(|zone| zone.value.and_then(zone_of)).collect();
    // That it has ceased to exist afterwards need not be said.
    if actual.last() == Some(&None) && wanted.last().is_some_and(Option::is_some) {
        actual.pop();
    }
    let name = stage.answers.table().told(game, object);
    let sentence = match actual.as_slice() {
        [Some(zone)] if game.object(object).exists => format!("{name} never leaves {}", zone.place()),
        _ => format!("{name}: {}", path_in_words(game, &path)),
    };
    Ok(Judged { holds: actual == wanted, sentence, rules: moves_of(stage, object) })
}

/// The zones that an object went through since the scenario began, and the objects it was there.
pub(in crate::runner) fn path_of(stage: &Stage<'_, '_>, object: ObjectId) -> Vec<ObjectId> {
    let game = &stage.play.game;
    let mut path = vec![game.earliest(object)];
    while let Some(last) = path.last().copied()
        && let Some(next) = game.object(last).next
    {
        // In between the card was part of a melded or merged permanent.
        let part_of =
            |object: &&Rc<Object>| object.components().any(|part| part == last) && object.id != next;
        path.extend(game.objects().iter().find(part_of).map(|permanent| permanent.id));
        path.push(next);
    }
    path
}

/// The zones of a path. What is exiled again stays where it is (406.7).
fn zones_of(game: &Game, path: &[ObjectId]) -> Vec<Zone> {
    let mut zones: Vec<Zone> = path.iter().map(|object| game.object(*object).zone).collect();
    zones.dedup_by(|next, before| *next == Zone::Exile && *before == Zone::Exile);
    zones
}

/// A path in words: `battlefield > exile > battlefield`.
pub(in crate::runner) fn path_in_words(game: &Game, path: &[ObjectId]) -> String {
    let mut zones: Vec<&str> = zones_of(game, path).into_iter().map(Zone::word).collect();
    // Only what was brought into the game has been outside it.
    if let (Some(first), Some(place)) = (path.first(), zones.first_mut())
        && game.object(*first).outside
    {
        *place = "outside the game";
    }
    if path.last().is_some_and(|last| game.object(*last).has_ceased()) {
        let left = path.last().is_some_and(|last| game.has_left(*last));
        zones.push(if left { "left the game" } else { "ceased to exist" });
    }
    zones.join(" > ")
}

/// The rules of the moves of an object, the last one's first.
pub(in crate::runner) fn moves_of(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let game = &stage.play.game;
    let root = game.earliest(object);
    let mut rules = Rules::NONE;
    for entry in stage.play.trace.entries().iter().rev() {
        if is_move_of(game, entry, root)
            || remains(game, entry, root)
            || is_picked_by_chance(game, entry, root)
        {
            let lets = permitted(stage, entry);
            rules = entry.rules.iter().chain(lets.iter()).fold(rules, Rules::and);
        }
    }
    rules
}

/// The rules that let a spell be cast from where it was, at that time and in that way, if the entry is its going onto the stack.
fn permitted(stage: &Stage<'_, '_>, entry: &Entry) -> Rules {
    let trace = &stage.play.trace;
    let casting = entry.parent.and_then(|parent| trace.get(parent)).filter(|parent| match &entry.what {
        What::Changed(Change::Move(it), _) => matches!(parent.what, What::Casts(_, cast) if cast == it.new),
        _ => false,
    });
    // That it is cast at all (601.2), and for which cost (118.9), says nothing of that.
    let aside = [cr!("601.2"), cr!("118.9")];
    let rules = casting.map_or(Rules::NONE, |casting| casting.rules);
    rules.iter().filter(|rule| !aside.contains(rule)).fold(Rules::NONE, Rules::and)
}

/// Whether an entry tells that chance has picked an object from a hidden pile: which card moves then is decided by that (406.4).
fn is_picked_by_chance(game: &Game, entry: &Entry, root: ObjectId) -> bool {
    let What::Chose(choice, Answer::Picked(picked), _) = &entry.what else { return false };
    let Options::Pick { from, .. } = &choice.options else { return false };
    let of_root = |index: &u32| match from.get(*index as usize) {
        Some(Item::Object(object)) => game.earliest(*object) == root,
        _ => false,
    };
    choice.kind == ChoiceKind::Random && entry.rules.contains(cr!("406.4")) && picked.iter().any(of_root)
}

/// The objects that an entry tells moved: by themselves, or as a card of a melded or merged permanent.
fn moved_by(entry: &Entry) -> [Option<ObjectId>; 2] {
    match &entry.what {
        What::Changed(Change::Move(it), _) => [Some(it.object), it.melded_with],
        What::Changed(
            Change::Cease(ceased) | Change::LeaveGame(ceased, _) | Change::CompleteDungeon(ceased),
            _,
        ) => [Some(*ceased), None],
        What::Changed(Change::Merge(it), _) => [Some(it.object), None],
        // What was created is where that put it.
        What::Changed(Change::Create(it), _) => [Some(it.new), None],
        What::Note(Note::GoesAlong(card, _) | Note::GoesApart(card, ..)) => [Some(*card), None],
        _ => [None, None],
    }
}

/// Whether an entry tells that an object moved.
fn is_move_of(game: &Game, entry: &Entry, root: ObjectId) -> bool {
    moved_by(entry).into_iter().flatten().any(|object| game.earliest(object) == root)
}

/// The objects that an entry tells stayed where they were when they would have moved: they can't leave the zone or enter another (400.4),
/// aren't destroyed or sacrificed, have no reason to move any more, or something else happens instead.
const fn remaining_by(entry: &Entry) -> [Option<ObjectId>; 2] {
    match &entry.what {
        // In its library it has another place.
        What::Changed(Change::Place(object, _), _)
        | What::Replaced(Thing::Object(object), _, Would::Move(_))
        | What::Note(
            Note::Cant(
                Forbidden::Destroy
                | Forbidden::DestroyIndestructible
                | Forbidden::Counter
                | Forbidden::Sacrifice
                | Forbidden::Enter
                | Forbidden::EnterAttached(_),
                Thing::Object(object),
                _,
            )
            | Note::RemainsIn(object, _)
            | Note::DurationOver(object)
            | Note::TokenStays(object)
            | Note::NotMelded(object)
            | Note::ForOneWhoLeft(object, _),
        ) => [Some(*object), None],
        What::Note(Note::NotExchanged(one, other)) => [Some(*one), Some(*other)],
        _ => [None, None],
    }
}

/// Whether an entry tells that an object stayed where it was.
fn remains(game: &Game, entry: &Entry, root: ObjectId) -> bool {
    remaining_by(entry).into_iter().flatten().any(|object| game.earliest(object) == root)
}

/// The rules of the last move of an object, or of why it did not move; behind them why something has not found it since.
pub(in crate::runner) fn last_move_of(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    last_moves_of(stage, &[object]).first().copied().unwrap_or(Rules::NONE)
}

/// The same of several objects, in one look at the trace.
pub(super) fn last_moves_of(stage: &Stage<'_, '_>, objects: &[ObjectId]) -> Vec<Rules> {
    let game = &stage.play.game;
    let roots: Vec<ObjectId> = objects.iter().map(|object| game.earliest(*object)).collect();
    // By object: why something has not found it, and whether it is found already when it moved.
    let mut found: BTreeMap<ObjectId, (Rules, bool)> =
        roots.iter().map(|root| (*root, (Rules::NONE, false))).collect();
    let mut left = found.len();
    for entry in stage.play.trace.entries().iter().rev() {
        if left == 0 {
            break;
        }
        for object in moved_by(entry).into_iter().chain(remaining_by(entry)).flatten() {
            if let Some((rules, done @ false)) = found.get_mut(&game.earliest(object)) {
                let lets = permitted(stage, entry);
                *rules = lets.iter().chain(rules.iter()).fold(entry.rules, Rules::and);
                *done = true;
                left -= 1;
            }
        }
        if let What::Note(Note::NotFound(lost)) = &entry.what
            && let Some((missed, false)) = found.get_mut(&game.earliest(*lost))
        {
            // What looked for it to explore or to connive would not have moved it.
            let aside = [cr!("701.44c"), cr!("701.50b")].into_iter().any(|rule| entry.rules.contains(rule));
            if !aside {
                *missed = missed.iter().fold(entry.rules, Rules::and);
            }
        }
    }
    roots.iter().map(|root| found.get(root).map_or(Rules::NONE, |(rules, _)| *rules)).collect()
}

pub(super) fn same_time(stage: &mut Stage<'_, '_>, references: &[Reference]) -> Staged<Judged> {
    let mut objects = Vec::new();
    for reference in references {
        objects.push(stage.object(reference)?);
    }
    let game = &stage.play.game;
    let roots: Vec<ObjectId> = objects.iter().map(|object| game.earliest(*object)).collect();
    let batches = |root: ObjectId| -> Vec<u32> {
        let mut last = 0;
        let moves = stage.play.trace.entries().iter().filter_map(|entry| match &entry.what {
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
    let table = stage.answers.table();
    let names: Vec<String> = objects.iter().map(|object| table.told(game, *object)).collect();
    let names = names.join(" and ");
    let sentence = if holds {
        format!("{names} move at the same time")
    } else {
        format!("{names} don't move at the same time")
    };
    let game = &stage.play.game;
    let mut rules = Rules::NONE;
    for entry in stage.play.trace.entries() {
        // What several players chose in turn happens at once.
        if let What::Chose(choice, ..) = &entry.what
            && entry.rules.contains(cr!("101.4"))
            && choice.objects().any(|object| roots.contains(&game.earliest(object)))
        {
            rules = rules.and(cr!("101.4"));
        }
        let moves = matches!(&entry.what, What::Changed(Change::Move(it), _) if roots.contains(&game.earliest(it.object)));
        let parent = entry.parent.and_then(|parent| stage.play.trace.get(parent));
        if let (true, Some(parent)) = (moves, parent.filter(|parent| matches!(parent.what, What::StateBased)))
        {
            rules = parent.rules.iter().fold(rules, Rules::and);
        }
    }
    let rules = roots.iter().fold(rules, |rules, root| moves_of(stage, *root).iter().fold(rules, Rules::and));
    Ok(Judged { holds, sentence, rules })
}

/// Whether every object that moved is spoken of by an expectation before this one that holds.
pub(super) fn nothing_else_moved(stage: &mut Stage<'_, '_>) -> Judged {
    let game = &stage.play.game;
    let table = stage.answers.table();
    let mut moved: Vec<ObjectId> = Vec::new();
    for entry in stage.play.trace.entries() {
        if let What::Changed(Change::Move(it), _) = &entry.what {
            let root = game.earliest(it.object);
            if !moved.contains(&root) {
                moved.push(root);
            }
        }
    }
    let spoken = stage.spoken_of.as_deref().unwrap_or_default();
    let others: Vec<String> =
        moved.into_iter().filter(|root| !spoken.contains(root)).map(|root| table.told(game, root)).collect();
    let sentence = if others.is_empty() {
        "nothing else moves".to_owned()
    } else {
        format!("{} moved too", others.join("; "))
    };
    Judged { holds: others.is_empty(), sentence, rules: Rules::NONE }
}
