//! CR 702.138: Escape

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::game::{Characteristics, ObjectId, PlayerId};
use crate::ir::{Costs, KeywordName, Zone};
use crate::rules::cr;

/// What is paid for a card that its owner casts from their graveyard by its escape ability (702.138a).
///
/// # Errors
/// [`Halt::Illegal`] if it is no such card, or not there.
pub(in crate::engine) fn cost(
    play: &Play<'_>,
    player: PlayerId,
    card: ObjectId,
    face: &Characteristics,
) -> Outcome<Costs> {
    let its = play.game.object(card);
    let cost = face.keyword_cost(KeywordName::Escape);
    match cost.filter(|_| its.zone == Zone::Graveyard && its.owner == player) {
        Some(cost) => Ok(cost.clone()),
        None => {
            let why = "only a card with escape in one's own graveyard can be cast by it";
            Err(Halt::illegal(player, cr!("702.138a"), why, Some(card)))
        }
    }
}
