//! CR 614: Replacement Effects, those that put a card elsewhere instead of letting it go to a graveyard: into exile, to go on with it
//! there, back into the hand, or into the library.

use crate::engine::additional::keyword_abilities::{buyback, rebound};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::Happening;
use crate::engine::spells::resolving_spells_and_abilities;
use crate::engine::view::View;
use crate::game::{Cause, CauseKind, Game, Move, MoveAction, ObjectId, Position, SentBy};
use crate::ir::{KeywordName, NamedDeed, Subtype, Zone};
use crate::rules::cr;

/// What sends the object elsewhere instead, if it would go to a graveyard by this move.
pub(super) fn senders(game: &Game, view: &View, it: &Move) -> Vec<SentBy> {
    let object = game.object(it.object);
    let mut found = Vec::new();
    match (it.action, object.zone) {
        _ if it.to != Zone::Graveyard => {}
        (MoveAction::Discard, Zone::Hand) if view.has(game, it.object, KeywordName::Madness) => {
            found.push(SentBy::Madness);
        }
        (MoveAction::Resolve, Zone::Stack) => {
            let is = |subtype| view.characteristics(game, it.object).has_subtype(subtype);
            if Subtype::from_word("Adventure").is_some_and(is) {
                found.push(SentBy::Adventure);
            }
            if Subtype::from_word("Omen").is_some_and(is) {
                found.push(SentBy::Omen);
            }
            if buyback::applies(game, view, it.object) {
                found.push(SentBy::Buyback);
            }
            if rebound::applies(game, view, it.object) {
                found.push(SentBy::Rebound);
            }
        }
        _ => {}
    }
    found
}

/// Sends the object there: the move as it is then, and its cause.
pub(super) fn send(by: SentBy, cause: Cause, it: &mut Move) -> Cause {
    it.to = match by {
        SentBy::Buyback => Zone::Hand,
        SentBy::Omen => Zone::Library,
        SentBy::Madness | SentBy::Rebound | SentBy::Adventure => Zone::Exile,
    };
    it.sent_by = Some(by);
    match by {
        // It is discarded all the same.
        SentBy::Madness => cause.and(cr!("702.35a")),
        SentBy::Buyback => cause.by(cr!("702.27a")),
        SentBy::Rebound => {
            it.action = MoveAction::Exile;
            cause.by(cr!("702.88a"))
        }
        SentBy::Adventure => {
            it.action = MoveAction::Exile;
            cause.by(cr!("715.3d"))
        }
        SentBy::Omen => {
            it.position = Position::Shuffled;
            cause.by(cr!("720.3d"))
        }
    }
}

/// What those look at that wait for a card to be sent to exile.
pub(in crate::engine) fn happening(by: SentBy, card: ObjectId) -> Option<Happening> {
    (by == SentBy::Madness)
        .then_some(Happening::Becomes { object: card, what: NamedDeed::DiscardedWithMadness })
}

/// What becomes of a card that has been sent to exile.
///
/// # Errors
/// If it can't be told who may cast it.
pub(in crate::engine) fn arrived(play: &mut Play<'_>, by: SentBy, cause: Cause, card: ObjectId) -> Outcome {
    let CauseKind::Resolution(_, controller) = cause.kind else { return Ok(()) };
    match by {
        SentBy::Madness | SentBy::Buyback | SentBy::Omen => {}
        SentBy::Rebound => rebound::wait(play, cause, card, controller),
        SentBy::Adventure => resolving_spells_and_abilities::on_an_adventure(play, cause, card, controller),
    }
    Ok(())
}
