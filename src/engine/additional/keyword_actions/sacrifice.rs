//! CR 701.21: Sacrifice

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general;
use crate::game::{Cause, Move, MoveAction, ObjectId};
use crate::ir::Zone;
use crate::rules::cr;

/// Sacrifices permanents at the same time: each goes to its owner's graveyard (701.21a). Says what each is then.
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn sacrifice(
    play: &mut Play<'_>,
    cause: Cause,
    permanents: &[ObjectId],
) -> Outcome<Vec<Option<ObjectId>>> {
    let moves = permanents
        .iter()
        .filter(|permanent| play.game.object(**permanent).on_battlefield())
        .map(|permanent| of(cause, *permanent))
        .collect();
    general::move_each(play, moves)
}

/// How a permanent moves that is sacrificed.
pub(in crate::engine) fn of(cause: Cause, permanent: ObjectId) -> (Cause, Move) {
    (cause.led_by(cr!("701.21a")), Move::new(permanent, Zone::Graveyard, MoveAction::Sacrifice))
}
