//! Designations that a permanent has or has not.

use crate::engine::additional::keyword_actions::goad;
use crate::engine::reading::Sight;
use crate::game::{Change, Designation, ObjectId};
use crate::rules::{Rules, cr};
use crate::runner::claims::Judged;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::script::Mark;
use crate::trace::{Entry, What};

use super::deciding::rules_about;

/// Whether a permanent has such a designation.
///
/// # Errors
/// If it can't be told.
pub(super) fn judge(stage: &mut Stage<'_, '_>, object: ObjectId, mark: Mark) -> Staged<Judged> {
    let view = stage.view()?;
    let game = &stage.play.game;
    let its = game.object(object);
    let (holds, word, rule) = match mark {
        Mark::Monstrous => (its.is_designated(Designation::Monstrous), "monstrous", cr!("701.37b")),
        Mark::Suspected => (its.is_designated(Designation::Suspected), "suspected", cr!("701.60a")),
        Mark::RingBearer => {
            (its.is_designated(Designation::RingBearer), "its controller's Ring-bearer", cr!("701.54a"))
        }
        Mark::Renowned => (its.is_designated(Designation::Renowned), "renowned", cr!("702.112b")),
        Mark::Solved => (its.is_designated(Designation::Solved), "solved", cr!("719.3b")),
        Mark::Prepared => (its.prepare_spell().is_some(), "prepared", cr!("722.3a")),
        Mark::Goaded => {
            let by = goad::goaded_by(Sight { game, view: &view }, object);
            let goaded = !by.map_err(|halt| Stop::Halt(halt, stage.span))?.is_empty();
            // How long it is decides that it is not any more.
            (goaded, "goaded", if goaded { cr!("701.15b") } else { cr!("701.15a") })
        }
    };
    // What was goaded is so no more because of how long that lasts.
    let was_goaded = |entry: &Entry| match &entry.what {
        What::Changed(Change::BeginEffect(began), _) => goad::goads(&began.rules) && began.is_on(object),
        _ => false,
    };
    let is_over = mark == Mark::Goaded && !holds && stage.play.trace.entries().iter().any(was_goaded);
    let rule = if is_over { cr!("701.15a") } else { rule };
    // What becomes prepared also becomes unprepared, in more ways than one.
    let about = |change: &Change| match change {
        Change::Designate(_, its) | Change::Undesignate(_, its) => matches!(its, Designation::Prepared(_)),
        _ => false,
    };
    let rules = if mark == Mark::Prepared { rules_about(stage, object, about) } else { Rules::NONE };
    let rules = if rules.is_empty() { Rules::of(&[rule]) } else { rules };
    let sentence = if holds { format!("is {word}") } else { format!("is not {word}") };
    Ok(Judged { holds, sentence, rules })
}
