//! The rulebook as data: what each rule decides in our own words, and the reading of official rules texts.
//!
//! Read [`gist`] first, then [`read`], which takes the bytes of an official text file of any edition apart into
//! numbered rules. The index of the pinned edition itself is [`crate::rules::RuleId`].
//!
//! INVARIANT: no sentence of the rules is in this project; a rules text is always the user's own file.

mod decode;
mod fingerprint;
mod gists;
mod reader;

pub use decode::decode;
pub use fingerprint::fingerprint;
pub use gists::{gist, gists};
pub use reader::{Edition, ReadFault, Rule, read};
