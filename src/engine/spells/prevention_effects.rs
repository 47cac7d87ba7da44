//! CR 615: Prevention Effects, and replacement effects (614) on how much damage is dealt and life gained or lost

use std::sync::Arc;

use crate::engine::additional::{keyword_abilities, keyword_actions::search::SEARCH};
use crate::engine::concepts::counters::protecting;
use crate::engine::concepts::damage;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::{players, select};
use crate::engine::reading::{Frame, Sight, conditions, quantities};
use crate::game::effects::ShieldKind;
use crate::game::{
    Answer, Cause, CauseKind, Change, Choice, ChoiceKind, EffectId, Item, ObjectId, Occasion, Options,
    Origin, PlayerId, Shield, Thing,
};
use crate::ir::event::{Damage, Step};
use crate::ir::{Ability, Duration, Event, Filter, Quantity, Replacement, ReplacementResult, Symbol};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note, What, Would};

use super::replacement_effects::{Applicable, Effect, Key, Pending, choose, drawing, use_up};

mod skipping;

pub(in crate::engine) use skipping::{all_skips, skips};

/// Some damage that would be dealt.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct DamageEvent {
    /// The source; nothing if nobody deals it.
    pub source: Option<ObjectId>,
    /// Who or what would be dealt it.
    pub to: Thing,
    /// How much.
    pub amount: u32,
    /// Whether it is combat damage.
    pub combat: bool,
    /// Whether it can be prevented (615.12).
    pub preventable: bool,
}

/// To whom how much of some damage is dealt after the effects that prevent or change it; what happens in addition is put to `also`.
///
/// # Errors
/// If several effects apply and nobody says which first (616.1), or one can't be played.
pub(in crate::engine) fn replace_damage(
    play: &mut Play<'_>,
    event: &DamageEvent,
    shares: &[(EffectId, u32)],
    also: &mut Vec<Pending>,
) -> Outcome<Vec<(Thing, u32)>> {
    let mut waiting = vec![(*event, State::default(), shares)];
    let mut dealt = Vec::new();
    while let Some((event, mut state, shares)) = waiting.pop() {
        let occasion = occasion_of(&event);
        let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| match of {
            Event::DealsDamage(damage) => is_such_damage(sight, frame, damage, &event),
            _ => Ok(false),
        };
        let DamageEvent { source, amount, combat, .. } = event;
        let would = Would::Damage { source, amount, combat };
        let affected =
            Affected { thing: event.to, preventable: event.preventable, shares, would, rules: Rules::NONE };
        let left = replace_on(play, affected, event.amount, &occasion, &fits, &mut state)?;
        also.append(&mut state.also);
        match state.redirected.take() {
            // Dealt to another, it is an event that other effects may apply to (616.2). What goes beyond a limit of the effect
            // is dealt where it would be.
            Some((to, part)) if left > 0 => {
                if left > part {
                    let rest =
                        State { results: state.results.clone(), ..State::after(state.applied.clone()) };
                    waiting.push((DamageEvent { amount: left - part, ..event }, rest, shares));
                }
                waiting.push((DamageEvent { to, amount: part.min(left), ..event }, state, &[]));
            }
            _ => dealt.push((event.to, left)),
        }
    }
    Ok(dealt)
}

/// How far the effects that change one event have come.
#[derive(Default)]
pub(super) struct State {
    pub(super) applied: Vec<Key>,
    /// The results of those that were applied.
    results: Vec<Arc<Replacement>>,
    pub(super) also: Vec<Pending>,
    /// To whom or what so much of the damage is dealt instead (614.9).
    redirected: Option<(Thing, u32)>,
}

impl State {
    /// Effects that have been applied before get no other chance (614.5).
    pub(super) fn after(applied: Vec<Key>) -> Self {
        Self { applied, ..Self::default() }
    }
}

fn occasion_of(event: &DamageEvent) -> Occasion {
    Occasion {
        objects: event.source.into_iter().collect(),
        others: event.to.object().into_iter().collect(),
        player: event.to.player(),
        ..Occasion::default()
    }
}

