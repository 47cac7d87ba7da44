//! Which events headjudge looks for, and why it does not look for others.

use crate::engine::halt::Why;
use crate::ir::event::Made;
use crate::ir::node::Form as _;
use crate::ir::{Event, NamedDeed, Verb};

use super::named::{BECOMING, DAYTIME, GETTING, NAMED, UNLOCKING, is_done};
use crate::engine::reading::occurrences;

/// Why what is caused by somebody is not told of an event.
pub(super) const CAUSED: &str = "it asks what caused an event that is no move";

/// Why an event is not waited for that would be counted.
pub(super) const FIRST_OR_SECOND: &str = "it waits for the first or second time of something";

/// Why a state of the game is not waited for by what waits for events.
pub(super) const STATE: &str = "it waits for a state of the game where it would wait for an event";

/// Why it is not waited for that other abilities trigger.
pub(in crate::engine) const AS_OTHERS: &str =
    "it waits for other abilities to trigger in a way that headjudge does not follow";

/// Why an event is never candidate, whatever happens; nothing for one that may be. Of the events that it is made of each is looked at by
/// itself.
pub(in crate::engine) fn gap_of(event: &Event) -> Option<Why> {
    if let Event::CausedBy(_, of) = event
        && is_followed(of)
        && !tells_who(of)
    {
        return Some(CAUSED.into());
    }
    if let Event::Nth(number, of) = event {
        // How often one or more of something have happened at once is not kept, only whether it is the first time.
        if *number != 1 && matches!(**of, Event::OneOrMore(_)) {
            return Some(FIRST_OR_SECOND.into());
        }
        return if is_followed(of) { occurrences::gap_of_order(of) } else { None };
    }
    let why = || format!("it waits for something that headjudge does not follow ({})", event.name()).into();
    (!is_followed(event)).then(why)
}

/// Why an event is not waited for that stands within another one or says how long something lasts, if it is looked for in another way.
pub(in crate::engine) fn gap_within(event: &Event) -> Option<Why> {
    if matches!(event, Event::Nth(..)) {
        return Some(FIRST_OR_SECOND.into());
    }
    if matches!(event, Event::State(_)) {
        return Some(STATE.into());
    }
    if matches!(event, Event::Triggers { .. }) { Some(AS_OTHERS.into()) } else { gap_of(event) }
}

/// Whether the event is a move of something or that counters are put on it, of which it is known who has caused it.
fn tells_who(event: &Event) -> bool {
    match event.made() {
        Made::Any(events) => events.iter().all(tells_who),
        Made::OneOrMore(event) | Made::Provided(_, event) => tells_who(event),
        Made::Nth(..) | Made::CausedBy(..) => false,
        Made::Plain => matches!(
            event,
            Event::Moves(_)
                | Event::Draws(_)
                | Event::Discards(..)
                | Event::Sacrifices(..)
                | Event::Destroyed(_)
                | Event::Countered(_)
                | Event::CountersPut(..)
        ),
    }
}

/// Whether headjudge looks for events of this kind: an ability that waits for another one must not be passed over in
/// silence.
fn is_followed(event: &Event) -> bool {
    match event {
        Event::Any(_)
        | Event::OneOrMore(_)
        | Event::Moves(_)
        | Event::Begins(..)
        | Event::Casts(..)
        | Event::Copies(..)
        | Event::Activates(..)
        | Event::PlaysLand(..)
        | Event::Attacks(_)
        | Event::PlayerAttacks(_)
        | Event::PlayerAttacked(..)
        | Event::AttacksWith(..)
        | Event::BlockedBySoMany(..)
        | Event::Blocks(..)
        | Event::BecomesBlocked(..)
        | Event::AttacksUnblocked(_)
        | Event::DealsDamage(_)
        | Event::Draws(_)
        | Event::Discards(..)
        | Event::GainsLife(_)
        | Event::LosesLife(_)
        | Event::Expends(..)
        | Event::Sacrifices(..)
        | Event::BecomesTapped(_)
        | Event::BecomesUntapped(_)
        | Event::Transforms(_)
        | Event::TurnedFaceUp(_)
        | Event::TappedForMana(..)
        | Event::BecomesTarget { .. }
        | Event::PlayerBecomesTarget(..)
        | Event::CountersPut(..)
        | Event::CountersRemoved(..)
        | Event::LastCounterRemoved(..)
        | Event::BecomesAttached(..)
        | Event::BecomesUnattached(..)
        | Event::Destroyed(_)
        | Event::Countered(_)
        | Event::Creates(..)
        | Event::CausedBy(..)
        | Event::Provided(..)
        | Event::Chapter(_)
        | Event::Room(_)
        | Event::Triggers { .. }
        | Event::State(_)
        | Event::Never => true,
        Event::Becomes(_, word) => {
            BECOMING.contains(word)
                || NAMED.contains(word)
                || matches!(
                    word,
                    NamedDeed::Does(Verb::Cycle) | NamedDeed::Does(Verb::Crew) | NamedDeed::RevealFirstDraw
                )
        }
        Event::Does(_, what) => {
            GETTING.contains(what)
                || DAYTIME.contains(what)
                || UNLOCKING.contains(what)
                || *what == NamedDeed::Does(Verb::RingTempts)
                || is_done(*what)
        }
        Event::Nth(_, event) => is_followed(event),
        Event::LosesControl(..) => true,
        Event::LosesGame(_) => true,
        Event::DamageReducesLife(..) => false,
    }
}
