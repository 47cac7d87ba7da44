//! CR 701.10: Double

use crate::engine::concepts::{counters, life};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::continuous_effects;
use crate::game::{Cause, CauseKind, ObjectId, PlayerId, Thing};
use crate::ir::instruction::Apply;
use crate::ir::{Change, CounterKind, Duration, Quantity, Selection, Slot};
use crate::rules::cr;

/// What a doubled creature is bound to, for the effect on it.
const DOUBLED: Slot = Slot::literal("doubled");

/// A creature's power, and its toughness as well if so said, is doubled until end of turn: it gets as much as it has now
/// (701.10a, 701.10b), or as much less (701.10c).
///
/// # Errors
/// If the effect can't be made.
pub(in crate::engine) fn power(
    play: &mut Play<'_>,
    kind: CauseKind,
    frame: &Frame,
    creature: ObjectId,
    toughness: bool,
) -> Outcome {
    let view = play.view()?;
    let characteristics = view.characteristics(&play.game, creature);
    let more = characteristics.power.unwrap_or(0);
    let tougher = if toughness { characteristics.toughness.unwrap_or(0) } else { 0 };
    let mut frame = frame.clone();
    frame.bind(Some(DOUBLED), vec![Thing::Object(creature)]);
    let apply = Apply {
        to: Some(Selection::Slot(DOUBLED)),
        changes: vec![Change::AddPowerToughness {
            power: Quantity::Fixed(more),
            toughness: Quantity::Fixed(tougher),
        }],
        rules: Vec::new(),
        duration: Duration::EndOfTurn,
    };
    let rule = if more < 0 || tougher < 0 { cr!("701.10c") } else { cr!("701.10b") };
    continuous_effects::begin(play, Cause::new(kind, rule), &frame, &apply)
}

/// The number of counters of a kind, or of each kind, on permanents is doubled: each gets as many as it has (701.10e).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn counters(
    play: &mut Play<'_>,
    kind: CauseKind,
    objects: &[ObjectId],
    which: Option<CounterKind>,
) -> Outcome {
    let mut list = Vec::new();
    for object in objects {
        for (its, count) in &play.game.object(*object).counters {
            if which.is_none_or(|which| which == *its) {
                list.push((*object, *its, i32::try_from(*count).unwrap_or(i32::MAX)));
            }
        }
    }
    counters::put(play, Cause::new(kind, cr!("701.10e")), &list)
}

/// Life totals are doubled: each player gains as much life as they have, or loses it if that is below zero (701.10d).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn life(play: &mut Play<'_>, kind: CauseKind, players: &[PlayerId]) -> Outcome {
    let cause = Cause::new(kind, cr!("701.10d"));
    let cause = if play.game.shares_life() { cause.and(cr!("810.9a")) } else { cause };
    let total = |player: &PlayerId| (cause, *player, play.game.player(*player).life);
    let totals = players.iter().map(total).collect();
    life::change_each(play, totals).map(|_| ())
}
