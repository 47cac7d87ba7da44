//! CR 702.66: Delve

use crate::engine::additional::keyword_actions::exile;
use crate::engine::concepts::total_cost::pay_generic_with;
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
    left: Vec<ManaCost>,
) -> Outcome<(Vec<ObjectId>, Vec<ManaCost>)> {
    let items = play.game.zone(Zone::Graveyard, player).iter().copied().map(Item::Object).collect();
    let rules = Rules::of(&[cr!("702.66a"), cr!("702.66b")]);
    let (cards, left) = pay_generic_with(play, (player, spell), ChoiceKind::Exile, items, rules, left)?;
    if cards.is_empty() {
        return Ok((cards, left));
    }
    let cause = Cause::new(CauseKind::Cost(spell, player), cr!("702.66a"));
    let exiled = exile::exile(play, cause, &cards, false, &[])?;
    Ok((exiled.into_iter().flatten().collect(), left))
}
