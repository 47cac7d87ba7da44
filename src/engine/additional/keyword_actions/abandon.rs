//! CR 701.33: Abandon

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general::put_under_deck;
use crate::game::{Cause, ObjectId, Variant};
use crate::ir::Supertype;
use crate::rules::cr;

/// Schemes are abandoned: turned face down and put on the bottom of their owner's scheme deck (701.33b). Only ongoing ones that
/// are face up can be (701.33a).
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn abandon(play: &mut Play<'_>, cause: Cause, schemes: &[ObjectId]) -> Outcome {
    if !matches!(play.game.variant(), Variant::Archenemy(_)) {
        return Ok(());
    }
    for scheme in schemes {
        let is_ongoing = play.game.object(*scheme).base.has_supertype(Supertype::Ongoing);
        if is_ongoing && play.game.schemes().any(|face_up| face_up == *scheme) {
            put_under_deck(play, cause.by(cr!("701.33b")), *scheme)?;
        }
    }
    Ok(())
}
