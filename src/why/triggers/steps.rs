//! Why an ability has not triggered that waits for the beginning of a step or phase: that was skipped, or has not come.

use crate::engine::reading::events::begins;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::game::{PlayerId, Step, Thing};
use crate::ir::Event;
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, What, Would};

/// Why the beginning that an event is has not come, if an entry tells that it was skipped (500.11).
pub(super) fn skipped(
    entry: &Entry,
    waits: impl Fn(Option<Step>, PlayerId) -> bool,
) -> Option<(&'static str, RuleId)> {
    let What::Replaced(Thing::Player(active), _, would) = &entry.what else { return None };
    match would {
        // Who skips the combat phase skips all of its steps.
        Would::Step(step @ Step::BeginningOfCombat)
            if [*step, Step::EndOfCombat].iter().any(|step| waits(Some(*step), *active)) =>
        {
            Some(("the phase in which it would trigger was skipped", cr!("500.11")))
        }
        Would::Step(step) if waits(Some(*step), *active) => {
            Some(("the step in which it would trigger was skipped", cr!("500.11")))
        }
        Would::Turn if entry.rules.contains(cr!("614.10")) && waits(None, *active) => {
            Some(("the turn in which it would trigger was skipped", cr!("500.11")))
        }
        _ => None,
    }
}

/// Whether an event is the beginning of a step or phase of a player's: of this one, if it is said which.
pub(super) fn is_beginning(
    sight: Sight<'_>,
    frame: &Frame,
    event: &Event,
    (step, active): (Option<Step>, PlayerId),
) -> bool {
    event.is_made_of(&mut |event| {
        let Event::Begins(wanted, who) = event else { return false };
        step.is_none_or(|step| begins(*wanted, step))
            && players(sight, frame, who).is_ok_and(|players| players.contains(&active))
    })
}

/// Whether an event is the beginning of steps or phases and nothing else, of which none has come.
pub(super) fn has_not_come(sight: Sight<'_>, entries: &[Entry], frame: &Frame, event: &Event) -> bool {
    let began = |entry: &Entry| match entry.what {
        What::Step(active, step) => is_beginning(sight, frame, event, (Some(step), active)),
        _ => false,
    };
    event.alternatives().iter().all(|event| matches!(event, Event::Begins(..))) && !entries.iter().any(began)
}
