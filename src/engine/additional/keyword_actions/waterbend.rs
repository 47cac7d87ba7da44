//! CR 701.67: Waterbend

use crate::engine::concepts::total_cost::{add_generic, generic};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, ChoiceKind, Item, ObjectId, PlayerId};
use crate::ir::{CardType, ManaCost};
use crate::rules::{Rules, cr};

use super::tap;

/// The player taps untapped artifacts and creatures, each for one of the generic mana of a waterbend cost and of nothing else in the
/// total cost (701.67a, 701.67b). Says what was tapped, and what is left to pay in each of the ways that there were.
///
/// # Errors
/// If nobody says which permanents.
pub(in crate::engine) fn waterbend(
    play: &mut Play<'_>,
    player: PlayerId,
    object: ObjectId,
    amount: u16,
    mut left: Vec<ManaCost>,
) -> Outcome<(Vec<ObjectId>, Vec<ManaCost>)> {
    // What has been paid for otherwise is gone from the generic mana.
    let there = left.iter().map(generic).min().unwrap_or(0);
    let amount = amount.min(there);
    if amount == 0 {
        return Ok((Vec::new(), left));
    }
    let view = play.view()?;
    let could = |permanent: &&ObjectId| {
        let its = view.characteristics(&play.game, **permanent);
        !play.game.object(**permanent).tapped
            && view.controller(&play.game, **permanent) == player
            && (its.is(CardType::Artifact) || its.is(CardType::Creature))
    };
    let items: Vec<Item> = play.game.battlefield().iter().filter(could).copied().map(Item::Object).collect();
    let most = u32::try_from(items.len()).unwrap_or(u32::MAX).min(u32::from(amount));
    if most == 0 {
        return Ok((Vec::new(), left));
    }
    let rules = Rules::of(&[cr!("701.67b")]);
    let picked = play.pick(player, ChoiceKind::Tap, Some(object), items, 0, most, false, rules)?;
    let tapped: Vec<ObjectId> = picked
        .into_iter()
        .filter_map(|item| match item {
            Item::Object(permanent) => Some(permanent),
            _ => None,
        })
        .collect();
    if !tapped.is_empty() {
        let cause = Cause::new(CauseKind::Cost(object, player), cr!("701.67a"));
        tap::tap(play, cause, &tapped, true)?;
        let paid = i64::try_from(tapped.len()).unwrap_or(i64::MAX);
        left.iter_mut().for_each(|mana| add_generic(mana, -paid));
    }
    Ok((tapped, left))
}
