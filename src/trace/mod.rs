//! What happened and why: the tree of events, and its renderers.
//!
//! The engine records an [`Entry`] for everything that happens: a value with its cause, its rules and its parent, and
//! no text. Words are found when somebody reads it. A [`Trace`] can be switched off, and then records nothing.
//!
//! Read [`entry`] first, then [`names`], `words` (an entry in words, with a file for each sort of words), `tree` (which entries make a line, and under
//! which), and the renderers [`text`] and [`json`].

mod about;
pub mod entry;
pub mod json;
pub mod layers;

pub mod names;
pub mod refusal;
pub mod steps;
pub mod styled;
pub mod text;

mod because;
mod causes;
mod choices;
mod conditions;
mod designations;
pub mod effects;
mod forbidden;
mod grounds;
pub(crate) mod illegal;
mod lengths;
mod matter;
mod meant;
mod notes;
mod past;
mod pieces;
mod reasons;
mod replaced;
mod rule_changes;
mod teaching;
mod totals;
mod tree;
mod turned;
mod wording;
mod words;

pub use because::because;
pub(crate) use because::is_left_face_down;
pub use choices::kind_word;
pub(crate) use conditions::Unmet;
pub(crate) use entry::Told;
pub use entry::{CostChanged, Entry, EntryId, Level, Trace, What, Would};
pub use forbidden::Forbidden;
pub(crate) use grounds::{Counted, asks_for_kicker};
pub(crate) use matter::Matter;
pub use notes::{Note, words::Fighting, words::Lacking, words::Missing};
pub use reasons::{Reason, Reasons};
pub use refusal::{Attempt, Refusal};
pub(crate) use wording::ability_in_words;
