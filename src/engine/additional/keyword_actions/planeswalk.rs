//! CR 701.31: Planeswalk

use crate::engine::casual::planechase::{AWAY, ENCOUNTER, TO};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, after};
use crate::game::{Cause, Change, FaceDown, Move, MoveAction, ObjectId, PlayerId, Position, Variant};
use crate::ir::{CardType, Symbol, Zone};
use crate::rules::cr;
use crate::trace::Level;

/// What a player who planeswalks does, for those who wait for it.
const PLANESWALK: Symbol = Symbol::literal("planeswalk");

/// A player planeswalks: each face-up plane and phenomenon goes to the bottom of its owner's planar deck face down, and the top
/// card of the player's own is turned face up (701.31b). Only the planar controller can (701.31a).
///
/// # Errors
/// If the scenario doesn't say what the next card of the planar deck is.
pub(in crate::engine) fn planeswalk(play: &mut Play<'_>, cause: Cause, player: PlayerId) -> Outcome {
    if play.game.variant() != Variant::Planechase || play.game.planar_controller() != player {
        return Ok(());
    }
    let before = play.view()?;
    let mut happenings = Vec::new();
    let away: Vec<ObjectId> = play.game.planes().collect();
    let next = play.game.player(player).deck.last().copied();
    let cause = cause.and(cr!("701.31b"));
    for plane in away {
        put_on_bottom(play, cause, plane)?;
        happenings.push(Happening::Becomes { object: plane, what: AWAY });
    }
    let Some(next) = next else {
        return Err(Halt::undecided(
            None,
            "the scenario doesn't say what the next card of the planar deck is",
        ));
    };
    let new = turn_up(play, cause, next, player);
    let phenomenon = play.game.object(new).base.is(CardType::Phenomenon);
    let what = if phenomenon { ENCOUNTER } else { TO };
    happenings.push(Happening::Becomes { object: new, what });
    happenings.push(Happening::Does { player, what: PLANESWALK, object: new });
    after(play, &before, &happenings)
}

/// Puts a face-up card of the command zone on the bottom of its owner's deck, face down.
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn put_on_bottom(play: &mut Play<'_>, cause: Cause, card: ObjectId) -> Outcome {
    let mut it = Move::new(card, Zone::Command, MoveAction::Put);
    it.position = Position::Bottom;
    it.face_down = Some(FaceDown::Plainly);
    it.known = Some(play.known(card)?);
    it.new = play.game.next_object();
    play.change(cause, Level::Default, Change::Move(it));
    Ok(())
}

/// Moves a card off the deck in which it lies and turns it face up under a player's control.
pub(in crate::engine) fn turn_up(
    play: &mut Play<'_>,
    cause: Cause,
    card: ObjectId,
    player: PlayerId,
) -> ObjectId {
    let mut it = Move::new(card, Zone::Command, MoveAction::Put);
    it.controller = Some(player);
    let new = play.game.next_object();
    it.new = new;
    play.change(cause, Level::Default, Change::Move(it));
    new
}
