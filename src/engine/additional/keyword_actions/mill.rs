//! CR 701.17: Mill

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general;
use crate::game::{Cause, Move, MoveAction, ObjectId, PlayerId};
use crate::ir::Zone;
use crate::rules::{RuleId, cr};

/// A player mills cards (701.17a), as many as there are (701.17b). Says what each is then. `by` makes the cause of the rule that
/// decides how many.
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn mill(
    play: &mut Play<'_>,
    by: impl FnOnce(RuleId) -> Cause,
    player: PlayerId,
    count: u32,
) -> Outcome<Vec<Option<ObjectId>>> {
    let top = general::top_of_library(play, player, count as usize)?;
    let cause = by(if top.len() < count as usize { cr!("701.17b") } else { cr!("701.17a") });
    let moves =
        top.into_iter().map(|card| (cause, Move::new(card, Zone::Graveyard, MoveAction::Mill))).collect();
    general::move_each(play, moves)
}
