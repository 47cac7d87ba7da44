//! CR 701.40: Manifest

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general;
use crate::game::{Cause, FaceDown, Move, MoveAction, ObjectId, PlayerId};
use crate::ir::Zone;
use crate::rules::{RuleId, cr};

/// By what a manifested creature card is turned face up (701.40b).
pub(in crate::engine) const FACE_UP: RuleId = cr!("701.40b");

/// A player puts a card onto the battlefield face down (701.40a). Says what it is then.
///
/// # Errors
/// If nobody knows the card, or what waits for it to enter can't be played.
pub(in crate::engine) fn manifest(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    card: ObjectId,
    how: FaceDown,
) -> Outcome<Option<ObjectId>> {
    general::must_be_known(play, card)?;
    let mut it = Move::new(card, Zone::Battlefield, MoveAction::Put);
    it.controller = Some(player);
    it.face_down = Some(how);
    general::move_one(play, cause, it)
}
