//! CR 702.126: Improvise

use crate::engine::additional::keyword_actions::tap;
use crate::engine::concepts::total_cost::{add_generic, generic};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, ChoiceKind, Item, ObjectId, PlayerId};
use crate::ir::{CardType, ManaCost};
use crate::rules::{Rules, cr};

/// The player taps untapped artifacts, each for one of the generic mana of a total cost (702.126a), once that is determined
/// (702.126b). Says which were tapped, and what is left to pay in each of the ways that there were.
///
/// # Errors
/// If nobody says which artifacts.
pub(in crate::engine) fn improvise(
    play: &mut Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    mut left: Vec<ManaCost>,
) -> Outcome<(Vec<ObjectId>, Vec<ManaCost>)> {
    let there = left.iter().map(generic).max().unwrap_or(0);
    let view = play.view()?;
    let could = |permanent: &&ObjectId| {
        !play.game.object(**permanent).tapped
            && view.controller(&play.game, **permanent) == player
            && view.characteristics(&play.game, **permanent).is(CardType::Artifact)
    };
    let items: Vec<Item> = play.game.battlefield().iter().filter(could).copied().map(Item::Object).collect();
    let most = u32::try_from(items.len()).unwrap_or(u32::MAX).min(u32::from(there));
    if most == 0 {
        return Ok((Vec::new(), left));
    }
    let rules = Rules::of(&[cr!("702.126a"), cr!("702.126b")]);
    let picked = play.pick(player, ChoiceKind::Tap, Some(spell), items, 0, most, false, rules)?;
    let tapped: Vec<ObjectId> = picked.iter().filter_map(Item::object).collect();
    if !tapped.is_empty() {
        let paid = u16::try_from(tapped.len()).unwrap_or(u16::MAX);
        left.retain(|cost| generic(cost) >= paid);
        left.iter_mut().for_each(|cost| add_generic(cost, -i64::from(paid)));
        let cause = Cause::new(CauseKind::Cost(spell, player), cr!("702.126a")).and(cr!("702.126b"));
        tap::tap(play, cause, &tapped, true)?;
    }
    Ok((tapped, left))
}
