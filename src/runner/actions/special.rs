//! Special actions (116): what a line says of them, and doing them.

use crate::diag::{Code, Diagnostic};
use crate::engine::additional::keyword_abilities::{foretell, hidden_agenda, plot, suspend};
use crate::engine::additional::split_cards;
use crate::engine::concepts::special_actions;
use crate::engine::{Outcome, Play, View};
use crate::game::{Game, ObjectId, PlayerId};
use crate::ir::{KeywordName, Symbol, Zone};
use crate::runner::answers::Announcing;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{Action, Announcement, Reference, SpecialAction};
use crate::trace::Attempt;

use super::brackets::all_asked_for;
use super::{attempted, refuse_announcements};

/// A permanent is turned face up (116.2b), or a hidden agenda is.
pub(super) fn turn_face_up(
    stage: &mut Stage<'_, '_>,
    action: &Action,
    what: &Reference,
    announced: &[Spanned<Announcement>],
) -> Staged<Option<ObjectId>> {
    let player = stage.actor(action)?;
    let permanent = stage.object_where(what, |game, view, object| {
        let its = game.object(object);
        let permanent = its.on_battlefield() && its.is_face_down() && view.controller(game, object) == player;
        permanent || hidden_agenda::is_hidden(its) && its.owner == player
    })?;
    let way = |item: &Announcement| match item {
        Announcement::Way(way) => Symbol::parse(way),
        _ => None,
    };
    let by = announced.iter().rev().find_map(|item| way(&item.value));
    let others = announced.iter().filter(|item| !matches!(item.value, Announcement::Way(_)));
    let why = "this is not announced as a permanent is turned face up";
    let announcing = only_x(permanent, others, why)?;
    attempted(stage, player, Attempt::TurnFaceUp(permanent), Vec::new())?;
    announcing_it(stage, announcing, announced, |play| {
        special_actions::turn_face_up(play, player, permanent, by)
    })?;
    Ok(None)
}

/// A player suspends a card (116.2f).
pub(super) fn suspend_card(
    stage: &mut Stage<'_, '_>,
    action: &Action,
    what: &Reference,
    announced: &[Spanned<Announcement>],
) -> Staged {
    let player = stage.actor(action)?;
    let card = in_hand(stage, player, what)?;
    let announcing = only_x(card, announced.iter(), "this is not announced as a card is suspended")?;
    attempted(stage, player, Attempt::Suspend(card), Vec::new())?;
    announcing_it(stage, announcing, announced, |play| suspend::suspend(play, player, card))
}

/// A player unlocks a half of a permanent for its cost (116.2m): the half that is named.
pub(super) fn unlock(
    stage: &mut Stage<'_, '_>,
    action: &Action,
    what: &Reference,
    announced: &[Spanned<Announcement>],
) -> Staged {
    let span = stage.span;
    let player = stage.actor(action)?;
    refuse_announcements(announced)?;
    let called = |game: &Game, object: ObjectId| game.half_called(object, &what.name.text);
    let is_theirs = |game: &Game, view: &View, object: ObjectId| {
        game.object(object).on_battlefield() && view.controller(game, object) == player
    };
    // Of several that are called so, one of which that half is locked.
    let locked = |game: &Game, view: &View, object: ObjectId| {
        let half = called(game, object);
        is_theirs(game, view, object) && half.is_none_or(|half| !game.object(object).is_unlocked(half))
    };
    let permanent = match stage.object_where(what, locked) {
        Ok(permanent) => permanent,
        Err(_) => stage.object_where(what, is_theirs)?,
    };
    let half = called(&stage.play.game, permanent);
    attempted(stage, player, Attempt::Unlock(permanent, half), Vec::new())?;
    split_cards::unlock_for_its_cost(&mut stage.play, player, permanent, half)
        .map_err(|halt| Stop::Halt(halt, span))
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
    let card = in_hand(stage, player, what)?;
    let foretells = kind == SpecialAction::Foretell;
    let keyword = if foretells { KeywordName::Foretell } else { KeywordName::Plot };
    attempted(stage, player, Attempt::ByKeyword(card, keyword), Vec::new())?;
    let done = if foretells {
        foretell::foretell(&mut stage.play, player, card)
    } else {
        plot::plot(&mut stage.play, player, card)
    };
    done.map_err(|halt| Stop::Halt(halt, span))?;
    Ok(stage.play.game.object(card).next)
}

/// A card of that name in a player's hand.
fn in_hand(stage: &mut Stage<'_, '_>, player: PlayerId, what: &Reference) -> Staged<ObjectId> {
    stage.object_in(what, (Zone::Hand, player), |game, _, object| {
        let its = game.object(object);
        its.zone == Zone::Hand && its.owner == player
    })
}

/// What is announced where there is nothing to announce but X.
fn only_x<'a>(
    object: ObjectId,
    announced: impl Iterator<Item = &'a Spanned<Announcement>>,
    why_not: &str,
) -> Staged<Announcing> {
    let mut announcing = Announcing { object: Some(object), ..Announcing::default() };
    for item in announced {
        let Announcement::X(x) = &item.value else {
            return Err(Stop::Fault(Diagnostic::error(Code::UnknownModifier, why_not, item.span, "")));
        };
        announcing.x = Some(*x);
    }
    Ok(announcing)
}

/// Does what all that is written is announced for, each of which must be asked for.
fn announcing_it<'b>(
    stage: &mut Stage<'b, '_>,
    announcing: Announcing,
    announced: &[Spanned<Announcement>],
    does: impl FnOnce(&mut Play<'b>) -> Outcome,
) -> Staged {
    let span = stage.span;
    stage.answers.announce(Some(announcing));
    let result = does(&mut stage.play);
    let given = stage.answers.announce(None);
    result.map_err(|halt| Stop::Halt(halt, span))?;
    all_asked_for(announced, given)
}
