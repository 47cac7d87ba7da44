//! CR 701.27: Transform

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, happen};
use crate::game::{Cause, Change, ObjectId};
use crate::ir::Layout;
use crate::trace::Level;

/// A double-faced permanent has its other face up; nothing happens to any other (701.27a, 712.9), nor where the other face is that
/// of an instant or sorcery (712.10).
///
/// # Errors
/// If what triggers can't be played.
pub(in crate::engine) fn transform(play: &mut Play<'_>, cause: Cause, object: ObjectId) -> Outcome {
    let its = play.game.object(object);
    let other = its.definition.as_ref().and_then(|definition| {
        let double = matches!(definition.layout, Layout::Transform | Layout::Modal);
        definition.faces.get(usize::from(1 - its.face.min(1))).filter(|_| double)
    });
    // Not while it is face down either (712.15a).
    if its.is_face_down() || !its.on_battlefield() || !other.is_some_and(|other| other.types.is_permanent()) {
        return Ok(());
    }
    happen(
        play,
        vec![(cause, Level::Default, Change::Transform(object))],
        &[Happening::Transformed { object }],
    )?;
    Ok(())
}
