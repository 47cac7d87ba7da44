//! CR 701.22: Scry

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general;
use crate::game::{Cause, Change, ChoiceKind, Item, ObjectId, PlayerId};
use crate::ir::Zone;
use crate::rules::{Rules, cr};
use crate::trace::Level;

/// A player looks at the top cards of their library and puts any number of them on the bottom in any order and the rest on
/// top in any order (701.22a).
///
/// # Errors
/// If the choice is missing.
pub(in crate::engine) fn scry(
    play: &mut Play<'_>,
    cause: Cause,
    source: ObjectId,
    player: PlayerId,
    count: u32,
) -> Outcome {
    let top = general::top_of_library(play, player, count as usize)?;
    // Scrying 0 is no event at all (701.22b).
    if top.is_empty() {
        return Ok(());
    }
    super::reveal::look(play, cause.by(cr!("701.22a")), &top, player, Level::Detail);
    let rules = Rules::of(&[cr!("701.22a")]);
    let items: Vec<Item> = top.iter().copied().map(Item::Object).collect();
    let most = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let bottom = play.pick(player, ChoiceKind::Bottom, Some(source), items, 0, most, true, rules)?;
    let bottom: Vec<ObjectId> = bottom.iter().filter_map(Item::object).collect();
    let rest: Vec<ObjectId> = top.iter().copied().filter(|card| !bottom.contains(card)).collect();
    let rest = order_top(play, player, source, rest, rules)?;
    arrange(play, cause.by(cr!("701.22a")), player, &top, &rest, &bottom);
    Ok(())
}

/// The order of cards that stay on top, the topmost first.
pub(super) fn order_top(
    play: &mut Play<'_>,
    player: PlayerId,
    source: ObjectId,
    rest: Vec<ObjectId>,
    rules: Rules,
) -> Outcome<Vec<ObjectId>> {
    if rest.len() < 2 {
        return Ok(rest);
    }
    let count = u32::try_from(rest.len()).unwrap_or(u32::MAX);
    let items = rest.into_iter().map(Item::Object).collect();
    let picked = play.pick(player, ChoiceKind::Top, Some(source), items, count, count, true, rules)?;
    Ok(picked.iter().filter_map(Item::object).collect())
}

/// Puts a library in order: what is on top (the topmost first), the rest as it was, what goes to the bottom.
pub(super) fn arrange(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    looked_at: &[ObjectId],
    top: &[ObjectId],
    bottom: &[ObjectId],
) {
    let library = play.game.zone(Zone::Library, player);
    let untouched = library.iter().copied().filter(|card| !looked_at.contains(card));
    let order: Vec<ObjectId> =
        bottom.iter().rev().copied().chain(untouched).chain(top.iter().rev().copied()).collect();
    // Below all cards that are written, others may lie that nobody knows.
    if order != library || !bottom.is_empty() {
        play.change(cause, Level::Default, Change::Arrange(player, order.into(), bottom.into()));
    }
}
