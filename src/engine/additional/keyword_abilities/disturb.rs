//! CR 702.146: Disturb

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::game::{Characteristics, ObjectId, PlayerId};
use crate::ir::{Costs, KeywordName, Zone};
use crate::rules::cr;

/// What is paid for a card that its owner casts transformed from their graveyard by its disturb ability (702.146a).
///
/// # Errors
/// If it is no such card, or not there.
pub(in crate::engine) fn cost(
    play: &Play<'_>,
    player: PlayerId,
    card: ObjectId,
    front: &Characteristics,
) -> Outcome<Costs> {
    let its = play.game.object(card);
    let cost = front.keyword_cost(KeywordName::Disturb);
    match cost.filter(|_| its.zone == Zone::Graveyard && its.owner == player) {
        Some(cost) => Ok(cost.clone()),
        None => {
            let why = "only a card with disturb in one's own graveyard can be cast by it";
            Err(Halt::illegal(player, cr!("702.146a"), why, Some(card)))
        }
    }
}
