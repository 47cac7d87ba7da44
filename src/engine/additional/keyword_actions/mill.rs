//! CR 701.17: Mill

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general;
use crate::game::{Cause, Move, MoveAction, ObjectId, PlayerId};
use crate::ir::Zone;
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

/// Players mill cards (701.17a), each as many as there are (701.17b), and all of them at the same time (101.4, 608.2f). Says what
/// each is then. `by` makes the cause of the rule that decides how many.
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn mill(
    play: &mut Play<'_>,
    by: impl Fn(RuleId) -> Cause,
    players: &[PlayerId],
    count: u32,
) -> Outcome<Vec<Option<ObjectId>>> {
    let mut moves = Vec::new();
    for player in players {
        let top = general::top_of_library(play, *player, count as usize)?;
        let cause = by(if top.len() < count as usize { cr!("701.17b") } else { cr!("701.17a") });
        let cause = if players.len() > 1 { cause.and(cr!("608.2f")) } else { cause };
        moves.extend(top.into_iter().map(|card| (cause, Move::new(card, Zone::Graveyard, MoveAction::Mill))));
    }
    general::move_each(play, moves)
}

/// Those of the cards that were milled which an effect that refers to them can find: in whatever public zone they are, but in no hand or
/// library (701.17c).
pub(in crate::engine) fn findable(
    play: &mut Play<'_>,
    cause: Cause,
    milled: Vec<Option<ObjectId>>,
) -> Vec<ObjectId> {
    let milled: Vec<ObjectId> = milled.into_iter().flatten().collect();
    let is_hidden = |card: ObjectId| matches!(play.game.object(card).zone, Zone::Hand | Zone::Library);
    let (hidden, found): (Vec<ObjectId>, Vec<ObjectId>) =
        milled.into_iter().partition(|card| is_hidden(*card));
    for card in hidden {
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("701.17c")]), Note::NotFound(card));
    }
    found
}
