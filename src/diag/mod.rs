//! Diagnostics: what is wrong, where, why, and what to do about it.
//!
//! Read [`diagnostic`] first (the values), then [`code`] (every code there is, each with a page), [`source`] (places in
//! a text), [`mod@render`] (the one renderer) and [`mod@nearest`] ("did you mean").

pub mod code;
mod code_pages;
pub mod diagnostic;
pub mod nearest;
pub mod render;
pub mod source;

pub use code::Code;
pub use code_pages::Page;
pub use diagnostic::{Diagnostic, Label, Severity, did_you_mean};
pub(crate) use nearest::letters_of;
pub use nearest::{all_nearest, nearest};
pub use render::{Look, render};
pub use source::{Source, Span};
