//! CR 724: Ending Turns and Phases

use crate::engine::additional::keyword_actions::exile;
use crate::engine::additional::state_based_actions;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, Change, ObjectId};
use crate::rules::cr;
use crate::trace::Level;

/// An effect ends the turn (724.1): what has triggered and waits is gone, everything on the stack is exiled, state-based actions are
/// checked; once the effect is done, the cleanup step comes next.
///
/// # Errors
/// If something on the way needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn end_turn(play: &mut Play<'_>, kind: CauseKind) -> Outcome {
    if !play.game.waiting().is_empty() {
        play.change(Cause::new(kind, cr!("724.1a")), Level::Hidden, Change::TakeTriggers);
    }
    let by = Cause::new(kind, cr!("724.1b"));
    // The topmost first, and what ends the turn as well.
    let stack: Vec<ObjectId> = play.game.stack().iter().rev().copied().collect();
    let is_ability = |object: &ObjectId| play.game.object(*object).stack_ability().is_some();
    let (abilities, spells): (Vec<ObjectId>, Vec<ObjectId>) = stack.into_iter().partition(is_ability);
    exile::exile(play, by, &spells, false, &[])?;
    // What no card represents ceases to exist there.
    for ability in abilities {
        play.change(by, Level::Default, Change::Cease(ability));
    }
    while state_based_actions::perform(play)? {
        play.tick("state-based actions without end")?;
    }
    play.turn_ends = true;
    Ok(())
}
