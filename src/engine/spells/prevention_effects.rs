//! CR 615: Prevention Effects, and replacement effects (614) on how much damage is dealt and life gained or lost

use std::sync::Arc;

use crate::engine::additional::keyword_abilities::{self, protection};
use crate::engine::concepts::counters::protecting;
use crate::engine::concepts::damage;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::proposal::{DamageEvent, Proposal};
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::game::effects::ShieldKind;
use crate::game::{Cause, CauseKind, Change, Occasion, Origin, Shield, Thing};
use crate::ir::{Ability, Event, Filter, Quantity, Replacement, ReplacementResult};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Forbidden, Level, Note, What, Would};

use super::replacement_effects::{
    Applicable, Effect, IN_SUCH_A_WAY, Key, Pending, Used, applies, choose, drawing, gap_of_result,
    rule_based,
};

mod of_players;
mod shields;
mod simultaneous;
mod skipping;

pub(in crate::engine) use of_players::{
    could_be_replaced, is_held, replace_life, replace_life_total, replace_loss, replace_payment,
    replace_search,
};
pub(in crate::engine) use shields::{begin, gap_of_shield};
pub(in crate::engine) use simultaneous::replace_damage;
use simultaneous::{is_shared, redirects_nothing};
pub(in crate::engine) use skipping::{all_skips, skips};

/// How far the effects that change one event have come.
#[derive(Default)]
pub(super) struct State {
    pub(super) applied: Vec<Key>,
    /// The results of those that were applied.
    results: Vec<Arc<Replacement>>,
    pub(super) also: Vec<Pending>,
    /// To whom or what so much of the damage is dealt instead (614.9).
    redirected: Option<(Thing, u32)>,
    /// The effects that have replaced it.
    used: Used,
    /// The shield for so much in all that is to be applied next, and waits until all the damage that it is applied to has come as far.
    waiting: Option<Applicable>,
}

impl State {
    /// The rules by which effects have changed how many counters or tokens there are: by an effect (614.16), or however it comes about (614.1a).
    pub(super) fn rules_of_counting(&self) -> Rules {
        self.results.iter().fold(Rules::NONE, |rules, applied| rules.and(rule_of_counting(&applied.of)))
    }

    /// Effects that have been applied before get no other chance (614.5).
    pub(super) fn after(applied: Vec<Key>) -> Self {
        Self { applied, ..Self::default() }
    }
}

/// Who or what an event affects, and what was settled about it beforehand.
#[derive(Clone, Copy)]
pub(super) struct Affected {
    pub(super) thing: Thing,
    /// Whether it is damage that can be prevented (615.12).
    pub(super) preventable: bool,
    /// What would happen, as it was proposed.
    pub(super) would: Would,
    /// The rules by which it would happen.
    pub(super) rules: Rules,
}

/// Lets effects change the number one after another, each at most once (614.5, 616.1f).
pub(super) fn replace(
    play: &mut Play<'_>,
    affected: Affected,
    amount: u32,
    proposal: &Proposal<'_>,
) -> Outcome<(u32, Vec<Pending>)> {
    let mut state = State::default();
    let left = replace_on(play, affected, amount, proposal, &mut state)?;
    state.used.up(play);
    Ok((left, state.also))
}

pub(super) fn replace_on(
    play: &mut Play<'_>,
    affected: Affected,
    amount: u32,
    proposal: &Proposal<'_>,
    state: &mut State,
) -> Outcome<u32> {
    let mut left = amount;
    while left > 0 && state.redirected.is_none() {
        play.tick("replacement effects apply to one event again and again")?;
        let mut found = applicable(play, proposal, left)?;
        if let (Would::Damage { .. }, Thing::Object(object)) = (affected.would, affected.thing)
            && let Some((origin, replacement)) = protecting::against_damage(&play.game, object)
        {
            let controller = play.view()?.controller(&play.game, object);
            let what = Effect::Said(Arc::new(replacement));
            found.push(Applicable { source: object, controller, origin, shield: None, what });
        }
        found.extend(protecting_from(play, affected, &found, state)?);
        found.retain(|effect| !state.applied.contains(&effect.key()));
        let Some(chosen) = choose(play, affected.thing, found)? else { break };
        state.applied.push(chosen.key());
        if is_shared(play, &chosen, affected) && !redirects_nothing(play, &chosen)? {
            state.waiting = Some(chosen);
            break;
        }
        apply(play, &chosen, affected, proposal, u32::MAX, &mut left, state)?;
    }
    Ok(left)
}

