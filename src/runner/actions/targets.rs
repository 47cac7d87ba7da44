//! The targets that stand behind the arrow and are not what the spell or ability asks for.

use crate::diag::{Code, Diagnostic};
use crate::engine::Halt;
use crate::engine::spells::announcing::{self, TOO_LITTLE};
use crate::game::{ObjectId, Thing};
use crate::rules::cr;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::script::{Action, Targets};

/// Refuses targets that are left of those that are written once a spell or ability, which began at that mark of the trace, has been
/// announced.
///
/// # Errors
/// The refusal, or that more are written than anything asks for.
pub(super) fn none_left(
    stage: &mut Stage<'_, '_>,
    action: &Action,
    (announced, mark): (Option<ObjectId>, usize),
    left: &[Thing],
    written: &Targets,
) -> Staged {
    let Some(first) = left.first().copied() else { return Ok(()) };
    if let Some(announced) = announced {
        could_be_targeted(stage, announced, first, mark)?;
        if action.tries {
            return Err(too_many(stage, announced, mark));
        }
    }
    match written {
        Targets::These(references) => {
            let span = references.last().map(|reference| reference.span).unwrap_or_default();
            let message = format!("{} more targets are written than it has", left.len());
            Err(Stop::Fault(
                Diagnostic::error(Code::IllegalAnswer, message, span, "nothing asks for this target")
                    .with_rule(cr!("601.2c")),
            ))
        }
        _ => Ok(()),
    }
}

/// Whether a spell has a target at all, or is none that its spell ability would give one (115.1a).
fn is_targeted(stage: &Stage<'_, '_>, spell: ObjectId) -> bool {
    let its = stage.play.game.object(spell);
    let targets =
        its.announced.as_ref().is_some_and(|announced| announced.targets.iter().any(|one| !one.is_empty()));
    targets || its.base.types.is_permanent()
}

/// Whether a spell divides something among targets that are chosen for it.
fn divides(stage: &Stage<'_, '_>, spell: ObjectId) -> bool {
    stage.play.game.object(spell).base.abilities.iter().any(|instance| {
        let body = instance.ability.as_spell();
        body.is_some_and(|body| body.targets.iter().any(|spec| spec.divided.is_some()))
    })
}

/// A try to announce more targets than a spell or ability has is illegal: how many it has is determined as they are chosen (601.2c), and
/// of what is divided among them each gets at least one (601.2d).
fn too_many(stage: &mut Stage<'_, '_>, announced: ObjectId, mark: usize) -> Stop {
    stage.play.trace.rewind(mark);
    let its = stage.play.game.object(announced);
    let player = its.controller;
    if its.is_spell() && !is_targeted(stage, announced) {
        // Where it has less to divide than targets, none of these can be chosen.
        let (rule, why) = match divides(stage, announced) {
            true => (cr!("601.2d"), TOO_LITTLE),
            false => (cr!("115.1a"), "its spell ability targets nothing"),
        };
        return Stop::Halt(Halt::illegal(player, rule, why, None), stage.span);
    }
    let divides = its.announced.as_ref().is_some_and(|it| it.division.iter().any(|one| !one.is_empty()));
    let (rule, why) = match divides {
        true => (cr!("601.2d"), TOO_LITTLE),
        false => (cr!("601.2c"), "it has not so many targets"),
    };
    let illegal = Halt::illegal(player, rule, why, None);
    let illegal = if its.stack_ability().is_some() { illegal.led_by(cr!("602.2b")) } else { illegal };
    Stop::Halt(illegal.and_rule(cr!("733.1")), stage.span)
}

/// What is left of the targets that are written is one that some phrase could have taken: else it is illegal by what makes it so, however few
/// targets the phrase needs.
fn could_be_targeted(stage: &mut Stage<'_, '_>, announced: ObjectId, thing: Thing, mark: usize) -> Staged {
    let misfit = announcing::misfit(&mut stage.play, announced, thing);
    match misfit.map_err(|halt| Stop::Halt(halt, stage.span))? {
        Some(halt) => {
            stage.play.trace.rewind(mark);
            Err(Stop::Halt(halt.and_rule(cr!("733.1")), stage.span))
        }
        None => Ok(()),
    }
}
