//! Special actions (116): what a line says of them, and doing them.

use crate::diag::{Code, Diagnostic};
use crate::engine::additional::keyword_abilities::{foretell, plot, suspend};
use crate::engine::concepts::special_actions;
use crate::game::ObjectId;
use crate::ir::{KeywordName, Symbol, Zone};
use crate::runner::answers::Announcing;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{Action, Announcement, Reference, SpecialAction};
use crate::trace::Attempt;

use super::brackets::all_asked_for;
use super::{attempted, refuse_announcements};

pub(super) fn turn_face_up(
    stage: &mut Stage<'_, '_>,
    action: &Action,
    what: &Reference,
    announced: &[Spanned<Announcement>],
) -> Staged<Option<ObjectId>> {
    let span = stage.span;
    let player = stage.actor(action)?;
    let permanent = stage.object_where(what, |game, view, object| {
        let its = game.object(object);
        its.on_battlefield() && its.is_face_down() && view.controller(game, object) == player
    })?;
    let mut by = None;
    let mut announcing = Announcing { object: Some(permanent), ..Announcing::default() };
    for item in announced {
        match &item.value {
            Announcement::Way(way) => by = Symbol::parse(way),
            Announcement::X(x) => announcing.x = Some(*x),
            _ => {
                let message = "this is not announced as a permanent is turned face up";
                return Err(Stop::Fault(Diagnostic::error(Code::UnknownModifier, message, item.span, "")));
            }
        }
    }
    stage.answers.announce(Some(announcing));
    attempted(stage, player, Attempt::TurnFaceUp(permanent), Vec::new());
    let result = special_actions::turn_face_up(&mut stage.play, player, permanent, by);
    let given = stage.answers.announce(None);
    result.map_err(|halt| Stop::Halt(halt, span))?;
    all_asked_for(announced, given)?;
    Ok(None)
}

/// A player suspends a card (116.2f).
pub(super) fn suspend_card(
    stage: &mut Stage<'_, '_>,
    action: &Action,
    what: &Reference,
    announced: &[Spanned<Announcement>],
) -> Staged {
    let span = stage.span;
    let player = stage.actor(action)?;
    let card = stage.object_where(what, |game, _, object| {
        let its = game.object(object);
        its.zone == Zone::Hand && its.owner == player
    })?;
    let mut announcing = Announcing { object: Some(card), ..Announcing::default() };
    for item in announced {
        match &item.value {
            Announcement::X(x) => announcing.x = Some(*x),
            _ => {
                let message = "this is not announced as a card is suspended";
                return Err(Stop::Fault(Diagnostic::error(Code::UnknownModifier, message, item.span, "")));
            }
        }
    }
    stage.answers.announce(Some(announcing));
    attempted(stage, player, Attempt::Suspend(card), Vec::new());
    let result = suspend::suspend(&mut stage.play, player, card);
    let given = stage.answers.announce(None);
    result.map_err(|halt| Stop::Halt(halt, span))?;
    all_asked_for(announced, given)
}

/// A player exiles a card from their hand as foretell or plot allows.
pub(super) fn exile_from_hand(
    stage: &mut Stage<'_, '_>,
    action: &Action,
    kind: SpecialAction,
    what: &Reference,
    announced: &[Spanned<Announcement>],
) -> Staged<Option<ObjectId>> {
    let span = stage.span;
    let player = stage.actor(action)?;
    refuse_announcements(announced)?;
    let card = stage.object_where(what, |game, _, object| {
        let its = game.object(object);
        its.zone == Zone::Hand && its.owner == player
    })?;
    let foretells = kind == SpecialAction::Foretell;
    let keyword = if foretells { KeywordName::Foretell } else { KeywordName::Plot };
    attempted(stage, player, Attempt::ByKeyword(card, keyword), Vec::new());
    let done = if foretells {
        foretell::foretell(&mut stage.play, player, card)
    } else {
        plot::plot(&mut stage.play, player, card)
    };
    done.map_err(|halt| Stop::Halt(halt, span))?;
    Ok(stage.play.game.object(card).next)
}
