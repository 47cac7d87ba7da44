//! CR 603: Handling Triggered Abilities. The occurrences of an event among what happens at once (603.2c).

use super::is_of_counters_put;
use crate::engine::halt::Outcome;
use crate::engine::reading::events::{Candidate, looks_back, occasion};
use crate::engine::reading::{Frame, Sight, occurrences};
use crate::engine::spells::events::Happening;
use crate::game::{ObjectId, Occasion};
use crate::ir::{Event, Filter};
use crate::rules::{Rules, cr};

/// How often one event makes an ability trigger at most; long before, the game is stopped as endless.
const MOST_TIMES: u32 = 20_001;

/// One occurrence of the event that an ability waits for.
pub(super) struct Found<'a> {
    /// What it has to say.
    pub(super) occasion: Occasion,
    /// Which of the events that the ability waits for it is.
    pub(super) event: &'a Event,
    /// What happened.
    pub(super) by: Vec<&'a Happening>,
}

/// Each occurrence of the event among what has happened; of "one or more", a single one (603.2c). Of an event with
/// alternatives ("enters or dies") only those count that look back, or only those that don't.
pub(super) fn occasions<'a>(
    sight: Sight<'_>,
    frame: &Frame,
    event: &'a Event,
    back: bool,
    happenings: &'a [Happening],
) -> Outcome<Vec<Found<'a>>> {
    if let Event::Nth(number, every) = event {
        let found = occasions(sight, frame, every, back, happenings)?;
        let all: Vec<Occasion> = found.iter().map(|found| found.occasion.clone()).collect();
        let at = occurrences::nth(sight, frame, (*number, every), &all)?;
        return Ok(found.into_iter().skip(at.unwrap_or(usize::MAX)).take(1).collect());
    }
    let alternatives =
        if let Event::Any(events) = event { events.as_slice() } else { std::slice::from_ref(event) };
    let mut found: Vec<Found<'a>> = Vec::new();
    for happening in happenings {
        let plain = alternatives.iter().filter(|event| !matches!(event, Event::Nth(..)));
        for event in plain.filter(|event| looks_back(event) == back) {
            if let Some(occasion) = occasion(sight, frame, event, Candidate::Happened(happening))? {
                // What waits for a counter waits for each of several (603.2c), and each chapter is an ability (714.2c).
                let counters = is_of_each_counter(event);
                let times = if counters { occasion.amount.clamp(1, MOST_TIMES) } else { 1 };
                let one = if counters { Occasion { amount: 1, ..occasion } } else { occasion };
                found.extend((0..times).map(|_| Found { occasion: one.clone(), event, by: vec![happening] }));
                break;
            }
        }
    }
    // One of several events may be the n-th of something; what is another of them already counts once.
    for nth in
        alternatives.iter().filter(|event| matches!(event, Event::Nth(..)) && looks_back(event) == back)
    {
        let counted = |by: &Happening| {
            found.iter().any(|other: &Found<'_>| other.by.iter().any(|its| std::ptr::eq(*its, by)))
        };
        let another = |it: &Found<'_>| it.by.iter().any(|by| counted(by));
        let more = occasions(sight, frame, nth, back, happenings)?;
        let more: Vec<Found<'a>> = more.into_iter().filter(|it| !another(it)).collect();
        found.extend(more);
    }
    let mut all = Vec::new();
    for alternative in alternatives {
        let Some(of) = of_one_or_more(alternative) else { continue };
        let is_its = |it: &Found<'_>| std::ptr::eq(it.event, alternative);
        let (its, others): (Vec<_>, Vec<_>) = found.into_iter().partition(is_its);
        found = others;
        all.extend(all_at_once(of, its));
    }
    let mut found = damage_at_once(found);
    found.extend(all);
    Ok(found)
}

/// Of what there are one or more, where an event is of that, be it only at some time or where somebody causes it.
fn of_one_or_more(event: &Event) -> Option<&Event> {
    if let Event::Provided(_, event) | Event::CausedBy(_, event) = event {
        return of_one_or_more(event);
    }
    if let Event::OneOrMore(of) = event { Some(of) } else { None }
}

