//! What was replaced, by what, and by which rules.

use crate::game::{ObjectId, Thing};
use crate::trace::{Reasons, What};

use super::Played;

/// Whether an effect of an object has replaced anything that would have happened to another, and by which rules (614).
pub(crate) fn by(played: Played<'_>, what: ObjectId, by: ObjectId) -> (bool, Reasons) {
    let game = played.game;
    let (root, by) = (game.earliest(what), game.earliest(by));
    let replaced = played.trace.entries().iter().filter(|entry| match &entry.what {
        What::Replaced(Thing::Object(object), effect, _) => {
            game.earliest(*object) == root && game.earliest(*effect) == by
        }
        _ => false,
    });
    let rules = replaced.fold(Reasons::NONE, |rules, entry| rules.joined(entry.reasons()));
    (!rules.is_empty(), rules)
}