/// Who or what an event affects, and what was settled about it beforehand.
#[derive(Clone, Copy)]
pub(super) struct Affected<'a> {
    pub(super) thing: Thing,
    /// Whether it is damage that can be prevented (615.12).
    pub(super) preventable: bool,
    /// How much of this damage shields prevent whose points were shared out (615.7).
    pub(super) shares: &'a [(EffectId, u32)],
    /// What would happen, as it was proposed.
    pub(super) would: Would,
    /// The rules by which it would happen.
    pub(super) rules: Rules,
}

/// Where damage from several sources at once meets a shield that is too small for all of it, the affected player or the
/// permanent's controller chooses which damage it prevents (615.7). Says so for each damage.
///
/// # Errors
/// If nobody makes the choice, or it is between several shields as well.
pub(in crate::engine) fn share_shields(
    play: &mut Play<'_>,
    events: &[DamageEvent],
) -> Outcome<Vec<Vec<(EffectId, u32)>>> {
    let mut shares: Vec<Vec<(EffectId, u32)>> = vec![Vec::new(); events.len()];
    let limited: Vec<Shield> =
        play.game.shields().iter().filter(|shield| shield.damage.is_some()).cloned().collect();
    if events.len() < 2 {
        return Ok(shares);
    }
    next_times(play, events)?;
    for shield in limited {
        let (Some(most), ShieldKind::Replacement(replacement)) = (shield.damage, &shield.kind) else {
            continue;
        };
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let frame =
            Frame::of_source(shield.source, shield.controller, Origin::Rules(0)).bound(&shield.bindings);
        let mut met: Vec<usize> = Vec::new();
        for (index, event) in events.iter().enumerate() {
            let Event::DealsDamage(damage) = &replacement.of else { continue };
            if event.preventable && event.amount > 0 && is_such_damage(sight, &frame, damage, event)? {
                met.push(index);
            }
        }
        let among: Vec<DamageEvent> = met.iter().filter_map(|index| events.get(*index)).copied().collect();
        let total = among.iter().fold(0u32, |total, event| total.saturating_add(event.amount));
        let Some(first) = among.first().filter(|_| among.len() > 1 && total > most) else { continue };
        let sources: Vec<Item> = among.iter().filter_map(|event| event.source).map(Item::Object).collect();
        let one_recipient = among.iter().all(|event| event.to == first.to) && sources.len() == among.len();
        let shared_before =
            met.iter().any(|index| shares.get(*index).is_some_and(|shares| !shares.is_empty()));
        if !one_recipient || shared_before || replacement.only_if.is_some() {
            return Err(Halt::undecided(
                shield.source,
                "which of several damages shields prevent is a choice",
            ));
        }
        let player = match first.to {
            Thing::Player(player) => player,
            Thing::Object(object) => view.controller(&play.game, object),
        };
        let choice = Choice {
            player,
            kind: ChoiceKind::Divide,
            source: Some(shield.source),
            options: Options::Divide { amount: most, among: sources.into(), each: 0 },
            indifferent: false,
        };
        let Answer::Divided(prevented) = play.choose(choice, Rules::of(&[cr!("615.7")]))? else { continue };
        for ((index, event), prevented) in met.into_iter().zip(&among).zip(prevented) {
            if prevented > event.amount {
                let why = "the shield can't prevent more damage from a source than it would deal".to_owned();
                return Err(Halt::Answer(why));
            }
            if let Some(shares) = shares.get_mut(index) {
                shares.push((shield.id, prevented));
            }
        }
    }
    Ok(shares)
}

/// How much life a player gains or (negative) loses after the effects that change it, and what happens in addition.
///
/// # Errors
/// As [`replace_damage`].
pub(in crate::engine) fn replace_life(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    amount: i32,
) -> Outcome<(i32, Vec<Pending>)> {
    let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| match of {
        Event::GainsLife(who) if amount > 0 => Ok(players(sight, frame, who)?.contains(&player)),
        Event::LosesLife(who) if amount < 0 => Ok(players(sight, frame, who)?.contains(&player)),
        _ => Ok(false),
    };
    replace_life_change(play, (cause, cause.rules.first()), player, amount, &fits)
}

