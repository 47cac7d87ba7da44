//! What a file says, without its blanks and places: two files with the same outline say the same.

use crate::scenario::format::spaced;
use crate::scenario::lines::{self, Line, Part};

/// One line: how deep it stands, and its parts in a row.
#[derive(Debug, PartialEq)]
pub(crate) struct OutlineLine {
    depth: usize,
    parts: Vec<String>,
    comment: Option<String>,
}

/// The lines of a text, blank ones left out.
pub(crate) fn of(text: &str) -> Vec<OutlineLine> {
    let mut open: Vec<usize> = Vec::new();
    let mut outline = Vec::new();
    for line in lines::cut(text) {
        if line.is_blank() && line.comment.is_none() {
            continue;
        }
        let mut depth = 0;
        if !line.is_blank() {
            while open.last().is_some_and(|indent| *indent >= line.indent) {
                open.pop();
            }
            depth = open.len();
            open.push(line.indent);
        }
        let comment = line.comment.as_ref().map(|comment| comment.text.clone());
        outline.push(OutlineLine { depth, parts: parts_of(&line), comment });
    }
    outline
}

fn parts_of(line: &Line) -> Vec<String> {
    let mut out = Vec::new();
    push(&line.parts, &mut out);
    // A colon behind a player's or a zone's name says nothing.
    if let Some(first) = out.first_mut() {
        let word_end = first.find(' ').unwrap_or(first.len());
        let (word, rest) = first.split_at(word_end);
        *first = format!("{}{rest}", word.trim_end_matches(':'));
    }
    out
}

fn push(parts: &[Part], out: &mut Vec<String>) {
    for part in parts {
        match part {
            Part::Text(text) => {
                // Lists in prose are not cut, and their semicolons may stand anywhere between blanks.
                let items = text.text.split(';').map(spaced).filter(|item| !item.is_empty());
                out.push(items.collect::<Vec<_>>().join("; "));
            }
            Part::Label(label) => out.push(format!("@{}", label.text)),
            Part::Group(group) => {
                out.push("[".to_owned());
                for item in &group.items {
                    push(item, out);
                    out.push(";".to_owned());
                }
                out.push("]".to_owned());
            }
            Part::Arrow(_) => out.push("->".to_owned()),
            Part::Semicolon(_) => out.push(";".to_owned()),
            Part::Greater(_) => out.push(">".to_owned()),
            Part::Bar(_) => out.push("|".to_owned()),
        }
    }
}
