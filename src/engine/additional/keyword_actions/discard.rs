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
    discard_each(play, cards.iter().map(|card| (cause, *card)))
}

/// Cards are discarded at the same time, each by its own cause.
///
/// # Errors
/// As [`discard`].
pub(in crate::engine) fn discard_each(
    play: &mut Play<'_>,
    cards: impl Iterator<Item = (Cause, ObjectId)>,
) -> Outcome<Vec<Option<ObjectId>>> {
    let there = |card: ObjectId| play.game.object(card).exists && play.game.object(card).zone == Zone::Hand;
    let moves = cards.filter(|(_, card)| there(*card)).map(|(cause, card)| of(cause, card)).collect();
    general::move_each(play, moves)
}

/// How a card moves that is discarded.
pub(in crate::engine) fn of(cause: Cause, card: ObjectId) -> (Cause, Move) {
    (cause.led_by(cr!("701.9a")), Move::new(card, Zone::Graveyard, MoveAction::Discard))
}
