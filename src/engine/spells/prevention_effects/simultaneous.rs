//! CR 615: Prevention Effects. Damage that is dealt at the same time, and which of it a shield for so much in all (615.7) or for the
//! next time that damage is dealt (615.8) is for.

use crate::engine::concepts::damage;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::proposal::{DamageEvent, Proposal};
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::replacement_effects::{Applicable, Effect, Pending, Used};
use crate::game::effects::ShieldKind;
use crate::game::{Answer, Choice, ChoiceKind, EffectId, Item, ObjectId, Options, Shield, Thing};
use crate::ir::{Event, Filter, ReplacementResult};
use crate::rules::{Rules, cr};
use crate::trace::Would;

use super::applying::apply;
use super::{Affected, Amount, State, replace_on};

/// Some of the damage, and how far the effects that change it have come.
struct Course {
    /// Which of the events it comes from.
    of: usize,
    /// It, as it was proposed or redirected.
    event: DamageEvent,
    /// How much of it is left.
    left: u32,
    state: State,
    /// Whether no effect is left that would apply to it.
    done: bool,
}

impl Course {
    fn new(of: usize, event: DamageEvent, state: State) -> Self {
        Self { of, event, left: event.amount, state, done: false }
    }

    fn affected(&self) -> Affected {
        let DamageEvent { source, amount, combat, .. } = self.event;
        let would = Would::Damage { source, amount, combat };
        Affected { thing: self.event.to, preventable: self.event.preventable, would, rules: Rules::NONE }
    }

    /// The shield that it has met, and that other damage may meet too.
    fn meets(&self) -> Option<EffectId> {
        self.state.waiting.as_ref().and_then(|effect| effect.shield)
    }
}

/// To whom how much of each damage is dealt after the effects that prevent or change it, where all of it would be dealt at the same
/// time, and by which rules it is redirected there; what happens in addition is put to `also`.
///
/// Effects are applied to each as its recipient's player chooses (616.1). A shield for so much in all, or for the next time that
/// damage is dealt, is applied to all the damage that meets it at once, to whom and as much as others have made of it by then (615.7,
/// 615.8).
///
/// # Errors
/// If several effects apply and nobody says which first (616.1) or which damage a shield is for (615.7), or one can't be played.
pub(in crate::engine) fn replace_damage(
    play: &mut Play<'_>,
    events: &[DamageEvent],
    also: &mut Vec<Pending>,
) -> Outcome<Vec<Vec<(Thing, u32, Rules)>>> {
    let first = |(of, event): (usize, &DamageEvent)| Course::new(of, *event, State::default());
    let mut courses: Vec<Course> = events.iter().enumerate().map(first).collect();
    // The active player chooses first, then the others in turn order (101.4, 616.1).
    let view = play.view()?;
    let apnap = play.game.apnap();
    courses.sort_by_cached_key(|course| {
        let chooses = match course.event.to {
            Thing::Player(player) => player,
            Thing::Object(object) => view.controller(&play.game, object),
        };
        apnap.iter().position(|player| *player == chooses)
    });
    let mut applied: Vec<(EffectId, Option<ObjectId>)> = Vec::new();
    loop {
        let mut place = 0;
        while let Some(course) = courses.get_mut(place) {
            match advance(play, course)? {
                Some(redirected) => drop(courses.splice(place..=place, redirected)),
                None => place += 1,
            }
        }
        let Some(shield) = courses.iter().find_map(Course::meets) else { break };
        share(play, shield, &mut courses, &mut applied)?;
    }
    // One for the next time is for all the damage of that time, also for what meets it behind another shield.
    let mut used = Used::default();
    courses.iter_mut().for_each(|course| used.join(std::mem::take(&mut course.state.used)));
    applied.into_iter().for_each(|(shield, _)| used.one_up(play, shield));
    let mut dealt = vec![Vec::new(); events.len()];
    let mut follows: Vec<Pending> = Vec::new();
    for mut course in courses {
        // What an effect does about all that is dealt to something at once it does once (615.5).
        for pending in course.state.also.drain(..) {
            match follows.iter_mut().find(|earlier| earlier.is_of_one_application(&pending)) {
                Some(earlier) => earlier.add(&pending),
                None => follows.push(pending),
            }
        }
        if let Some(dealt) = dealt.get_mut(course.of) {
            dealt.push((course.event.to, course.left, course.state.rules_of_redirection(course.event.to)));
        }
    }
    also.append(&mut follows);
    Ok(dealt)
}

