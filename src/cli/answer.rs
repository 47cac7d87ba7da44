//! What whoever sits there says: a line of the standard input, be it a terminal or not.

use std::io::{self, BufRead, Write};

use super::exit::Fault;

/// Asks, and reads one line; nothing when the input has ended.
pub(super) fn line(out: &mut dyn Write, question: &str) -> Result<Option<String>, Fault> {
    write!(out, "{question}")?;
    out.flush()?;
    let mut said = String::new();
    let read = io::stdin().lock().read_line(&mut said)?;
    Ok((read > 0).then(|| said.trim().to_owned()))
}
