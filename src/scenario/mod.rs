//! The scenario language: grammar, syntax tree with places, formatter. Syntax only: it knows no cards.
//!
//! The way of a text, each step plain data for the next:
//! 1. [`lines`]: the text cut into lines and the lines at the signs that no card name holds (`grammar/scenario.pest`).
//! 2. `examples`: each row of an `examples` table put into the lines of its scenario.
//! 3. [`read`]: the lines as scenarios, the tree of [`ast`]: head, blocks with entries and modifiers, statements.
//! 4. [`words`]: with the names that are known, statements as the typed values of [`script`].
//!
//! [`vocabulary`] lists the words of the language; `headjudge help language` is made from it.

pub mod ast;
pub(crate) mod board;
pub mod counters;
mod examples;
pub mod format;
pub(crate) mod head;
pub mod lines;
pub mod manual;
pub mod modifiers;
mod outline;
pub mod script;
pub(crate) mod slips;
pub(crate) mod tree;
pub mod vocabulary;
pub mod words;

pub use tree::{Includes, MAX_BYTES, NoIncludes, Reading, alone, read};
