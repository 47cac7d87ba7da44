//! CR 701.31: Planeswalk

use std::rc::Rc;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, after};
use crate::engine::view::View;
use crate::engine::zones::general;
use crate::game::{Cause, ObjectId, PlayerId, Variant};
use crate::ir::{CardType, NamedDeed, Verb};
use crate::rules::cr;

/// A player planeswalks: each face-up plane and phenomenon goes to the bottom of its owner's planar deck face down, and the top
/// card of the player's own is turned face up (701.31b). Only the planar controller can (701.31a).
///
/// # Errors
/// If the scenario doesn't say what the next card of the planar deck is.
pub(in crate::engine) fn planeswalk(play: &mut Play<'_>, cause: Cause, player: PlayerId) -> Outcome {
    if play.game.variant() != Variant::Planechase || play.game.planar_controller() != player {
        return Ok(());
    }
    let before = play.view()?;
    let mut happenings = Vec::new();
    let away: Vec<ObjectId> = play.game.planes().collect();
    let cause = cause.and(cr!("701.31b"));
    for plane in away {
        general::put_under_deck(play, cause, plane)?;
        happenings.push(Happening::Becomes { object: plane, what: NamedDeed::Does(Verb::PlaneswalkAway) });
    }
    turn_up(play, cause, player, &before, happenings)
}

/// The top card of a player's planar deck is turned face up: the player has planeswalked (901.11).
///
/// # Errors
/// If the scenario doesn't say what the next card of the planar deck is.
pub(in crate::engine) fn turn_up(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    before: &Rc<View>,
    mut happenings: Vec<Happening>,
) -> Outcome {
    let Some(next) = play.game.player(player).deck.last().copied() else {
        return Err(Halt::undecided(
            None,
            "the scenario doesn't say what the next card of the planar deck is",
        ));
    };
    general::turn_up_from_deck(play, cause.and(cr!("901.11")), next);
    let phenomenon = play.game.object(next).base.is(CardType::Phenomenon);
    let what =
        if phenomenon { NamedDeed::Does(Verb::Encounter) } else { NamedDeed::Does(Verb::PlaneswalkTo) };
    happenings.push(Happening::Becomes { object: next, what });
    happenings.push(Happening::Does { player, what: NamedDeed::Does(Verb::Planeswalk), object: next });
    after(play, before, &happenings)
}
