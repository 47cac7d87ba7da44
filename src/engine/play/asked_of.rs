//! What is asked of each thing that can be chosen: kept beside the question, for who asks why something else can't be.

use std::rc::Rc;

use crate::engine::reading::Frame;
use crate::ir::Filter;

use super::Play;

/// What is asked of each thing that can be chosen.
#[derive(Debug, Clone)]
pub(in crate::engine) struct AskedOf {
    /// Who asks.
    pub(in crate::engine) frame: Frame,
    /// What it must be.
    pub(in crate::engine) what: Filter,
    /// Of how many cards from the top of a library it must be one, where only these are searched.
    pub(in crate::engine) top: Option<u32>,
}

impl Play<'_> {
    /// Says of the question that is asked next what is asked of each thing that can be chosen.
    pub(in crate::engine) fn next_asks_of(&mut self, frame: &Frame, what: &Filter, top: Option<u32>) {
        self.next_asked_of = Some(Rc::new(AskedOf { frame: frame.clone(), what: what.clone(), top }));
    }
}
