//! CR 611: Continuous Effects. Those that would give control of something to a player who has left the game (800.4b).

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::game::{Cause, ObjectId};
use crate::ir::Change;
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

/// Whether an effect would give control of objects to a player who has left the game: they don't change to it (800.4b).
///
/// # Errors
/// If it can't be told who would control them.
pub(in crate::engine) fn would_control(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    changes: &[Change],
    objects: &[ObjectId],
) -> Outcome<bool> {
    let view = play.view()?;
    for change in changes {
        let Change::Control(who) = change else { continue };
        let given = players(Sight { game: &play.game, view: &view }, frame, who)?;
        if let Some(player) = given.first().copied().filter(|player| play.game.player(*player).gone) {
            for object in objects {
                let note = Note::ForOneWhoLeft(*object, player);
                play.note(Level::Default, cause.kind, Rules::of(&[cr!("800.4b")]), note);
            }
            return Ok(true);
        }
    }
    Ok(false)
}
