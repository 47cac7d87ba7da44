//! State-based actions of Planechase and Archenemy games (704.6e–f).

use crate::engine::play::Play;
use crate::game::{Game, ObjectId, Variant};
use crate::ir::{CardType, Supertype};

/// The face-up schemes that are not ongoing, while no triggered ability of any scheme waits or is on the stack (704.6e).
pub(super) fn finished_schemes(game: &Game) -> Vec<ObjectId> {
    if !matches!(game.variant(), Variant::Archenemy(_)) {
        return Vec::new();
    }
    let is_scheme = |object: ObjectId| game.object(object).base.is(CardType::Scheme);
    let waits = game.waiting().iter().any(|waiting| is_scheme(waiting.source))
        || game.stack().iter().any(|on_stack| {
            let ability = game.object(*on_stack).stack_ability();
            ability.is_some_and(|ability| ability.triggered && is_scheme(ability.source))
        });
    let stays = |object: &ObjectId| game.object(*object).base.has_supertype(Supertype::Ongoing);
    if waits { Vec::new() } else { game.schemes().filter(|scheme| !stays(scheme)).collect() }
}

/// The phenomena that nothing keeps any more: their abilities have left the stack (704.6f).
pub(super) fn finished_phenomena(play: &Play<'_>) -> bool {
    let game = &play.game;
    game.planes().any(|object| {
        game.object(object).base.is(CardType::Phenomenon)
            && !game.waiting().iter().any(|waiting| waiting.source == object)
            && !game.stack().iter().any(|on_stack| {
                let ability = game.object(*on_stack).stack_ability();
                ability.is_some_and(|ability| ability.triggered && ability.source == object)
            })
    })
}