/// The event of paying life, where something is said to happen instead.
pub(super) const PAY_LIFE: Symbol = Symbol::literal("pay-life");

/// How much life a player pays where effects replace that, and what happens instead: the cost is paid all the same (118.11).
///
/// # Errors
/// As [`replace_damage`].
pub(in crate::engine) fn replace_payment(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    amount: i32,
) -> Outcome<(i32, Vec<Pending>)> {
    let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| match of {
        Event::Does(who, what) if *what == PAY_LIFE => Ok(players(sight, frame, who)?.contains(&player)),
        _ => Ok(false),
    };
    let rule = Some(cr!("118.11"));
    let (left, instead) = replace_life_change(play, (cause, rule), player, amount.saturating_neg(), &fits)?;
    Ok((left.saturating_neg(), instead))
}

/// A change of a player's life total by so much, after the effects on events that `fits` tells.
fn replace_life_change(
    play: &mut Play<'_>,
    (cause, rule): (Cause, Option<RuleId>),
    player: PlayerId,
    amount: i32,
    fits: &Fits<'_>,
) -> Outcome<(i32, Vec<Pending>)> {
    let occasion = Occasion { player: Some(player), ..Occasion::default() };
    let rules = rule.map_or(Rules::NONE, Rules::from);
    let (thing, would) = (Thing::Player(player), Would::Life(amount, cause.kind));
    let affected = Affected { thing, preventable: false, shares: &[], would, rules };
    let (left, also) = replace(play, affected, amount.unsigned_abs(), &occasion, fits)?;
    let left = i32::try_from(left).unwrap_or(i32::MAX);
    Ok((if amount < 0 { left.saturating_neg() } else { left }, also))
}

/// How many cards from the top a player searches instead of a whole library, if an effect says so (701.23f).
///
/// # Errors
/// As [`replace_damage`].
pub(in crate::engine) fn replace_search(play: &mut Play<'_>, player: PlayerId) -> Outcome<Option<u32>> {
    let occasion = Occasion { player: Some(player), ..Occasion::default() };
    let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| match of {
        Event::Does(who, what) if *what == SEARCH => Ok(players(sight, frame, who)?.contains(&player)),
        _ => Ok(false),
    };
    let thing = Thing::Player(player);
    let affected =
        Affected { thing, preventable: false, shares: &[], would: Would::Search, rules: Rules::NONE };
    let whole = u32::MAX;
    let (left, also) = replace(play, affected, whole, &occasion, &fits)?;
    if !also.is_empty() {
        return Err(Halt::undecided(None, "it does something else as a library is searched"));
    }
    Ok((left < whole).then_some(left))
}

/// What happens instead if effects replace a player's losing the game (104.3); nothing if they lose it.
///
/// # Errors
/// As [`replace_damage`].
pub(in crate::engine) fn replace_loss(
    play: &mut Play<'_>,
    player: PlayerId,
    rules: Rules,
) -> Outcome<Option<Vec<Pending>>> {
    let occasion = Occasion { player: Some(player), ..Occasion::default() };
    let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| match of {
        Event::LosesGame(who) => Ok(players(sight, frame, who)?.contains(&player)),
        _ => Ok(false),
    };
    // Several rules that would have the same result are replaced together (704.7).
    let rules = if rules.len() > 1 { Rules::of(&[cr!("704.7")]) } else { rules };
    let thing = Thing::Player(player);
    let affected = Affected { thing, preventable: false, shares: &[], would: Would::LoseGame, rules };
    let (left, also) = replace(play, affected, 1, &occasion, &fits)?;
    Ok((left == 0).then_some(also))
}

/// Whether the event that an effect speaks of is the one that would happen.
pub(super) type Fits<'a> = dyn Fn(Sight<'_>, &Frame, &Event) -> Outcome<bool> + 'a;

