//! CR 702.102: Fuse

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::game::{ObjectId, PlayerId};
use crate::ir::Zone;
use crate::rules::cr;

use super::ways::{Casting, Way};

/// Both halves are cast as one spell, which the whole name of the card says too (702.102a).
pub(super) const WAY: Way = Way::named("fuse", cr!("702.102a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, _: &mut Start) -> Outcome {
    let definition = play.game.object(casting.card).definition.as_ref();
    let both = definition.and_then(|definition| definition.combined.as_ref());
    match both.is_some_and(|both| both.name == casting.face.name) {
        true => Ok(()),
        false => Err(casting.refused(cr!("702.102a"), "only both halves of a card with fuse are cast so")),
    }
}

/// Whether a card is cast as both of its halves (702.102a).
///
/// # Errors
/// If it would be from anywhere but the player's own hand.
pub(in crate::engine) fn is_fused(
    play: &Play<'_>,
    player: PlayerId,
    card: ObjectId,
    face: u8,
) -> Outcome<bool> {
    let object = play.game.object(card);
    if !object.definition.as_ref().is_some_and(|definition| definition.is_fused(usize::from(face))) {
        return Ok(false);
    }
    if object.zone == Zone::Hand && object.owner == player {
        return Ok(true);
    }
    let why = "both halves are cast as one spell only from one's own hand";
    Err(Halt::illegal(player, cr!("702.102a"), why, Some(card)))
}
