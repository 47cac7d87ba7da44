//! CR 616: Interaction of Replacement and/or Prevention Effects, on what moves from one zone to another or is created.

use std::rc::Rc;

use crate::engine::additional::merging_with_permanents;
use crate::engine::card_types::enchantments;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::counting;
use crate::game::{Cause, Change, EffectId, Move, NewObject, ObjectId, Origin, Thing};
use crate::ir::{Event, Zone};
use crate::rules::{Rules, cr};

use super::super::linked_abilities;
use super::entering::{self, AtOnce, Coming, in_order};
use super::moving::apply_to_move;
use super::tokens::{apply_to_token, choose_for_token, for_token};
use super::{Applicable, Applied, Effect, Key, Moving, Pending, Replaced, choose_as, for_move, who_chooses};

/// Lets the effects that would replace a move do so, one after another, each at most once (614.5, 616.1f).
///
/// # Errors
/// If several apply and nobody says which first, or one can't be played.
pub(in crate::engine) fn replace_move(
    play: &mut Play<'_>,
    cause: Cause,
    it: Move,
    at_once: &mut AtOnce,
) -> Outcome<Replaced> {
    let mut cause = cause;
    let mut it = it;
    if entering::own_effect_does_nothing(play, &Coming::Moves(&mut it))? {
        cause = cause.and(cr!("614.12"));
    }
    let mut state = Moving { also: Vec::new(), of_copy: Vec::new(), by_x: false, at_once };
    let happens = apply_each(play, &mut cause, &mut Coming::Moves(&mut it), &mut state)?;
    let Moving { mut also, mut of_copy, by_x, .. } = state;
    if !happens {
        return Ok(Replaced::Instead(also));
    }
    entering::put_together(&mut it.counters, &mut of_copy);
    if by_x && !it.counters.is_empty() {
        cause = cause.and(cr!("107.3m"));
        if linked_abilities::pays_x_as_cast(&play.game.object(it.object).base) {
            cause = cause.and(cr!("607.2j"));
        }
    }
    if it.to == Zone::Battlefield {
        entering::without_forbidden_counters(play, cause.kind, Coming::Moves(&mut it))?;
    }
    if it.to == Zone::Battlefield {
        let rules = counting::on_entering(play, &mut Coming::Moves(&mut it), &mut also)?;
        cause = rules.iter().fold(cause, Cause::and);
    }
    Ok(Replaced::Move(cause, it, also))
}

/// Lets the effects that change how a token enters do so, its own among them. Its id is dealt, so that what is chosen for it can speak of
/// it. Says what happens in addition.
///
/// # Errors
/// If several apply and nobody says which first, or one of them does more than headjudge plays for a token.
pub(in crate::engine) fn enter_token(
    play: &mut Play<'_>,
    cause: Cause,
    token: &mut NewObject,
    maker: ObjectId,
    at_once: &mut AtOnce,
) -> Outcome<(Cause, Vec<Pending>)> {
    let mut cause = cause;
    deal(play, token);
    if entering::own_effect_does_nothing(play, &Coming::Token(token, maker))? {
        cause = cause.and(cr!("614.12"));
    }
    let mut state = Moving { also: Vec::new(), of_copy: Vec::new(), by_x: false, at_once };
    // What is played for a token changes only how it enters.
    apply_each(play, &mut cause, &mut Coming::Token(token, maker), &mut state)?;
    let Moving { mut also, mut of_copy, .. } = state;
    entering::put_together(&mut token.counters, &mut of_copy);
    entering::without_forbidden_counters(play, cause.kind, Coming::Token(token, maker))?;
    // By now it is known who would control it.
    deal(play, token);
    let rules = counting::on_entering(play, &mut Coming::Token(token, maker), &mut also)?;
    Ok((rules.iter().fold(cause, Cause::and), also))
}

/// Deals its id to what will be created when all is decided that must be before (614.12a).
pub(in crate::engine) fn deal(play: &mut Play<'_>, new: &NewObject) {
    play.apply_ahead(&Change::Create(Box::new(NewObject { to_come: true, ..new.clone() })));
}

