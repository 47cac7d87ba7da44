//! What was replaced, by what, and by which rules.

use crate::game::{ObjectId, Thing};
use crate::rules::Rules;
use crate::trace::What;

use super::Played;

/// Whether an effect of an object has replaced anything that would have happened to another, and by which rules (614).
pub(crate) fn by(played: Played<'_>, what: ObjectId, by: ObjectId) -> (bool, Rules) {
    let game = played.game;
    let (root, by) = (game.earliest(what), game.earliest(by));
    let mut replaced = played.trace.entries().iter().filter(|entry| match &entry.what {
        What::Replaced(Thing::Object(object), effect, _) => {
            game.earliest(*object) == root && game.earliest(*effect) == by
        }
        _ => false,
    });
    let first = replaced.next();
    let rules = first.into_iter().chain(replaced).flat_map(|entry| entry.rules.as_slice());
    (first.is_some(), rules.copied().fold(Rules::NONE, Rules::and))
}