/// Lets effects change the number one after another, each at most once (614.5, 616.1f).
pub(super) fn replace(
    play: &mut Play<'_>,
    affected: Affected<'_>,
    amount: u32,
    occasion: &Occasion,
    fits: &Fits<'_>,
) -> Outcome<(u32, Vec<Pending>)> {
    let mut state = State::default();
    let left = replace_on(play, affected, amount, occasion, fits, &mut state)?;
    Ok((left, state.also))
}

pub(super) fn replace_on(
    play: &mut Play<'_>,
    affected: Affected<'_>,
    amount: u32,
    occasion: &Occasion,
    fits: &Fits<'_>,
    state: &mut State,
) -> Outcome<u32> {
    let mut left = amount;
    while left > 0 && state.redirected.is_none() {
        play.tick("replacement effects apply to one event again and again")?;
        let mut found = applicable(play, occasion, left, fits)?;
        if let (Would::Damage { .. }, Thing::Object(object)) = (affected.would, affected.thing)
            && let Some((origin, replacement)) = protecting::against_damage(&play.game, object)
        {
            let controller = play.view()?.controller(&play.game, object);
            let what = Effect::Said(Arc::new(replacement));
            found.push(Applicable { source: object, controller, origin, shield: None, what });
        }
        found.retain(|effect| {
            !state.applied.contains(&effect.key())
                && !affected
                    .shares
                    .iter()
                    .any(|(shield, share)| effect.shield == Some(*shield) && *share == 0)
        });
        let Some(chosen) = choose(play, affected.thing, found)? else { break };
        state.applied.push(chosen.key());
        apply(play, &chosen, affected, occasion, &mut left, state)?;
    }
    Ok(left)
}

/// The life total to which damage reduces a player's instead, if an effect says so of what it would be reduced to (120.4c).
///
/// # Errors
/// If several effects apply and nobody says which first, or one can't be played.
pub(in crate::engine) fn replace_life_total(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    (change, after): (i32, i32),
) -> Outcome<Option<i32>> {
    let found = holding(play, player, after)?;
    let Some(chosen) = choose(play, Thing::Player(player), found)? else { return Ok(None) };
    let Effect::Said(replacement) = &chosen.what else { return Ok(None) };
    let ReplacementResult::Amount(total) = &replacement.result else {
        return Err(Halt::undecided(chosen.source, "it replaces an event in a way that can't be played"));
    };
    let view = play.view()?;
    let frame = Frame::of_source(chosen.source, chosen.controller, chosen.origin);
    let total = quantities::value(Sight { game: &play.game, view: &view }, &frame, total)?;
    let would = Would::Life(change, cause.kind);
    record(play, &chosen, Thing::Player(player), would, Rules::of(&[cr!("614.1a"), cr!("120.4c")]));
    use_up(play, &chosen);
    Ok(Some(total))
}

/// The effects that say something of damage that would reduce a player's life total to this.
fn holding(play: &mut Play<'_>, player: PlayerId, after: i32) -> Outcome<Vec<Applicable>> {
    let occasion = Occasion { player: Some(player), ..Occasion::default() };
    let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| match of {
        Event::DamageReducesLife(who, below) => {
            Ok(after < *below && players(sight, frame, who)?.contains(&player))
        }
        _ => Ok(false),
    };
    applicable(play, &occasion, after.max(0).unsigned_abs(), &fits)
}

/// Whether an effect says something of damage that would reduce a player's life total to this.
///
/// # Errors
/// If that can't be told.
pub(in crate::engine) fn is_held(play: &mut Play<'_>, player: PlayerId, after: i32) -> Outcome<bool> {
    Ok(!holding(play, player, after)?.is_empty())
}

/// Refuses to say what becomes of damage that one source would deal to several at once, where a shield is for the next time that it
/// deals damage.
///
/// # Errors
/// If there is such damage.
fn next_times(play: &mut Play<'_>, events: &[DamageEvent]) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for shield in play.game.shields().iter().filter(|shield| shield.uses.is_some() && shield.damage.is_none())
    {
        let ShieldKind::Replacement(replacement) = &shield.kind else { continue };
        let Event::DealsDamage(damage) = &replacement.of else { continue };
        let frame =
            Frame::of_source(shield.source, shield.controller, Origin::Rules(0)).bound(&shield.bindings);
        let mut met = 0;
        for event in events.iter().filter(|event| event.amount > 0) {
            met += usize::from(is_such_damage(sight, &frame, damage, event)?);
        }
        if met > 1 {
            return Err(Halt::undecided(shield.source, "the next damage is dealt to several at once"));
        }
    }
    Ok(())
}

