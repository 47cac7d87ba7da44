//! CR 702.177: Exhaust

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::continuous_effects;
use crate::engine::view::View;
use crate::game::{AbilityInstance, Cause, CauseKind, Change, ObjectId, PlayerId};
use crate::ir::change::Allowed;
use crate::rules::{Rules, cr};
use crate::trace::Level;

/// An exhaust ability can be activated only once (702.177a), unless an effect lets the player activate it as though it had not been
/// (609.4). Says by which rule it can be although it was.
///
/// # Errors
/// [`Halt::Illegal`] if it can't be.
pub(in crate::engine) fn may_activate(
    play: &mut Play<'_>,
    player: PlayerId,
    source: ObjectId,
    instance: &AbilityInstance,
) -> Outcome<Rules> {
    if !play.game.object(source).exhausted.contains(&instance.origin) {
        return Ok(Rules::NONE);
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    if continuous_effects::permitted(sight, Allowed::ExhaustAgain, Some(source), player)? {
        return Ok(Rules::of(&[cr!("609.4")]));
    }
    let refused = Halt::illegal(player, cr!("702.177a"), "it has been activated already", Some(source));
    // Whether an effect would let them if they had not begun to activate another this turn.
    if play.game.player(player).exhausted {
        let game = play.game.after(&Change::Unexhaust(player));
        let view = View::of(&game)?;
        let sight = Sight { game: &game, view: &view };
        if continuous_effects::permitted(sight, Allowed::ExhaustAgain, Some(source), player)? {
            return Err(refused.and_rule(cr!("702.177b")));
        }
    }
    Err(refused)
}

/// A player begins to activate an exhaust ability: from now on they have (702.177b).
pub(in crate::engine) fn begin(
    play: &mut Play<'_>,
    player: PlayerId,
    source: ObjectId,
    instance: &AbilityInstance,
) {
    let cause = Cause::new(CauseKind::Announcement(player), cr!("702.177b"));
    play.change(cause, Level::Hidden, Change::Exhaust(player, source, instance.origin));
}
