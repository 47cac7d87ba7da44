//! CR 404: Graveyard

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{ChoiceKind, ObjectId, PlayerId};
use crate::ir::Zone;
use crate::rules::cr;

use super::door::Going;
use super::general;

/// Cards that go to one graveyard at the same time lie there in an order of their owner's choice (404.3): the last one on top. Hardly
/// anything looks at it, so they lie as they are moved where nobody says more; whoever looks all the same finds out that nobody did.
///
/// # Errors
/// If the answer is not among the legal ones.
pub(super) fn arrange(play: &mut Play<'_>, moves: &mut [Going]) -> Outcome {
    if moves.iter().filter(|Going { it, .. }| it.to == Zone::Graveyard).count() < 2 {
        return Ok(());
    }
    for owner in play.game.apnap() {
        let places: Vec<usize> =
            (0..moves.len()).filter(|place| is_arranged(play, moves, *place, owner)).collect();
        let cards: Vec<ObjectId> =
            places.iter().filter_map(|place| moves.get(*place)).map(|Going { it, .. }| it.object).collect();
        if cards.len() < 2 {
            continue;
        }
        let order = general::order(play, owner, (ChoiceKind::Graveyard, None), &cards, true, cr!("404.3"))?;
        let mut ordered: Vec<Going> = places.iter().filter_map(|place| moves.get(*place).cloned()).collect();
        ordered.sort_by_key(|Going { it, .. }| order.iter().position(|card| *card == it.object));
        for (place, it) in places.into_iter().zip(ordered) {
            if let Some(slot) = moves.get_mut(place) {
                *slot = it;
            }
        }
    }
    Ok(())
}

/// Whether one of several moves takes a card of the player's to their graveyard, where nothing else says in which order: a player who
/// surveils has said it (701.25a).
fn is_arranged(play: &Play<'_>, moves: &[Going], place: usize, owner: PlayerId) -> bool {
    moves.get(place).is_some_and(|Going { cause, it, .. }| {
        let object = play.game.object(it.object);
        it.to == Zone::Graveyard
            && object.owner == owner
            && (object.card().is_some() || object.is_unknown())
            && !cause.rules.contains(cr!("701.25a"))
    })
}
