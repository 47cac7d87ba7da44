//! What brought the objects that are counted to where they are, or took the others away.

use crate::game::{Change, Characteristics, ChoiceKind, Game, Object, ObjectId, PlayerId, Thing};
use crate::ir::Zone;
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, Note, Reason, Reasons, What, Would};

use super::Played;
use super::whereabouts::{last_moves_of, moved_by};

/// The rules by which the objects came to be where they are, if they all came there by the same.
pub(crate) fn common_move(played: Played<'_>, counted: &[ObjectId]) -> Reasons {
    let mut moves = last_moves_of(played, counted).into_iter();
    let first = moves.next().unwrap_or(Reasons::NONE);
    // That each is a new object now is no matter for how many there are.
    let deciding = first.without(&[cr!("400.7")]);
    if moves.all(|rules| rules.rules() == first.rules()) { deciding } else { Reasons::NONE }
}

/// The rules of the last step by which a card of a player's came to a zone or left it.
pub(crate) fn last_change_of(played: Played<'_>, zone: Zone, player: PlayerId) -> Reasons {
    let game = played.game;
    let touches = |id: ObjectId| {
        let its = game.object(id);
        let goes_on = its.next.map(|next| game.object(next).zone);
        its.owner == player && (its.zone == zone || goes_on == Some(zone))
    };
    let moved = |entry: &&Entry| moved_by(entry).into_iter().flatten().any(touches);
    let last = played.trace.entries().iter().rev().find(moved);
    // That it is a new object now is no matter for how many there are.
    let of_delayed = last.and_then(|entry| of_another_controller(played, entry));
    let rules = last.map_or(Reasons::NONE, |entry| entry.reasons().without(&[cr!("400.7")]));
    of_delayed.into_iter().fold(rules, Reasons::and)
}

/// The rule by which the delayed triggered ability that has done something is of another player's than its source, with the step in which it
/// triggered (603.7e).
fn of_another_controller(played: Played<'_>, done: &Entry) -> Option<Reason> {
    let doer = done.cause.source()?;
    let source = played.game.object(doer).stack_ability()?.source;
    let before = played.trace.entries().get(..done.id.0 as usize)?;
    let triggered = before.iter().rfind(|entry| match &entry.what {
        What::Changed(Change::Trigger(it), _) => it.source == source,
        _ => false,
    })?;
    let rule = cr!("603.7e");
    triggered.rules.contains(rule).then_some(Reason { rule, step: Some(triggered.id) })
}

/// The rules of the last step by which a card of a player's was exiled that would have gone to that player's graveyard otherwise: from the
/// stack, or by what replaced that.
pub(crate) fn last_exile_of(played: Played<'_>, player: PlayerId) -> Reasons {
    let game = played.game;
    let was_replaced = |object: ObjectId| {
        played.trace.entries().iter().any(|entry| {
            matches!(&entry.what, What::Replaced(Thing::Object(its), _, Would::Move(_)) if *its == object)
        })
    };
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => {
            let its = game.object(it.object);
            let instead = || its.zone == Zone::Stack || was_replaced(it.object);
            it.to == Zone::Exile && its.owner == player && its.card().is_some() && instead()
        }
        _ => false,
    });
    last.map_or(Reasons::NONE, |entry| entry.reasons().without(&[cr!("400.7")]))
}

/// The rules of the last step by which something that would have been of a sort, as itself or as a copy of what it would first have been one
/// of, entered as a copy of something else (707.5); in the second case also those of the choice which applied first (616.1).
pub(crate) fn last_copy_instead(
    played: Played<'_>,
    is_of: impl Fn(&Object, Option<&Object>) -> bool,
) -> Reasons {
    let game = played.game;
    let entries = played.trace.entries();
    let copies = |entry: &Entry| match &entry.what {
        What::Replaced(Thing::Object(object), _, Would::EnterAsCopy(copied)) => Some((*object, *copied)),
        _ => None,
    };
    for last in entries.iter().rev() {
        let Some((object, _)) = copies(last) else { continue };
        let its = game.object(object);
        if is_of(its, None) {
            return last.reasons();
        }
        let before = entries.get(..last.id.0 as usize).unwrap_or_default();
        let overruled = |entry: &&Entry| {
            copies(entry)
                .is_some_and(|(other, copied)| other == object && is_of(its, Some(game.object(copied))))
        };
        let Some(overruled) = before.iter().rfind(overruled) else { continue };
        let chosen = before.iter().rfind(|entry| {
            let orders = matches!(&entry.what, What::Chose(choice, ..) if choice.kind == ChoiceKind::First);
            orders && entry.id < overruled.id && entry.parent == overruled.parent
        });
        let chosen = chosen.map_or(Reasons::NONE, Entry::reasons);
        return last.reasons().joined(chosen).and(cr!("616.1f"));
    }
    Reasons::NONE
}

/// The rules of the last step by which something of a sort came to the battlefield or left it.
pub(crate) fn last_change_among(
    played: Played<'_>,
    is_of: impl Fn(&Object, &Characteristics) -> bool,
) -> Reasons {
    let game = played.game;
    let was = |id: ObjectId| {
        let its = game.object(id);
        let had = its.known.as_ref().map_or(&its.base, |known| &known.characteristics);
        let had = if its.exists { played.view.characteristics(game, id) } else { had };
        its.zone == Zone::Battlefield && is_of(its, had)
    };
    let touches = |id: ObjectId| was(id) || game.object(id).next.is_some_and(was);
    let moved = |entry: &&Entry| moved_by(entry).into_iter().flatten().any(touches);
    let Some(last) = played.trace.entries().iter().rev().find(moved) else { return Reasons::NONE };
    // What has ceased to exist where it went would have come back.
    let stays_away = |entry: &&Entry| match entry.what {
        What::Note(Note::Ceased(token)) => game.object(token).previous.is_some_and(was),
        _ => false,
    };
    let since = played.trace.entries().get(last.id.0 as usize..).unwrap_or_default();
    let stays_away = since.iter().rfind(stays_away).map_or(Reasons::NONE, Entry::reasons);
    stays_away.joined(last.reasons()).without(&[cr!("400.7")])
}

/// The rule by which a player may hold more cards than their maximum hand size until the cleanup step, if one holds so many of these (402.2).
pub(crate) fn more_than_a_hand(game: &Game, cards: &[ObjectId]) -> Option<RuleId> {
    let holds_more = |player: PlayerId| {
        let share = cards.iter().filter(|card| game.object(**card).owner == player).count();
        share > game.player(player).hand_size.max(0) as usize
    };
    game.players().any(holds_more).then_some(cr!("402.2"))
}
