//! CR 702.126: Improvise

use crate::engine::additional::keyword_actions::tap;
use crate::engine::concepts::total_cost::pay_generic_with;
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
    left: Vec<ManaCost>,
) -> Outcome<(Vec<ObjectId>, Vec<ManaCost>)> {
    let view = play.view()?;
    let could = |permanent: &&ObjectId| {
        !play.game.object(**permanent).tapped
            && view.controller(&play.game, **permanent) == player
            && view.characteristics(&play.game, **permanent).is(CardType::Artifact)
    };
    let items = play.game.battlefield().iter().filter(could).copied().map(Item::Object).collect();
    let rules = Rules::of(&[cr!("702.126a"), cr!("702.126b")]);
    let (tapped, left) = pay_generic_with(play, (player, spell), ChoiceKind::Tap, items, rules, left)?;
    if !tapped.is_empty() {
        let cause = Cause::new(CauseKind::Cost(spell, player), cr!("702.126a")).and(cr!("702.126b"));
        tap::tap(play, cause, &tapped, true)?;
    }
    Ok((tapped, left))
}
