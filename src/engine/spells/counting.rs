//! CR 614: Replacement Effects. Effects that change how many counters are put on something, or how many tokens are created (614.16).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::game::effects::ShieldKind;
use crate::game::{Cause, CauseKind, ObjectId, Occasion, PlayerId, Shield, Thing};
use crate::ir::{CounterKind, Event, Filter, Players};
use crate::rules::Rules;
use crate::trace::Would;

use super::prevention_effects::{Affected, State, replace, replace_on};
use super::replacement_effects::{Coming, Pending, TOKENS_AND_MORE};

/// How many counters are put, by which rules effects have changed that, and what happens in addition.
pub(in crate::engine) type Counted = (u32, Rules, Vec<Pending>);

/// Whether any effect changes how many counters are put somewhere, or how many tokens are created.
fn any(play: &mut Play<'_>, is_such: fn(&Event) -> bool) -> Outcome<bool> {
    // Those that a spell or ability has made are as good as static ones.
    let made = |shield: &Shield| matches!(&shield.kind, ShieldKind::Replacement(it) if is_such(&it.of));
    if play.game.shields().iter().any(made) {
        return Ok(true);
    }
    let view = play.view()?;
    Ok(view
        .replacements
        .iter()
        .filter_map(|at| view.ability(&play.game, *at))
        .any(|instance| instance.ability.as_replacement().is_some_and(|it| is_such(&it.of))))
}

fn of_counters(event: &Event) -> bool {
    if let Event::CausedBy(_, event) = event {
        return of_counters(event);
    }
    matches!(event, Event::CountersPut(..))
}

fn of_tokens(event: &Event) -> bool {
    if let Event::CausedBy(_, event) = event {
        return of_tokens(event);
    }
    matches!(event, Event::Creates(..))
}

/// Whether headjudge lets effects change these numbers as the event says it.
pub(super) fn is_played(event: &Event) -> bool {
    if let Event::CausedBy(Players::Each, event) = event {
        return !matches!(**event, Event::CausedBy(..))
            && (of_counters(event) || of_tokens(event))
            && is_played(event);
    }
    matches!(event, Event::CountersPut(..))
        || matches!(event, Event::Creates(_, what) if *what == Filter::EVERYTHING)
}

/// Whether it is an effect that does it, rather than a cost or a rule (614.16).
pub(in crate::engine) const fn by_effect(cause: Cause) -> bool {
    matches!(cause.kind, CauseKind::Resolution(..) | CauseKind::Ability(_) | CauseKind::Replacement(_))
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
    effect: bool,
) -> Outcome<Counted> {
    // Effects that change it speak of permanents, and of what enters (122.6).
    if !play.game.object(object).on_battlefield() || !any(play, of_counters)? {
        return Ok((count, Rules::NONE, Vec::new()));
    }
    let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| {
        is_put_on(frame, of, effect, kind, &|frame, what| matches(sight, frame, what, object))
    };
    replace_counters(play, object, (kind, count), &fits)
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
    if it.counters().is_empty() || !any(play, of_counters)? {
        return Ok(Rules::NONE);
    }
    let arrived = it.arrived(&play.game)?;
    let before = it.counters().clone();
    // It enters with them by replacement effects (614.1c), those of its type among them.
    let mut rules = Rules::NONE;
    let mut changed: Vec<(CounterKind, u32)> = Vec::with_capacity(before.len());
    for (kind, count) in &before {
        let fits = |_: Sight<'_>, frame: &Frame, of: &Event| {
            is_put_on(frame, of, true, *kind, &|frame, what| arrived.is(frame, what))
        };
        let (count, by, more) = replace_counters(play, it.object(), (*kind, *count), &fits)?;
        rules = by.iter().fold(rules, Rules::and);
        also.extend(more);
        if count > 0 {
            changed.push((*kind, count));
        }
    }
    let rules = if changed == before { Rules::NONE } else { rules };
    *it.counters() = changed;
    Ok(rules)
}

fn replace_counters(
    play: &mut Play<'_>,
    object: ObjectId,
    (kind, count): (CounterKind, u32),
    fits: &dyn Fn(Sight<'_>, &Frame, &Event) -> Outcome<bool>,
) -> Outcome<Counted> {
    let occasion = Occasion::of(object);
    let (thing, would) = (Thing::Object(object), Would::Counters(kind, count));
    let affected = Affected { thing, preventable: false, would, rules: Rules::NONE };
    let mut state = State::default();
    let left = replace_on(play, affected, count, &occasion, fits, &mut state)?;
    Ok((left, state.rules_of_counting(), state.also))
}

fn is_put_on(
    frame: &Frame,
    of: &Event,
    effect: bool,
    kind: CounterKind,
    is: &dyn Fn(&Frame, &Filter) -> Outcome<bool>,
) -> Outcome<bool> {
    if let Event::CausedBy(Players::Each, event) = of
        && effect
    {
        return is_put_on(frame, event, effect, kind, is);
    }
    let Event::CountersPut(what, wanted) = of else { return Ok(false) };
    Ok(wanted.is_none_or(|wanted| wanted == kind) && is(frame, what)?)
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
    let effect = by_effect(cause);
    let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| creates(sight, frame, of, effect, player);
    let occasion = Occasion { player: Some(player), ..Occasion::default() };
    let (thing, would) = (Thing::Player(player), Would::Tokens(count));
    let affected = Affected { thing, preventable: false, would, rules: Rules::NONE };
    let (count, also) = replace(play, affected, count, &occasion, &fits)?;
    if let Some(more) = also.first() {
        return Err(Halt::gap(more.frame.source, TOKENS_AND_MORE));
    }
    Ok(count)
}

fn creates(sight: Sight<'_>, frame: &Frame, of: &Event, effect: bool, player: PlayerId) -> Outcome<bool> {
    if let Event::CausedBy(Players::Each, event) = of
        && effect
    {
        return creates(sight, frame, event, effect, player);
    }
    let Event::Creates(who, _) = of else { return Ok(false) };
    Ok(players(sight, frame, who)?.contains(&player))
}
