//! CR 701.26: Tap and Untap

use crate::engine::concepts::counters::protecting::STUN;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, happen};
use crate::game::{Cause, CauseKind, Change, ObjectId};
use crate::rules::cr;
use crate::trace::Level;

/// Taps or untaps permanents at the same time; those that are so already stay as they are (701.26a–b), and a stun counter is
/// removed from what has one instead of untapping it (122.1d).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn tap(
    play: &mut Play<'_>,
    cause: Cause,
    permanents: &[ObjectId],
    tapped: bool,
) -> Outcome {
    tap_each(play, cause, permanents, tapped).map(|_| ())
}

/// The same; says which became so.
///
/// # Errors
/// As [`tap`].
pub(in crate::engine) fn tap_each(
    play: &mut Play<'_>,
    cause: Cause,
    permanents: &[ObjectId],
    tapped: bool,
) -> Outcome<Vec<ObjectId>> {
    let each: Vec<(Cause, ObjectId)> = permanents.iter().map(|permanent| (cause, *permanent)).collect();
    tap_by(play, &each, tapped)
}

/// The same for each by a cause of its own, all at once.
///
/// # Errors
/// As [`tap`].
pub(in crate::engine) fn tap_by(
    play: &mut Play<'_>,
    permanents: &[(Cause, ObjectId)],
    tapped: bool,
) -> Outcome<Vec<ObjectId>> {
    let mut changes = Vec::new();
    let mut happenings = Vec::new();
    let mut done = Vec::new();
    for (cause, permanent) in permanents {
        let object = play.game.object(*permanent);
        if object.on_battlefield() && !tapped && object.tapped && object.counters_of(STUN) > 0 {
            let cause = Cause::new(CauseKind::Replacement(*permanent), cr!("122.1d"));
            changes.push((cause, Level::Default, Change::Counters(*permanent, STUN, -1)));
            happenings.push(Happening::Counters { object: *permanent, kind: STUN, amount: -1, causer: None });
        } else if object.on_battlefield() && object.tapped != tapped {
            done.push(*permanent);
            changes.push((*cause, Level::Default, Change::Tap(*permanent, tapped)));
            happenings.push(Happening::Tapped { object: *permanent, tapped });
        }
    }
    happen(play, changes, &happenings)?;
    Ok(done)
}
