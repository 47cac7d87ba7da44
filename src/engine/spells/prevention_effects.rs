//! CR 615: Prevention Effects, and replacement effects (614) on how much damage is dealt and life gained or lost

use std::sync::Arc;

use crate::engine::additional::keyword_abilities::protection;
use crate::engine::concepts::counters::protecting;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::proposal::{DamageEvent, Proposal};
use crate::engine::reading::Sight;
use crate::game::{CauseKind, Thing};
use crate::ir::{Event, Filter, Replacement, ReplacementResult};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, What, Would};

use super::counting;
use super::replacement_effects::{
    self, Applicable, Effect, Key, Next, Pending, Replaceable, Turn, Used, applies, choose, made_effects,
    rule_based, stated_effects,
};

mod applying;
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
    /// To whom or what it would have been dealt before effects redirected it.
    spared: Vec<Thing>,
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

    /// The rules by which effects have redirected damage to whom or what it is dealt now (614.9): back to where it would have been dealt before,
    /// as each effect has but one chance at it (614.5).
    fn rules_of_redirection(&self, to: Thing) -> Rules {
        let back = self.spared.contains(&to).then_some(cr!("614.5"));
        let redirected = (!self.spared.is_empty()).then_some(cr!("614.9"));
        redirected.into_iter().chain(back).fold(Rules::NONE, Rules::and)
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

/// What would happen in so much of something, while effects are applied to it.
pub(super) struct Amount<'a> {
    affected: Affected,
    proposal: &'a Proposal<'a>,
    /// How much is left of it.
    left: u32,
    state: &'a mut State,
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

/// The same where some effects have been applied before.
pub(super) fn replace_on(
    play: &mut Play<'_>,
    affected: Affected,
    amount: u32,
    proposal: &Proposal<'_>,
    state: &mut State,
) -> Outcome<u32> {
    let mut it = Amount { affected, proposal, left: amount, state };
    replacement_effects::replace(play, &mut it)?;
    Ok(it.left)
}

impl Replaceable for Amount<'_> {
    fn is_left(&self) -> bool {
        self.left > 0 && self.state.redirected.is_none()
    }

    fn effects(&mut self, play: &mut Play<'_>) -> Outcome<Vec<Applicable>> {
        let mut found = applicable(play, self.proposal, self.left)?;
        if let (Proposal::Damage(_), Thing::Object(object)) = (self.proposal, self.affected.thing)
            && let Some((origin, replacement)) = protecting::against_damage(&play.game, object)
        {
            let controller = play.view()?.controller(&play.game, object);
            let what = Effect::Said(Arc::new(replacement));
            found.push(Applicable { source: object, controller, origin, shield: None, what });
        }
        found.extend(protecting_from(play, self.affected, &found, self.state)?);
        found.extend(counting::of_what_enters(self.proposal, self.left)?);
        Ok(found)
    }

    fn applied(&mut self) -> &mut Vec<Key> {
        &mut self.state.applied
    }

    fn choose(
        &mut self,
        play: &mut Play<'_>,
        effects: Vec<Applicable>,
        _: Option<RuleId>,
        again: bool,
    ) -> Outcome<Option<Applicable>> {
        choose(play, self.affected.thing, effects, again)
    }

    fn apply(&mut self, play: &mut Play<'_>, chosen: Applicable, _: Turn) -> Outcome<Next> {
        if is_shared(play, &chosen, self.affected) && !redirects_nothing(play, &chosen)? {
            self.state.waiting = Some(chosen);
            return Ok(Next::None);
        }
        applying::apply(play, &chosen, self, u32::MAX)?;
        Ok(Next::Others)
    }
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
    for effect in stated_effects(&play.game, &view).chain(made_effects(&play.game)) {
        let frame = effect.frame(sight);
        if applies(sight, &frame, effect.replacement, proposal, left)? {
            found.push(effect.with(&frame));
        }
    }
    Ok(found)
}

/// Whether a prevention effect is about the damage of a particular source, so that one that lasts for so many times is for the next
/// times that it would deal damage (615.8).
pub(in crate::engine) fn is_of_a_source(replacement: &Replacement) -> bool {
    let chosen = |demanded: &Filter| matches!(demanded, Filter::Among(_));
    matches!(&replacement.of, Event::DealsDamage(damage) if damage.source.demands(&chosen))
}

/// Whether more is asked of that source than to be the one that was chosen: what else it has to be is looked at again as it would deal damage
/// (615.9).
fn rechecks(replacement: &Replacement) -> bool {
    let Event::DealsDamage(damage) = &replacement.of else { return false };
    let Filter::All(demanded) = &damage.source else { return false };
    demanded.iter().any(|demanded| !matches!(demanded, Filter::Among(_)))
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
