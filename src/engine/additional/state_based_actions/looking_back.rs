//! CR 704: State-Based Actions. What they look back at counts since they were last checked.

use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, Change, ObjectId};
use crate::rules::cr;
use crate::trace::Level;

/// What 704.5b and 704.5h look back at counts only since the last check.
pub(super) fn forget_what_was_checked(play: &mut Play<'_>) {
    let cause = Cause::new(CauseKind::Rules, cr!("704.3"));
    if play.game.players().any(|player| play.game.player(player).drew_from_empty) {
        play.change(cause, Level::Hidden, Change::ForgetEmptyDraws);
    }
    let touched: Vec<ObjectId> = play
        .game
        .battlefield()
        .iter()
        .copied()
        .filter(|object| play.game.object(*object).deathtouched)
        .collect();
    for object in touched {
        play.change(cause, Level::Hidden, Change::ForgetDeathtouch(object));
    }
}
