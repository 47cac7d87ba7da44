//! CR 608: Resolving Spells and Abilities. Permanent spells: the steps of 608.3, letter by letter.

use std::sync::Arc;

use crate::engine::additional::keyword_abilities::{at_the_next_end_step, bestow, mutate, sneak};
use crate::engine::card_types::enchantments;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general;
use crate::game::{Cause, CauseKind, Change, Characteristics, Game, Move, MoveAction, Nature, ObjectId};
use crate::ir::{self, Body, Layout, Zone};
use crate::rules::{Rules, cr};
use crate::trace::Level;

use super::granted;
use super::steps::Resolving;

/// A permanent spell resolves (608.3).
pub(super) fn resolve(play: &mut Play<'_>, mut it: Resolving, body: &Body) -> Outcome {
    if !check_target(play, &mut it, body)? {
        it.fizzles(play, cr!("608.3b"));
        return it.put_into_graveyard(play, cr!("608.3b"), MoveAction::Fail);
    }
    match merges_with(play, &it) {
        Some(creature) => {
            let was = play.view()?.shared(&play.game, it.top);
            mutate::resolve(play, it.top, it.controller, creature)?;
            let cause = Cause::new(it.kind, cr!("608.3d"));
            granted::merge_with(play, cause, (it.top, it.controller), &was, creature)
        }
        None => enter(play, &it),
    }
}

/// 608.3b: whether it resolves. A bestowed Aura spell without its target goes on as a creature spell, and so does a mutating one.
fn check_target(play: &mut Play<'_>, it: &mut Resolving, body: &Body) -> Outcome<bool> {
    let ceasing = Rules::of(&[cr!("702.103e"), cr!("608.3b")]);
    Ok(it.check_targets(play, body)?
        || bestow::end(play, it.kind, it.top, ceasing)
        || mutate::end(play, it.kind, it.top))
}

/// 608.3d: the permanent that a mutating creature spell merges with.
fn merges_with(play: &Play<'_>, it: &Resolving) -> Option<ObjectId> {
    let mut targets = it.frame.announced.iter().flat_map(|announced| announced.targets.iter().flatten());
    targets.find_map(|target| target.object()).filter(|_| mutate::is_mutating(&play.game, it.top))
}

/// 608.3a: it becomes a permanent and enters the battlefield under the control of the spell's controller.
fn enter(play: &mut Play<'_>, it: &Resolving) -> Outcome {
    let top = it.top;
    let was = play.view()?.shared(&play.game, top);
    let cause = why_it_enters(play, it)?;
    let mut enters = as_it_is(play, it);
    attach(play, it, &mut enters)?;
    let cause = granted::enter_with(play, cause, (top, it.controller), &was, &mut enters)?;
    let by_default = play.game.object(top).controller;
    let taken = is_taken(play, it);
    let moved = if sneak::was_paid(&play.game, top) {
        enters.tapped = true;
        let joins = sneak::joins();
        let moves = vec![(cause.and(cr!("702.190b")), enters)];
        general::move_each_fighting(play, moves, Some((&it.frame, &joins)))?.into_iter().flatten().next()
    } else {
        general::move_one(play, cause, enters)?
    };
    let Some(permanent) = moved else { return cannot_enter(play, it) };
    wait_delayed(play, cause, it, (&was, permanent))?;
    // The effect goes on (400.7a); by default the permanent is the player's who put the spell onto the stack.
    let its = play.game.object(permanent);
    if taken && its.on_battlefield() && its.controller == it.controller && is_given(&play.game, permanent) {
        let cause = Cause::new(CauseKind::Rules, cr!("110.2b"));
        play.change(cause, Level::Hidden, Change::Controller(permanent, by_default));
    }
    Ok(())
}

