//! CR 401: Library

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Cause, ChoiceKind, Item, Move, ObjectId, PlayerId, Position};
use crate::ir::Zone;
use crate::ir::instruction::Place;
use crate::rules::{RuleId, Rules, cr};

use super::door::Going;
use super::general;

/// Cards that are put into one place of a library at the same time, in the order in which they are moved there: one that their
/// owner likes (401.4), or one that chance makes; where the owner chooses between the top and the bottom, with that choice made (608.2d).
///
/// # Errors
/// If nobody says which order that is, or chooses.
pub(in crate::engine) fn arranged(
    play: &mut Play<'_>,
    source: ObjectId,
    moves: Vec<(Cause, Move)>,
    place: Option<&Place>,
) -> Outcome<Vec<(Cause, Move)>> {
    let kind = match place {
        Some(Place::TopOrBottom) => return on_top_or_bottom(play, source, moves),
        Some(Place::Top) => ChoiceKind::Top,
        Some(Place::Bottom) => ChoiceKind::Bottom,
        Some(Place::BottomRandom) => ChoiceKind::Random,
        None | Some(Place::Shuffled | Place::FromTop(_)) => return Ok(moves),
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
            let order = order(play, owner, (kind, Some(source)), &cards, rule)?;
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

/// The same where each owner chooses which of theirs go to the bottom; the others go on top, and both in an order that the owner likes.
fn on_top_or_bottom(
    play: &mut Play<'_>,
    source: ObjectId,
    moves: Vec<(Cause, Move)>,
) -> Outcome<Vec<(Cause, Move)>> {
    let mut ordered = Vec::with_capacity(moves.len());
    for owner in play.game.apnap() {
        let mut theirs = moves.clone();
        theirs.retain(|(_, it)| play.game.object(it.object).owner == owner);
        if theirs.is_empty() {
            continue;
        }
        let cards: Vec<ObjectId> = theirs.iter().map(|(_, it)| it.object).collect();
        // A token ceases to exist wherever it goes (111.7).
        let items: Vec<Item> = cards
            .iter()
            .filter(|card| !play.game.object(**card).is_token())
            .copied()
            .map(Item::Object)
            .collect();
        let most = u32::try_from(items.len()).unwrap_or(u32::MAX);
        let rules = Rules::of(&[cr!("608.2d")]);
        let picked = match most {
            0 => Vec::new(),
            _ => play.pick(owner, ChoiceKind::Bottom, Some(source), items, 0, most, true, rules)?,
        };
        let bottom: Vec<ObjectId> = picked.iter().filter_map(Item::object).collect();
        let top: Vec<ObjectId> = cards.iter().copied().filter(|card| !bottom.contains(card)).collect();
        let top = match top.len() {
            0 | 1 => top,
            _ => order(play, owner, (ChoiceKind::Top, Some(source)), &top, cr!("401.4"))?,
        };
        // The one that is to be on top goes there last.
        for (cards, place) in [(bottom, Position::Bottom), (top.into_iter().rev().collect(), Position::Top)] {
            for card in cards {
                for (cause, mut it) in theirs.iter().filter(|(_, it)| it.object == card).cloned() {
                    it.position = place;
                    ordered.push((cause, it));
                }
            }
        }
    }
    Ok(ordered)
}

/// The order of cards in a library, which does not matter where all are unknown, nor below cards without end: nobody will ever see it.
fn order(
    play: &mut Play<'_>,
    owner: PlayerId,
    asked: (ChoiceKind, Option<ObjectId>),
    cards: &[ObjectId],
    rule: RuleId,
) -> Outcome<Vec<ObjectId>> {
    let unknown = |card: &ObjectId| play.game.object(*card).is_unknown();
    let buried = asked.0 != ChoiceKind::Top && play.game.player(owner).endless_library;
    general::order(play, owner, asked, cards, buried || cards.iter().all(unknown), rule)
}

/// Cards that replacement effects put into one place of a library at the same time lie there as their owner likes, too (401.4). Those that
/// were to go there anyway have been [`arranged`] before.
///
/// # Errors
/// If nobody says in which order.
pub(super) fn arrange(play: &mut Play<'_>, moves: &mut [Going]) -> Outcome {
    let redirected = |going: &Going| going.it.to == Zone::Library && !going.to_library_anyway;
    if moves.iter().filter(|going| redirected(going)).count() < 2 {
        return Ok(());
    }
    for owner in play.game.apnap() {
        for (kind, position) in [(ChoiceKind::Top, Position::Top), (ChoiceKind::Bottom, Position::Bottom)] {
            let goes_there = |going: &Going| {
                redirected(going)
                    && going.it.position == position
                    && play.game.object(going.it.object).owner == owner
            };
            let places: Vec<usize> =
                moves.iter().enumerate().filter(|(_, it)| goes_there(it)).map(|(place, _)| place).collect();
            let mut ordered: Vec<Going> =
                places.iter().filter_map(|place| moves.get(*place).cloned()).collect();
            if ordered.len() < 2 {
                continue;
            }
            let cards: Vec<ObjectId> = ordered.iter().map(|Going { it, .. }| it.object).collect();
            let order = order(play, owner, (kind, None), &cards, cr!("401.4"))?;
            ordered.sort_by_key(|Going { it, .. }| order.iter().position(|card| *card == it.object));
            // The one that is to be on top goes there last.
            if kind == ChoiceKind::Top {
                ordered.reverse();
            }
            for (place, it) in places.into_iter().zip(ordered) {
                if let Some(slot) = moves.get_mut(place) {
                    *slot = it;
                }
            }
        }
    }
    Ok(())
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