/// Whether an effect would do something else with the damage than only prevent it.
///
/// # Errors
/// If one asks for what can't be told.
pub(in crate::engine) fn compete(play: &mut Play<'_>, event: &DamageEvent) -> Outcome<bool> {
    let shielded = event.to.object().and_then(|object| protecting::against_damage(&play.game, object));
    let only_prevents = |effect: &Applicable| {
        matches!(&effect.what, Effect::Said(said)
            if matches!(&said.result, ReplacementResult::Prevent { then, .. } if then.is_empty()))
    };
    let found = applicable(play, &Proposal::Damage(*event), event.amount)?;
    Ok(shielded.is_some() || !found.iter().all(only_prevents))
}

/// The protection that would prevent the damage, where other effects would change it too.
fn protecting_from(
    play: &mut Play<'_>,
    affected: Affected,
    others: &[Applicable],
    state: &State,
) -> Outcome<Option<Applicable>> {
    let Would::Damage { source: Some(source), .. } = affected.would else { return Ok(None) };
    if !affected.preventable || others.is_empty() && state.applied.is_empty() {
        return Ok(None);
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let found = protection::against_damage(sight, source, affected.thing)?;
    Ok(found.map(|(rule, object)| {
        let controller = view.controller(&play.game, object);
        rule_based(object, controller, Effect::Protection(rule))
    }))
}

/// The effects that would change the event, static ones and those that a spell or ability made.
pub(super) fn applicable(
    play: &mut Play<'_>,
    proposal: &Proposal<'_>,
    left: u32,
) -> Outcome<Vec<Applicable>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut found = Vec::new();
    let mut look = |frame: &Frame, replacement: &Replacement, shield| -> Outcome {
        if !applies(sight, frame, replacement, proposal, left)? {
            return Ok(());
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
            let frame = Frame::of_source(shield.source, shield.controller, Origin::NONE);
            look(&frame.bound(&shield.bindings), replacement, Some(shield.id))?;
        }
    }
    Ok(found)
}

/// Whether a prevention effect is about the damage of a particular source, so that one that lasts for so many times is for the next
/// times that it would deal damage (615.8).
pub(in crate::engine) fn is_of_a_source(replacement: &Replacement) -> bool {
    matches!(&replacement.of, Event::DealsDamage(damage) if matches!(damage.source, Filter::Among(_)))
}

