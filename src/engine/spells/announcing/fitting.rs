//! What the targets of what has been announced are, so that its phrases can mean them (601.2c).

use crate::engine::concepts::targets::{changing, misfits};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::game::{ObjectId, Thing};

use super::specs;

/// What the targets of a spell or ability on the stack are that its phrases ask for, each in words behind its name; only those of which
/// something is to be said. Where it can't be told, nothing is.
pub(crate) fn targets_in_words(play: &mut Play<'_>, on_stack: ObjectId) -> Vec<(Thing, String)> {
    let Some(announced) = play.game.object(on_stack).announced.clone() else { return Vec::new() };
    let Ok((body, frame)) = changing::body_and_frame(play, on_stack) else { return Vec::new() };
    let Ok(view) = play.view() else { return Vec::new() };
    let frame = Frame { announced: Some(announced.clone()), ..frame };
    let sight = Sight { game: &play.game, view: &view };
    let mut words = Vec::new();
    for (spec, chosen) in specs(&body, &announced.modes).into_iter().zip(&announced.targets) {
        // For whom each was chosen is part of what is asked of it.
        if spec.each_of.is_some() {
            continue;
        }
        for thing in chosen {
            let told = misfits::fitting_in_words(sight, &frame, spec, *thing);
            words.extend(told.map(|told| (*thing, told)));
        }
    }
    words
}