/// The effects that would change the event, static ones and those that a spell or ability made.
pub(super) fn applicable(
    play: &mut Play<'_>,
    occasion: &Occasion,
    left: u32,
    fits: &Fits<'_>,
) -> Outcome<Vec<Applicable>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut found = Vec::new();
    let mut look = |frame: &Frame, replacement: &Replacement, shield| -> Outcome {
        if !fits(sight, frame, &replacement.of)? {
            return Ok(());
        }
        if let Some(condition) = &replacement.only_if {
            let occasion = Occasion { amount: left, ..occasion.clone() };
            if !conditions::holds(sight, &frame.clone().with_occasion(occasion.into()), condition)? {
                return Ok(());
            }
        }
        found.push(Applicable {
            source: frame.source,
            controller: frame.controller,
            origin: frame.origin,
            shield,
            what: Effect::Said(Arc::new(replacement.clone())),
        });
        Ok(())
    };
    for at in &view.replacements {
        let Some(instance) = view.ability(&play.game, *at) else { continue };
        let Ability::Replacement(replacement) = &*instance.ability else { continue };
        let controller = view.controller(&play.game, at.object);
        look(&Frame::of_source(at.object, controller, instance.origin), replacement, None)?;
    }
    for shield in play.game.shields() {
        if let ShieldKind::Replacement(replacement) = &shield.kind {
            let frame = Frame::of_source(shield.source, shield.controller, Origin::Rules(0));
            look(&frame.bound(&shield.bindings), replacement, Some(shield.id))?;
        }
    }
    Ok(found)
}

fn is_such_damage(sight: Sight<'_>, frame: &Frame, damage: &Damage, event: &DamageEvent) -> Outcome<bool> {
    if damage.combat.is_some_and(|wanted| wanted != event.combat) {
        return Ok(false);
    }
    let source_fits = match event.source {
        Some(source) => matches(sight, frame, &damage.source, source)?,
        None => damage.source == Filter::EVERYTHING,
    };
    Ok(source_fits
        && match (event.to, &damage.player, &damage.object) {
            (_, None, None) => true,
            (Thing::Player(player), Some(who), _) => players(sight, frame, who)?.contains(&player),
            (Thing::Object(object), _, Some(filter)) => matches(sight, frame, filter, object)?,
            _ => false,
        })
}

