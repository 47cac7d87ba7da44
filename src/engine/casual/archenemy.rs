//! CR 904: Archenemy

use crate::engine::additional::keyword_actions::set_in_motion;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, Game, ObjectId, Variant};
use crate::ir::{CardType, Supertype};
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

/// The face-up schemes that are not ongoing, while no triggered ability of any scheme waits or is on the stack (704.6e).
pub(in crate::engine) fn finished(game: &Game) -> Vec<ObjectId> {
    if !matches!(game.variant(), Variant::Archenemy(_)) {
        return Vec::new();
    }
    let is_scheme = |object: ObjectId| game.object(object).base.is(CardType::Scheme);
    let waits = game.waiting().iter().any(|waiting| is_scheme(waiting.source))
        || game.stack().iter().any(|on_stack| {
            let ability = game.object(*on_stack).stack_ability();
            ability.is_some_and(|ability| ability.triggered && is_scheme(ability.source))
        });
    let stays = |object: &ObjectId| game.object(*object).base.has_supertype(Supertype::Ongoing);
    if waits { Vec::new() } else { game.schemes().filter(|scheme| !stays(scheme)).collect() }
}
