//! The rulebook as data: what each rule decides in our own words, and the reading of official rules texts.
//!
//! Read [`gist`] first, then [`read`], which takes the bytes of an official text file of any edition apart into
//! numbered rules; [`align()`] finds the rules of one edition in another, [`Concordance`] knows the numbers of topics in
//! all editions, [`search()`] finds words. The index of the pinned edition itself is [`crate::rules::RuleId`].
//!
//! INVARIANT: no sentence of the rules is in this project; a rules text is always the user's own file.

mod align;
mod beside;
mod changed;
mod changes;
mod citations;
mod concordance;
mod decode;
mod edition;
mod fingerprint;
mod gists;
mod likeness;
mod reader;
mod search;
mod stored;
mod vocabulary;
mod wraps;

pub use align::{Alignment, Link, align};
pub use beside::{Doubt, doubt};
pub use changed::{Changed, changed};
pub use changes::{Change, Kind, Piece, changes, compare_words, same_words};
pub use citations::{Citation, citations};
pub use concordance::{Concordance, Standing, Topic, compact};
pub use decode::decode;
pub use edition::{Edition, ReadFault, Rule, Term, is_date, is_to_come};
pub use fingerprint::fingerprint;
pub use gists::{gist, gists};
pub use reader::read;
pub use search::{Document, Found, Search, Seen, excerpt, matches, search};
pub use stored::{restore, store};
