//! CR 702.193: Power-up

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::game::{AbilityInstance, ObjectId, PlayerId};
use crate::ir::ability::Limit;
use crate::ir::{Activated, ManaCost};
use crate::rules::cr;

/// A power-up ability can be activated only once (702.193a), whoever did.
///
/// # Errors
/// [`Halt::Illegal`] if it has been.
pub(in crate::engine) fn may_activate(
    play: &Play<'_>,
    player: PlayerId,
    source: ObjectId,
    instance: &AbilityInstance,
) -> Outcome {
    if play.game.object(source).exhausted.contains(&instance.origin) {
        return Err(Halt::illegal(player, cr!("702.193a"), "it has been activated already", Some(source)));
    }
    Ok(())
}

/// By which mana a power-up ability costs less: the mana cost of its permanent, if that entered this turn (702.193a, 702.193b).
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn reduction(
    play: &mut Play<'_>,
    source: ObjectId,
    activated: &Activated,
) -> Outcome<Option<ManaCost>> {
    if !activated.limits.contains(&Limit::PowerUp) {
        return Ok(None);
    }
    let its = play.game.object(source);
    let entered = its.on_battlefield() && its.entered_turn == play.game.turn().number;
    let view = play.view()?;
    let cost = view.characteristics(&play.game, source).cost.as_deref();
    Ok(cost.filter(|_| entered).cloned())
}
