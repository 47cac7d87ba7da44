//! CR 615: Prevention Effects. Damage that is dealt at the same time, and which of it a shield for so much in all is for (615.7).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::replacement_effects::{Applicable, Effect, Pending};
use crate::game::effects::ShieldKind;
use crate::game::{Answer, Choice, ChoiceKind, EffectId, Item, Options, Shield, Thing};
use crate::ir::{Event, ReplacementResult};
use crate::rules::{Rules, cr};
use crate::trace::Would;

use super::{Affected, DamageEvent, State, apply, is_such_damage, occasion_of, replace_on, shields};

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

    /// The shield for so much in all that it has met.
    fn meets(&self) -> Option<EffectId> {
        self.state.waiting.as_ref().and_then(|effect| effect.shield)
    }
}

/// To whom how much of each damage is dealt after the effects that prevent or change it, where all of it would be dealt at the same
/// time; what happens in addition is put to `also`.
///
/// Effects are applied to each as its recipient's player chooses (616.1). A shield for so much in all is applied to all the damage
/// that meets it at once, with the amounts that others have made of it by then (615.7).
///
/// # Errors
/// If several effects apply and nobody says which first (616.1) or which damage a shield is for (615.7), or one can't be played.
pub(in crate::engine) fn replace_damage(
    play: &mut Play<'_>,
    events: &[DamageEvent],
    also: &mut Vec<Pending>,
) -> Outcome<Vec<Vec<(Thing, u32)>>> {
    if events.len() > 1 {
        shields::next_times(play, events)?;
    }
    let first = |(of, event): (usize, &DamageEvent)| Course::new(of, *event, State::default());
    let mut courses: Vec<Course> = events.iter().enumerate().map(first).collect();
    loop {
        let mut place = 0;
        while let Some(course) = courses.get_mut(place) {
            match advance(play, course)? {
                Some(redirected) => drop(courses.splice(place..=place, redirected)),
                None => place += 1,
            }
        }
        let Some(shield) = courses.iter().find_map(Course::meets) else { break };
        share(play, shield, &mut courses)?;
    }
    let mut dealt = vec![Vec::new(); events.len()];
    for mut course in courses {
        also.append(&mut course.state.also);
        if let Some(dealt) = dealt.get_mut(course.of) {
            dealt.push((course.event.to, course.left));
        }
    }
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
        let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| match of {
            Event::DealsDamage(damage) => is_such_damage(sight, frame, damage, &event),
            _ => Ok(false),
        };
        let (affected, occasion) = (course.affected(), occasion_of(&event));
        course.left = replace_on(play, affected, course.left, &occasion, &fits, &mut course.state)?;
    }
    let left = course.left;
    match course.state.redirected.take() {
        // Dealt to another, it is an event that other effects may apply to (616.2). What goes beyond a limit of the effect is dealt
        // where it would be.
        Some((to, part)) if left > 0 => {
            let state = std::mem::take(&mut course.state);
            let rest = (left > part).then(|| {
                let state = State { results: state.results.clone(), ..State::after(state.applied.clone()) };
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

/// Whether an effect is a shield for so much in all, which is applied at once to all the damage that meets it.
pub(super) fn is_shared(play: &Play<'_>, effect: &Applicable, affected: Affected) -> bool {
    let Effect::Said(said) = &effect.what else { return false };
    let prevents = matches!(said.result, ReplacementResult::Prevent { .. });
    let limited = |shield: EffectId| {
        play.game.shields().iter().any(|other| other.id == shield && other.damage.is_some())
    };
    let is_damage = matches!(affected.would, Would::Damage { .. });
    // It does not prevent what can't be prevented, and keeps its points (615.12).
    is_damage && effect.shield.is_some_and(limited) && (affected.preventable || !prevents)
}

/// Applies a shield to all the damage that has met it.
fn share(play: &mut Play<'_>, shield: EffectId, courses: &mut [Course]) -> Outcome {
    let met: Vec<&mut Course> = courses.iter_mut().filter(|course| course.meets() == Some(shield)).collect();
    let damage: Vec<(DamageEvent, u32)> = met.iter().map(|course| (course.event, course.left)).collect();
    let shares = divide(play, shield, &damage)?;
    for (course, share) in met.into_iter().zip(shares) {
        let Some(effect) = course.state.waiting.take().filter(|_| share > 0) else { continue };
        let (affected, occasion) = (course.affected(), occasion_of(&course.event));
        apply(play, &effect, affected, &occasion, share, &mut course.left, &mut course.state)?;
    }
    Ok(())
}

/// How much of each damage a shield is for. Where it is too small for all of it, the affected player or the permanent's controller
/// chooses (615.7).
fn divide(play: &mut Play<'_>, shield: EffectId, damage: &[(DamageEvent, u32)]) -> Outcome<Vec<u32>> {
    let shield = play.game.shields().iter().find(|its| its.id == shield);
    let redirects = |shield: &Shield| matches!(&shield.kind, ShieldKind::Replacement(it) if matches!(it.result, ReplacementResult::Redirect(_)));
    let facts = shield.and_then(|its| Some((its.damage?, its.source, redirects(its))));
    let Some((most, source, redirects)) = facts else { return Ok(vec![0; damage.len()]) };
    let whole: Vec<u32> = damage.iter().map(|(_, amount)| *amount).collect();
    let total = whole.iter().fold(0u32, |total, amount| total.saturating_add(*amount));
    if total <= most {
        return Ok(whole);
    }
    if damage.len() == 1 {
        return Ok(vec![most]);
    }
    let view = play.view()?;
    let chooser = |to: Thing| match to {
        Thing::Player(player) => player,
        Thing::Object(object) => view.controller(&play.game, object),
    };
    let Some(((first, _), others)) = damage.split_first() else { return Ok(whole) };
    let player = chooser(first.to);
    let to_one = others.iter().all(|(event, _)| event.to == first.to);
    // Damage is told apart by its sources, or that of one source by whom it would be dealt to.
    let item = |event: &DamageEvent| match event.to {
        _ if to_one => event.source.map(Item::Object),
        _ if event.source != first.source || chooser(event.to) != player => None,
        Thing::Player(player) => Some(Item::Player(player)),
        Thing::Object(object) => Some(Item::Object(object)),
    };
    let items: Option<Vec<Item>> = damage.iter().map(|(event, _)| item(event)).collect();
    let Some(items) = items else {
        return Err(Halt::undecided(source, "which of several damages shields prevent is a choice"));
    };
    let mut parts: Vec<(Item, u32)> = Vec::new();
    for (item, amount) in items.iter().copied().zip(&whole) {
        match parts.iter_mut().find(|(known, _)| *known == item) {
            Some((_, sum)) => *sum = sum.saturating_add(*amount),
            None => parts.push((item, *amount)),
        }
    }
    let mut chosen = match parts.as_slice() {
        [_] => vec![most],
        _ => {
            let among: Vec<Item> = parts.iter().map(|(item, _)| *item).collect();
            let choice = Choice {
                player,
                kind: ChoiceKind::Divide,
                source: Some(source),
                options: Options::Divide { amount: most, among: among.into(), each: 0 },
                indifferent: false,
            };
            let rules = Rules::of(&[cr!("615.7")]);
            // A redirection effect for so much in all is shared out like a shield.
            match play.choose(choice, if redirects { rules.and(cr!("614.9")) } else { rules })? {
                Answer::Divided(chosen) => chosen,
                _ => Vec::new(),
            }
        }
    };
    if parts.iter().zip(&chosen).any(|((_, amount), chosen)| chosen > amount) {
        let why = "a shield can't be for more of some damage than would be dealt".to_owned();
        return Err(Halt::Answer(why));
    }
    // Damage that nothing tells apart is taken in its order.
    let mut shares = Vec::with_capacity(damage.len());
    for (item, amount) in items.iter().zip(&whole) {
        let place = parts.iter().position(|(known, _)| known == item);
        let share = match place.and_then(|place| chosen.get_mut(place)) {
            Some(left) => {
                let share = (*left).min(*amount);
                *left -= share;
                share
            }
            None => 0,
        };
        shares.push(share);
    }
    Ok(shares)
}
