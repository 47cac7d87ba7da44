//! CR 506: Combat Phase. Whether the turn is at a point that a condition names, be it with respect to combat (506.7).

use crate::game::{Game, Step, Turn};
use crate::ir::condition::CombatPoint;
use crate::ir::event::Step as EventStep;

use super::events::begins;

/// Whether a step or phase is going on.
pub(in crate::engine) fn is_during(wanted: EventStep, turn: &Turn) -> bool {
    let now = turn.step;
    match wanted {
        EventStep::Turn => true,
        EventStep::Beginning => matches!(now, Step::Untap | Step::Upkeep | Step::Draw),
        EventStep::Combat => now.is_combat(),
        EventStep::SecondMain => now.is_main() && turn.mains == 2,
        _ => begins(wanted, now),
    }
}

/// Whether the turn is where a spell or ability may be cast or activated that says so with respect to combat (506.7).
pub(in crate::engine) fn is_at(game: &Game, point: &CombatPoint) -> bool {
    let turn = game.turn();
    let now = turn.step;
    // "During combat" is any combat phase of the turn (506.7c), else it is the first that counts (506.7d).
    if point.during && !now.is_combat() {
        return false;
    }
    let within = |at: EventStep| {
        // What comes after blocks never comes where there is no declare blockers step (506.7f).
        let blocks = game.combat().blockers_declared || at != EventStep::DeclareBlockers;
        blocks && first_step(at).is_some_and(|first| now >= first)
    };
    let reached = |at: EventStep| {
        if now.is_combat() && (point.during || turn.combats == 1) {
            within(at)
        } else {
            // Before the first combat phase nothing of it is reached; where it is skipped it counts as over with the precombat main
            // phase (506.7e).
            turn.combats > 0 || matches!(now, Step::PostcombatMain | Step::End | Step::Cleanup)
        }
    };
    let not_yet = |at: EventStep| {
        // The steps that are skipped don't begin any more once attackers have been declared (506.7e).
        let over = now == Step::EndOfCombat && at != EventStep::EndOfCombat;
        !(reached(at) || now.is_combat() && over)
    };
    // What comes after a combat phase that is skipped never comes; "after combat" is after the whole of it.
    let first_is_over = turn.combats > 1 || turn.combats == 1 && !now.is_combat();
    let past = |at: EventStep| match at {
        EventStep::Combat => first_is_over,
        // A step of the first combat phase that was skipped is never over.
        EventStep::DeclareBlockers | EventStep::CombatDamage if !now.is_combat() => turn.blocks,
        _ => turn.combats > 0 && reached(at),
    };
    point.before.is_none_or(not_yet) && point.after.is_none_or(past)
}

/// The step with which a point of the combat phase is reached (506.7a–b).
const fn first_step(at: EventStep) -> Option<Step> {
    match at {
        EventStep::Combat => Some(Step::BeginningOfCombat),
        EventStep::DeclareAttackers => Some(Step::DeclareAttackers),
        EventStep::DeclareBlockers => Some(Step::DeclareBlockers),
        EventStep::CombatDamage => Some(Step::FirstStrikeDamage),
        EventStep::EndOfCombat => Some(Step::EndOfCombat),
        _ => None,
    }
}
