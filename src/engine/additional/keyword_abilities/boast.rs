//! CR 702.142: Boast

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::activating_activated_abilities::is_used;
use crate::game::{AbilityInstance, ObjectId, PlayerId};
use crate::ir::{Filter, Trait};
use crate::rules::cr;

/// A boast ability can be activated only if its creature attacked this turn, and only once each turn (702.142a).
///
/// # Errors
/// [`Halt::Illegal`] if the creature did not attack, or the ability has been activated this turn.
pub(in crate::engine) fn may_activate(
    play: &mut Play<'_>,
    player: PlayerId,
    (source, instance): (ObjectId, &AbilityInstance),
    frame: &Frame,
) -> Outcome {
    let illegal = |why| Err(Halt::illegal(player, cr!("702.142a"), why, Some(source)));
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    if !matches(sight, frame, &Filter::Is(Trait::AttackedThisTurn), source)? {
        return illegal("it did not attack this turn");
    }
    if is_used(&play.game, source, instance.origin) {
        return illegal("its boast ability was already activated this turn");
    }
    Ok(())
}
