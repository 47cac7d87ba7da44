//! CR 614: Replacement Effects. Effects that change how many counters are put on something, or how many tokens are created (614.16).

use std::sync::Arc;

use crate::engine::additional::keyword_abilities::compleated;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::proposal::{ByEffect, Proposal};
use crate::engine::reading::Frame;
use crate::engine::reading::events::only_this;
use crate::game::{Cause, CauseKind, ObjectId, Origin, PlayerId, Thing};
use crate::ir::{CounterKind, Event, Players, Replacement};
use crate::rules::{Rules, cr};
use crate::trace::Would;

use super::prevention_effects::{Affected, State, replace, replace_on};
use super::replacement_effects::{
    Applicable, Arrived, Coming, Effect, Key, Pending, TOKENS_AND_MORE, applies, created, made_effects,
    stated_effects,
};

/// How many counters are put, by which rules effects have changed that, and what happens in addition.
pub(in crate::engine) type Counted = (u32, Rules, Vec<Pending>);

/// Whether any effect changes how many counters are put somewhere, or how many tokens are created.
fn any(play: &mut Play<'_>, is_such: fn(&Event) -> bool) -> Outcome<bool> {
    // Those that a spell or ability has made are as good as static ones.
    if made_effects(&play.game).any(|effect| is_such(&effect.replacement.of)) {
        return Ok(true);
    }
    let view = play.view()?;
    Ok(stated_effects(&play.game, &view).any(|effect| is_such(&effect.replacement.of)))
}

fn of_counters(event: &Event) -> bool {
    event.is_made_of(&mut |event| matches!(event, Event::CountersPut(..)))
}

fn of_tokens(event: &Event) -> bool {
    event.is_made_of(&mut |event| matches!(event, Event::Creates(..)))
}

fn of_draws(event: &Event) -> bool {
    matches!(event, Event::OneOrMore(event) if matches!(**event, Event::Draws(_)))
}

/// Whether headjudge lets effects change these numbers as the event says it.
pub(super) fn is_played(event: &Event) -> bool {
    if let Event::CausedBy(Players::Each, event) = event {
        return !matches!(**event, Event::CausedBy(..))
            && (of_counters(event) || of_tokens(event))
            && is_played(event);
    }
    matches!(event, Event::CountersPut(..))
        || matches!(event, Event::Creates(_, what) if created::is_told(what))
}

/// Whether it is an effect that does it, rather than a cost or a rule (614.16).
pub(in crate::engine) const fn by_effect(cause: Cause) -> ByEffect {
    ByEffect(matches!(
        cause.kind,
        CauseKind::Resolution(..) | CauseKind::Ability(_) | CauseKind::Replacement(_)
    ))
}

/// How many counters of a kind are put on an object, by an effect or not, after the effects that change that; and what happens
/// in addition.
///
/// # Errors
/// If several effects apply and nobody says which first, or one can't be played.
pub(in crate::engine) fn counters(
    play: &mut Play<'_>,
    object: ObjectId,
    kind: CounterKind,
    count: u32,
    by: ByEffect,
) -> Outcome<Counted> {
    // Effects that change it speak of permanents, and of what enters (122.6).
    if !play.game.object(object).on_battlefield() || !any(play, of_counters)? {
        return Ok((count, Rules::NONE, Vec::new()));
    }
    replace_counters(play, count, &Proposal::PutCounters { object, arrived: None, kind, by })
}

/// Lets the effects that change how many counters a permanent enters with do so. Says by which rules they are others now, if they are.
///
/// # Errors
/// As [`counters`].
pub(super) fn on_entering(
    play: &mut Play<'_>,
    it: &mut Coming<'_>,
    also: &mut Vec<Pending>,
) -> Outcome<Rules> {
    if it.counters().is_empty() {
        return Ok(Rules::NONE);
    }
    let arrived = it.arrived(&play.game)?;
    let fewer = compleated::fewer(&arrived).is_some();
    let before = it.counters().clone();
    let in_vain = own_effect_does_nothing(&arrived, &before)?;
    if !fewer && !any(play, of_counters)? && own(&arrived, true).next().is_none() {
        return Ok(in_vain);
    }
    // It enters with them by replacement effects (614.1c), those of its type among them.
    let mut rules = Rules::NONE;
    let mut changed: Vec<(CounterKind, u32)> = Vec::with_capacity(before.len());
    for (kind, count) in &before {
        let (object, kind, by) = (it.object(), *kind, ByEffect(true));
        let would = Proposal::PutCounters { object, arrived: Some(&arrived), kind, by };
        let (count, by, more) = replace_counters(play, *count, &would)?;
        rules = by.iter().fold(rules, Rules::and);
        let by_compleated = fewer && kind == CounterKind::LOYALTY;
        rules = if by_compleated { rules.and(cr!("702.150a")) } else { rules };
        also.extend(more);
        if count > 0 {
            changed.push((kind, count));
        }
    }
    // To be put on it is to be given to it as it enters, too.
    let rules =
        if changed == before { in_vain } else { in_vain.iter().fold(rules.and(cr!("122.6")), Rules::and) };
    *it.counters() = changed;
    Ok(rules)
}

