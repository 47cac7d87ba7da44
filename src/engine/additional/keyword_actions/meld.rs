//! CR 701.42: Meld

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general;
use crate::game::{Cause, Game, Move, MoveAction, ObjectId, PlayerId};
use crate::ir::{Layout, Zone};
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
            let token = objects.iter().find(|object| play.game.object(**object).is_token());
            let rules = Rules::of(&[cr!("701.42b"), cr!("701.42c")]);
            for object in objects {
                let note = match token {
                    Some(token) => Note::NotMeldedWithToken(*object, *token),
                    None => Note::NotMelded(*object),
                };
                play.note(Level::Default, cause.kind, rules, note);
            }
        }
    }
    Ok(())
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
