//! CR 611: Continuous Effects. A duration "for as long as" that is over before its effect is made (611.2b).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::game::{Cause, CauseKind, Change, Object, ObjectId, Origin};
use crate::ir::{Body, Condition, Duration, Instruction};
use crate::rules::cr;
use crate::trace::Level;

use super::durations::lasts;

/// How many of these durations in one text are told apart.
const MOST: u32 = 8;

/// The mark of the duration at this place in a text once it has begun.
const fn begun(place: u32) -> u32 {
    1 << (16 + place)
}

/// The mark of the duration at this place in a text once it has ended after it had begun.
const fn ended(place: u32) -> u32 {
    1 << (24 + place)
}

/// What waits to be put on the stack, by its place among that, or is there.
enum Which {
    Waiting(usize),
    OnStack(ObjectId),
}

/// Notices which durations of what is on the stack, or waits to be put there, have begun, and which of these are over already.
///
/// # Errors
/// If the layers can't be applied.
pub(in crate::engine) fn notice(play: &mut Play<'_>) -> Outcome {
    let mut found: Vec<(Which, u32, Frame, Vec<Condition>)> = Vec::new();
    for (place, trigger) in play.game.waiting().iter().enumerate() {
        let conditions = of_body(&trigger.ability.effect);
        if !conditions.is_empty() {
            let frame = Frame::of_source(trigger.source, trigger.controller, trigger.origin)
                .with_occasion(trigger.occasion.clone());
            found.push((Which::Waiting(place), trigger.lapsed, frame, conditions));
        }
    }
    for id in play.game.stack() {
        let on_stack = play.game.object(*id);
        let conditions = of_object(on_stack);
        if !conditions.is_empty() {
            found.push((Which::OnStack(*id), on_stack.lapsed, frame_of(on_stack), conditions));
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    let view = play.view()?;
    for (which, before, frame, conditions) in found {
        let sight = Sight { game: &play.game, view: &view };
        let mut marks = before;
        for (place, condition) in (0..MOST).zip(&conditions) {
            let holds = match lasts(sight, &frame, condition) {
                Ok(holds) => holds,
                // What is only known as it resolves has not begun yet.
                Err(Halt::Undecided(_)) => continue,
                Err(halt) => return Err(halt),
            };
            if holds {
                marks |= begun(place);
            } else if marks & begun(place) != 0 {
                marks |= ended(place);
            }
        }
        if marks != before {
            let change = match which {
                Which::Waiting(place) => Change::LapseWaiting(place, marks),
                Which::OnStack(id) => Change::Lapse(id, marks),
            };
            play.change(Cause::new(CauseKind::Rules, cr!("611.2b")), Level::Hidden, change);
        }
    }
    Ok(())
}

/// As a spell or ability begins to resolve: a duration that does not hold now may begin again during that.
///
/// # Errors
/// If the layers can't be applied.
pub(in crate::engine) fn begin_to_resolve(play: &mut Play<'_>, on_stack: ObjectId) -> Outcome {
    let its = play.game.object(on_stack);
    let before = its.lapsed;
    let conditions = of_object(its);
    if before == 0 || conditions.is_empty() {
        return Ok(());
    }
    let frame = frame_of(its);
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut marks = before;
    for (place, condition) in (0..MOST).zip(&conditions) {
        if marks & ended(place) != 0 && !lasts(sight, &frame, condition)? {
            marks &= !(begun(place) | ended(place));
        }
    }
    if marks != before {
        let cause = Cause::new(CauseKind::Rules, cr!("611.2b"));
        play.change(cause, Level::Hidden, Change::Lapse(on_stack, marks));
    }
    Ok(())
}

/// Whether a duration of the effect that is being made was over before that, and has not begun again since (611.2b).
pub(super) fn is_over(sight: Sight<'_>, frame: &Frame, condition: &Condition) -> bool {
    let Some(on_stack) = frame.on_stack.map(|on_stack| sight.game.object(on_stack)) else { return false };
    on_stack.lapsed != 0
        && (0..MOST)
            .zip(of_object(on_stack))
            .any(|(place, its)| its == *condition && on_stack.lapsed & ended(place) != 0)
}

fn frame_of(on_stack: &Object) -> Frame {
    let (source, origin, occasion) = match on_stack.stack_ability() {
        Some(its) => (its.source, its.origin, its.occasion.clone()),
        None => (on_stack.id, Origin::NONE, None),
    };
    let mut frame = Frame::of_source(source, on_stack.controller, origin);
    frame.announced.clone_from(&on_stack.announced);
    match occasion {
        Some(occasion) => frame.with_occasion(occasion),
        None => frame,
    }
}

/// What the durations of an object on the stack ask for.
fn of_object(on_stack: &Object) -> Vec<Condition> {
    match on_stack.stack_ability() {
        Some(its) => of_body(its.body()),
        None => {
            let bodies = on_stack.base.abilities.iter().filter_map(|instance| instance.ability.as_spell());
            bodies.flat_map(of_body).collect()
        }
    }
}

/// What the durations of the effects of a text ask for, in its order.
fn of_body(body: &Body) -> Vec<Condition> {
    fn collect(does: &[Instruction], found: &mut Vec<Condition>) {
        for instruction in does {
            if let Instruction::Apply(apply) = instruction
                && let Duration::While(condition) = &apply.duration
            {
                found.push((**condition).clone());
            }
            instruction.courses().into_iter().for_each(|does| collect(does, found));
        }
    }
    let mut found = Vec::new();
    collect(&body.does, &mut found);
    for mode in body.choose.iter().flat_map(|choose| &choose.modes) {
        collect(&mode.does, &mut found);
    }
    found
}
