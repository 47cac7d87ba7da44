//! CR 400: General. Cards that are turned in the command zone, which they don't leave: planes, phenomena and schemes, on a deck or off it.

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Cause, Change, FaceDown, Game, Move, MoveAction, ObjectId, Position};
use crate::ir::{CardType, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::Level;

/// Puts a face-up card of the command zone on the bottom of its owner's planar or scheme deck, face down. It stays in its zone, so
/// that nothing replaces it.
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn put_under_deck(play: &mut Play<'_>, cause: Cause, card: ObjectId) -> Outcome {
    let mut it = Move::new(card, Zone::Command, MoveAction::Put);
    it.position = Position::Bottom;
    it.face_down = Some(FaceDown::Plainly);
    it.known = Some(play.known(card)?);
    it.new = play.game.next_object();
    let rule = new_when_turned_down(&play.game, card);
    play.change(cause.and(rule), Level::Default, Change::Move(Box::new(it)));
    Ok(())
}

/// The rule by which a card of the command zone that is turned face down is a new object.
pub(crate) fn new_when_turned_down(game: &Game, card: ObjectId) -> RuleId {
    let its = &game.object(card).base;
    match () {
        () if its.is(CardType::Plane) => cr!("311.6"),
        () if its.is(CardType::Phenomenon) => cr!("312.6"),
        () => cr!("400.9"),
    }
}

/// Moves a card off its owner's planar or scheme deck and turns it face up: the object that it was, in the zone where it was (311.2,
/// 314.2), under the control of its owner, whose deck that is.
pub(in crate::engine) fn turn_up_from_deck(play: &mut Play<'_>, cause: Cause, card: ObjectId) {
    play.change(cause, Level::Default, Change::FaceDown(card, None));
}
