//! Which instructions of a card are followed, for whoever asks whether all of them are. Nothing in a game depends on it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::game::{ObjectId, Origin};
use crate::ir::Instruction;

/// Looks out for some instructions while a game is played.
#[derive(Debug, Clone)]
pub struct Watch {
    wanted: Arc<[Instruction]>,
    seen: BTreeSet<Followed>,
}

/// One of the wanted instructions has been followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Followed {
    /// Which, by its place among those that are wanted. Of equal ones it is the first.
    pub number: u16,
    /// The object whose instruction it was.
    pub source: ObjectId,
    /// The ability of that object.
    pub origin: Origin,
    /// Whether it left a step in the trace.
    pub left_a_step: bool,
}

impl Watch {
    /// One that looks out for these instructions.
    pub fn new(wanted: Arc<[Instruction]>) -> Self {
        Self { wanted, seen: BTreeSet::new() }
    }

    /// What has been followed so far, each once.
    pub fn take(&mut self) -> BTreeSet<Followed> {
        std::mem::take(&mut self.seen)
    }

    /// An instruction has been followed.
    pub(super) fn followed(
        &mut self,
        instruction: &Instruction,
        source: ObjectId,
        origin: Origin,
        left_a_step: bool,
    ) {
        let place = self.wanted.iter().position(|wanted| wanted == instruction);
        if let Some(number) = place.and_then(|place| u16::try_from(place).ok()) {
            self.seen.insert(Followed { number, source, origin, left_a_step });
        }
    }
}
