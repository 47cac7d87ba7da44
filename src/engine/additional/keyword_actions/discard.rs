//! CR 701.9: Discard

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general;
use crate::game::{Cause, Move, MoveAction, ObjectId};
use crate::ir::Zone;
use crate::rules::cr;

/// Discards cards at the same time: each goes from its owner's hand to their graveyard (701.9a). Says what each is
/// then.
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn discard(
    play: &mut Play<'_>,
    cause: Cause,
    cards: &[ObjectId],
) -> Outcome<Vec<Option<ObjectId>>> {
    let cards: Vec<ObjectId> = cards
        .iter()
        .copied()
        .filter(|card| play.game.object(*card).exists && play.game.object(*card).zone == Zone::Hand)
        .collect();
    general::move_each(play, cards.into_iter().map(|card| of(cause, card)).collect())
}

/// How a card moves that is discarded.
pub(in crate::engine) fn of(cause: Cause, card: ObjectId) -> (Cause, Move) {
    (cause.led_by(cr!("701.9a")), Move::new(card, Zone::Graveyard, MoveAction::Discard))
}
