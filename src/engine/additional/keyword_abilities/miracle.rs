//! CR 702.94: Miracle

use crate::engine::additional::keyword_actions::reveal;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, after};
use crate::game::{Cause, CauseKind, ChoiceKind, ObjectId, PlayerId};
use crate::ir::{KeywordName, NamedDeed, Zone};
use crate::rules::{Rules, cr};

/// A player may reveal the first card that they have drawn this turn, if it has miracle, as they draw it (702.94a).
///
/// # Errors
/// If nobody says whether.
pub(in crate::engine) fn drawn_first(play: &mut Play<'_>, player: PlayerId, card: ObjectId) -> Outcome {
    let view = play.view()?;
    if play.game.object(card).zone != Zone::Hand || !view.has(&play.game, card, KeywordName::Miracle) {
        return Ok(());
    }
    let rules = Rules::of(&[cr!("702.94a")]);
    if !play.ask(player, ChoiceKind::Reveal, Some(card), rules)? {
        return Ok(());
    }
    let cause = Cause::new(CauseKind::Ability(card), cr!("702.94a")).and(cr!("603.11"));
    reveal::reveal(play, cause, &[card]);
    after(play, &view, &[Happening::Becomes { object: card, what: NamedDeed::RevealedByMiracle }])
}