fn apply(
    play: &mut Play<'_>,
    effect: &Applicable,
    affected: Affected<'_>,
    occasion: &Occasion,
    left: &mut u32,
    state: &mut State,
) -> Outcome {
    let Effect::Said(replacement) = &effect.what else { return Ok(()) };
    let also = &mut state.also;
    // One that does the same has changed the event before, and will not be asked again.
    let again = state.results.iter().any(|earlier| earlier.result == replacement.result);
    state.results.push(replacement.clone());
    let shield = play.game.shields().iter().find(|shield| Some(shield.id) == effect.shield).cloned();
    let mut frame = Frame::of_source(effect.source, effect.controller, effect.origin);
    if let Some(shield) = &shield {
        frame = frame.bound(&shield.bindings);
    }
    let with = |amount: u32| frame.clone().with_occasion(Occasion { amount, ..occasion.clone() }.into());
    if let Some(who) = &replacement.may
        && !drawing::would_rather(play, effect, who, &with(*left))?
    {
        return Ok(());
    }
    let number = |play: &mut Play<'_>, frame: &Frame, quantity: &Quantity| {
        let view = play.view()?;
        quantities::amount(Sight { game: &play.game, view: &view }, frame, quantity)
    };
    // How much of this damage is a shield's that is for so much in all.
    let most_of = |shield: &Shield| {
        let share = affected.shares.iter().find(|(its, _)| *its == shield.id).map(|(_, share)| *share);
        shield.damage.unwrap_or(u32::MAX).min(share.unwrap_or(u32::MAX))
    };
    match &replacement.result {
        ReplacementResult::Prevent { amount, then } => {
            // It is applied all the same, prevents nothing, and is not used up; what else it does is done (615.12).
            if !affected.preventable {
                let own = protecting::rule(effect.origin);
                let rules = own.into_iter().fold(Rules::of(&[cr!("615.12")]), Rules::and);
                let note = Note::PreventsNothing(effect.source, affected.thing);
                play.note(Level::Default, CauseKind::Replacement(effect.source), rules, note);
                if !then.is_empty() {
                    let mut frame = with(0);
                    frame.within = Some(cr!("615.12"));
                    also.push(Pending { frame, instructions: then.clone() });
                }
                return Ok(());
            }
            let (most, rule) = match (shield.as_ref().filter(|shield| shield.damage.is_some()), amount) {
                (Some(shield), _) => (most_of(shield), cr!("615.7")),
                (None, Some(amount)) => (number(play, &with(*left), amount)?, cr!("615.10")),
                (None, None) => (u32::MAX, protecting::rule(effect.origin).unwrap_or(cr!("615.6"))),
            };
            let prevented = most.min(*left);
            if prevented == 0 {
                return Ok(());
            }
            *left -= prevented;
            let would = match affected.would {
                Would::Damage { source, combat, .. } => {
                    Would::Prevented { source, amount: prevented, combat }
                }
                other => other,
            };
            let rules = Rules::of(&[cr!("615.1a"), rule]);
            record(play, effect, affected.thing, would, rules);
            match shield {
                Some(Shield { id, damage: Some(_), .. }) => {
                    let cause = Cause::new(CauseKind::Replacement(effect.source), cr!("615.7"));
                    play.change(cause, Level::Hidden, Change::UseShield(id, prevented));
                }
                _ => use_up(play, effect),
            }
            if !then.is_empty() {
                // What the effect does besides is no modified event: it follows the prevention at once.
                let mut frame = with(prevented);
                frame.within = Some(cr!("615.5"));
                also.push(Pending { frame, instructions: then.clone() });
            }
            return Ok(());
        }
        ReplacementResult::Amount(quantity) => *left = number(play, &with(*left), quantity)?,
        ReplacementResult::Nothing => *left = 0,
        ReplacementResult::Instead(instructions) => {
            also.push(Pending { frame: with(*left), instructions: instructions.clone() });
            *left = 0;
        }
        ReplacementResult::Also(instructions) => {
            also.push(Pending { frame: with(*left), instructions: instructions.clone() });
        }
        ReplacementResult::Redirect(to) if matches!(affected.would, Would::Damage { .. }) => {
            let view = play.view()?;
            let sight = Sight { game: &play.game, view: &view };
            let to = match select(sight, &with(*left), to)?.as_slice() {
                [to] => *to,
                _ => return Err(Halt::undecided(effect.source, "it redirects damage to several or none")),
            };
            // What is there no more, or can't be dealt damage, keeps nothing from being dealt it (614.9).
            if !damage::can_be_damaged(play, to)? || to == affected.thing {
                return Ok(());
            }
            let part = shield.as_ref().map_or(u32::MAX, most_of).min(*left);
            if part == 0 {
                return Ok(());
            }
            state.redirected = Some((to, part));
            let would = match affected.would {
                Would::Damage { source, combat, .. } => Would::Damage { source, amount: part, combat },
                other => other,
            };
            record(play, effect, affected.thing, would, Rules::of(&[cr!("614.9")]));
            match shield {
                Some(Shield { id, damage: Some(_), .. }) => {
                    let cause = Cause::new(CauseKind::Replacement(effect.source), cr!("614.9"));
                    play.change(cause, Level::Hidden, Change::UseShield(id, part));
                }
                _ => use_up(play, effect),
            }
            return Ok(());
        }
        ReplacementResult::Redirect(_) => {
            return Err(Halt::undecided(effect.source, "it redirects what is no damage"));
        }
        ReplacementResult::To(_)
        | ReplacementResult::ShuffleIntoLibrary
        | ReplacementResult::BottomOfLibrary { .. }
        | ReplacementResult::Under(_)
        | ReplacementResult::Enters(_) => {
            return Err(Halt::undecided(effect.source, "it replaces an event in a way that can't be played"));
        }
    }
    let skips = matches!((affected.would, &replacement.result), (Would::Draw, ReplacementResult::Nothing));
    let rule = match *left {
        0 if skips => cr!("614.10"),
        0 => cr!("614.6"),
        _ => cr!("614.1a"),
    };
    let rules = affected.rules.iter().fold(Rules::NONE.and(rule), Rules::and);
    let rules = if again && *left > 0 { rules.and(cr!("614.5")) } else { rules };
    record(play, effect, affected.thing, affected.would, rules);
    use_up(play, effect);
    Ok(())
}

