//! CR 701.25: Surveil

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general;
use crate::game::{Cause, ChoiceKind, Item, Move, MoveAction, ObjectId, PlayerId};
use crate::ir::Zone;
use crate::rules::{Rules, cr};
use crate::trace::Level;

use super::scry::{arrange, order_top};

/// A player looks at the top cards of their library and puts any number of them into their graveyard and the rest on top
/// in any order (701.25a).
///
/// # Errors
/// If the choice is missing.
pub(in crate::engine) fn surveil(
    play: &mut Play<'_>,
    cause: Cause,
    source: ObjectId,
    player: PlayerId,
    count: u32,
) -> Outcome {
    let top = general::top_of_library(play, player, count as usize)?;
    if top.is_empty() {
        return Ok(());
    }
    super::reveal::look(play, cause.by(cr!("701.25a")), &top, player, Level::Detail);
    let rules = Rules::of(&[cr!("701.25a")]);
    let items: Vec<Item> = top.iter().copied().map(Item::Object).collect();
    let most = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let picked = play.pick(player, ChoiceKind::Graveyard, Some(source), items, 0, most, true, rules)?;
    let away: Vec<ObjectId> = picked.iter().filter_map(Item::object).collect();
    let rest: Vec<ObjectId> = top.iter().copied().filter(|card| !away.contains(card)).collect();
    let rest = order_top(play, player, source, rest, rules)?;
    let moves = away
        .iter()
        .map(|card| (cause.by(cr!("701.25a")), Move::new(*card, Zone::Graveyard, MoveAction::Put)))
        .collect();
    general::move_each(play, moves)?;
    arrange(play, cause.by(cr!("701.25a")), player, &rest, &rest, &[]);
    Ok(())
}
