//! `headjudge maintain library`: the forms of the cards that the grammar reads whole, as `library/` holds them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;

use super::exit::{Exit, Fault};
use super::reading::cards_of;
use crate::cards::fold::fold;
use crate::cards::written::on_one_line;
use crate::cards::{library, yaml};
use crate::ir::node::Node as _;
use crate::oracle::{self, card};

/// Writes the forms of an Oracle file's cards, a card a line and a file a letter, and takes away files that are no more needed.
pub(super) fn library(file: &Path, output: &Path, out: &mut dyn Write) -> Result<Exit, Fault> {
    let grammar = oracle::grammar();
    let by_hand: BTreeSet<&str> = library::all()
        .filter(|entry| entry.is_by_hand() && entry.is_own())
        .map(library::Entry::name)
        .collect();
    let mut lines: BTreeMap<(String, String), String> = BTreeMap::new();
    for it in cards_of(file)?.iter().filter(|it| it.is_ordinary) {
        let Ok(printed) = &it.printed else { continue };
        let read = card::read(grammar, printed);
        let name = read.card.name();
        if !read.unread.is_empty() || by_hand.contains(name.as_str()) {
            continue;
        }
        let line = on_one_line(&read.card.written());
        // What is packed into the program is never refused when it is read there.
        match yaml::read(&line) {
            Ok(again) if again == [read.card] => lines.insert((fold(&name), name), line),
            Ok(_) => {
                return Err(Fault::usage(format!("`{name}` is written otherwise than it is read: {line}")));
            }
            Err(faults) => {
                let why = faults.first().map_or("", |fault| fault.message.as_str());
                return Err(Fault::usage(format!("`{name}` can't be read again: {why}: {line}")));
            }
        };
    }
    let mut files: BTreeMap<char, String> =
        ('a'..='z').chain(['0']).map(|letter| (letter, String::new())).collect();
    for ((key, _), line) in &lines {
        let letter = key.chars().next().filter(char::is_ascii_lowercase).unwrap_or('0');
        let text = files.entry(letter).or_default();
        text.push_str("- ");
        text.push_str(line);
        text.push('\n');
    }
    fs::create_dir_all(output).map_err(|error| Fault::file(output, error))?;
    for (letter, text) in &files {
        let path = output.join(format!("{letter}.yaml"));
        fs::write(&path, text).map_err(|error| Fault::file(&path, error))?;
    }
    let size: usize = files.values().map(String::len).sum();
    writeln!(out, "{}: {} cards, {size} bytes", output.display(), lines.len())?;
    Ok(Exit::Expected)
}