fn record(play: &mut Play<'_>, effect: &Applicable, affected: Thing, would: Would, rules: Rules) {
    let what = What::Replaced(affected, effect.source, would);
    let rules = if play.replacing > 0 { rules.and(cr!("616.2")) } else { rules };
    play.record(Level::Default, CauseKind::Replacement(effect.source), rules, what);
}

/// Makes a replacement or prevention effect that lasts until it is used up or the turn ends (614.3, 615.3).
///
/// # Errors
/// If it lasts for another time, or asks for what can't be told.
pub(in crate::engine) fn begin(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    replacement: &Replacement,
    duration: &Duration,
    uses: Option<u32>,
    damage: Option<u32>,
) -> Outcome {
    let skippable = [Step::Turn, Step::Untap, Step::Upkeep, Step::Draw, Step::Combat];
    let skips_turn = matches!(&replacement.of, Event::Begins(step, _) if skippable.contains(step))
        && replacement.result == ReplacementResult::Nothing
        && *duration == Duration::Forever;
    // What is about a particular object ends with it, for no other is ever that object (400.7).
    let of_object = match &replacement.of {
        Event::Moves(moves) => matches!(moves.what, Filter::Among(_)),
        _ => false,
    };
    let lasts = *duration == Duration::EndOfTurn || of_object && *duration == Duration::Forever;
    let played = lasts && super::replacement_effects::is_played(&replacement.of);
    if !(skips_turn || played) {
        return Err(Halt::undecided(frame.source, "it makes a shield that headjudge does not play yet"));
    }
    let shield = Shield {
        keyword: play.keyword(frame.source, frame.origin).and_then(keyword_abilities::rule_of),
        id: play.game.next_effect(),
        source: frame.source,
        controller: frame.controller,
        protects: None,
        kind: ShieldKind::Replacement(Arc::new(replacement.clone())),
        since_turn: play.game.turn().number,
        duration: duration.clone(),
        uses,
        damage,
        bindings: frame.bindings(),
    };
    // One for each of several objects (615.11).
    let cause = if frame.current.is_some() { cause.by(cr!("615.11")) } else { cause };
    play.change(cause, Level::Default, Change::AddShield(Box::new(shield)));
    note_too_late(play, frame, replacement);
    Ok(())
}

/// Damage that a target of a prevention effect has been dealt already stays where it is (615.4).
fn note_too_late(play: &mut Play<'_>, frame: &Frame, replacement: &Replacement) {
    if !matches!(replacement.result, ReplacementResult::Prevent { .. }) || frame.current.is_some() {
        return;
    }
    let targets = frame.announced.iter().flat_map(|announced| announced.targets.iter().flatten());
    let damaged = |object: &ObjectId| {
        let its = play.game.object(*object);
        its.on_battlefield() && its.damage > 0
    };
    let late: Vec<ObjectId> = targets.filter_map(|target| target.object()).filter(damaged).collect();
    for object in late {
        let rules = Rules::of(&[cr!("615.4")]);
        play.note(Level::Default, CauseKind::Ability(frame.source), rules, Note::DamageStays(object));
    }
}
