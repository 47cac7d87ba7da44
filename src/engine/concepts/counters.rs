//! CR 122: Counters

use crate::engine::additional::designations;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::events::{Happening, happen};
use crate::engine::spells::{continuous_effects, counting};
use crate::game::{Cause, Change, ObjectId, PlayerId, Thing};
use crate::ir::CounterKind;
use crate::ir::change::Action;
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

pub(in crate::engine) mod protecting;

/// Puts counters on players, or (if negative) removes as many as they have.
///
/// # Errors
/// If an effect changes how many that headjudge does not ask about players.
pub(in crate::engine) fn put_on_players(
    play: &mut Play<'_>,
    cause: Cause,
    players: &[PlayerId],
    kind: CounterKind,
    amount: i32,
) -> Outcome {
    for player in players {
        let there = i32::try_from(play.game.player(*player).counters_of(kind)).unwrap_or(i32::MAX);
        let amount = amount.max(there.saturating_neg());
        if amount == 0 || play.game.player(*player).gone {
            continue;
        }
        let change = match kind {
            CounterKind::POISON => Change::Poison(*player, amount),
            CounterKind::ENERGY => Change::Energy(*player, amount),
            kind => Change::PlayerCounters(*player, kind, amount),
        };
        play.change(cause, Level::Default, change);
        if kind == CounterKind::RAD
            && let Some(change) = designations::from_the_start("radiation", *player)
        {
            play.change(cause.without_rules(), Level::Hidden, change);
        }
    }
    Ok(())
}

/// Puts counters on objects at the same time, or (if negative) removes as many as are there.
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn put(
    play: &mut Play<'_>,
    cause: Cause,
    counters: &[(ObjectId, CounterKind, i32)],
) -> Outcome {
    let mut changes = Vec::new();
    let mut happenings = Vec::new();
    let mut also = Vec::new();
    let view = play.view()?;
    for (object, kind, amount) in counters {
        let there = i32::try_from(play.game.object(*object).counters_of(*kind)).unwrap_or(i32::MAX);
        let amount = (*amount).max(there.saturating_neg());
        if amount == 0 || !play.game.object(*object).exists {
            continue;
        }
        let sight = Sight { game: &play.game, view: &view };
        if amount > 0 {
            let source =
                continuous_effects::prohibited(sight, Action::GetCounters, Some(*object), None, None)?;
            if let Some(source) = source {
                play.note(
                    Level::Default,
                    cause.kind,
                    Rules::of(&[cr!("101.2")]),
                    Note::Cant(Forbidden::Counters, Thing::Object(*object), Some(source)),
                );
                continue;
            }
        }
        let (mut amount, mut cause) = (amount, cause);
        if amount > 0 {
            let (count, more) = counting::counters(play, cause, *object, *kind, amount.unsigned_abs())?;
            let proposed = std::mem::replace(&mut amount, i32::try_from(count).unwrap_or(i32::MAX));
            if amount != proposed {
                cause = cause.and(cr!("614.16"));
            }
            also.extend(more);
            if amount == 0 {
                continue;
            }
        }
        changes.push((cause, Level::Default, Change::Counters(*object, *kind, amount)));
        happenings.push(Happening::Counters { object: *object, kind: *kind, amount });
    }
    happen(play, changes, &happenings)?;
    for instructions in also {
        instructions.run(play)?;
    }
    Ok(())
}