/// Whether an event is that a counter is put somewhere or removed, or that a chapter is reached.
fn is_of_each_counter(event: &Event) -> bool {
    if let Event::CausedBy(_, event) = event {
        return is_of_each_counter(event);
    }
    matches!(event, Event::CountersPut(..) | Event::CountersRemoved(..) | Event::Chapter(_))
}

/// What one or more of something do at once is one occurrence; what they do to a player is one for each player they do it to, and counters that
/// are put on an object are one for each object (603.2c).
fn all_at_once<'a>(of: &Event, found: Vec<Found<'a>>) -> Vec<Found<'a>> {
    let each_player = matches!(of, Event::DealsDamage(damage) if damage.player.is_some() && !damage.at_once)
        || matches!(of, Event::Attacks(attacks) if attacks.player.is_some());
    let each_object = is_of_counters_put(of);
    let mut all: Vec<Found<'a>> = Vec::new();
    for it in found {
        let same = |earlier: &&mut Found<'_>| {
            (!each_player || earlier.occasion.player == it.occasion.player)
                && (!each_object || earlier.occasion.objects == it.occasion.objects)
        };
        match all.iter_mut().find(same) {
            Some(Found { occasion: earlier, by, .. }) => {
                earlier.objects.extend(&it.occasion.objects);
                earlier.others.extend(&it.occasion.others);
                earlier.amount = earlier.amount.saturating_add(it.occasion.amount);
                by.extend(it.by);
            }
            None => all.push(it),
        }
    }
    // "That many" of what has no number of its own are the objects themselves.
    for Found { occasion, .. } in all.iter_mut().filter(|it| it.occasion.amount == 0) {
        occasion.amount = u32::try_from(occasion.objects.len()).unwrap_or(u32::MAX);
    }
    all
}

/// Damage that is dealt at once is one occurrence for words that say only what deals it ("whenever this creature deals damage"), whatever it
/// is dealt to, and for words that say only what it is dealt to ("whenever this creature is dealt damage"), whatever deals it (603.2c).
fn damage_at_once(found: Vec<Found<'_>>) -> Vec<Found<'_>> {
    let mut all: Vec<Found<'_>> = Vec::new();
    for Found { occasion, event, by } in found {
        let one = all.iter_mut().find(|Found { occasion: earlier, event: other, .. }| {
            let Event::DealsDamage(damage) = event else { return false };
            let anything = damage.player.is_none() && damage.object.is_none();
            let from_anything = damage.source == Filter::EVERYTHING;
            *other == event
                && match (from_anything, anything) {
                    (false, true) => earlier.objects == occasion.objects,
                    (true, false) => {
                        earlier.others.first() == occasion.others.first() && earlier.player == occasion.player
                    }
                    _ => false,
                }
        });
        match one {
            Some(Found { occasion: earlier, by: others_by, .. }) => {
                others_by.extend(by);
                let Occasion { objects, others, amount, .. } = occasion;
                let new = |known: &[ObjectId], more: Vec<ObjectId>| -> Vec<ObjectId> {
                    more.into_iter().filter(|object| !known.contains(object)).collect()
                };
                let (objects, others) = (new(&earlier.objects, objects), new(&earlier.others, others));
                earlier.objects.extend(objects);
                earlier.others.extend(others);
                earlier.amount = earlier.amount.saturating_add(amount);
            }
            None => all.push(Found { occasion, event, by }),
        }
    }
    all
}

/// The rules by which counters with which something enters are put on it (122.6), and by which player, if the event asks that (122.6a).
pub(super) fn of_entering_counters(event: &Event) -> Rules {
    let put = Rules::of(&[cr!("122.6")]);
    if asks_who(event) { put.and(cr!("122.6a")) } else { put }
}

fn asks_who(event: &Event) -> bool {
    if let Event::OneOrMore(event) | Event::Nth(_, event) = event {
        return asks_who(event);
    }
    matches!(event, Event::CausedBy(..))
}
