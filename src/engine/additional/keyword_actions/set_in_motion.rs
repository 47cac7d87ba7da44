//! CR 701.32: Set in Motion

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, after};
use crate::engine::zones::general::turn_up_from_deck;
use crate::game::{Cause, PlayerId, Variant};
use crate::ir::{NamedDeed, Verb};

/// The archenemy sets so many schemes in motion, one at a time (701.32c): each is moved off the top of the scheme deck and turned
/// face up (701.32b). Nobody else does (701.32a).
///
/// # Errors
/// If the scenario doesn't say what the next card of the scheme deck is.
pub(in crate::engine) fn set_in_motion(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    count: u32,
) -> Outcome {
    if play.game.variant() != Variant::Archenemy(player) {
        return Ok(());
    }
    for _ in 0..count {
        let Some(scheme) = play.game.player(player).deck.last().copied() else {
            let why = "the scenario doesn't say what the next card of the scheme deck is";
            return Err(Halt::undecided(None, why));
        };
        let before = play.view()?;
        turn_up_from_deck(play, cause, scheme);
        after(
            play,
            &before,
            &[Happening::Becomes { object: scheme, what: NamedDeed::Does(Verb::SetInMotion) }],
        )?;
    }
    Ok(())
}
