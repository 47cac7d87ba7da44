//! CR 701.29: Fateseal

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general;
use crate::game::{Cause, ChoiceKind, Item, ObjectId, PlayerId};
use crate::rules::{Rules, cr};
use crate::trace::Level;

use super::{reveal, scry};

/// A player looks at the top cards of an opponent's library and puts any number of them on the bottom in any order and the rest on top in
/// any order (701.29a).
///
/// # Errors
/// If a choice is missing.
pub(in crate::engine) fn fateseal(
    play: &mut Play<'_>,
    cause: Cause,
    source: ObjectId,
    player: PlayerId,
    count: u32,
) -> Outcome {
    let rules = Rules::of(&[cr!("701.29a")]);
    let opponents: Vec<PlayerId> = play.game.opponents(player).collect();
    let whose = match opponents.as_slice() {
        [] => return Ok(()),
        [one] => *one,
        _ => {
            let items = opponents.into_iter().map(Item::Player).collect();
            let picked = play.pick(player, ChoiceKind::Player, Some(source), items, 1, 1, false, rules)?;
            let picked = picked.into_iter().filter_map(Item::thing).find_map(|thing| thing.player());
            let Some(whose) = picked else { return Ok(()) };
            whose
        }
    };
    let top = general::top_of_library(play, whose, count as usize)?;
    if top.is_empty() {
        return Ok(());
    }
    reveal::look(play, cause.by(cr!("701.29a")), &top, player, Level::Detail);
    let items: Vec<Item> = top.iter().copied().map(Item::Object).collect();
    let most = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let bottom = play.pick(player, ChoiceKind::Bottom, Some(source), items, 0, most, true, rules)?;
    let bottom: Vec<ObjectId> = bottom.iter().filter_map(Item::object).collect();
    let rest: Vec<ObjectId> = top.iter().copied().filter(|card| !bottom.contains(card)).collect();
    let rest = scry::order_top(play, player, source, rest, rules)?;
    scry::arrange(play, cause.by(cr!("701.29a")), whose, &top, &rest, &bottom);
    Ok(())
}
