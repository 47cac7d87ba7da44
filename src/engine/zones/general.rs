//! CR 400: General. What else is asked of zones; objects move between them through the door (`src/engine/zones/door/mod.rs`).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::game::{
    Answer, Cause, CauseKind, Change, Characteristics, Choice, ChoiceKind, Item, Nature, NewObject, ObjectId,
    Options, PlayerId, Position,
};
use crate::ir::Zone;
use crate::rules::{RuleId, Rules, cr};
use crate::trace::Level;

pub(crate) use super::door::decks::new_when_turned_down;
pub(in crate::engine) use super::door::decks::{put_under_deck, turn_up_from_deck};
pub(in crate::engine) use super::door::{
    as_if_moved, cant_enter, forbidden_to_enter, move_each, move_each_fighting, move_one,
};

/// The player who has something done: who controls the spell or ability, also where another player pays a cost as it resolves (118.12), or
/// pays the cost.
pub(in crate::engine) fn causer(play: &Play<'_>, cause: &Cause) -> Option<PlayerId> {
    match cause.kind {
        CauseKind::Cost(object, _) if play.game.object(object).zone == Zone::Stack => {
            Some(play.game.object(object).controller)
        }
        CauseKind::Resolution(_, player) | CauseKind::Cost(_, player) => Some(player),
        CauseKind::Ability(object) => Some(play.game.object(object).controller),
        _ => None,
    }
}

/// How many cards of a library that ends in `...` are dealt at most.
const MOST_UNKNOWN: usize = 5_000;

/// The top cards of a library, the topmost first. A card that is about to enter the battlefield is none of them (614.13c). Unknown cards are dealt as they are needed, and chance says which cards of a
/// shuffled library they are.
///
/// # Errors
/// If nobody says what chance does.
pub(in crate::engine) fn top_of_library(
    play: &mut Play<'_>,
    player: PlayerId,
    count: usize,
) -> Outcome<Vec<ObjectId>> {
    let entering = play.entering().iter().filter(|card| play.game.object(**card).owner == player).count();
    let wanted = count;
    let count = count.saturating_add(entering);
    if play.game.player(player).endless_library && count > MOST_UNKNOWN {
        return Err(Halt::undecided(
            None,
            "so many cards of a library that nobody has written down are not made up",
        ));
    }
    settle_top(play, player, count)?;
    while play.game.player(player).endless_library && play.game.player(player).listed_on_top() < count {
        let place = play.game.player(player).listed_on_top() + 1;
        deal_unknown(play, player, Position::FromTop(u32::try_from(place).unwrap_or(u32::MAX)));
    }
    let top = play.game.zone(Zone::Library, player).iter().rev();
    Ok(top.filter(|card| !play.entering().contains(card)).take(wanted).copied().collect())
}

