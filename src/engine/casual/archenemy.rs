//! CR 904: Archenemy

use crate::engine::additional::keyword_actions::set_in_motion;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, Variant};
use crate::rules::cr;

/// Immediately after the archenemy's precombat main phase begins, they set the top scheme of their deck in motion (904.9).
///
/// # Errors
/// If the scenario doesn't write out the scheme deck.
pub(in crate::engine) fn as_main_phase_begins(play: &mut Play<'_>) -> Outcome {
    match play.game.variant() {
        Variant::Archenemy(archenemy) if play.game.turn().active == archenemy => {
            let cause = Cause::new(CauseKind::TurnBased, cr!("904.9")).and(cr!("505.3"));
            set_in_motion::set_in_motion(play, cause, archenemy, 1)
        }
        _ => Ok(()),
    }
}
