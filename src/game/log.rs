//! A list that only grows, shared block by block between a game and the positions that it may come back to.

use std::rc::Rc;

/// So much of a list is shared at once.
const BLOCK: usize = 32;

/// What has happened, the first first.
#[derive(Debug, Clone)]
pub(super) struct Log<T> {
    // INVARIANT: each block but the last is full.
    blocks: Vec<Rc<Vec<T>>>,
}

impl<T> Default for Log<T> {
    fn default() -> Self {
        Self { blocks: Vec::new() }
    }
}

impl<T: Clone> Log<T> {
    /// Adds what has happened last.
    pub(super) fn push(&mut self, it: T) {
        match self.blocks.last_mut().filter(|block| block.len() < BLOCK) {
            Some(block) => Rc::make_mut(block).push(it),
            None => self.blocks.push(Rc::new(vec![it])),
        }
    }

    /// Nothing has happened yet.
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
    }

    /// All of it.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.blocks.iter().flat_map(|block| block.iter())
    }
}
