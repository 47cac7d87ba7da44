//! CR 610: One-Shot Effects

use std::rc::Rc;
use std::sync::Arc;

use crate::engine::additional::the_monarch;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::events::occasion;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::zones::general;
use crate::game::{Cause, CauseKind, Change, Move, MoveAction, Nature, ObjectId, Origin, Until};
use crate::ir::{Event, Filter, Zone};
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
    let mut over: Vec<usize> = Vec::new();
    for (index, until) in play.game.untils().iter().enumerate() {
        let frame = frame_of(until);
        let sight = Sight { game: &play.game, view: &view };
        for happening in happenings {
            if occasion(sight, &frame, &until.event, happening)?.is_some() {
                over.push(index);
                break;
            }
        }
    }
    let mut moves: Vec<(Cause, Move)> = Vec::new();
    let several = over.len() > 1;
    for index in over.into_iter().rev() {
        let Some(until) = play.game.untils().get(index).cloned() else { continue };
        let mut cause = Cause::new(CauseKind::Ended(until.source), cr!("610.3"));
        if several {
            cause = cause.and(cr!("610.3d"));
        }
        play.change(cause, Level::Hidden, Change::EndUntil(index));
        for (object, from) in &until.moved {
            if !play.game.object(*object).exists {
                note_gone(play, cause, *object);
                continue;
            }
            let mut cause = cause;
            if *from == Zone::Battlefield {
                cause = cause.and(cr!("610.3c"));
            }
            moves.push((cause, Move::new(*object, *from, MoveAction::Put)));
        }
    }
    moves.reverse();
    general::move_each(play, moves)?;
    Ok(())
}

/// Says why an object is not found: a token or copy that has ceased to exist (111.7, 707.10a), or what has gone to another zone
/// since (400.7).
pub(in crate::engine) fn note_gone(play: &mut Play<'_>, cause: Cause, object: ObjectId) {
    let phased_out = play.game.object(object).phased_out.is_some();
    match ceased(play, object) {
        None if phased_out => {
            let rules = Rules::NONE.and(cr!("702.26b"));
            play.note(Level::Default, cause.kind, rules, Note::NotFound(object))
        }
        Some(rule) => play.note(Level::Default, cause.kind, Rules::NONE.and(rule), Note::Ceased(object)),
        None => play.note(Level::Default, cause.kind, cause.rules.and(cr!("400.7")), Note::NotFound(object)),
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

/// Whether the event that an "until" waits for has already happened since the ability triggered or was put onto the
/// stack: then the object doesn't move (610.3a–b).
pub(in crate::engine) fn already_over(play: &mut Play<'_>, frame: &Frame, event: &Event) -> Outcome<bool> {
    // An event of the source's own leaving is over when the source is no longer where it was.
    let source = play.game.object(frame.source);
    Ok(match event {
        Event::Moves(moves) => {
            only_this(&moves.what)
                && moves.from.contains(&Zone::Battlefield)
                && !(source.on_battlefield() || source.phased_out.is_some())
        }
        Event::Any(events) => {
            let mut over = false;
            for event in events {
                over |= already_over(play, frame, event)?;
            }
            over
        }
        // Whether it was in the meantime or before that the player became the monarch is not remembered.
        Event::Does(who, what) if *what == the_monarch::BECOME => {
            let view = play.view()?;
            let sight = Sight { game: &play.game, view: &view };
            for player in players(sight, frame, who)? {
                if play.game.holds(player, the_monarch::MONARCH) {
                    let why = "when a player became the monarch until whose becoming it something is exiled";
                    return Err(Halt::undecided(frame.source, why));
                }
            }
            false
        }
        _ => false,
    })
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
        made_by: frame.on_stack.unwrap_or(frame.source),
        controller: frame.controller,
        event: Arc::new(event.clone()),
        moved,
        occasion: frame.occasion.clone(),
    };
    play.change(cause.by(cr!("610.3")), Level::Hidden, Change::AddUntil(Box::new(until)));
}

fn frame_of(until: &Until) -> Frame {
    let frame = Frame::of_source(until.source, until.controller, Origin::Rules(0));
    match &until.occasion {
        Some(occasion) => frame.with_occasion(Rc::clone(occasion)),
        None => frame,
    }
}

fn only_this(filter: &Filter) -> bool {
    crate::engine::reading::events::only_this(filter)
}