/// Lets effects change some damage until it meets a shield that other damage may meet too, or none is left. What becomes of it where
/// one redirects it.
fn advance(play: &mut Play<'_>, course: &mut Course) -> Outcome<Option<Vec<Course>>> {
    if course.done || course.state.waiting.is_some() {
        return Ok(None);
    }
    let event = course.event;
    if course.state.redirected.is_none() {
        let (affected, would) = (course.affected(), Proposal::Damage(event));
        course.left = replace_on(play, affected, course.left, &would, &mut course.state)?;
    }
    let left = course.left;
    match course.state.redirected.take() {
        // Dealt to another, it is an event that other effects may apply to (616.2). What goes beyond a limit of the effect is dealt
        // where it would be.
        Some((to, part)) if left > 0 => {
            let state = std::mem::take(&mut course.state);
            let rest = (left > part).then(|| {
                // This one has not redirected it.
                let spared = state.spared.split_last().map_or(Vec::new(), |(_, before)| before.to_vec());
                let after = State::after(state.applied.clone());
                let state = State { results: state.results.clone(), spared, ..after };
                Course::new(course.of, DamageEvent { amount: left - part, ..event }, state)
            });
            let redirected = DamageEvent { to, amount: part.min(left), ..event };
            let redirected = Course::new(course.of, redirected, state);
            Ok(Some(std::iter::once(redirected).chain(rest).collect()))
        }
        _ => {
            course.done = course.state.waiting.is_none();
            Ok(None)
        }
    }
}

/// Whether an effect is a shield for so much in all, or for so many times, which is applied at once to all the damage that meets it.
pub(super) fn is_shared(play: &Play<'_>, effect: &Applicable, affected: Affected) -> bool {
    let Effect::Said(said) = &effect.what else { return false };
    let prevents = matches!(said.result, ReplacementResult::Prevent { .. });
    let limited = |shield: EffectId| {
        let is = |other: &Shield| other.id == shield && (other.damage.is_some() || other.uses.is_some());
        play.game.shields().iter().any(is)
    };
    let is_damage = matches!(affected.would, Would::Damage { .. });
    // It does not prevent what can't be prevented, and keeps its points (615.12).
    is_damage && effect.shield.is_some_and(limited) && (affected.preventable || !prevents)
}

/// Whether an effect redirects damage to what can be dealt none any more, so that it does nothing (614.9) and nobody shares it out.
pub(super) fn redirects_nothing(play: &mut Play<'_>, effect: &Applicable) -> Outcome<bool> {
    let Effect::Said(said) = &effect.what else { return Ok(false) };
    let ReplacementResult::Redirect(to) = &said.result else { return Ok(false) };
    let mut frame = Frame::of_source(effect.source, effect.controller, effect.origin);
    if let Some(shield) = play.game.shields().iter().find(|its| Some(its.id) == effect.shield) {
        frame = frame.bound(&shield.bindings);
    }
    let view = play.view()?;
    let to = select(Sight { game: &play.game, view: &view }, &frame, to)?;
    match to.as_slice() {
        [to] => Ok(!damage::can_be_damaged(play, *to)?),
        _ => Ok(false),
    }
}

/// Applies a shield to all the damage that has met it, and keeps from which sources that is.
fn share(
    play: &mut Play<'_>,
    shield: EffectId,
    courses: &mut [Course],
    applied: &mut Vec<(EffectId, Option<ObjectId>)>,
) -> Outcome {
    let mut met = Vec::new();
    let mut damage: Vec<(DamageEvent, u32)> = Vec::new();
    for (place, course) in courses.iter().enumerate().filter(|(_, course)| course.meets() == Some(shield)) {
        met.push(place);
        damage.push((course.event, course.left));
    }
    for (event, _) in &damage {
        if !applied.contains(&(shield, event.source)) {
            applied.push((shield, event.source));
        }
    }
    let sources = applied.iter().filter(|(its, _)| *its == shield).count();
    let shares = divide(play, shield, sources, &damage)?;
    let mut also: Vec<Pending> = Vec::new();
    let mut first = None;
    for (place, share) in met.into_iter().zip(shares) {
        let Some(course) = courses.get_mut(place) else { continue };
        let Some(effect) = course.state.waiting.take().filter(|_| share > 0) else { continue };
        let (affected, would) = (course.affected(), Proposal::Damage(course.event));
        let before = course.state.also.len();
        let mut it = Amount { affected, proposal: &would, left: course.left, state: &mut course.state };
        apply(play, &effect, &mut it, share)?;
        course.left = it.left;
        for pending in course.state.also.drain(before..) {
            // What follows prevention follows it once, for all the damage that was prevented (615.5).
            match also.iter_mut().find(|earlier| earlier.is_of_one_prevention(&pending)) {
                Some(earlier) => earlier.add(&pending),
                None => also.push(pending),
            }
        }
        first.get_or_insert(place);
    }
    // What met it before, of the damage of the same time, is damage that it has been applied to as well.
    also.retain(|pending| {
        let earlier = courses.iter_mut().flat_map(|course| &mut course.state.also);
        let mut same = earlier.filter(|earlier| {
            earlier.frame.source == pending.frame.source && earlier.is_of_one_prevention(pending)
        });
        same.next().map(|earlier| earlier.add(pending)).is_none()
    });
    if let Some(course) = first.and_then(|first| courses.get_mut(first)) {
        course.state.also.append(&mut also);
    }
    Ok(())
}

