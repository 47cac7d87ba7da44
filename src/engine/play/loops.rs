//! What is kept of a game to notice that it goes round in a loop (104.4b, 732.3).

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::game::{Origin, PlayerId};
use crate::trace::EntryId;

/// Watches for a loop of mandatory actions: the same position at a player's priority, with no choice in between (104.4b, 732.4).
#[derive(Debug, Default)]
pub(in crate::engine) struct LoopWatch {
    seen: BTreeMap<u64, EntryId>,
}

impl LoopWatch {
    /// Somebody chose something: what was seen before can't be part of a mandatory loop.
    pub(in crate::engine) fn interrupt(&mut self) {
        self.seen.clear();
    }

    /// Where in the trace the position was seen before since the last choice, if it was.
    pub(in crate::engine) fn again(&mut self, position: u64, now: EntryId) -> Option<EntryId> {
        match self.seen.entry(position) {
            Entry::Occupied(earlier) => Some(*earlier.get()),
            Entry::Vacant(new) => {
                new.insert(now);
                None
            }
        }
    }
}

/// The activations that cost nothing and change nothing that is used up, with the positions in which they were begun: what could be
/// repeated without end (732.3).
#[derive(Debug, Default)]
pub(in crate::engine) struct Fragments {
    pub(in crate::engine) begun: Vec<Begun>,
}

/// One of them.
#[derive(Debug)]
pub(in crate::engine) struct Begun {
    pub(in crate::engine) position: u64,
    pub(in crate::engine) by: PlayerId,
    pub(in crate::engine) what: (String, Origin),
    /// How many objects there had been: as many as there are again after it was taken back.
    pub(in crate::engine) objects: usize,
}
