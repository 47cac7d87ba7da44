//! CR 701.4: Behold

use crate::engine::concepts::costs::payable;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::game::{Cause, ChoiceKind, Item, ObjectId, PlayerId};
use crate::ir::{Filter, Zone};
use crate::rules::cr;

use super::reveal;

/// What a player could behold of a kind: permanents that they control and cards in their hand (701.4a).
///
/// # Errors
/// If it can't be told of what kind something is.
pub(in crate::engine) fn beheld(
    sight: Sight<'_>,
    frame: &Frame,
    player: PlayerId,
    what: &Filter,
) -> Outcome<Vec<ObjectId>> {
    let mut all = payable(sight, frame, player, what, Zone::Battlefield)?;
    all.extend(payable(sight, frame, player, what, Zone::Hand)?);
    Ok(all)
}

/// The player beholds so many: reveals those that are cards in hand (701.4a). Says which.
///
/// # Errors
/// If nobody says which.
pub(in crate::engine) fn behold(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    (what, count): (&Filter, u32),
    cause: Cause,
) -> Outcome<Vec<ObjectId>> {
    let view = play.view()?;
    let there = beheld(Sight { game: &play.game, view: &view }, frame, player, what)?;
    let items = there.into_iter().map(Item::Object).collect();
    let rules = cause.rules.and(cr!("701.4a"));
    let source = Some(frame.on_stack.unwrap_or(frame.source));
    let picked = play.pick(player, ChoiceKind::Choose, source, items, count, count, false, rules)?;
    let chosen: Vec<ObjectId> = picked.iter().filter_map(Item::object).collect();
    let in_hand = |object: &ObjectId| play.game.object(*object).zone == Zone::Hand;
    let revealed: Vec<ObjectId> = chosen.iter().copied().filter(in_hand).collect();
    reveal::reveal(play, cause.and(cr!("701.4a")), &revealed);
    Ok(chosen)
}
