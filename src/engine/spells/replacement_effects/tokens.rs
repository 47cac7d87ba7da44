//! CR 614: Replacement Effects. How they change the way a token that is created enters the battlefield (614.12).

use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::proposal::Proposal;
use crate::engine::reading::events::{Candidate, occasion};
use crate::engine::reading::{Frame, Sight, conditions};
use crate::game::{Cause, CauseKind, Deed, NewObject, ObjectId, Thing};
use crate::ir::part::{Part, mentions};
use crate::ir::{Ability, CounterKind, Instruction, Replacement, ReplacementResult};
use crate::rules::{Rules, cr};
use crate::trace::{Level, What, Would};

use super::entering::{
    Arrived, Coming, by_rules, enter_so, entering_rule, keyword_rules, may_be_given_abilities,
    nothing_to_copy, others_watch_entering, own_abilities, read_ahead,
};
use super::moving::would_enter;
use super::{
    Applicable, Effect, Moving, are_same, choose_as, made_effects, only_add, stated_effects, under_whom,
    who_may,
};

/// The effects that change how a token enters: of what it is itself, and of others.
///
/// # Errors
/// If what one of them asks for can't be told.
pub(super) fn for_token(
    play: &mut Play<'_>,
    token: &mut NewObject,
    maker: ObjectId,
) -> Outcome<Vec<Applicable>> {
    let view = play.view()?;
    let watched = others_watch_entering(&play.game, &view);
    let (object, controller) = (token.new, token.controller);
    let coming = Coming::Token(token, maker);
    let values = coming.values(&play.game);
    let mut found = by_rules(&play.game, &coming)?;
    let given = || may_be_given_abilities(&view, &values);
    if !watched && own_abilities(&values).next().is_none() && !given() {
        return Ok(found);
    }
    let arrived = coming.arrived(&play.game)?;
    if watched {
        found.extend(of_others(play, &arrived)?);
    }
    let there = arrived.view.characteristics(&arrived.game, arrived.object);
    for instance in own_abilities(there) {
        let Ability::Replacement(it) = &*instance.ability else { continue };
        let frame = Frame::of_source(arrived.object, controller, instance.origin);
        let holds = match &it.only_if {
            Some(condition) => conditions::holds(arrived.sight(), &frame, condition)?,
            None => true,
        };
        if holds {
            found.push(Applicable {
                source: object,
                controller,
                origin: instance.origin,
                shield: None,
                what: Effect::Said(Arc::new(it.clone())),
            });
        }
    }
    Ok(found)
}

/// Which of several effects on how a token enters applies first: whoever would control it chooses (616.1).
///
/// # Errors
/// If nobody says which, or one of them is the token's own, for it is not there to be named.
pub(super) fn choose_for_token(
    play: &mut Play<'_>,
    token: &NewObject,
    maker: ObjectId,
    (mut applicable, again): (Vec<Applicable>, bool),
) -> Outcome<Option<Applicable>> {
    let own = |effect: &Applicable| effect.source == token.new;
    if applicable.len() < 2 || !applicable.iter().any(own) {
        return choose_as(play, token.controller, Thing::Object(maker), applicable, (Rules::NONE, again));
    }
    let view = play.view()?;
    let in_any_order =
        are_same(Sight { game: &play.game, view: &view }, &applicable) || only_add(&applicable);
    if in_any_order {
        return Ok(Some(applicable.swap_remove(0)));
    }
    Err(Halt::undecided(maker, "an effect of the token itself is one of several of which one must be chosen"))
}

/// What other permanents' effects say of how the token enters.
fn of_others(play: &mut Play<'_>, arrived: &Arrived) -> Outcome<Vec<Applicable>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let would = Proposal::Enter(arrived);
    let is_such = |frame: &Frame, it: &Replacement| -> Outcome<bool> {
        Ok(occasion(arrived.sight(), frame, &it.of, Candidate::Would(&would))?.is_some())
    };
    let mut found = Vec::new();
    for effect in stated_effects(&play.game, &view) {
        let frame = effect.frame(sight);
        if !is_such(&frame, effect.replacement)? {
            continue;
        }
        if let Some(condition) = &effect.replacement.only_if {
            // The token itself is nowhere but among what would be there.
            let sight = if mentions(condition, Part::is_it) { arrived.sight() } else { sight };
            let frame = frame.clone().with_occasion(would.occasion().into());
            if !conditions::holds(sight, &frame, condition)? {
                continue;
            }
        }
        found.push(effect.with(&frame));
    }
    for effect in made_effects(&play.game) {
        let frame = effect.frame(sight);
        if !is_such(&frame, effect.replacement)? {
            continue;
        }
        if effect.replacement.only_if.is_some() {
            return Err(Halt::undecided(
                None,
                "an effect that lasts changes how a token enters, on a condition",
            ));
        }
        found.push(effect.with(&frame));
    }
    Ok(found)
}