/// Why it enters as what, and under whose control.
fn why_it_enters(play: &mut Play<'_>, it: &Resolving) -> Outcome<Cause> {
    let top = it.top;
    let view = play.view()?;
    let is_aura = enchantments::is_aura(&view, &play.game, top);
    let mut cause = Cause::new(it.kind, if is_aura { cr!("608.3c") } else { cr!("608.3a") });
    // 608.3f: a copy of a permanent spell becomes a token.
    if matches!(play.game.object(top).nature, Nature::Copy) {
        cause = cause.and(cr!("608.3f"));
    }
    // An Equipment enters like any other artifact, attached to nothing (301.5b).
    if view.characteristics(&play.game, top).has_subtype_named("Equipment") {
        cause = cause.and(cr!("301.5b"));
    }
    // What effects have changed of the spell stays changed of the permanent.
    let bestowed = bestow::on(&play.game, top);
    let changes = |of_characteristics: bool| {
        // Who controls it is none of its characteristics (109.3).
        let changes = |change: &ir::Change| !of_characteristics || !matches!(change, ir::Change::Control(_));
        play.game.effects().iter().any(|effect| {
            effect.is_on(top) && effect.changes.iter().any(changes) && Some(effect.id) != bestowed
        })
    };
    let spell = play.game.object(top);
    let prototype = spell.definition.as_ref().is_some_and(|its| its.layout == Layout::Prototype);
    let rules = [
        (bestowed.is_some(), cr!("702.103b")),
        (changes(true), cr!("112.4")),
        (changes(false), cr!("400.7a")),
        (is_taken(play, it), cr!("110.2b")),
        // A spell that was cast face down becomes a face-down permanent.
        (spell.face_down.is_some(), cr!("708.4")),
        // A prototyped spell becomes a permanent with the same characteristics; the face that is up stays up.
        (
            play.game.object(top).base.halves.is_none() && face_up(play, top) > 0,
            if prototype { cr!("718.3b") } else { cr!("712.13") },
        ),
    ];
    Ok(rules.into_iter().filter(|(is_so, _)| *is_so).fold(cause, |cause, (_, rule)| cause.and(rule)))
}

/// The move onto the battlefield, with the face up that is up on the stack (712.13).
fn as_it_is(play: &Play<'_>, it: &Resolving) -> Move {
    let mut enters = Move::new(it.top, Zone::Battlefield, MoveAction::Resolve);
    enters.controller = Some(it.controller);
    enters.face = face_up(play, it.top);
    enters.face_down = play.game.object(it.top).face_down;
    enters
}

/// Which face of a spell's card is up.
fn face_up(play: &Play<'_>, top: ObjectId) -> u8 {
    let spell = play.game.object(top);
    let definition = spell.definition.as_ref();
    let up = definition.and_then(|its| its.faces.iter().position(|face| Arc::ptr_eq(face, &spell.base)));
    up.and_then(|face| u8::try_from(face).ok()).unwrap_or(0)
}

/// Whether it is controlled by another player than it would be by default, because an effect gives control of it (110.2b).
fn is_taken(play: &Play<'_>, it: &Resolving) -> bool {
    play.game.object(it.top).controller != it.controller && is_given(&play.game, it.top)
}

/// Whether an effect of a spell or ability gives somebody control of an object.
fn is_given(game: &Game, object: ObjectId) -> bool {
    game.effects().iter().any(|effect| {
        effect.is_on(object) && effect.changes.iter().any(|change| matches!(change, ir::Change::Control(_)))
    })
}

/// 608.3c: an Aura enters attached to what it targets.
fn attach(play: &mut Play<'_>, it: &Resolving, enters: &mut Move) -> Outcome {
    if enchantments::is_aura(&*play.view()?, &play.game, it.top) {
        let announced = it.frame.announced.as_ref();
        enters.attached_to = announced.and_then(|it| it.targets.iter().flatten().next().copied());
    }
    Ok(())
}

/// 608.3e: it can't be put onto the battlefield, and is put into its owner's graveyard.
fn cannot_enter(play: &mut Play<'_>, it: &Resolving) -> Outcome {
    if !play.game.object(it.top).exists {
        return Ok(());
    }
    it.put_into_graveyard(play, cr!("608.3e"), MoveAction::Resolve)
}

/// 608.3g: a delayed triggered ability that a static ability of the spell creates waits from here on.
fn wait_delayed(
    play: &mut Play<'_>,
    cause: Cause,
    it: &Resolving,
    (was, permanent): (&Characteristics, ObjectId),
) -> Outcome {
    match &it.frame.announced {
        Some(announced) => {
            at_the_next_end_step::wait(play, cause, (was, announced), (permanent, it.controller))
        }
        None => Ok(()),
    }
}