/// Finds out by chance which cards lie in the topmost places of a library that has been shuffled (701.24a).
fn settle_top(play: &mut Play<'_>, player: PlayerId, count: usize) -> Outcome {
    let its = play.game.player(player);
    if its.unordered.is_empty() || count == 0 {
        return Ok(());
    }
    if its.endless_library {
        // Any of the cards that nobody has written down may be there.
        for place in 1..=u32::try_from(count).unwrap_or(u32::MAX) {
            let library = play.game.zone(Zone::Library, player);
            let there = library.len().checked_sub(place as usize).and_then(|index| library.get(index));
            if there.is_some_and(|card| play.game.player(player).unordered.contains(card)) {
                deal_unknown(play, player, Position::FromTop(place));
            }
        }
        return Ok(());
    }
    let library = its.library.clone();
    let unordered = its.unordered.clone();
    let places: Vec<usize> = (0..library.len())
        .rev()
        .take(count)
        .filter(|place| library.get(*place).is_some_and(|card| unordered.contains(card)))
        .collect();
    if places.is_empty() {
        return Ok(());
    }
    let alike = unordered.windows(2).all(|pair| match pair {
        [one, other] => {
            let (one, other) = (play.game.object(*one), play.game.object(*other));
            one.base.name == other.base.name && !one.base.name.is_empty()
        }
        _ => true,
    });
    let number = u32::try_from(places.len()).unwrap_or(u32::MAX);
    let choice = Choice {
        player,
        kind: ChoiceKind::Random,
        source: None,
        options: Options::Pick {
            from: unordered.iter().copied().map(Item::Object).collect(),
            at_least: number,
            at_most: number,
            ordered: true,
        },
        // Where all of them come, or all are of one name, it makes no difference which comes first.
        indifferent: alike || places.len() == unordered.len(),
    };
    let picked: Vec<ObjectId> = match play.choose(choice, Rules::of(&[cr!("701.24a")]))? {
        Answer::Picked(picked) => {
            picked.iter().filter_map(|index| unordered.get(*index as usize).copied()).collect()
        }
        _ => Vec::new(),
    };
    let others = unordered.iter().copied().filter(|card| !picked.contains(card)).collect::<Vec<_>>();
    let mut chosen = picked.iter().copied();
    let mut rest = others.into_iter();
    let mut order = library;
    // The topmost place first gets what chance says; whatever else was shuffled is in the other places.
    for place in (0..order.len()).rev() {
        if let Some(slot) = order.get_mut(place).filter(|card| unordered.contains(card)) {
            if let Some(card) = chosen.next().or_else(|| rest.next()) {
                *slot = card;
            }
        }
    }
    let cause = Cause::new(CauseKind::Rules, cr!("701.24a"));
    play.change(cause, Level::Hidden, Change::Settle(player, order.into(), picked.into()));
    Ok(())
}

/// The order that a player gives cards that come to one place at the same time, or that chance gives them.
///
/// # Errors
/// If nobody says which order that is.
pub(in crate::engine) fn order(
    play: &mut Play<'_>,
    player: PlayerId,
    (kind, source): (ChoiceKind, Option<ObjectId>),
    cards: &[ObjectId],
    indifferent: bool,
    rule: RuleId,
) -> Outcome<Vec<ObjectId>> {
    let count = u32::try_from(cards.len()).unwrap_or(u32::MAX);
    let from = cards.iter().copied().map(Item::Object).collect();
    let options = Options::Pick { from, at_least: count, at_most: count, ordered: true };
    let choice = Choice { player, kind, source, options, indifferent };
    Ok(match play.choose(choice, Rules::of(&[rule]))? {
        Answer::Picked(picked) => {
            picked.iter().filter_map(|index| cards.get(*index as usize).copied()).collect()
        }
        _ => cards.to_vec(),
    })
}

/// Deals a card that nobody knows into a library.
fn deal_unknown(play: &mut Play<'_>, player: PlayerId, position: Position) {
    let new = play.game.next_object();
    let unknown = NewObject {
        position,
        settled: true,
        ..NewObject::new(new, Nature::Unknown, player, Zone::Library, Characteristics::none())
    };
    let cause = Cause::new(CauseKind::Fiat, cr!("401.2"));
    play.change(cause, Level::Hidden, Change::Create(Box::new(unknown)));
}

/// Stops where a card that nobody knows would have to show what it is.
///
/// # Errors
/// [`Halt::Undecided`] if the card is unknown.
pub(in crate::engine) fn must_be_known(play: &Play<'_>, object: ObjectId) -> Outcome {
    match play.game.object(object).nature {
        Nature::Unknown => {
            Err(Halt::undecided(object, "it depends on a card that the scenario leaves unknown"))
        }
        _ => Ok(()),
    }
}

/// An exiled object that is exiled again does not change zones but is a new object (400.8, 406.7): the rules for it.
pub(in crate::engine) fn exile_rules(play: &Play<'_>, object: ObjectId) -> Rules {
    if play.game.object(object).zone == Zone::Exile {
        Rules::of(&[cr!("406.7"), cr!("400.8")])
    } else {
        Rules::of(&[cr!("701.13a")])
    }
}
