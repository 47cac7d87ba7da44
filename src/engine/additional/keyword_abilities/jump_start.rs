//! CR 702.133: Jump-Start

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::game::{Characteristics, ObjectId, PlayerId};
use crate::ir::{CardType, Cost, Filter, KeywordName, Quantity, Zone};
use crate::rules::cr;

/// What is paid besides the mana cost for a card that its owner casts from their graveyard by its jump-start ability: a card is
/// discarded (702.133a).
///
/// # Errors
/// If it is no such card, or not there.
pub(in crate::engine) fn cost(
    play: &Play<'_>,
    player: PlayerId,
    card: ObjectId,
    face: &Characteristics,
) -> Outcome<Cost> {
    let its = play.game.object(card);
    let spell = face.is(CardType::Instant) || face.is(CardType::Sorcery);
    let here = its.zone == Zone::Graveyard && its.owner == player;
    if here && spell && face.has(KeywordName::JumpStart) {
        return Ok(Cost::Discard(Filter::EVERYTHING, Quantity::Fixed(1)));
    }
    let why = "only an instant or sorcery card with jump-start in one's own graveyard can be cast by it";
    Err(Halt::illegal(player, cr!("702.133a"), why, Some(card)))
}
