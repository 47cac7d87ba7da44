//! CR 608: Resolving Spells and Abilities. What stands behind what an instruction does is kept for who tells of it: the condition on which
//! it is followed (608.2c), and the number that is worked out for it (608.2h, 107.3).

use std::rc::Rc;

use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::game::{CauseKind, Change};
use crate::ir::part::{Part, any};
use crate::ir::{Condition, Instruction, Measure, Quantity, Selection};
use crate::rules::cr;
use crate::trace::{Counted, EntryId, Level, Unmet, What};

use super::information::asks_the_game;

/// The condition of an instruction, as it is told of what is done by it; nothing of what the rules of a keyword ask for.
pub(super) fn condition(play: &mut Play<'_>, frame: &Frame, condition: &Condition) -> Option<Rc<Unmet>> {
    let told = play.trace.is_on() && frame.on_stack.is_some() && frame.within.is_none();
    // What was done before, or won, is a step that stands just before.
    if !told
        || matches!(condition, Condition::Did | Condition::WonClash)
        || play.keyword_rule(frame).is_some()
    {
        return None;
    }
    Some(Rc::new(play.of_condition(None, (frame, condition))))
}

/// Keeps of what has been done since a mark whether the condition on which it was done was true. What has a condition of its own among it
/// keeps that.
pub(super) fn keep_condition(
    play: &mut Play<'_>,
    frame: &Frame,
    (condition, holds): (Rc<Unmet>, bool),
    since: usize,
) {
    for id in done(play, frame, since) {
        let known = &mut play.trace.grounds_mut(id).condition;
        // One that is true says more than that another is not.
        if known.as_ref().is_none_or(|(_, known)| holds && !known) {
            *known = Some((condition.clone(), holds));
        }
    }
}

/// The one number that an instruction asks the game for, or its X, with how much that is as it begins to be followed.
pub(super) fn counted(play: &mut Play<'_>, frame: &Frame, instruction: &Instruction) -> Option<Rc<Counted>> {
    if !play.trace.is_on() || frame.on_stack.is_none() {
        return None;
    }
    let (mut numbers, mut instructions) = (Vec::new(), 0_u32);
    any(instruction, &mut |place| {
        match place.part {
            Part::Quantity(quantity) if is_told(quantity) && !numbers.contains(&quantity) => {
                numbers.push(quantity);
            }
            Part::Instruction(_) => instructions += 1,
            _ => {}
        }
        false
    });
    // An instruction that has others in it is told by those.
    let ([quantity], ..=1) = (numbers.as_slice(), instructions) else { return None };
    let view = play.view().ok()?;
    let sight = Sight { game: &play.game, view: &view };
    let number = quantities::value(sight, frame, quantity).ok()?;
    let of = quantity.measure().and_then(measured).and_then(|of| play.the_only_one(frame, of));
    let (quantity, own, you) = ((*quantity).clone(), frame.source, frame.controller);
    Some(Rc::new(Counted { quantity, number, of, own, you }))
}

/// What is counted for the counters that something enters with, to be told of its entering.
pub(in crate::engine) fn counted_as_it_enters(
    frame: &Frame,
    quantity: &Quantity,
    number: u32,
) -> Option<Rc<Counted>> {
    // The X of its spell is told by itself.
    let told = is_told(quantity) && *quantity != Quantity::X && quantity.measure().is_none();
    let number = i32::try_from(number).unwrap_or(i32::MAX);
    let (quantity, own, you) = (quantity, frame.source, frame.controller);
    told.then(|| Rc::new(Counted { quantity: quantity.clone(), number, of: None, own, you }))
}

/// Keeps of what has been done since a mark what was counted for it.
pub(super) fn keep_counted(play: &mut Play<'_>, frame: &Frame, counted: Rc<Counted>, since: usize) {
    for id in done(play, frame, since) {
        // What is divided was divided as it was announced, by what the number was then (601.2d).
        if play.trace.get(id).is_some_and(|entry| entry.rules.contains(cr!("601.2d")))
            && counted.quantity != Quantity::X
        {
            continue;
        }
        play.trace.grounds_mut(id).counted.get_or_insert_with(|| counted.clone());
    }
}

/// The changes that what is resolving has made since a mark, as entries.
fn done(play: &Play<'_>, frame: &Frame, since: usize) -> Vec<EntryId> {
    let by_it = |kind: CauseKind| matches!(kind, CauseKind::Resolution(by, _) if Some(by) == frame.on_stack);
    let new = play.trace.entries().get(since..).unwrap_or_default();
    let changed = new.iter().filter(|entry| match &entry.what {
        What::Changed(change, _) => {
            let says_itself = matches!(change, Change::Trigger(_) | Change::BeginEffect(_));
            !says_itself && entry.level != Level::Hidden && by_it(entry.cause)
        }
        _ => false,
    });
    changed.map(|entry| entry.id).collect()
}

/// Whether it is told what a number was: the X that was chosen, and what the game is asked for.
const fn is_told(quantity: &Quantity) -> bool {
    matches!(quantity, Quantity::X) || asks_the_game(quantity)
}

/// The objects of which something is measured.
fn measured(measure: &Measure) -> Option<&Selection> {
    if let Measure::PowerOf(of) | Measure::ToughnessOf(of) | Measure::ManaValueOf(of) = measure {
        Some(of)
    } else {
        None
    }
}
