//! CR 603: Handling Triggered Abilities. How many times an ability triggers, where an effect says that it triggers additional times
//! (603.2d), or that what happens causes no abilities to trigger.

use crate::engine::halt::Outcome;
use crate::engine::reading::events::{Candidate, occasion};
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects::frame_of;
use crate::engine::spells::events::Happening;
use crate::game::{ObjectId, Occasion, PlayerId};
use crate::ir::event::Made;
use crate::ir::{Event, Filter, RuleChange};

/// How many times an ability triggers.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Times {
    /// How many times more than once.
    pub(super) more: u32,
    /// What keeps it from triggering at all.
    pub(super) kept_by: Option<ObjectId>,
}

/// How many times an ability of an object triggers on an occurrence of its event: effects are asked as the ability itself looks, before what
/// happened or after it (603.10).
///
/// # Errors
/// If an effect asks for what can't be told.
pub(super) fn of(
    sight: Sight<'_>,
    source: ObjectId,
    event: &Event,
    by: &[&Happening],
    at_once: &[Happening],
) -> Outcome<Times> {
    let mut times = Times::default();
    for (active, rule) in sight.view.rule_changes() {
        if let RuleChange::ExtraTrigger { of, caused_by } = rule {
            let frame = frame_of(active);
            let caused = match caused_by {
                Some(cause) => caused_by_any(sight, &frame, cause, (event, by, at_once))?,
                None => true,
            };
            if caused && matches(sight, &frame, of, source)? {
                times.more = times.more.saturating_add(1);
            }
        } else if let RuleChange::NoTrigger { of, caused_by } = rule {
            let frame = frame_of(active);
            let mut caused = !by.is_empty();
            for happening in by {
                caused = caused && causes(sight, &frame, caused_by, (event, happening, at_once))?;
            }
            if caused && matches(sight, &frame, of, source)? {
                times.kept_by = Some(active.source);
            }
        }
    }
    Ok(times)
}

/// Whether an effect says that this causes no abilities to trigger, whosever they are: delayed triggered abilities are no object's own
/// (603.2d).
///
/// # Errors
/// If an effect asks for what can't be told.
pub(super) fn is_kept(
    sight: Sight<'_>,
    event: &Event,
    happening: &Happening,
    at_once: &[Happening],
) -> Outcome<bool> {
    for (active, rule) in sight.view.rule_changes() {
        if let RuleChange::NoTrigger { of, caused_by } = rule
            && *of == Filter::EVERYTHING
            && causes(sight, &frame_of(active), caused_by, (event, happening, at_once))?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn caused_by_any(
    sight: Sight<'_>,
    frame: &Frame,
    cause: &Event,
    (event, by, at_once): (&Event, &[&Happening], &[Happening]),
) -> Outcome<bool> {
    for happening in by {
        if causes(sight, frame, cause, (event, happening, at_once))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether what happened is such a cause, and is what the ability waits for: what waits for a creature to be sacrificed does not wait for it
/// to die.
fn causes(
    sight: Sight<'_>,
    frame: &Frame,
    cause: &Event,
    how: (&Event, &Happening, &[Happening]),
) -> Outcome<bool> {
    causes_such(sight, frame, cause, how, &|_| Ok(true))
}

/// The same, where "it" and "that player" of the cause must be something besides.
pub(super) fn causes_such(
    sight: Sight<'_>,
    frame: &Frame,
    cause: &Event,
    (event, happening, at_once): (&Event, &Happening, &[Happening]),
    is_such: &dyn Fn(Occasion) -> Outcome<bool>,
) -> Outcome<bool> {
    if let Event::Any(causes_of) = cause {
        for cause in causes_of {
            if causes_such(sight, frame, cause, (event, happening, at_once), is_such)? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    if !waits_for(event, cause) {
        return Ok(false);
    }
    // A player attacks with the creatures that attack.
    let attacking: Option<PlayerId> = match happening {
        Happening::PlayerAttacks { player } => Some(*player),
        Happening::PlayerAttacked { by, .. } => Some(*by),
        _ => None,
    };
    let Some(player) = attacking else {
        let found = occasion(sight, frame, cause, Candidate::Happened(happening))?;
        return found.map_or(Ok(false), is_such);
    };
    for happening in at_once {
        if let Happening::Attacks { attacker, .. } = happening
            && sight.view.controller(sight.game, *attacker) == player
            && let Some(found) = occasion(sight, frame, cause, Candidate::Happened(happening))?
            && is_such(found)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the event that an ability waits for is of the sort of a cause.
fn waits_for(event: &Event, cause: &Event) -> bool {
    match event.made() {
        Made::Any(events) => return events.iter().any(|event| waits_for(event, cause)),
        Made::OneOrMore(event)
        | Made::Nth(_, event)
        | Made::CausedBy(_, event)
        | Made::Provided(_, event) => {
            return waits_for(event, cause);
        }
        Made::Plain => {}
    }
    let of_attack = |event: &Event| {
        matches!(
            event,
            Event::Attacks(_) | Event::PlayerAttacks(_) | Event::PlayerAttacked(..) | Event::AttacksWith(..)
        )
    };
    std::mem::discriminant(event) == std::mem::discriminant(cause) || of_attack(event) && of_attack(cause)
}

/// Whether headjudge tells of such an event what abilities it causes to trigger; of one that is not listed that is an announced gap.
pub(in crate::engine) fn is_told(cause: &Event) -> bool {
    match cause.made() {
        Made::Any(causes) => causes.iter().all(is_told),
        Made::OneOrMore(_) | Made::Nth(..) | Made::CausedBy(..) | Made::Provided(..) => false,
        Made::Plain => {
            matches!(cause, Event::Moves(moves) if moves.caused_by.is_none())
                || matches!(
                    cause,
                    Event::Casts(..)
                        | Event::Copies(..)
                        | Event::Attacks(_)
                        | Event::DealsDamage(_)
                        | Event::Draws(_)
                        | Event::GainsLife(_)
                        | Event::LosesLife(_)
                        | Event::TurnedFaceUp(_)
                )
        }
    }
}
