//! What nobody means to write: texts broken in a thousand ways, files that are too much, and properties that hold of all texts.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test says what it expects by panicking"
)]

mod fuzz;
mod limits;
mod oracle_text;
mod properties;
mod targets;
