//! CR 609: Effects. Instructions for a player who has left the game: neither that player nor what was theirs is there (800.4a), and what is
//! impossible is not done (609.3).

use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, selections};
use crate::game::PlayerId;
use crate::ir::part::{Part, mentions};
use crate::ir::{Instruction, Players};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::cause;

/// Says that an instruction, of which nothing has come, was for a player who has left the game, if that is so.
pub(super) fn note(play: &mut Play<'_>, frame: &Frame, instruction: &Instruction) {
    let somebody_left = play.game.players().any(|player| play.game.player(player).gone);
    if !somebody_left || frame.on_stack.is_none() {
        return;
    }
    if let Some(player) = who_has_left(play, frame, instruction) {
        let kind = cause(frame, cr!("609.3")).kind;
        let note = Note::NobodyLeft(frame.asking(), player);
        play.note(Level::Default, kind, Rules::of(&[cr!("609.3"), cr!("800.4a")]), note);
    }
}

/// The player who has left the game of whom alone an instruction speaks; nobody where that can't be told.
fn who_has_left(play: &mut Play<'_>, frame: &Frame, instruction: &Instruction) -> Option<PlayerId> {
    let speaks_of =
        |who: &Players| mentions(instruction, |part| matches!(part, Part::Players(its) if its == who));
    let who = [Players::Defending, Players::It].into_iter().find(speaks_of)?;
    let view = play.view().ok()?;
    let meant = selections::players(Sight { game: &play.game, view: &view }, frame, &who).ok()?;
    let [player] = meant.as_slice() else { return None };
    Some(*player).filter(|player| play.game.player(*player).gone)
}
