//! Cards whose text a user has copied: into a scenario behind `text`, or into a file of such texts.

use crate::diag::{Code, Diagnostic, Span};
use crate::ir::Card;
use crate::oracle::{self, card, printed};

use super::yaml;

/// The word on the first line of a card block whose other lines are the card's text.
const TEXT: &str = "text";

/// Reads the block of a card in a scenario: its definition in the ability form, or its text behind `text`.
///
/// # Errors
/// What is wrong with it; the places are in the block.
pub fn block(name: &str, body: &str) -> Result<Vec<Card>, Vec<Diagnostic>> {
    match text_of(body) {
        Some(text) => read(name, text).map(|card| vec![card]).map_err(|(message, line)| {
            let start = body.len() - text.len() + start_of(text, line);
            vec![Diagnostic::error(Code::InvalidCard, message, Span::new(start, start), "")]
        }),
        None => yaml::read(body),
    }
}

/// The card's text, where that is what a block holds.
pub fn text_of(body: &str) -> Option<&str> {
    let (first, rest) = body.split_once('\n')?;
    (first.trim_end_matches(':').trim() == TEXT).then_some(rest)
}

/// Reads a card's text. What is not understood is unsupported, so that a scenario that comes to it is undecided.
///
/// # Errors
/// A message and the line that it is about, counted from 0.
pub fn read(name: &str, text: &str) -> Result<Card, (String, usize)> {
    let printed = printed::paste(name, text).map_err(|fault| (fault.message, fault.line))?;
    Ok(card::read(oracle::grammar(), &printed).card)
}

/// Reads a file of texts: cards are parted by blank lines, each with its name on its first line, alone or before its cost.
///
/// # Errors
/// What is wrong, with its place.
pub fn file(text: &str) -> Result<Vec<Card>, Vec<Diagnostic>> {
    let mut cards = Vec::new();
    let mut faults = Vec::new();
    let mut start = 0;
    for part in text.split_inclusive('\n').fold(vec![String::new()], |mut parts, line| {
        match parts.last_mut() {
            Some(last) if !(line.trim().is_empty() && !last.trim().is_empty()) => last.push_str(line),
            _ => parts.push(line.to_owned()),
        }
        parts
    }) {
        let begins = start;
        start += part.len();
        let Some(first) = part.lines().find(|line| !line.trim().is_empty()) else { continue };
        let name = first.split('{').next().unwrap_or_default().trim();
        match read(name, &part) {
            Ok(card) => cards.push(card),
            Err((message, line)) => {
                let at = begins + start_of(&part, line);
                faults.push(Diagnostic::error(Code::InvalidCard, message, Span::new(at, at), ""));
            }
        }
    }
    if faults.is_empty() { Ok(cards) } else { Err(faults) }
}

/// Where a line begins in a text.
fn start_of(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line).map(str::len).sum()
}
