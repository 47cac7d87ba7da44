//! CR 608: Resolving Spells and Abilities. What decides a condition, or which objects are found, by what something gone last was (608.2h).

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::events::looks_back;
use crate::engine::reading::filters::attached_to_gone;
use crate::engine::reading::informing::informing;
use crate::engine::reading::{Frame, Sight};
use crate::game::{Game, ObjectId};
use crate::ir::part::{Part, any, mentions};
use crate::ir::{Condition, Filter, Instruction, Selection};

/// Whether a condition asks for a number or a quality of an object that had left before what asks for it began to resolve.
///
/// # Errors
/// If it can't be told which object is meant.
pub(in crate::engine::spells) fn decides(
    play: &mut Play<'_>,
    frame: &Frame,
    condition: &Condition,
) -> Outcome<bool> {
    // What waits for that to leave looks back at it anyway (603.10).
    let ability = frame.on_stack.and_then(|top| play.game.object(top).stack_ability());
    let event = ability.and_then(|ability| ability.ability.as_triggered()).map(|triggered| &triggered.when);
    if event.is_some_and(looks_back) {
        return Ok(false);
    }
    let mut asked = Vec::new();
    any(condition, &mut |place| {
        let informs = match place.above.map(|above| above.part) {
            Some(Part::Measure(_)) => true,
            // Where something is, is asked of what it is now.
            Some(Part::Condition(Condition::Is(_, a))) => {
                !mentions(&**a, |part| matches!(part, Part::Filter(Filter::In(_))))
            }
            _ => false,
        };
        if let (Part::Selection(what), true) = (place.part, informs)
            && is_one(what)
        {
            asked.push(what);
        }
        false
    });
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for what in asked {
        let found = informing(sight, frame, what)?;
        if found.into_iter().any(|object| had_left(&play.game, frame, object)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether an instruction finds its objects by what they were attached to, in combat with, or shared something with, and that had left
/// before.
///
/// # Errors
/// If it can't be told which object is meant.
pub(super) fn finds(play: &mut Play<'_>, frame: &Frame, instruction: &Instruction) -> Outcome<bool> {
    let mut asked = Vec::new();
    let contains_others = any(instruction, &mut |place| {
        if let Part::Filter(filter) = place.part {
            asked.push(filter);
        }
        place.above.is_some() && matches!(place.part, Part::Instruction(_) | Part::Ability(_) | Part::Body(_))
    });
    if frame.on_stack.is_none() || contains_others || asked.is_empty() {
        return Ok(false);
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for filter in asked {
        if let Filter::AttachedTo(host) = filter
            && !attached_to_gone(sight, frame, host)?.is_empty()
        {
            return Ok(true);
        }
        if let Filter::InCombatWith(what) | Filter::Shares(_, what) = filter
            && is_one(what)
            && informing(sight, frame, what)?.into_iter().any(|object| had_left(&play.game, frame, object))
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a selection is of what an ability is about or has kept.
const fn is_one(what: &Selection) -> bool {
    matches!(what, Selection::It | Selection::This | Selection::Target(_) | Selection::Slot(_))
}

/// Whether an object is gone that had left before what asks for it began to resolve.
fn had_left(game: &Game, frame: &Frame, object: ObjectId) -> bool {
    let its = game.object(object);
    let before = |next: ObjectId| frame.began.is_none_or(|began| next < began);
    !its.exists && its.next.is_none_or(before)
}
