//! CR 406: Exile

use crate::engine::additional::keyword_actions::reveal;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::continuous_effects::{self, permitted};
use crate::game::{Cause, CauseKind, ObjectId, PlayerId};
use crate::ir::change::Action;
use crate::rules::cr;
use crate::trace::Level;

/// Who may look at a face-down card in exile now may go on looking at it for as long as it stays there, whatever becomes of what let
/// them (406.3).
///
/// # Errors
/// If a permission asks for what can't be told.
pub(in crate::engine) fn notice_permissions(play: &mut Play<'_>) -> Outcome {
    let view = play.view()?;
    if !continuous_effects::permits(&view, Action::LookAtExiled) {
        return Ok(());
    }
    let mut found: Vec<(ObjectId, PlayerId)> = Vec::new();
    let sight = Sight { game: &play.game, view: &view };
    for card in play.game.exile() {
        let its = play.game.object(*card);
        if !its.is_face_down() {
            continue;
        }
        for player in play.game.players() {
            if !its.seen_by.contains(&player) && permitted(sight, Action::LookAtExiled, Some(*card), player)?
            {
                found.push((*card, player));
            }
        }
    }
    for (card, player) in found {
        let cause = Cause::new(CauseKind::Rules, cr!("406.3"));
        reveal::look(play, cause, &[card], player, Level::Default);
    }
    Ok(())
}
