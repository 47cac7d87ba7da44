//! The companion outside the game, put into its player's hand (702.139a).

use crate::engine::additional::keyword_abilities::companion;
use crate::engine::variants::commander::DeckCard;
use crate::game::ObjectId;
use crate::scenario::ast::Spanned;
use crate::scenario::script::{Action, Announcement, Reference};
use crate::trace::Attempt;

use super::actions::{attempted, refuse_announcements};
use super::stage::{Stage, Staged, Stop};

/// A player puts a companion into their hand; the deck that is written for them is the starting deck. Says what the card is then.
pub(super) fn put_into_hand(
    stage: &mut Stage<'_, '_>,
    action: &Action,
    what: &Reference,
    announced: &[Spanned<Announcement>],
) -> Staged<ObjectId> {
    let span = stage.span;
    let player = stage.actor(action)?;
    refuse_announcements(announced)?;
    let card = stage.object_where(what, |game, _, object| {
        let its = game.object(object);
        its.outside && its.next.is_none() && its.owner == player
    })?;
    attempted(stage, player, Attempt::Companion(card), Vec::new())?;
    let table = stage.answers.table();
    let decks = table.decks.iter().filter(|(owner, _)| *owner == player);
    let deck: Vec<DeckCard> = decks.map(|(_, card)| card.clone()).collect();
    drop(table);
    companion::put_into_hand(&mut stage.play, player, card, &deck).map_err(|halt| Stop::Halt(halt, span))?;
    Ok(stage.play.game.latest(card))
}