/// How much of each damage a shield is for, that of so many sources with what has met it before. Where it is too small for all of it, the
/// affected player or the permanent's controller chooses (615.7): first how much of what each would be dealt, then from which sources.
fn divide(
    play: &mut Play<'_>,
    shield: EffectId,
    sources: usize,
    damage: &[(DamageEvent, u32)],
) -> Outcome<Vec<u32>> {
    let Some(shield) = play.game.shields().iter().find(|its| its.id == shield).cloned() else {
        return Ok(vec![0; damage.len()]);
    };
    let Some(most) = shield.damage else {
        is_of_one_time(&shield, sources)?;
        return Ok(damage.iter().map(|(_, amount)| *amount).collect());
    };
    let recipients = sums(damage.iter().map(|(event, amount)| (event.to, *amount)));
    let items: Vec<(Option<Item>, u32)> =
        recipients.iter().map(|(to, amount)| (Some(item(*to)), *amount)).collect();
    let to_each = share_out(play, &shield, &recipients, &items, most)?;
    let mut shares = vec![0; damage.len()];
    for ((to, amount), most) in recipients.iter().zip(to_each) {
        let its = damage.iter().filter(|(event, _)| event.to == *to);
        let sources = sums(its.map(|(event, amount)| (event.source, *amount)));
        let items: Vec<(Option<Item>, u32)> =
            sources.iter().map(|(source, amount)| (source.map(Item::Object), *amount)).collect();
        let of_each = share_out(play, &shield, &[(*to, *amount)], &items, most)?;
        let mut left: Vec<_> = sources.iter().map(|(source, _)| *source).zip(of_each).collect();
        for (share, (event, amount)) in shares.iter_mut().zip(damage).filter(|(_, (it, _))| it.to == *to) {
            // Damage that nothing tells apart is taken in its order.
            if let Some((_, left)) = left.iter_mut().find(|(source, _)| *source == event.source) {
                *share = (*left).min(*amount);
                *left -= *share;
            }
        }
    }
    Ok(shares)
}

const fn item(thing: Thing) -> Item {
    match thing {
        Thing::Player(player) => Item::Player(player),
        Thing::Object(object) => Item::Object(object),
    }
}

/// How much there is of each sort.
fn sums<T: PartialEq>(amounts: impl Iterator<Item = (T, u32)>) -> Vec<(T, u32)> {
    let mut sums: Vec<(T, u32)> = Vec::new();
    for (sort, amount) in amounts {
        match sums.iter_mut().find(|(known, _)| *known == sort) {
            Some((_, sum)) => *sum = sum.saturating_add(amount),
            None => sums.push((sort, amount)),
        }
    }
    sums
}

/// Asks whoever is protected how much a shield prevents of each of several damages, if it is too small for all of them (615.7).
fn share_out(
    play: &mut Play<'_>,
    shield: &Shield,
    recipients: &[(Thing, u32)],
    parts: &[(Option<Item>, u32)],
    most: u32,
) -> Outcome<Vec<u32>> {
    let total = parts.iter().fold(0u32, |total, (_, amount)| total.saturating_add(*amount));
    if total <= most {
        return Ok(parts.iter().map(|(_, amount)| *amount).collect());
    }
    if most == 0 || parts.len() == 1 {
        return Ok(parts.iter().map(|_| most).collect());
    }
    let view = play.view()?;
    let choosers = sums(recipients.iter().map(|(to, _)| match to {
        Thing::Player(player) => (*player, 0),
        Thing::Object(object) => (view.controller(&play.game, *object), 0),
    }));
    let among: Option<Vec<Item>> = parts.iter().map(|(item, _)| *item).collect();
    let ([(player, _)], Some(among)) = (choosers.as_slice(), among) else {
        return Err(Halt::undecided(shield.source, "which of several damages shields prevent is a choice"));
    };
    let redirects = matches!(&shield.kind, ShieldKind::Replacement(it) if matches!(it.result, ReplacementResult::Redirect(_)));
    let choice = Choice {
        player: *player,
        kind: ChoiceKind::Divide,
        source: Some(shield.source),
        // It is for no more of any damage than would be dealt.
        options: Options::Divide {
            amount: most,
            among: among.into(),
            each: 0,
            most: parts.iter().map(|(_, amount)| *amount).collect(),
        },
        indifferent: false,
    };
    let rules = Rules::of(&[cr!("615.7")]);
    // A redirection effect for so much in all is shared out like a shield.
    Ok(match play.choose(choice, if redirects { rules.and(cr!("614.9")) } else { rules })? {
        Answer::Divided(chosen) => chosen,
        _ => vec![0; parts.len()],
    })
}

/// Refuses to say what a shield for the next time that damage is dealt is for, where several sources deal it at once and the shield is
/// for a source of some kind, be it that some of it meets the shield later than the rest: all that one source deals at once is dealt at
/// one time (615.8), and so is all that is dealt to something by whatever.
fn is_of_one_time(shield: &Shield, sources: usize) -> Outcome {
    let of_whatever = match &shield.kind {
        ShieldKind::Replacement(its) => {
            matches!(&its.of, Event::DealsDamage(damage) if damage.source == Filter::EVERYTHING)
        }
        ShieldKind::Regeneration => false,
    };
    if sources > 1 && !of_whatever {
        return Err(Halt::undecided(shield.source, "the next damage is dealt by several sources at once"));
    }
    Ok(())
}
