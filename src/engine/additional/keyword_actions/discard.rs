//! CR 701.9: Discard

use crate::engine::additional::keyword_abilities::madness::MADNESS;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::replacement_effects;
use crate::engine::zones::general;
use crate::game::{Cause, Move, MoveAction, ObjectId};
use crate::ir::{KeywordName, Zone};
use crate::rules::cr;

/// Discards cards at the same time: each goes from its owner's hand to their graveyard (701.9a), or to exile if it has madness
/// (702.35a). Says what each is then.
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn discard(
    play: &mut Play<'_>,
    cause: Cause,
    cards: &[ObjectId],
) -> Outcome<Vec<Option<ObjectId>>> {
    let cards: Vec<ObjectId> = cards
        .iter()
        .copied()
        .filter(|card| play.game.object(*card).exists && play.game.object(*card).zone == Zone::Hand)
        .collect();
    let mut moves = Vec::with_capacity(cards.len());
    let mut mad = Vec::with_capacity(cards.len());
    for card in cards {
        let to_graveyard = Move::new(card, Zone::Graveyard, MoveAction::Discard);
        let has_madness = play.view()?.has(&play.game, card, KeywordName::Madness);
        if has_madness && replacement_effects::is_replaced(play, &to_graveyard)? {
            return Err(Halt::undecided(card, "another effect than madness would replace its discard"));
        }
        let by = cause.led_by(cr!("701.9a"));
        moves.push(if has_madness {
            (by.and(cr!("702.35a")), Move::new(card, Zone::Exile, MoveAction::Discard))
        } else {
            (by, to_graveyard)
        });
        mad.push(has_madness);
    }
    let results = general::move_each(play, moves)?;
    let exiled = results.iter().zip(mad).filter_map(|(result, has_madness)| result.filter(|_| has_madness));
    let exiled: Vec<Happening> = exiled
        .filter(|card| play.game.object(*card).zone == Zone::Exile)
        .map(|object| Happening::Becomes { object, what: MADNESS })
        .collect();
    if !exiled.is_empty() {
        let before = play.view()?;
        after(play, &before, &exiled)?;
    }
    Ok(results)
}
