//! CR 702.127: Aftermath

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::game::{Characteristics, ObjectId, PlayerId};
use crate::ir::{KeywordName, Zone};
use crate::rules::cr;

/// A half with aftermath can be cast from a graveyard only; its owner may do so (702.127a).
///
/// # Errors
/// If it is to be cast from elsewhere, or by another player, whom this ability doesn't let cast it; or if it has no such ability.
pub(in crate::engine) fn may_cast(
    play: &Play<'_>,
    player: PlayerId,
    card: ObjectId,
    face: &Characteristics,
) -> Outcome {
    let its = play.game.object(card);
    let here = its.zone == Zone::Graveyard && its.owner == player;
    if here && face.has(KeywordName::Aftermath) {
        return Ok(());
    }
    let why = "only a half with aftermath of a card in one's own graveyard can be cast by it";
    Err(Halt::illegal(player, cr!("702.127a"), why, Some(card)))
}

/// A half with aftermath can't be cast from any other zone, whatever lets it be (702.127a).
///
/// # Errors
/// If it would be.
pub(in crate::engine) fn must_be_in_a_graveyard(
    play: &Play<'_>,
    player: PlayerId,
    card: ObjectId,
    face: &Characteristics,
) -> Outcome {
    if !face.has(KeywordName::Aftermath) || play.game.object(card).zone == Zone::Graveyard {
        return Ok(());
    }
    let why = "a half with aftermath can be cast only from a graveyard";
    Err(Halt::illegal(player, cr!("702.127a"), why, Some(card)))
}
