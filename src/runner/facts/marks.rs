//! Designations that a permanent has or has not.

use crate::game::{Designation, Half, ObjectId};
use crate::runner::claims::Judged;
use crate::runner::stage::{Stage, Staged};
use crate::scenario::script::Mark;
use crate::trace::Reasons;
use crate::why::found::Found;
use crate::why::{given, goaded, status};

use super::say;

/// Whether a permanent has such a designation.
///
/// # Errors
/// If it can't be told.
pub(super) fn judge(stage: &mut Stage<'_, '_>, object: ObjectId, mark: Mark) -> Staged<Judged> {
    let (word, holds, rules) = of_mark(stage, object, mark)?;
    let not = if holds { "" } else { "not " };
    Ok(say(holds, format!("is {not}{word}"), rules))
}

/// What marks a permanent though no step tells of it, behind "because".
pub(super) fn found(stage: &mut Stage<'_, '_>, object: ObjectId, mark: Mark) -> Staged<Option<Found>> {
    let is_given = matches!(
        mark,
        Mark::Monstrous | Mark::Suspected | Mark::RingBearer | Mark::Renowned | Mark::Solved | Mark::Prepared
    );
    if mark == Mark::Goaded {
        return stage.why(|played| goaded::by_no_step(played, object));
    }
    if !is_given {
        return Ok(None);
    }
    let told = of_mark(stage, object, mark)?;
    stage.why(|played| Ok(given::marked(played, object, told)))
}

/// What a mark is called, whether a permanent has it, and by which rules it has or has not.
fn of_mark(stage: &mut Stage<'_, '_>, object: ObjectId, mark: Mark) -> Staged<(&'static str, bool, Reasons)> {
    let its = stage.play.game.shared(object);
    let view = stage.view()?;
    let played = stage.played(&view);
    let designated =
        |designation| (its.is_designated(designation), status::became(played, object, designation));
    let (word, (holds, rules)) = match mark {
        Mark::Monstrous => ("monstrous", designated(Designation::Monstrous)),
        Mark::Suspected => ("suspected", designated(Designation::Suspected)),
        Mark::RingBearer => ("its controller's Ring-bearer", designated(Designation::RingBearer)),
        Mark::Renowned => ("renowned", designated(Designation::Renowned)),
        Mark::Solved => ("solved", designated(Designation::Solved)),
        Mark::LeftUnlocked => ("left half unlocked", half(stage, object, Half::Left)?),
        Mark::RightUnlocked => ("right half unlocked", half(stage, object, Half::Right)?),
        Mark::FullyUnlocked => {
            let (left, rules) = half(stage, object, Half::Left)?;
            let (right, of_right) = half(stage, object, Half::Right)?;
            ("fully unlocked", (left && right, rules.joined(of_right)))
        }
        Mark::Prepared => {
            let rules = stage.why(|played| Ok(status::prepared(played, object)))?;
            ("prepared", (its.prepare_spell().is_some(), rules))
        }
        Mark::Paired => ("paired", stage.why(|played| Ok(status::paired(played, object)))?),
        Mark::Goaded => ("goaded", stage.why(|played| goaded::goaded(played, object))?),
    };
    Ok((word, holds, rules))
}

/// Whether a half of a permanent is unlocked, and by which rules.
fn half(stage: &mut Stage<'_, '_>, object: ObjectId, half: Half) -> Staged<(bool, Reasons)> {
    let unlocked = stage.play.game.object(object).is_unlocked(half);
    Ok((unlocked, stage.why(|played| Ok(status::half(played, object, half)))?))
}
