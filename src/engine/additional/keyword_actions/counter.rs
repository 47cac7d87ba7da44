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

/// Counters a spell or ability: it leaves the stack without resolving (701.6a). A spell goes to its owner's graveyard, or
/// to the zone that the effect says instead, with these counters.
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn counter(
    play: &mut Play<'_>,
    cause: Cause,
    object: ObjectId,
    instead: Option<Zone>,
    counters: &[(CounterKind, u32)],
) -> Outcome<Option<ObjectId>> {
    let its = play.game.object(object);
    if !its.exists || its.zone != Zone::Stack {
        return Ok(None);
    }
    let is_ability = its.stack_ability().is_some();
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let by = by_what(&play.game, cause.kind);
    let by = continuous_effects::prohibited(sight, Action::Be(Verb::Counter), Some(object), None, by)?;
    if by.is_some() {
        let note = Note::Cant(Forbidden::Counter, Thing::Object(object), by);
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("101.2")]), note);
        return Ok(None);
    }
    let cause = cause.led_by(cr!("701.6a"));
    if is_ability {
        play.change(cause, Level::Default, Change::Cease(object));
        return Ok(None);
    }
    let to = instead.unwrap_or(Zone::Graveyard);
    let cause = match to {
        Zone::Graveyard => cause,
        // Where else it goes is a part of the same effect (614.15).
        Zone::Exile => cause.and(cr!("614.15")).and(cr!("701.13a")),
        _ => cause.and(cr!("614.15")),
    };
    let mut it = Move::new(object, to, MoveAction::Counter);
    it.counters = counters.to_vec();
    general::move_one(play, cause, it)
}
