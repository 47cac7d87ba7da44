//! CR 610: One-Shot Effects

use std::rc::Rc;
use std::sync::Arc;

use crate::engine::additional::keyword_abilities::phasing;
use crate::engine::additional::merging_with_permanents;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::events::{Candidate, occasion, only_this};
use crate::engine::reading::{Frame, Sight};
use crate::engine::zones::general;
use crate::game::{
    Cause, CauseKind, Change, Game, Move, MoveAction, Nature, Object, ObjectId, Origin, Over, Until,
};
use crate::ir::{Body, Event, Instruction, NamedDeed, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::events::Happening;

/// Returns what was to stay away "until" something that has happened now: a second one-shot effect, immediately after
/// the event (610.3), all of them at the same time (610.3d).
pub(in crate::engine) fn look(play: &mut Play<'_>, happenings: &[Happening]) -> Outcome {
    if play.game.untils().is_empty() {
        return Ok(());
    }
    let view = play.view()?;
    let mut over: Vec<(usize, Over)> = Vec::new();
    for (index, until) in play.game.untils().iter().enumerate() {
        let frame = frame_of(until);
        let sight = Sight { game: &play.game, view: &view };
        for happening in happenings {
            if occasion(sight, &frame, &until.event, Candidate::Happened(happening))?.is_some() {
                over.push((index, told(&play.game, happening)));
                break;
            }
        }
    }
    let mut moves: Vec<(Cause, Move)> = Vec::new();
    let mut returning: Vec<(Cause, ObjectId, bool)> = Vec::new();
    let several = over.len() > 1;
    for (index, told) in over.into_iter().rev() {
        let Some(until) = play.game.untils().get(index).cloned() else { continue };
        let phases = !until.phased_out.is_empty();
        let rule = if phases { cr!("610.4") } else { cr!("610.3") };
        let mut cause = Cause::new(CauseKind::Ended(until.source, told), rule);
        if several {
            cause = cause.and(if phases { cr!("610.4d") } else { cr!("610.3d") });
        }
        play.change(cause, Level::Hidden, Change::EndUntil(index));
        for object in &until.phased_out {
            // What another effect has phased in stays as it is, even if it has phased out again (610.4a).
            let how = play.game.object(*object).phased_out;
            if how.and_then(|how| how.until_by) == Some(until.made_by) {
                returning.push((cause, *object, until.tapping));
            } else if play.game.object(*object).on_battlefield() || how.is_some() {
                let rules = Rules::of(&[cr!("610.4a")]);
                play.note(Level::Default, cause.kind, rules, Note::PhasedInBefore(*object));
            }
        }
        let all: Vec<ObjectId> = until.moved.iter().map(|(object, _)| *object).collect();
        for (object, from) in &until.moved {
            if !play.game.object(*object).exists {
                note_gone(play, cause, *object);
                continue;
            }
            let mut cause = cause;
            if *from == Zone::Battlefield {
                cause = cause.and(cr!("610.3c"));
            }
            let cause = merging_with_permanents::of_its_cards(&play.game, cause, *object, &all);
            moves.push((cause, Move::new(*object, *from, MoveAction::Put)));
        }
    }
    moves.reverse();
    returning.reverse();
    phasing::phase_in(play, &returning)?;
    general::move_each(play, moves)?;
    Ok(())
}

/// What has happened, as it is told of what it ends.
fn told(game: &Game, happening: &Happening) -> Over {
    match happening {
        Happening::Moved { from, .. } if game.object(*from).zone == Zone::Battlefield => Over::Left(*from),
        Happening::LeftGame { object } => Over::LeftGame(*object),
        Happening::LosesControl { object, from } => Over::NotControlled(*from, *object),
        Happening::Gets { player, what: NamedDeed::Gets(name) } => Over::Gets(*player, *name),
        _ => Over::Otherwise,
    }
}

/// Says why an object is not found: a token or copy that has ceased to exist (111.7, 707.10a), what has left the game with its owner
/// (800.4a), or what has gone to another zone since (400.7).
pub(in crate::engine) fn note_gone(play: &mut Play<'_>, cause: Cause, object: ObjectId) {
    // Once is enough for all that one and the same sentence would do to it.
    let said = play.trace.entries().last();
    if said.is_some_and(|said| said.cause == cause.kind && said.what.is_note(&Note::NotFound(object))) {
        return;
    }
    let phased_out = play.game.object(object).phased_out.is_some();
    match ceased(play, object) {
        None if phased_out => {
            let rules = Rules::NONE.and(cr!("702.26b"));
            play.note(Level::Default, cause.kind, rules, Note::NotFound(object))
        }
        _ if play.game.has_left(object) => {
            let rules = Rules::NONE.and(cr!("800.4a"));
            play.note(Level::Default, cause.kind, rules, Note::NotFound(object))
        }
        Some(rule) => play.note(Level::Default, cause.kind, Rules::NONE.and(rule), Note::Ceased(object)),
        None => {
            let its = play.game.object(object);
            let stayed = its.next.is_some_and(|next| play.game.object(next).zone == its.zone);
            // What has been exiled anew is another object, though it has changed no zone.
            let rule = if stayed && its.zone == Zone::Exile { cr!("400.8") } else { cr!("400.7") };
            play.note(Level::Default, cause.kind, cause.rules.and(rule), Note::NotFound(object))
        }
    };
}

/// The rule by which a token or copy has ceased to exist, if the object is one that has.
pub(in crate::engine) fn ceased(play: &Play<'_>, object: ObjectId) -> Option<RuleId> {
    let object = play.game.object(object);
    match object.nature {
        _ if !object.has_ceased() => None,
        Nature::Token => Some(cr!("111.7")),
        Nature::Copy => Some(cr!("707.10a")),
        _ => None,
    }
}

/// Notices what an "until" waits for that happens before the effect is made: after its ability has triggered or was put onto the stack,
/// and before it resolves (610.3a, 610.3b, 610.4b, 610.4c).
///
/// # Errors
/// If that can't be told.
pub(in crate::engine) fn notice_lapses(play: &mut Play<'_>, happenings: &[Happening]) -> Outcome {
    if play.game.waiting().is_empty() && play.game.stack().is_empty() {
        return Ok(());
    }
    let mut waiting: Vec<(Lapsing, u32, Frame, Vec<Event>)> = Vec::new();
    for (place, trigger) in play.game.waiting().iter().enumerate() {
        let events = untils(&trigger.ability.effect);
        if events.is_empty() {
            continue;
        }
        let frame = Frame::of_source(trigger.source, trigger.controller, trigger.origin);
        let frame = frame.with_occasion(trigger.occasion.clone());
        waiting.push((Lapsing::Waiting(place), trigger.lapsed, frame, events));
    }
    for id in play.game.stack() {
        let on_stack = play.game.object(*id);
        let events = untils_of(on_stack);
        if events.is_empty() {
            continue;
        }
        let (source, origin, occasion) = match on_stack.stack_ability() {
            Some(its) => (its.source, its.origin, its.occasion.clone()),
            None => (*id, Origin::NONE, None),
        };
        let mut frame = Frame::of_source(source, on_stack.controller, origin);
        frame.announced.clone_from(&on_stack.announced);
        let frame = match occasion {
            Some(occasion) => frame.with_occasion(occasion),
            None => frame,
        };
        waiting.push((Lapsing::OnStack(*id), on_stack.lapsed, frame, events));
    }
    if waiting.is_empty() {
        return Ok(());
    }
    let view = play.view()?;
    for (which, before, frame, events) in waiting {
        let sight = Sight { game: &play.game, view: &view };
        let mut over = 0;
        for (place, event) in (0u32..).zip(&events) {
            for happening in happenings {
                if occasion(sight, &frame, event, Candidate::Happened(happening))?.is_some() {
                    over |= bit(place);
                }
            }
        }
        if over & !before != 0 {
            let change = match which {
                Lapsing::Waiting(place) => Change::LapseWaiting(place, before | over),
                Lapsing::OnStack(id) => Change::Lapse(id, before | over),
            };
            play.change(Cause::new(CauseKind::Rules, cr!("610.3")), Level::Hidden, change);
        }
    }
    Ok(())
}

/// What has an "until" in its effect that has not been made yet.
enum Lapsing {
    /// A triggered ability that waits to be put on the stack, by its place among those.
    Waiting(usize),
    /// A spell or ability on the stack.
    OnStack(ObjectId),
}

/// How many marks there are: those behind them are of durations (611.2b).
const MOST: u32 = 16;

/// The mark of the "until" at this place in a text, all behind the last that has one of its own together.
const fn bit(place: u32) -> u32 {
    1 << if place < MOST { place } else { MOST - 1 }
}

/// The events until which a spell or ability on the stack moves something, or phases it out.
fn untils_of(on_stack: &Object) -> Vec<Event> {
    match on_stack.stack_ability() {
        Some(its) => untils(its.body()),
        None => {
            let bodies = on_stack.base.abilities.iter().filter_map(|instance| instance.ability.as_spell());
            bodies.flat_map(untils).collect()
        }
    }
}

/// The events until which the instructions of an effect move something, or phase it out.
fn untils(body: &Body) -> Vec<Event> {
    fn collect(does: &[Instruction], found: &mut Vec<Event>) {
        for instruction in does {
            if let Instruction::Exile(exile) = instruction {
                found.extend(exile.until.as_deref().cloned());
            }
            if let Instruction::PhaseOut { until, .. } = instruction {
                found.extend(until.as_deref().cloned());
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

/// Whether the event that an "until" waits for has already happened since the ability triggered or was put onto the
/// stack: then the object doesn't move (610.3a, 610.3b), and doesn't phase out (610.4b, 610.4c).
pub(in crate::engine) fn already_over(play: &Play<'_>, frame: &Frame, event: &Event) -> bool {
    // An event of the source's own leaving is over when the source is no longer where it was.
    let source = play.game.object(frame.source);
    frame.on_stack.is_some_and(|on_stack| has_lapsed(play.game.object(on_stack), event))
        || matches!(event, Event::Any(events) if events.iter().any(|event| already_over(play, frame, event)))
        || matches!(
            event,
            Event::Moves(moves) if only_this(&moves.what)
                && moves.from.contains(&Zone::Battlefield)
                && !(source.on_battlefield() || source.phased_out.is_some())
        )
}

/// Whether the event until which a spell or ability does something has happened since it was put on the stack, or triggered.
fn has_lapsed(on_stack: &Object, event: &Event) -> bool {
    on_stack.lapsed != 0
        && (0u32..)
            .zip(untils_of(on_stack))
            .any(|(place, it)| it == *event && on_stack.lapsed & bit(place) != 0)
}

/// The rule by which nothing moves or phases out, the duration of that being over: for a triggered ability, and for all else.
pub(in crate::engine) fn rule_of_lapse(
    play: &Play<'_>,
    frame: &Frame,
    triggered: RuleId,
    otherwise: RuleId,
) -> RuleId {
    let ability = frame.on_stack.and_then(|on_stack| play.game.object(on_stack).stack_ability());
    if ability.is_some_and(|ability| ability.triggered) { triggered } else { otherwise }
}

/// Remembers what an "until" will return.
pub(in crate::engine) fn wait(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    event: &Event,
    moved: Vec<(ObjectId, Zone)>,
) {
    let until = Until {
        source: frame.source,
        made_by: frame.asking(),
        controller: frame.controller,
        event: Arc::new(event.clone()),
        moved,
        phased_out: Vec::new(),
        tapping: false,
        occasion: frame.occasion.clone(),
    };
    play.change(cause.by(cr!("610.3")), Level::Hidden, Change::AddUntil(Box::new(until)));
}

/// Phases permanents out until an event happens (610.4).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn phase_out_until(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    permanents: &[ObjectId],
    (event, tapping): (&Event, bool),
) -> Outcome {
    if already_over(play, frame, event) {
        let rule = rule_of_lapse(play, frame, cr!("610.4c"), cr!("610.4b"));
        for object in permanents {
            play.note(Level::Default, cause.kind, Rules::of(&[rule]), Note::StaysPhasedIn(*object));
        }
        return Ok(());
    }
    let made_by = frame.asking();
    phasing::phase_out(play, cause.led_by(cr!("610.4")), permanents, Some(made_by))?;
    let until = Until {
        source: frame.source,
        made_by,
        controller: frame.controller,
        event: Arc::new(event.clone()),
        moved: Vec::new(),
        phased_out: permanents.to_vec(),
        tapping,
        occasion: frame.occasion.clone(),
    };
    play.change(cause.by(cr!("610.4")), Level::Hidden, Change::AddUntil(Box::new(until)));
    Ok(())
}

fn frame_of(until: &Until) -> Frame {
    let frame = Frame::of_source(until.source, until.controller, Origin::NONE);
    match &until.occasion {
        Some(occasion) => frame.with_occasion(Rc::clone(occasion)),
        None => frame,
    }
}