/// Applies an effect; a shield for so much in all to so much of the event at most as is its share.
fn apply(
    play: &mut Play<'_>,
    effect: &Applicable,
    affected: Affected,
    proposal: &Proposal<'_>,
    share: u32,
    left: &mut u32,
    state: &mut State,
) -> Outcome {
    if let (Effect::Protection(rule), Would::Damage { source, .. }) = (&effect.what, affected.would) {
        let note = Note::Cant(Forbidden::Damage, affected.thing, source);
        play.note(Level::Default, CauseKind::Replacement(effect.source), Rules::NONE.and(*rule), note);
        *left = 0;
    }
    let Effect::Said(replacement) = &effect.what else { return Ok(()) };
    // What others have made of the event (616.1f).
    let affected = Affected { would: affected.would.with_amount(*left), ..affected };
    // One that does the same has changed the event before, and will not be asked again.
    let again = state.results.iter().any(|earlier| earlier.result == replacement.result);
    state.results.push(replacement.clone());
    let shield = play.game.shields().iter().find(|shield| Some(shield.id) == effect.shield).cloned();
    let mut frame = Frame::of_source(effect.source, effect.controller, effect.origin);
    if let Some(shield) = &shield {
        frame = frame.bound(&shield.bindings);
    }
    let with = |amount: u32| frame.clone().with_occasion(Occasion { amount, ..proposal.occasion() }.into());
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
    let most_of = |shield: &Shield| shield.damage.unwrap_or(u32::MAX).min(share);
    match &replacement.result {
        ReplacementResult::Prevent { .. } if !matches!(affected.would, Would::Damage { .. }) => {
            return Err(Halt::gap(effect.source, IN_SUCH_A_WAY));
        }
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
                    state.also.push(Pending { frame, instructions: then.clone(), links: None });
                }
                return Ok(());
            }
            let counts_times = shield.as_ref().is_some_and(|shield| shield.uses.is_some());
            let (most, rule) = match (shield.as_ref().filter(|shield| shield.damage.is_some()), amount) {
                (Some(shield), _) => (most_of(shield), cr!("615.7")),
                (None, Some(amount)) => (number(play, &with(*left), amount)?, cr!("615.10")),
                // The whole of it, however much that is.
                (None, None) if counts_times && is_of_a_source(replacement) => (u32::MAX, cr!("615.8")),
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
            // What a keyword prevents it prevents by its own rule.
            let keyword = play.keyword(effect.source, effect.origin).and_then(keyword_abilities::rule_of);
            let rules = keyword.into_iter().fold(Rules::of(&[cr!("615.1a"), rule]), Rules::and);
            record(play, effect, affected.thing, would, rules);
            match shield {
                Some(Shield { id, damage: Some(_), .. }) => {
                    let cause = Cause::new(CauseKind::Replacement(effect.source), cr!("615.7"));
                    play.change(cause, Level::Hidden, Change::UseShield(id, prevented));
                }
                _ => state.used.apply(play, effect),
            }
            if !then.is_empty() {
                // What the effect does besides is no modified event: it follows the prevention at once.
                let mut frame = with(prevented);
                frame.within = Some(cr!("615.5"));
                state.also.push(Pending { frame, instructions: then.clone(), links: None });
            }
            return Ok(());
        }
        ReplacementResult::Amount(quantity) => *left = number(play, &with(*left), quantity)?,
        ReplacementResult::Nothing => *left = 0,
        ReplacementResult::Instead(instructions) => {
            state.also.push(Pending { frame: with(*left), instructions: instructions.clone(), links: None });
            *left = 0;
        }
        ReplacementResult::Also(instructions) => {
            state.also.push(Pending { frame: with(*left), instructions: instructions.clone(), links: None });
        }
        ReplacementResult::Redirect(to) if matches!(affected.would, Would::Damage { .. }) => {
            let view = play.view()?;
            let sight = Sight { game: &play.game, view: &view };
            let to = match select(sight, &with(*left), to)?.as_slice() {
                [to] => *to,
                _ => return Err(Halt::undecided(effect.source, "it redirects damage to several or none")),
            };
            if to == affected.thing {
                return Ok(());
            }
            // What is there no more, or can't be dealt damage, keeps nothing from being dealt it.
            if !damage::can_be_damaged(play, to)? {
                let note = Note::RedirectsNothing(effect.source, affected.thing, to);
                let rules = Rules::of(&[cr!("614.9")]);
                play.note(Level::Default, CauseKind::Replacement(effect.source), rules, note);
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
                _ => state.used.apply(play, effect),
            }
            return Ok(());
        }
        ReplacementResult::Redirect(_) => {
            return Err(Halt::gap(effect.source, gap_of_result(replacement).unwrap_or_default()));
        }
        ReplacementResult::To { .. } | ReplacementResult::Under(_) | ReplacementResult::Enters(_) => {
            return Err(Halt::gap(effect.source, IN_SUCH_A_WAY));
        }
    }
    let skips = matches!((affected.would, &replacement.result), (Would::Draw, ReplacementResult::Nothing));
    let rule = match *left {
        0 if skips => cr!("614.10"),
        0 => cr!("614.6"),
        _ => cr!("614.1a"),
    };
    let rules = affected.rules.iter().fold(Rules::NONE.and(rule), Rules::and);
    let rules = match affected.would {
        Would::Counters(..) | Would::Tokens(_) => rules.and(rule_of_counting(&replacement.of)),
        _ => rules,
    };
    let twice = matches!(&replacement.result, ReplacementResult::Amount(Quantity::Times(2, of)) if **of == Quantity::ThatMuch);
    // To double damage is to deal twice that much.
    let rules = match affected.would {
        Would::Damage { .. } if twice => rules.and(cr!("701.10g")),
        _ => rules,
    };
    let rules = if again && *left > 0 { rules.and(cr!("614.5")) } else { rules };
    record(play, effect, affected.thing, affected.would, rules);
    state.used.apply(play, effect);
    Ok(())
}

/// By which rule an effect changes a number of counters or tokens: what asks for an effect that would put or create them applies where a
/// replacement effect does so, too (614.16); what only says that they would be, to any event (614.1a).
const fn rule_of_counting(event: &Event) -> RuleId {
    if matches!(event, Event::CausedBy(..)) { cr!("614.16") } else { cr!("614.1a") }
}

fn record(play: &mut Play<'_>, effect: &Applicable, affected: Thing, would: Would, rules: Rules) {
    let what = What::Replaced(affected, effect.source, would);
    let rules = if play.replacing > 0 { rules.and(cr!("616.2")) } else { rules };
    play.record(Level::Default, CauseKind::Replacement(effect.source), rules, what);
}
