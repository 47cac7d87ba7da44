//! CR 702.94: Miracle

use crate::engine::additional::keyword_actions::reveal;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, after};
use crate::game::{Cause, CauseKind, ChoiceKind, ObjectId, PlayerId};
use crate::ir::instruction::Cast;
use crate::ir::{
    Ability, Body, Costs, Event, Filter, Instruction, KeywordName, NamedDeed, Selection, Trait, Triggered,
    Zone,
};
use crate::rules::{Rules, cr};

/// When the card is revealed so, its player may cast it for the miracle cost (702.94a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    let cast = Instruction::Cast(Cast::of(Selection::This, cost.clone()));
    Ability::triggered(Triggered {
        from: Some(Zone::Hand),
        ..Triggered::new(
            Event::Becomes(Filter::Is(Trait::This), NamedDeed::RevealedByMiracle),
            Body::of(vec![cast]),
        )
    })
}

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