/// What a permanent that enters says of counters that are put on it alone, which applies to those that it enters with; or what it says of
/// those that are put on a kind of permanents, which does not (614.12).
fn own(arrived: &Arrived, alone: bool) -> impl Iterator<Item = (Origin, &Replacement)> {
    let there = arrived.view.characteristics(&arrived.game, arrived.object);
    there.abilities.iter().filter_map(move |instance| {
        let replacement = instance.ability.as_replacement()?;
        let is_such = |event: &Event| matches!(event, Event::CountersPut(on, ..) if only_this(on) == alone);
        let is_such = if let Event::CausedBy(_, event) = &replacement.of {
            is_such(event)
        } else {
            is_such(&replacement.of)
        };
        is_such.then_some((instance.origin, replacement))
    })
}

/// By which rule something that a permanent which enters says of counters on a kind of permanents does not count for those that it enters with.
///
/// # Errors
/// If it asks for what can't be told.
fn own_effect_does_nothing(arrived: &Arrived, counters: &[(CounterKind, u32)]) -> Outcome<Rules> {
    let controller = arrived.view.controller(&arrived.game, arrived.object);
    for (origin, replacement) in own(arrived, false) {
        let frame = Frame::of_source(arrived.object, controller, origin);
        for (kind, count) in counters {
            let (object, kind, by) = (arrived.object, *kind, ByEffect(true));
            let would = Proposal::PutCounters { object, arrived: Some(arrived), kind, by };
            if applies(arrived.sight(), &frame, replacement, &would, *count)? {
                return Ok(Rules::of(&[cr!("614.12")]));
            }
        }
    }
    Ok(Rules::NONE)
}

/// The same as effects that could apply to what it would enter with.
///
/// # Errors
/// If one asks for what can't be told.
pub(super) fn of_what_enters(would: &Proposal<'_>, count: u32) -> Outcome<Vec<Applicable>> {
    let Proposal::PutCounters { object, arrived: Some(arrived), .. } = would else { return Ok(Vec::new()) };
    let controller = arrived.view.controller(&arrived.game, arrived.object);
    let mut found = Vec::new();
    let by_keyword = compleated::fewer(arrived);
    let all = own(arrived, true).map(|(origin, replacement)| (origin, replacement.clone())).chain(by_keyword);
    for (origin, replacement) in all {
        let frame = Frame::of_source(arrived.object, controller, origin);
        if applies(arrived.sight(), &frame, &replacement, would, count)? {
            let what = Effect::Said(Arc::new(replacement));
            found.push(Applicable { source: *object, controller, origin, shield: None, what });
        }
    }
    Ok(found)
}

fn replace_counters(play: &mut Play<'_>, count: u32, proposal: &Proposal<'_>) -> Outcome<Counted> {
    let Proposal::PutCounters { object, kind, .. } = *proposal else {
        return Ok((count, Rules::NONE, Vec::new()));
    };
    let (thing, would) = (Thing::Object(object), Would::Counters(kind, count));
    let affected = Affected { thing, preventable: false, would, rules: Rules::NONE };
    let mut state = State::default();
    let left = replace_on(play, affected, count, proposal, &mut state)?;
    Ok((left, state.rules_of_counting(), state.also))
}

/// How many tokens a player creates, after the effects that change that. What the tokens are as they enter is looked at
/// afterwards: that is an event within this one (616.1g).
///
/// # Errors
/// As [`counters`]; and if something else happens instead.
pub(in crate::engine) fn tokens(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    count: u32,
) -> Outcome<u32> {
    if count == 0 || !any(play, of_tokens)? {
        return Ok(count);
    }
    let (thing, would) = (Thing::Player(player), Would::Tokens(count));
    let affected = Affected { thing, preventable: false, would, rules: Rules::NONE };
    let (count, also) = replace(play, affected, count, &Proposal::CreateTokens(player, by_effect(cause)))?;
    if let Some(more) = also.first() {
        return Err(Halt::gap(more.frame.source, TOKENS_AND_MORE));
    }
    Ok(count)
}

/// How many cards a player who is to draw so many draws, after the effects that change that number, before any of the single draws is
/// looked at (121.2a); and which effects these were, which get no chance at what is drawn then (614.5).
///
/// # Errors
/// As [`counters`]; and if something else happens instead.
pub(in crate::engine) fn draws(
    play: &mut Play<'_>,
    player: PlayerId,
    count: u32,
) -> Outcome<(u32, Vec<Key>)> {
    if count == 0 || !any(play, of_draws)? {
        return Ok((count, play.drawing.clone()));
    }
    let (thing, would) = (Thing::Player(player), Would::Cards(count));
    let affected = Affected { thing, preventable: false, would, rules: Rules::of(&[cr!("121.2a")]) };
    let mut state = State::after(play.drawing.clone());
    let left = replace_on(play, affected, count, &Proposal::DrawCards(player), &mut state)?;
    Ok((left, state.applied))
}
