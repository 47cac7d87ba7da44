//! The way that everything that happens goes: proposed, replaced, applied, recorded, looked at by triggers.

pub use crate::engine::happening::{Alone, Happening, Part};
use std::rc::Rc;

use crate::engine::additional::keyword_abilities::{
    ascend, bestow, daybound_and_nightbound, prowl, reconfigure, storied,
};
use crate::engine::additional::keyword_actions::attach;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::{entered, occurrences};
use crate::engine::view::View;
use crate::game::{Cause, CauseKind, Change, ObjectId};
use crate::rules::Rules;
use crate::trace::{EntryId, Level, Note};

use super::interaction_of_continuous_effects::simultaneous;
use super::{continuous_effects, handling_triggered_abilities, one_shot_effects};

/// What is still to be said: it decides of an event what stands in the trace behind it.
#[derive(Debug, Clone)]
pub(in crate::engine) struct Unsaid {
    /// Of whose doing it is.
    pub kind: CauseKind,
    /// By which rules.
    pub rules: Rules,
    /// What.
    pub note: Note,
}

impl Unsaid {
    /// Says it now.
    pub(in crate::engine) fn record(self, play: &mut Play<'_>) {
        play.note(Level::Default, self.kind, self.rules, self.note);
    }
}

/// Applies changes that happen at the same time, records them, and lets everything look that waits for such events.
///
/// # Errors
/// If something that waits can't be played, or an "until" brings something back that needs a choice.
pub(in crate::engine) fn happen(
    play: &mut Play<'_>,
    changes: Vec<(Cause, Level, Change)>,
    happenings: &[Happening],
) -> Outcome<Vec<EntryId>> {
    happen_without(play, changes, Vec::new(), happenings)
}

/// The same of changes others than which would have happened besides, had nothing forbidden that.
///
/// # Errors
/// As [`happen`].
pub(in crate::engine) fn happen_without(
    play: &mut Play<'_>,
    mut changes: Vec<(Cause, Level, Change)>,
    forbidden: Vec<Unsaid>,
    happenings: &[Happening],
) -> Outcome<Vec<EntryId>> {
    simultaneous::arrange_renewed(play, &mut changes)?;
    let before = play.view()?;
    let batch = play.trace.next_batch();
    let mut entries = Vec::with_capacity(changes.len());
    for (cause, level, change) in changes {
        play.game.apply(&change);
        entries.push(play.record_change(cause, level, change, batch));
    }
    for note in forbidden {
        note.record(play);
    }
    after(play, &before, happenings)?;
    Ok(entries)
}

/// Does what no event is needed for: it is so the moment that the position allows it, as it is on a board that a scenario
/// begins with (702.131b, 702.145c, 702.145d, 702.145f, 702.145g, 702.195a).
///
/// # Errors
/// If the layers can't be applied, or what waits for it can't be played.
pub fn at_any_time(play: &mut Play<'_>) -> Outcome {
    if play.view()?.watched {
        ascend::at_any_time(play)?;
        storied::at_any_time(play)?;
        daybound_and_nightbound::at_any_time(play)?;
    }
    Ok(())
}

/// Lets triggers, durations and delayed triggers look at what has happened.
///
/// # Errors
/// As [`happen`].
pub(in crate::engine) fn after(play: &mut Play<'_>, before: &Rc<View>, happenings: &[Happening]) -> Outcome {
    if happenings.is_empty() {
        return Ok(());
    }
    let unattached = attach::unattached_by(&play.game, happenings);
    let entered = counters_of_entered(play, happenings)?;
    if unattached.is_empty() && entered.is_empty() {
        reconfigure::unattached(play, happenings);
        bestow::unattached(play, happenings);
        return look(play, before, happenings);
    }
    let more = unattached.into_iter().chain(entered);
    let happenings: Vec<Happening> = happenings.iter().cloned().chain(more).collect();
    reconfigure::unattached(play, &happenings);
    bestow::unattached(play, &happenings);
    look(play, before, &happenings)
}

/// The counters with which permanents have entered: they have been put on them (122.6), by their controllers (122.6a).
fn counters_of_entered(play: &mut Play<'_>, happenings: &[Happening]) -> Outcome<Vec<Happening>> {
    let mut entered: Vec<ObjectId> = Vec::new();
    for happening in happenings {
        let (Happening::Moved { to: object, .. } | Happening::Created { object }) = happening else {
            continue;
        };
        let its = play.game.object(*object);
        if its.on_battlefield() && !its.counters.is_empty() && !entered.contains(object) {
            entered.push(*object);
        }
    }
    if entered.is_empty() {
        return Ok(Vec::new());
    }
    let view = play.view()?;
    let game = &play.game;
    let counters = |object: ObjectId| {
        let causer = Some(view.controller(game, object));
        game.object(object).counters.iter().filter(|(_, amount)| *amount > 0).map(move |(kind, amount)| {
            let amount = i32::try_from(*amount).unwrap_or(i32::MAX);
            Happening::Counters { object, kind: *kind, amount, causer }
        })
    };
    Ok(entered.into_iter().flat_map(counters).collect())
}

/// Keeps of what has entered what it is there, for abilities that ask for it later in the turn.
fn notice_entered(play: &mut Play<'_>, happenings: &[Happening]) -> Outcome {
    let comes = |it: &Happening| matches!(it, Happening::Moved { .. } | Happening::Created { .. });
    if !happenings.iter().any(comes) {
        return Ok(());
    }
    let view = play.view()?;
    let found = happenings.iter().filter_map(|it| entered::noticed(&play.game, &view, it));
    let found: Vec<_> = found.collect();
    for it in found {
        play.game.apply(&Change::Entered(it));
    }
    Ok(())
}

fn look(play: &mut Play<'_>, before: &Rc<View>, happenings: &[Happening]) -> Outcome {
    for happening in happenings {
        if let Some(occurrence) = occurrences::kept(&play.game, before, happening) {
            play.game.apply(&Change::Occurred(occurrence));
        }
    }
    notice_entered(play, happenings)?;
    for occurrence in prowl::struck(&play.game, before, happenings) {
        play.game.apply(&Change::Occurred(occurrence));
    }
    // What happens at any time happens before triggers look (702.131d, 702.145c).
    at_any_time(play)?;
    // What triggers on these events has not triggered before them.
    one_shot_effects::notice_lapses(play, happenings)?;
    handling_triggered_abilities::look(play, before, happenings)?;
    continuous_effects::lapses::notice(play)?;
    // State-based actions are one event, which they follow (610.3).
    match &mut play.following {
        Some(following) => following.happenings.extend_from_slice(happenings),
        None => one_shot_effects::look(play, happenings)?,
    }
    Ok(())
}
