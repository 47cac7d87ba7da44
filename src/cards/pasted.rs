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

/// What of a card's text is not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotUnderstood {
    /// The line of the text, counted from 0.
    pub line: usize,
    /// Where in the line the first word begins that is not understood, in bytes.
    pub at: usize,
    /// How long that word is, in bytes.
    pub length: usize,
    /// What is wrong, with what was expected there.
    pub message: String,
    /// What would be understood there.
    pub expected: Vec<String>,
}

/// What of a card's text is not understood, line by line.
pub fn not_understood(name: &str, text: &str) -> Vec<NotUnderstood> {
    let Ok(printed) = printed::paste(name, text) else { return Vec::new() };
    let unread = card::read(oracle::grammar(), &printed).unread;
    unread.iter().filter_map(|(face, fault)| place(text, printed.faces.get(*face)?, fault)).collect()
}

/// Finds the first word that is not understood in the text as it was copied.
fn place(text: &str, face: &printed::PrintedFace, fault: &oracle::face::Unread) -> Option<NotUnderstood> {
    let legendary = face.types.has_supertype(crate::ir::Supertype::Legendary);
    let is_it = |line: &str| {
        oracle::normal::lines(&printed::bare(line), &face.name, legendary)
            .iter()
            .any(|its| fault.line.contains(its.as_str()))
    };
    // A list's modes belong to the line before them, so that the line is the one that holds the words.
    let before = fault.line.get(..fault.at).unwrap_or_default();
    let word = fault.line.get(fault.at..)?.split([' ', ',', '.']).next().unwrap_or_default();
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && is_it(line));
    let mut earlier = if word.is_empty() { 0 } else { before.matches(word).count() };
    for (number, line) in lines {
        let places: Vec<usize> = line.match_indices(word).map(|(at, _)| at).collect();
        match places.get(earlier) {
            Some(at) => {
                return Some(NotUnderstood {
                    line: number,
                    at: *at,
                    length: word.len(),
                    message: card::said(fault, &face.name),
                    expected: fault.expected.clone(),
                });
            }
            None => earlier = earlier.saturating_sub(places.len()),
        }
    }
    None
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
            Some(last) if !line.trim().is_empty() || last.trim().is_empty() => last.push_str(line),
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
