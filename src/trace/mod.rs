//! What happened and why: the tree of events, and its renderers.
//!
//! The engine records an [`Entry`] for everything that happens: a value with its cause, its rules and its parent, and
//! no text. Words are found when somebody reads it. A [`Trace`] can be switched off, and then records nothing.

pub mod entry;

pub use entry::{Entry, EntryId, Level, Note, Trace, What};
