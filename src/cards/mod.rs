//! From card definitions to [`crate::ir`]: the YAML reader, the card pool, look-up by name.
//!
//! Read [`pool`] first (the cards there are, and look-up), then [`library`] (the bundled cards as text, with an index
//! made by `build.rs`), [`packed`] (many of them in little room), [`yaml`] (the one file that knows YAML) [`decklist`] (decks as they are exported) and `fold` (names as they may be typed).

pub mod decklist;
pub(crate) mod fold;
pub mod library;
pub mod oracle_file;
pub mod packed;
pub mod pasted;
pub mod pool;
pub mod reference;
pub mod written;
pub mod yaml;

pub(crate) use fold::fold;
pub(crate) use pool::names_of;
pub use pool::{Origin, Pool};
pub use yaml::Unreadable;
