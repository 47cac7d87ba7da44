//! CR 401: Library

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::game::{Cause, ChoiceKind, Move, Nature, ObjectId};
use crate::ir::instruction::Place;
use crate::rules::cr;

use super::general;

/// Cards that are put into one place of a library at the same time, in the order in which they are moved there: one that their
/// owner likes (401.4), or one that chance makes.
///
/// # Errors
/// If nobody says which order that is.
pub(in crate::engine) fn arranged(
    play: &mut Play<'_>,
    source: ObjectId,
    moves: Vec<(Cause, Move)>,
    place: Option<&Place>,
) -> Outcome<Vec<(Cause, Move)>> {
    let kind = match place {
        Some(Place::TopOrBottom) if !moves.is_empty() => {
            return Err(Halt::undecided(
                source,
                "it puts cards on the top or the bottom of a library, as one likes",
            ));
        }
        Some(Place::Top) => ChoiceKind::Top,
        Some(Place::Bottom) => ChoiceKind::Bottom,
        Some(Place::BottomRandom) => ChoiceKind::Random,
        _ => return Ok(moves),
    };
    let mut ordered = Vec::with_capacity(moves.len());
    for owner in play.game.apnap() {
        let theirs = moves.iter().filter(|(_, it)| play.game.object(it.object).owner == owner);
        let mut theirs: Vec<(Cause, Move)> = theirs.cloned().collect();
        if theirs.len() > 1 {
            let cards: Vec<ObjectId> = theirs.iter().map(|(_, it)| it.object).collect();
            // By chance as the effect says, or the keyword that stands for it; else as the owner likes.
            let rule = match moves.first().and_then(|(cause, _)| cause.rules.first()) {
                Some(rule) if kind == ChoiceKind::Random => rule,
                _ => cr!("401.4"),
            };
            let unknown = |card: &ObjectId| matches!(play.game.object(*card).nature, Nature::Unknown);
            // Below cards without end nobody will ever see it.
            let buried = kind != ChoiceKind::Top && play.game.player(owner).endless_library;
            let indifferent = buried || cards.iter().all(unknown);
            let order = general::order(play, owner, (kind, Some(source)), &cards, indifferent, rule)?;
            theirs.sort_by_key(|(_, it)| order.iter().position(|card| *card == it.object));
        }
        // The one that is to be on top goes there last.
        if kind == ChoiceKind::Top {
            theirs.reverse();
        }
        ordered.append(&mut theirs);
    }
    Ok(ordered)
}

/// The cause of putting a card at a place counted from the top of its owner's library. The cards above it have to be there: where there
/// are fewer, it goes to the bottom (401.7).
///
/// # Errors
/// If nobody says which cards these are.
pub(in crate::engine) fn counted_from_top(
    play: &mut Play<'_>,
    by: Cause,
    card: ObjectId,
    place: i32,
) -> Outcome<Cause> {
    let owner = play.game.object(card).owner;
    let place = usize::try_from(place).unwrap_or(0);
    let above = general::top_of_library(play, owner, place)?.len();
    Ok(if above < place { by.and(cr!("401.7")) } else { by })
}
