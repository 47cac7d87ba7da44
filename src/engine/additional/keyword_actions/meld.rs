//! CR 701.42: Meld

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general;
use crate::game::{
    AbilityInstance, Answer, Cause, Choice, ChoiceKind, Game, Item, Move, MoveAction, ObjectId, Options,
    PlayerId, Position,
};
use crate::ir::{Ability, Change as Effect, Layout, Quantity, Selection, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

/// A player puts the two cards of a meld pair onto the battlefield as one permanent, with their back faces up (701.42a, 712.14c). What
/// is no such pair stays where it is (701.42b, 701.42c).
///
/// # Errors
/// If what waits for it to enter can't be played.
pub(in crate::engine) fn meld(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    objects: &[ObjectId],
) -> Outcome {
    match objects {
        [first, second] if are_a_pair(&play.game, *first, *second) => {
            let mut it = Move::new(*first, Zone::Battlefield, MoveAction::Put);
            it.controller = Some(player);
            it.face = 1;
            it.melded_with = Some(*second);
            general::move_one(play, cause, it)?;
        }
        _ => {
            for object in objects {
                play.note(Level::Default, cause.kind, Rules::of(&[cr!("701.42c")]), Note::NotMelded(*object));
            }
        }
    }
    Ok(())
}

/// As a melded permanent leaves, its owner says in which order its cards lie in the library (712.21a), and whoever exiles it which
/// of them is exiled before the other (712.21b).
///
/// # Errors
/// If nobody says it where it makes a difference.
pub(in crate::engine) fn order_cards(
    play: &mut Play<'_>,
    cause: &mut Cause,
    it: &mut Move,
    second: ObjectId,
) -> Outcome {
    let first = it.object;
    let owner = play.game.object(first).owner;
    let (player, kind, rule) = match it.to {
        Zone::Library if it.position != Position::Shuffled => (owner, ChoiceKind::Top, cr!("712.21a")),
        Zone::Exile => {
            let player = general::causer(play, cause).unwrap_or(owner);
            (player, ChoiceKind::Order, cr!("712.21b"))
        }
        _ => return Ok(()),
    };
    let matters = match kind {
        // What lies on the bottom is not looked at before the library is empty.
        ChoiceKind::Top => it.position != Position::Bottom,
        _ => asks_for_last(play)?,
    };
    // On the battlefield both are one object, so they are told apart as cards.
    let cards = [first, second].map(|object| play.game.object(object).card().map(Item::Card));
    let [Some(one), Some(other)] = cards else { return Ok(()) };
    let items = [one, other];
    let choice = Choice {
        player,
        kind,
        source: Some(first),
        options: Options::Pick { from: items.into(), at_least: 2, at_most: 2, ordered: true },
        indifferent: !matters,
    };
    let answer = play.choose(choice, Rules::of(&[rule]))?;
    it.second_before = matches!(answer, Answer::Picked(order) if order.first() == Some(&1));
    if matters {
        *cause = cause.and(rule);
    }
    Ok(())
}

/// Whether an ability of anything on the table asks which of several objects came last.
fn asks_for_last(play: &mut Play<'_>) -> Outcome<bool> {
    let view = play.view()?;
    let game = &play.game;
    let asks = |instance: &AbilityInstance| match &*instance.ability {
        Ability::Static(it) => it.changes.iter().any(changes_by_last),
        _ => false,
    };
    Ok(game.battlefield().iter().chain(game.stack()).any(|object| {
        let its = view.characteristics(game, *object);
        let source = game.object(*object).stack_ability().map(|ability| ability.source);
        its.abilities.iter().any(asks)
            || source.is_some_and(|source| view.characteristics(game, source).abilities.iter().any(asks))
    }))
}

fn changes_by_last(change: &Effect) -> bool {
    let last = |quantity: &Option<Quantity>| match quantity {
        Some(Quantity::PowerOf(of) | Quantity::ToughnessOf(of)) => matches!(**of, Selection::Last(_)),
        _ => false,
    };
    match change {
        Effect::SetPowerToughness { power, toughness } => last(power) || last(toughness),
        Effect::AddTypes(types) | Effect::SetTypes(types) => {
            matches!(types.creature_types_of, Some(Selection::Last(_)))
        }
        _ => false,
    }
}

/// Whether two objects are the two cards of one meld pair: no tokens, not twice the same (701.42b).
fn are_a_pair(game: &Game, first: ObjectId, second: ObjectId) -> bool {
    let (one, other) = (game.object(first), game.object(second));
    let faces = |object: &crate::game::Object| {
        let card = object.card().is_some();
        let definition = object.definition.as_ref().filter(|its| card && its.layout == Layout::Meld)?;
        match definition.faces.as_slice() {
            [front, back] => Some((front.name.clone(), back.name.clone())),
            _ => None,
        }
    };
    match (faces(one), faces(other)) {
        (Some(one), Some(other)) => one.0 != other.0 && one.1 == other.1,
        _ => false,
    }
}
