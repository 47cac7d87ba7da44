//! A scenario file as it is written: what it doesn't prove, and what of it can be put right. All is tried by playing the file otherwise.

mod accepting;
mod fixing;
mod lint;
mod rewriting;

pub use lint::Lints;
pub use rewriting::{Edit, Rewritten};
