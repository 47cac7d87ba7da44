//! CR 701.6: Counter

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::continuous_effects::{self, by_what};
use crate::engine::zones::general;
use crate::game::{Cause, Change, Move, MoveAction, ObjectId, Thing};
use crate::ir::change::Action;
use crate::ir::{CounterKind, Verb, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// Counters spells and abilities at the same time: they leave the stack without resolving (701.6a, 608.2f). A spell goes to its
/// owner's graveyard, or to the zone that the effect says instead, with these counters. Says what each spell is then, and how many
/// abilities were countered.
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn counter(
    play: &mut Play<'_>,
    cause: Cause,
    objects: &[ObjectId],
    instead: Option<Zone>,
    counters: &[(CounterKind, u32)],
) -> Outcome<(Vec<ObjectId>, usize)> {
    let mut countered = Vec::with_capacity(objects.len());
    for object in objects {
        if may_be_countered(play, cause, *object)? {
            countered.push(*object);
        }
    }
    let cause = cause.led_by(cr!("701.6a"));
    let cause = if countered.len() > 1 { cause.and(cr!("608.2f")) } else { cause };
    let is_ability = |object: &ObjectId| play.game.object(*object).stack_ability().is_some();
    let (abilities, spells): (Vec<ObjectId>, Vec<ObjectId>) = countered.into_iter().partition(is_ability);
    for ability in &abilities {
        play.change(cause, Level::Default, Change::Cease(*ability));
    }
    let to = instead.unwrap_or(Zone::Graveyard);
    let cause = match to {
        Zone::Graveyard => cause,
        // Where else it goes is a part of the same effect (614.15).
        Zone::Exile => cause.and(cr!("614.15")).and(cr!("701.13a")),
        _ => cause.and(cr!("614.15")),
    };
    let moves = spells.into_iter().map(|spell| {
        let mut it = Move::new(spell, to, MoveAction::Counter);
        it.counters = counters.to_vec();
        (cause, it)
    });
    let moved = general::move_each(play, moves.collect())?;
    Ok((moved.into_iter().flatten().collect(), abilities.len()))
}

/// Whether it is on the stack, and no effect says that it can't be countered: else that is noted.
///
/// # Errors
/// If it can't be told whether one does.
fn may_be_countered(play: &mut Play<'_>, cause: Cause, object: ObjectId) -> Outcome<bool> {
    let its = play.game.object(object);
    if !its.exists || its.zone != Zone::Stack {
        return Ok(false);
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let by = by_what(&play.game, cause.kind);
    let by = continuous_effects::prohibited(sight, Action::Be(Verb::Counter), Some(object), None, by)?;
    if by.is_some() {
        let note = Note::Cant(Forbidden::Counter, Thing::Object(object), by);
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("101.2")]), note);
    }
    Ok(by.is_none())
}
