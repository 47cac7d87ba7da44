//! CR 702.57: Forecast

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::activating_activated_abilities::is_used;
use crate::game::{AbilityInstance, Game, ObjectId, PlayerId, Step};
use crate::ir::ability::Limit;
use crate::ir::{Ability, Zone};
use crate::rules::cr;

/// A forecast ability can be activated only during the upkeep step of the card's owner, and only once each turn (702.57b).
///
/// # Errors
/// [`Halt::Illegal`] in another step or another player's turn, or if it has been activated this turn.
pub(in crate::engine) fn may_activate(
    play: &Play<'_>,
    player: PlayerId,
    source: ObjectId,
    instance: &AbilityInstance,
) -> Outcome {
    let illegal = |why| Err(Halt::illegal(player, cr!("702.57b"), why, Some(source)));
    let game = &play.game;
    if game.turn().step != Step::Upkeep || !game.is_active(game.object(source).owner) {
        return illegal("it is not the upkeep step of the card's owner");
    }
    if is_used(game, source, instance.origin) {
        return illegal("its forecast ability was already activated this turn");
    }
    Ok(())
}

/// Whether a card in a hand stays revealed because its forecast ability was activated in this upkeep step (702.57b).
pub fn stays_revealed(game: &Game, card: ObjectId) -> bool {
    let its = game.object(card);
    let is_forecast = |ability: &Ability| {
        ability.as_activated().is_some_and(|activated| activated.limits.contains(&Limit::Forecast))
    };
    its.zone == Zone::Hand
        && game.turn().step == Step::Upkeep
        && its
            .base
            .abilities
            .iter()
            .any(|instance| is_forecast(&instance.ability) && is_used(game, card, instance.origin))
}
