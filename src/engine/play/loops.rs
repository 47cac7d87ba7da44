//! What is kept of a game to notice that it goes round in a loop (104.4b, 732.3).

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::engine::view::View;
use crate::game::{Game, Origin, PlayerId};
use crate::trace::EntryId;

/// Watches for a loop of mandatory actions: the same position at a player's priority, with no choice in between (104.4b, 732.4).
#[derive(Debug, Default)]
pub(in crate::engine) struct LoopWatch {
    // By what a glance tells of them: positions that differ at a glance need not be looked at.
    seen: BTreeMap<u64, Vec<(Position, EntryId)>>,
}

/// A position that has been seen.
#[derive(Debug)]
enum Position {
    /// As it was: most never need a number.
    Whole(Box<Game>, Rc<View>),
    /// Its number.
    Number(u64),
}

/// So many positions are kept whole at the most.
const WHOLE: usize = 8;

/// A position of so many objects is kept sooner than it has a number.
const LARGE: usize = 100;

impl LoopWatch {
    /// Somebody chose something: what was seen before can't be part of a mandatory loop.
    pub(in crate::engine) fn interrupt(&mut self) {
        self.seen.clear();
    }

    /// Where in the trace the position was seen before since the last choice, if it was.
    pub(in crate::engine) fn again(
        &mut self,
        glance: u64,
        (game, view): (&Game, &Rc<View>),
        number: impl Fn(&Game, &View) -> u64,
        now: EntryId,
    ) -> Option<EntryId> {
        let few = self.seen.len() < WHOLE;
        let alike = self.seen.entry(glance).or_default();
        if alike.is_empty() && few && game.battlefield().len() >= LARGE {
            alike.push((Position::Whole(Box::new(game.clone()), view.clone()), now));
            return None;
        }
        let position = number(game, view);
        for (earlier, since) in alike.iter_mut() {
            let its = match earlier {
                Position::Whole(game, view) => number(game, view),
                Position::Number(its) => *its,
            };
            if its == position {
                return Some(*since);
            }
            *earlier = Position::Number(its);
        }
        alike.push((Position::Number(position), now));
        None
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
