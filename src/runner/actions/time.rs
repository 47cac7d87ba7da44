//! Time goes on to where a line says.

use crate::board::step_of;
use crate::diag::{Code, Diagnostic, Span};
use crate::engine::Halt;
use crate::game::{PlayerId, Step};
use crate::rules::{RuleId, cr};
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::script::{Action, Deed};

use super::MOST_PASSES;

/// How many turns of the players whose step it is may pass without it.
const MOST_TURNS: usize = 8;

/// Time goes on until a step begins; its triggers are on the stack then.
pub(in crate::runner) fn go_to(stage: &mut Stage<'_, '_>, whose: Option<PlayerId>, step: Step) -> Staged {
    let span = stage.span;
    let turn = *stage.play.game.turn();
    if step == Step::Untap {
        return Err(nobody_has_priority("untap", cr!("502.4"), span));
    }
    let unnamed = whose.is_none() && step == turn.step;
    // Where nobody is named and the step has been in this turn, it is the next one that comes: of another player's turn, or an extra one.
    let whose = whose.or((step > turn.step).then_some(turn.active));
    stage.in_combat = false;
    let (start, began) = (turn.begun, turn.number);
    // Nobody attacks on the way, unless something must: then the steps that need an attack do not come (508.8).
    let needs_attack = (Step::DeclareBlockers..=Step::CombatDamage).contains(&step);
    let most = match step {
        _ if needs_attack && whose.is_none() => stage.play.game.players().count(),
        _ if needs_attack => 1,
        // In which somebody has priority only where something has happened (514.3a).
        Step::Cleanup => 1,
        _ => MOST_TURNS,
    };
    let mut turns = 0;
    let mut last =
        (turn.number, step > turn.step && whose.is_none_or(|whose| stage.play.game.is_active(whose)));
    for _ in 0..MOST_PASSES {
        let turn = *stage.play.game.turn();
        let right = whose.is_none_or(|whose| stage.play.game.is_active(whose));
        if right && turn.step == step && turn.begun != start {
            // Another one of the same turn can be meant, and not one of a player whom nobody has named.
            return if unnamed && turn.number != began { Err(is_there_already(span)) } else { Ok(()) };
        }
        if turn.number != last.0 {
            turns += usize::from(last.1);
            last = (turn.number, right);
        }
        if turns >= most {
            let why = match step {
                Step::Cleanup => return Err(nobody_has_priority("cleanup", cr!("514.3"), span)),
                Step::FirstStrikeDamage => {
                    "that step does not come without a creature with first strike or double strike in combat"
                }
                _ if needs_attack => "that step does not come without an attack",
                _ => "that step never comes",
            };
            return Err(Stop::Halt(Halt::Runaway(why), span));
        }
        if stage.play.game.ending().is_some() {
            return Ok(());
        }
        stage.pass()?;
    }
    Err(Stop::Halt(Halt::Runaway("that step never comes"), span))
}

/// Time is in that step, and no other of its sort comes in the turn.
fn is_there_already(span: Span) -> Stop {
    let message = "the game is in that step already, and this turn has no other";
    Stop::Fault(
        Diagnostic::error(Code::IllegalAction, message, span, "the one of which player?").with_help(
            "`next turn` goes on to the next precombat main phase, and `go to P's STEP` to a step of that player's",
        ),
    )
}

/// Time can't stop in a step in which nobody has priority.
fn nobody_has_priority(step: &str, rule: RuleId, span: Span) -> Stop {
    let message = format!("time can't stop in the {step} step: nobody has priority in it");
    let after = if step == "untap" { "go to upkeep" } else { "next turn" };
    Stop::Fault(
        Diagnostic::error(Code::IllegalAction, message, span, "nothing can be done there")
            .with_rule(rule)
            .with_help(format!("`{after}` goes on to the step after it")),
    )
}

/// Time goes on until a player's next precombat main phase.
pub(super) fn next_turn(stage: &mut Stage<'_, '_>, whose: Option<PlayerId>) -> Staged {
    let span = stage.span;
    let began = stage.play.game.turn().number;
    stage.in_combat = false;
    for _ in 0..MOST_PASSES {
        let turn = *stage.play.game.turn();
        let right = whose.is_none_or(|whose| stage.play.game.is_active(whose));
        if turn.number > began && right && turn.step == Step::PrecombatMain {
            return Ok(());
        }
        if stage.play.game.ending().is_some() {
            return Ok(());
        }
        stage.pass()?;
    }
    Err(Stop::Halt(Halt::Runaway("that turn never comes"), span))
}

/// Whether an action is to go to the step that it is.
pub(in crate::runner) fn is_for_now(stage: &mut Stage<'_, '_>, action: &Action) -> Staged<bool> {
    let Deed::GoTo { whose, step } = &action.deed else { return Ok(false) };
    let turn = *stage.play.game.turn();
    let whose = match whose {
        Some(name) => stage.player(name)?,
        None => turn.active,
    };
    Ok(stage.play.game.is_active(whose) && step_of(step.value) == turn.step)
}
