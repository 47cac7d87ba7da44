//! Which objects information is asked of: one that has left is as it last was (608.2h).

use crate::engine::halt::Outcome;
use crate::game::{ObjectId, Thing};
use crate::ir::{Players, Selection, Zone};

use super::selections::select;
use super::{Frame, Sight};

/// The objects of a selection as information about them is asked for: one that has left the battlefield by the event that "it" went
/// through, or by an earlier instruction, is as it last was there (608.2h).
///
/// # Errors
/// As [`select`].
pub(in crate::engine) fn informing(
    sight: Sight<'_>,
    frame: &Frame,
    selection: &Selection,
) -> Outcome<Vec<ObjectId>> {
    let mut found: Vec<ObjectId> = Vec::new();
    for object in select(sight, frame, selection)?.into_iter().filter_map(Thing::object) {
        let object = as_it_left(sight, frame, selection, object);
        // Cards that were one permanent are asked about once.
        if !found.contains(&object) {
            found.push(object);
        }
    }
    Ok(found)
}

/// An object as it last was where it had a controller, on the battlefield or the stack, if the very effect that asks has moved it from there
/// (608.2h).
pub(in crate::engine) fn as_it_was_controlled(
    sight: Sight<'_>,
    frame: &Frame,
    selection: &Selection,
    object: ObjectId,
) -> ObjectId {
    let has_one =
        |object: ObjectId| matches!(sight.game.object(object).zone, Zone::Battlefield | Zone::Stack);
    let since = |object: ObjectId| frame.on_stack.is_some_and(|on_stack| object > on_stack);
    let mut last = object;
    while !has_one(last) && if last == object { is_moved(frame, selection, last) } else { since(last) } {
        match sight.game.object(last).previous {
            Some(previous) => last = previous,
            None => break,
        }
    }
    if has_one(last) { last } else { object }
}

/// Whether who is meant comes from last known information: they are the controller of an object that is gone from where it had one (608.2h).
///
/// # Errors
/// As [`select`].
pub(in crate::engine) fn is_last_known(sight: Sight<'_>, frame: &Frame, who: &Players) -> Outcome<bool> {
    let Players::ControllerOf(selection) = who else { return Ok(false) };
    let things = select(sight, frame, selection)?;
    Ok(things.into_iter().filter_map(Thing::object).any(|object| {
        !sight.game.object(object).exists || as_it_was_controlled(sight, frame, selection, object) != object
    }))
}

/// Whether an object is found where the event that "it" went through, or an earlier instruction, has put it.
fn is_moved(frame: &Frame, selection: &Selection, object: ObjectId) -> bool {
    let of_event = || frame.occasion.as_ref().is_some_and(|occasion| occasion.objects.contains(&object));
    let since = || frame.on_stack.is_none_or(|on_stack| object > on_stack);
    let of_slot = || frame.slots.iter().any(|(_, things)| things.contains(&Thing::Object(object)));
    // What it chose where it already lay is what it is there.
    if let Selection::Slot(name) = selection {
        return frame.is_inherited(*name) || since();
    }
    if let Selection::Among(of, _) | Selection::Last(of) = selection {
        return is_moved(frame, of, object);
    }
    if let Selection::Several(all) = selection {
        return all.iter().any(|its| is_moved(frame, its, object));
    }
    let of_round = *selection == Selection::It && frame.current.is_some();
    of_event() || of_round && of_slot() && since()
}

fn as_it_left(sight: Sight<'_>, frame: &Frame, selection: &Selection, object: ObjectId) -> ObjectId {
    let its = sight.game.object(object);
    let of_event = || frame.occasion.as_ref().is_some_and(|occasion| occasion.objects.contains(&object));
    let of_slot = || frame.slots.iter().any(|(_, things)| things.contains(&Thing::Object(object)));
    let gone = if let Selection::Slot(name) = selection {
        // What it chose where it already lay is what it is there.
        frame.is_inherited(*name) || frame.on_stack.is_none_or(|on_stack| object > on_stack)
    } else {
        *selection == Selection::It && if frame.current.is_some() { of_slot() } else { of_event() }
    };
    match its.previous {
        Some(previous)
            if gone
                && its.zone != Zone::Battlefield
                && sight.game.object(previous).zone == Zone::Battlefield =>
        {
            previous
        }
        _ => object,
    }
}

/// The object to ask about who controlled it: as it was before the event that "it" went through (603.10, 608.2h). Of several objects that
/// went through it at once each is what it was itself; the other cards of one permanent are what that was.
pub(super) fn last_known(sight: Sight<'_>, frame: &Frame, object: ObjectId) -> ObjectId {
    let Some(occasion) = &frame.occasion else { return object };
    let its = sight.game.object(object);
    let off = !matches!(its.zone, Zone::Battlefield | Zone::Stack);
    match occasion.before {
        Some(before) if off && occasion.objects.contains(&object) => {
            let left = sight.game.object(before).zone;
            its.previous.filter(|own| sight.game.object(*own).zone == left).unwrap_or(before)
        }
        _ => object,
    }
}