/// Applies the effects one after another: each time one of those that apply then, which the affected player chooses (616.1). Says
/// whether it still happens, or something else instead.
fn apply_each(
    play: &mut Play<'_>,
    cause: &mut Cause,
    coming: &mut Coming<'_>,
    state: &mut Moving<'_>,
) -> Outcome<bool> {
    let affected = coming.object();
    let mut applied: Vec<(ObjectId, Origin, Option<EffectId>, u8)> = Vec::new();
    // How often it has become a copy of something: abilities that it has got so are others than those before.
    let mut copies = 0;
    let mut passed_over: Vec<Key> = Vec::new();
    let mut taken_by = None;
    let mut from_the_start: Option<Vec<Key>> = None;
    loop {
        play.tick("replacement effects apply to one event again and again")?;
        let key = |effect: &Applicable, copies: u8| {
            let copies = if effect.source == affected { copies } else { 0 };
            (effect.source, effect.origin, effect.shield, copies)
        };
        let mut applicable = match coming {
            Coming::Moves(it) => for_move(play, cause, it)?,
            Coming::Token(token, maker) => for_token(play, token, *maker)?,
        };
        applicable.retain(|effect| !applied.contains(&key(effect, copies)));
        // An effect that was applicable and is so no more does nothing.
        if passed_over.iter().any(|key| !applicable.iter().any(|effect| effect.key() == *key)) {
            *cause = cause.and(cr!("616.1f"));
        }
        let all: Vec<Key> = applicable.iter().map(Applicable::key).collect();
        let from_the_start = from_the_start.get_or_insert_with(|| all.clone());
        let (applicable, first) = in_order(applicable);
        let chosen = match &*coming {
            Coming::Moves(_) => {
                // Once another player would control it, that player chooses.
                let player = match taken_by {
                    Some(player) => player,
                    None => who_chooses(play, Thing::Object(affected))?,
                };
                let waiting = first.filter(|_| applicable.first().is_some_and(Applicable::is_of_a_whole));
                let waiting = waiting.into_iter().fold(Rules::NONE, Rules::and);
                choose_as(play, player, Thing::Object(affected), applicable, waiting)?
            }
            Coming::Token(token, maker) => choose_for_token(play, token, *maker, applicable)?,
        };
        let Some(chosen) = chosen else { return Ok(true) };
        // Of a copy of an Aura that can't enter nothing else is asked.
        if !chosen.is_copy() && !chosen.is_control() && enchantments::has_no_host(&play.game, coming)? {
            return Ok(true);
        }
        // It has become applicable by what another has modified.
        if !from_the_start.contains(&chosen.key()) {
            *cause = cause.and(cr!("616.2"));
        }
        applied.push(key(&chosen, copies));
        let several = all.len() > 1;
        passed_over = all.into_iter().filter(|key| *key != chosen.key()).collect();
        let was = coming.copied().cloned();
        match coming {
            Coming::Moves(it) => match apply_to_move(play, &chosen, cause, it, state)? {
                Applied::Changed => {}
                Applied::Instead(pending) => {
                    state.also.extend(pending);
                    return Ok(false);
                }
            },
            Coming::Token(token, maker) => {
                *cause = apply_to_token(play, *cause, &chosen, (token, *maker), state)?;
            }
        }
        if chosen.is_control() {
            // One that another player's effect has made applicable.
            *cause = if taken_by.is_some() { cause.and(cr!("616.1f")) } else { *cause };
            taken_by = coming.controller();
            *cause = first.map_or(*cause, |rule| cause.and(rule));
        }
        if let Coming::Moves(it) = &*coming {
            *cause = with_its_cards(play, *cause, it, &chosen, several);
        }
        let copied = match (&was, coming.copied()) {
            (None, Some(_)) => true,
            (Some(was), Some(is)) => !Rc::ptr_eq(was, is),
            _ => false,
        };
        if copied {
            // One that applies to it as the copy that it already is.
            if copies > 0 {
                *cause = cause.and(cr!("616.1f"));
            }
            copies = copies.saturating_add(1);
            // The others count only as far as they apply to what it is now.
            if let Some(rule) = first {
                *cause = cause.and(rule).and(cr!("616.1f"));
            }
            passed_over.clear();
        }
        // What would replace only a part of the event had to wait.
        if let Some(rule) = first.filter(|_| chosen.is_of_a_whole()) {
            *cause = cause.and(rule);
        }
        // What the other face says of entering counts no more.
        if let (Effect::Transformed, Some(rule)) = (&chosen.what, first) {
            *cause = cause.and(rule).and(cr!("616.1f"));
            passed_over.clear();
        }
    }
}

/// The cause of the move of a permanent that is several cards, with what says that an effect on one of them counts for all.
fn with_its_cards(play: &Play<'_>, cause: Cause, it: &Move, chosen: &Applicable, several: bool) -> Cause {
    let mut cause = cause;
    if let Effect::Said(said) = &chosen.what
        && let Event::Moves(moves) = &said.of
        && merging_with_permanents::takes_tokens_along(&play.game, it.object, &moves.what)
    {
        cause = cause.and(cr!("730.3e"));
    }
    if several && play.game.object(it.object).components().next().is_some() {
        cause = cause.and(merging_with_permanents::rule_of_replacing(&play.game, it.object));
    }
    cause
}
