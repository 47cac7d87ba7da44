//! CR 701.27: Transform

use crate::engine::additional::copying_objects;
use crate::engine::additional::keyword_abilities::daybound_and_nightbound;
use crate::engine::additional::merging_with_permanents;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::events::{Happening, happen};
use crate::game::{Cause, Change, Game, ObjectId};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

/// A double-faced permanent has its other face up; nothing happens to any other (701.27a, 712.9), nor where the other face is that
/// of an instant or sorcery (712.10).
///
/// # Errors
/// If what triggers can't be played.
pub(in crate::engine) fn transform(play: &mut Play<'_>, cause: Cause, object: ObjectId) -> Outcome {
    transform_each(play, cause, &[object]).map(|_| ())
}

/// Several transform, or convert, at the same time, each as by [`transform`]. Says which did.
///
/// # Errors
/// As [`transform`], and if nobody says the order of their timestamps where it can be seen (613.7m).
pub(in crate::engine) fn transform_each(
    play: &mut Play<'_>,
    cause: Cause,
    these: &[ObjectId],
) -> Outcome<Vec<ObjectId>> {
    let converting = cause.rules.contains(cr!("701.28a"));
    let (mut changes, mut happenings, mut done) = (Vec::new(), Vec::new(), Vec::new());
    for object in these {
        if let Some(cause) = may_transform(play, cause, *object)? {
            changes.push((cause, Level::Default, Change::Transform(*object)));
            happenings.push(Happening::Transformed { object: *object, converting });
            done.push(*object);
        }
    }
    if !changes.is_empty() {
        happen(play, changes, &happenings)?;
    }
    Ok(done)
}

/// By what a permanent transforms; nothing if it does not, for which the reason is noted.
fn may_transform(play: &mut Play<'_>, cause: Cause, object: ObjectId) -> Outcome<Option<Cause>> {
    let view = play.view()?;
    if let Some(rule) = daybound_and_nightbound::forbids(&play.game, &view, object)
        && play.game.object(object).on_battlefield()
    {
        play.note(Level::Default, cause.kind, Rules::of(&[rule]), Note::StaysAsItIs(object));
        return Ok(None);
    }
    let its = play.game.object(object);
    if !its.on_battlefield() {
        return Ok(None);
    }
    if its.merged.is_some() && merging_with_permanents::has_double_faced_component(&play.game, object) {
        return Err(Halt::undecided(object, "a merged permanent with a double-faced component transforms"));
    }
    if let Some(rule) = prevented(&play.game, object) {
        play.note(Level::Default, cause.kind, Rules::of(&[rule]), Note::StaysAsItIs(object));
        return Ok(None);
    }
    // A copy transforms if it is a double-faced card itself, whatever it is a copy of.
    let copied = copying_objects::is_copy(&play.game, object);
    Ok(Some(if copied { cause.and(cr!("712.9")) } else { cause }))
}

/// Whether a permanent that its own ability tells to transform has done so since that ability was put onto the stack, or since it was
/// made if it is a delayed triggered ability: then it does not (701.27f).
pub(in crate::engine) fn has_already(game: &Game, frame: &Frame, object: ObjectId) -> bool {
    let (Some(ability), Some(transformed)) = (frame.on_stack, game.object(object).transformed) else {
        return false;
    };
    let since = frame.occasion.as_ref().and_then(|occasion| occasion.since);
    // What became of a spell is not the spell's own ability.
    frame.source == object && transformed > since.unwrap_or(game.object(ability).timestamp)
}

/// The rule by which nothing happens to a permanent that is told to transform, if there is one.
pub(in crate::engine) fn prevented(game: &Game, object: ObjectId) -> Option<RuleId> {
    let its = game.object(object);
    let other = its.definition.as_ref().and_then(|definition| {
        definition.faces.get(usize::from(1 - its.face.min(1))).filter(|_| definition.is_double_faced())
    });
    match other {
        None => Some(cr!("712.9")),
        Some(other) if !other.types.is_permanent() => Some(cr!("712.10")),
        // Not while it is face down either.
        Some(_) if its.is_face_down() => Some(cr!("712.15a")),
        Some(_) => None,
    }
}
