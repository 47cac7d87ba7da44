//! CR 731: Day and Night

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, happen};
use crate::game::{Cause, CauseKind, Change, Daytime};
use crate::rules::cr;
use crate::trace::Level;

use super::keyword_abilities::daybound_and_nightbound;

/// The second part of the untap step: what the active player of the turn before has cast decides (731.2).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn untap_step(play: &mut Play<'_>) -> Outcome {
    let Some(daytime) = play.game.daytime() else { return Ok(()) };
    let Some(cast) = play.game.turn().cast_before else {
        let why = "the scenario does not say how many spells were cast in the turn before, which decides whether it is day or night";
        return Err(Halt::undecided(None, why));
    };
    let step = if play.game.shares_turns() { cr!("502.2a") } else { cr!("502.2") };
    let (rule, becomes) = match daytime {
        Daytime::Day if cast == 0 => (cr!("731.2a"), Daytime::Night),
        Daytime::Night if cast >= 2 => (cr!("731.2b"), Daytime::Day),
        _ => return Ok(()),
    };
    become_daytime(play, Cause::new(CauseKind::TurnBased, rule).and(step), becomes)
}

/// It is day, or night, before the scenario begins.
pub const fn from_the_start(night: bool) -> Change {
    Change::Daytime(if night { Daytime::Night } else { Daytime::Day })
}

/// It becomes day or night, unless it is so already; what daybound and nightbound transform does so at that moment (702.145b,
/// 702.145e).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn become_daytime(play: &mut Play<'_>, cause: Cause, to: Daytime) -> Outcome {
    let before = play.game.daytime();
    if before == Some(to) {
        return Ok(());
    }
    let mut changes = vec![(cause, Level::Default, Change::Daytime(to))];
    let mut happenings = Vec::new();
    if before.is_some() {
        happenings.push(Happening::Daytime { to });
    }
    for (object, rule) in daybound_and_nightbound::transforming(play, to, false)? {
        let cause = Cause::new(CauseKind::Ability(object), rule);
        changes.push((cause, Level::Default, Change::Transform(object)));
        happenings.push(Happening::Transformed { object, converting: false });
    }
    happen(play, changes, &happenings)?;
    Ok(())
}
