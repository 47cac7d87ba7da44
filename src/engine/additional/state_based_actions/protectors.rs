//! State-based actions of battles: who protects one that nobody protects (704.5x–y).

use crate::engine::card_types::battles::{choose, protect};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, ObjectId};
use crate::rules::RuleId;

/// A battle gets another protector, chosen by its controller; says whether there was anybody to choose (704.5x, 704.5y).
///
/// # Errors
/// If the choice is missing.
pub(super) fn protect_anew(play: &mut Play<'_>, rule: RuleId, battle: ObjectId) -> Outcome<bool> {
    let view = play.view()?;
    let its = view.shared(&play.game, battle);
    let controller = view.controller(&play.game, battle);
    let Some(player) = choose(play, battle, &its, controller, false)? else { return Ok(false) };
    protect(play, Cause::new(CauseKind::StateBased, rule), battle, player);
    Ok(true)
}
