//! What is asked of an event in many places: whether it is made up of others.

use super::Event;
use super::sorts::{of_combat, of_no_combat};
use crate::ir::{Condition, Players};

/// How an event is made up of others.
#[derive(Debug, Clone, Copy)]
pub enum Made<'e> {
    /// Any of several.
    Any(&'e [Event]),
    /// One or more of it at once.
    OneOrMore(&'e Event),
    /// The n-th of it each turn.
    Nth(u8, &'e Event),
    /// It, caused by what one of the players controls.
    CausedBy(&'e Players, &'e Event),
    /// It, if something is true as it happens.
    Provided(&'e Condition, &'e Event),
    /// It is made up of no other.
    Plain,
}

impl Event {
    /// How it is made up of others.
    pub fn made(&self) -> Made<'_> {
        match self {
            Self::Any(events) => Made::Any(events),
            Self::OneOrMore(event) => Made::OneOrMore(event),
            Self::Nth(number, event) => Made::Nth(*number, event),
            Self::CausedBy(who, event) => Made::CausedBy(who, event),
            Self::Provided(condition, event) => Made::Provided(condition, event),
            of_combat!() | of_no_combat!() | Self::Chapter(_) | Self::State(_) => Made::Plain,
        }
    }

    /// Whether this is so of one of the events that it is made up of.
    pub fn is_made_of(&self, is: &mut dyn FnMut(&Self) -> bool) -> bool {
        match self.made() {
            Made::Any(events) => events.iter().any(|event| event.is_made_of(is)),
            Made::OneOrMore(event)
            | Made::Nth(_, event)
            | Made::CausedBy(_, event)
            | Made::Provided(_, event) => event.is_made_of(is),
            Made::Plain => is(self),
        }
    }

    /// The events any of which will do: those that it lists, or it alone.
    pub const fn alternatives(&self) -> &[Self] {
        if let Self::Any(events) = self { events.as_slice() } else { std::slice::from_ref(self) }
    }
}
