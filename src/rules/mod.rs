//! Rule numbers as values.
//!
//! A citation is a [`RuleId`], written `cr!("704.5g")`; a number that the pinned edition does not have does not
//! compile. [`Rules`] is the short list of them that a step of a trace carries. [`RuleNumber`] is a number of any
//! edition, whether the pinned one has it or not. The index behind all this is `rules/index.tsv`, made by
//! `headjudge maintain rules-index`.
//!
//! INVARIANT: nothing here holds a sentence of the rules; their words are known by fingerprint only.

mod elsewhere;
mod id;
mod index;
mod list;
mod number;
mod texts;

pub use crate::cr;
pub use elsewhere::Elsewhere;
pub use id::RuleId;
pub use list::Rules;
pub use number::RuleNumber;
pub(crate) use texts::Texts;

/// The edition of the Comprehensive Rules that headjudge plays by: the date from which its text is effective.
pub const EDITION: &str = "2026-08-07";

/// A rule of the pinned edition by its number, checked when the code is compiled.
///
/// ```
/// use headjudge::rules::{RuleId, cr};
///
/// let lethal_damage: RuleId = cr!("704.5g");
/// assert_eq!(lethal_damage.to_string(), "704.5g");
/// ```
///
/// A number that is not in the index does not compile; 704.5 skips the letter l:
///
/// ```compile_fail
/// let missing = headjudge::cr!("704.5l");
/// ```
#[macro_export]
macro_rules! cr {
    ($number:literal) => {{
        // An item, not an inline constant: it is evaluated even where the code around it is never used.
        const RULE: $crate::rules::RuleId = $crate::rules::RuleId::cited($number);
        RULE
    }};
}
