//! CR 702.66: Delve

use crate::engine::additional::keyword_actions::exile;
use crate::engine::concepts::total_cost::{add_generic, generic};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, ChoiceKind, Item, ObjectId, PlayerId};
use crate::ir::{ManaCost, Zone};
use crate::rules::{Rules, cr};

/// The player exiles cards from their graveyard, each for one of the generic mana of a total cost (702.66a), once that is determined
/// (702.66b). Says which cards in exile those are, and what is left to pay in each of the ways that there were.
///
/// # Errors
/// If nobody says which cards.
pub(in crate::engine) fn delve(
    play: &mut Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    mut left: Vec<ManaCost>,
) -> Outcome<(Vec<ObjectId>, Vec<ManaCost>)> {
    let there = left.iter().map(generic).max().unwrap_or(0);
    let items: Vec<Item> =
        play.game.zone(Zone::Graveyard, player).iter().copied().map(Item::Object).collect();
    let most = u32::try_from(items.len()).unwrap_or(u32::MAX).min(u32::from(there));
    if most == 0 {
        return Ok((Vec::new(), left));
    }
    let rules = Rules::of(&[cr!("702.66a"), cr!("702.66b")]);
    let picked = play.pick(player, ChoiceKind::Exile, Some(spell), items, 0, most, false, rules)?;
    let cards: Vec<ObjectId> = picked
        .into_iter()
        .filter_map(|item| match item {
            Item::Object(card) => Some(card),
            _ => None,
        })
        .collect();
    let paid = u16::try_from(cards.len()).unwrap_or(u16::MAX);
    left.retain(|cost| generic(cost) >= paid);
    left.iter_mut().for_each(|cost| add_generic(cost, -i64::from(paid)));
    let cause = Cause::new(CauseKind::Cost(spell, player), cr!("702.66a"));
    let exiled = exile::exile(play, cause, &cards, false, &[])?;
    Ok((exiled.into_iter().flatten().collect(), left))
}