/// Applies an effect to a token that is created.
///
/// # Errors
/// If nobody makes a choice that it asks for, or it does more than headjudge plays for a token.
pub(super) fn apply_to_token(
    play: &mut Play<'_>,
    cause: Cause,
    chosen: &Applicable,
    (token, maker): (&mut NewObject, ObjectId),
    state: &mut Moving<'_>,
) -> Outcome<Cause> {
    let replacement = match &chosen.what {
        Effect::Said(replacement) => replacement.clone(),
        Effect::Counters(kind, count, rule) => {
            token.counters.push((*kind, *count));
            return Ok(cause.and(*rule));
        }
        Effect::Lore(last) => {
            let count = read_ahead(play, token.controller, maker, *last)?;
            token.counters.push((CounterKind::LORE, count));
            return Ok(cause.and(cr!("702.155b")).and(cr!("714.3b")));
        }
        _ => return Ok(cause),
    };
    let own = chosen.source == token.new;
    let arrived = Coming::Token(token, maker).arrived(&play.game)?;
    let mut frame =
        Frame::of_source(if own { arrived.object } else { chosen.source }, chosen.controller, chosen.origin);
    if let Some(shield) = play.game.shields().iter().find(|shield| Some(shield.id) == chosen.shield) {
        frame = frame.bound(&shield.bindings);
    }
    if let ReplacementResult::Under(who) = &replacement.result {
        if replacement.may.is_some() {
            return Err(Halt::undecided(
                chosen.source,
                "whose a token is may be changed as it enters, or not",
            ));
        }
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        token.controller = under_whom(sight, &frame, who)?;
        let would = Would::EnterUnder(token.controller);
        let what = What::Replaced(Thing::Object(token.new), chosen.source, would);
        play.record(Level::Default, CauseKind::Replacement(chosen.source), Rules::of(&[cr!("614.6")]), what);
        state.at_once.used.apply(play, chosen);
        return Ok(cause.and(cr!("614.6")));
    }
    let ReplacementResult::Enters(enters) = &replacement.result else {
        return Err(Halt::undecided(
            if own { maker } else { chosen.source },
            "it changes how a token enters",
        ));
    };
    // What a condition looks at would have to be there already.
    if own && enters.does.iter().any(|does| matches!(does, Instruction::If { .. })) {
        return Err(Halt::undecided(maker, "a token does something as it enters"));
    }
    if nothing_to_copy(play, &frame, enters, &Coming::Token(token, maker))? {
        return Ok(cause);
    }
    if let Some(who) = &replacement.may {
        let player = who_may(arrived.sight(), &frame, who, chosen)?;
        let deed = if enters.copy_of.is_some() { Deed::EnterAsCopy } else { Deed::of(who, &enters.does) };
        if !play.ask_to(player, deed, Some(maker), Rules::of(&[cr!("614.12a")]))? {
            return Ok(cause);
        }
    }
    state.at_once.used.apply(play, chosen);
    if !own && enters.copy_of.is_none() {
        let what = What::Replaced(Thing::Object(token.new), chosen.source, would_enter(enters));
        let kind = CauseKind::Replacement(chosen.source);
        play.record(Level::Default, kind, Rules::of(&[cr!("614.1d")]), what);
    }
    let values = Coming::Token(token, maker).values_behind(&play.game, chosen.origin)?;
    let keyword = if own { keyword_rules(&values.abilities, chosen.origin, enters) } else { None };
    enter_so(play, &frame, enters, Coming::Token(token, maker), &mut state.of_copy, state.at_once)?;
    let cause = cause.and(entering_rule(own, enters)).and(cr!("614.12"));
    Ok(keyword.iter().flat_map(Rules::iter).fold(cause, Cause::and))
}
