//! CR 603: Handling Triggered Abilities. Triggered mana abilities, which don't go on the stack (605.4a).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Sight, conditions};
use crate::engine::spells::{instructions, mana_abilities};
use crate::game::{Cause, CauseKind, Change};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::steps::frame_of;

/// Triggered mana abilities resolve at once, without the stack (605.4a): those that have triggered on mana being made.
///
/// # Errors
/// If one needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn resolve_mana_abilities(play: &mut Play<'_>) -> Outcome {
    while let Some(place) = next_mana_ability(play)? {
        play.tick("mana abilities trigger without end")?;
        let Some(trigger) = play.game.waiting().get(place).cloned() else { break };
        let cause = Cause::new(CauseKind::Ability(trigger.source), cr!("605.4a"));
        play.change(cause, Level::Hidden, Change::TakeTrigger(place));
        let mut frame = frame_of(&trigger);
        // An intervening "if" is asked again (608.2a).
        if let Some(condition) = &trigger.ability.only_if {
            let view = play.view()?;
            if !conditions::holds(Sight { game: &play.game, view: &view }, &frame, condition)? {
                let rules = Rules::of(&[cr!("603.4"), cr!("608.2a")]);
                let by = Cause { kind: cause.kind, rules };
                let note = Note::ConditionFalse(trigger.source);
                play.note_unmet(Level::Default, by, note, (&frame, condition));
                continue;
            }
        }
        let body = &trigger.ability.effect;
        if body.choose.is_some() {
            return Err(Halt::undecided(trigger.source, "it is a triggered mana ability with modes"));
        }
        // Where mana is tracked, what it adds says so.
        if !play.strict_mana {
            play.note(Level::Default, cause.kind, cause.rules, Note::ResolvesAtOnce(trigger.source));
        }
        instructions::run(play, &mut frame, &body.does)?;
    }
    Ok(())
}

/// The first of the abilities that wait which is a mana ability (605.1b).
fn next_mana_ability(play: &Play<'_>) -> Outcome<Option<usize>> {
    for (place, trigger) in play.game.waiting().iter().enumerate() {
        if mana_abilities::is_triggered(trigger)? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}
