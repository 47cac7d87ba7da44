//! The one canonical form of a scenario file.
//!
//! The form changes blanks only, so it can't change what a file says; [`fn@format`] reads its own output all the same and
//! compares.

use crate::diag::{Diagnostic, Severity, Source};
use crate::scenario::lines::{self, Line, Part};
use crate::scenario::tree::{Includes, read, starts_scenario};
use crate::scenario::vocabulary::{HEAD_WORDS, PLAYER_LINES, Zone};
use crate::scenario::{examples, outline};

/// The column in which the value of a head line begins, from 0.
const HEAD_COLUMN: usize = 10;
/// The column in which what stands in a zone begins.
const ZONE_COLUMN: usize = 15;

/// Why a file could not be formatted.
#[derive(Debug, Clone, PartialEq)]
pub enum FormatFault {
    /// It can't be read.
    Unreadable(Vec<Diagnostic>),
    /// The canonical form would say something else: a fault of headjudge's own.
    Changed,
}

/// The canonical form of a scenario file.
///
/// # Errors
/// If the file has faults, or the form would not say the same.
pub fn format(source: &Source) -> Result<String, FormatFault> {
    let mut faults = read(source, &AnyFile).diagnostics;
    faults.retain(|fault| fault.severity == Severity::Error);
    if !faults.is_empty() {
        return Err(FormatFault::Unreadable(faults));
    }
    let formatted = formatted(&source.text);
    if outline::of(&formatted) != outline::of(&source.text) {
        return Err(FormatFault::Changed);
    }
    Ok(formatted)
}

/// What a file includes makes no difference to its form.
struct AnyFile;

impl Includes for AnyFile {
    fn read(&self, _name: &str) -> Result<String, String> {
        Ok(String::new())
    }
}

/// What sort of thing a line at the margin begins, which says how the lines under it are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Root {
    Prose,
    Head,
    Block,
    Table,
    Card,
    Statement,
}

fn formatted(text: &str) -> String {
    let lines = lines::cut(text);
    let players = players(&lines);
    let mut written = Writer { out: String::with_capacity(text.len() + 64), blank_wanted: false };
    // The indentations of the lines that the next one may belong to, outermost first.
    let mut open: Vec<usize> = Vec::new();
    let mut root = Root::Statement;
    let mut card_indent = 0;
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        index += 1;
        if line.is_blank() && line.comment.is_none() {
            written.blank();
            continue;
        }
        let depth = open.iter().filter(|indent| **indent < line.indent).count();
        if line.is_blank() {
            let blanks = match root {
                Root::Card if line.indent > 0 => card_blanks(line.indent, card_indent),
                root => column(root, depth),
            };
            written.line(blanks, "", line);
            continue;
        }
        open.truncate(depth);
        open.push(line.indent);
        if depth == 0 {
            let below = lines.get(index..).unwrap_or_default();
            root = root_of(line, below, &players);
            card_indent = below_indent(below);
            if starts_scenario(line) {
                written.separate();
            }
        }
        match root {
            Root::Table if depth > 0 => {
                let rest = lines.get(index - 1..).unwrap_or_default();
                let below = rest.iter().take_while(|row| row.is_blank() || row.indent > 0);
                let rows = below
                    .enumerate()
                    .filter(|(_, row)| !row.is_blank())
                    .last()
                    .map_or(1, |(last, _)| last + 1);
                let table = rest.get(..rows).unwrap_or_default();
                write_table(table, text, &mut written);
                index += rows.saturating_sub(1);
            }
            Root::Card if depth > 0 => {
                written.line(card_blanks(line.indent, card_indent), &line.text.text, line);
            }
            _ => {
                let words = match root {
                    Root::Prose if depth > 0 => spaced(&line.text.text),
                    Root::Head if depth > 0 => parts(&line.parts),
                    Root::Prose | Root::Head => head_line(line),
                    Root::Block if depth == 0 => {
                        parts(&line.parts).trim_end_matches(':').trim_end().to_owned()
                    }
                    Root::Block if depth == 1 => zone_line(line),
                    _ => parts(&line.parts),
                };
                written.line(column(root, depth), &words, line);
            }
        }
    }
    written.out
}

/// In which column a line of that depth is written.
fn column(root: Root, depth: usize) -> usize {
    match root {
        Root::Prose if depth > 0 => HEAD_COLUMN,
        Root::Block if depth > 1 => ZONE_COLUMN + 2 * (depth - 2),
        _ => 2 * depth,
    }
}

/// Lines being written, never two blank ones together.
struct Writer {
    out: String,
    blank_wanted: bool,
}

impl Writer {
    fn blank(&mut self) {
        self.blank_wanted = !self.out.is_empty();
    }

    /// Sees to a blank line before a further scenario, unless a comment stands right above it.
    fn separate(&mut self) {
        let last = self.out.trim_end_matches('\n').rsplit('\n').next().unwrap_or_default();
        if !self.out.is_empty() && !last.trim_start().starts_with('#') {
            self.blank_wanted = true;
        }
    }

    /// A line of these words, with the comment of the line they come from.
    fn line(&mut self, blanks: usize, words: &str, line: &Line) {
        if std::mem::take(&mut self.blank_wanted) {
            self.out.push('\n');
        }
        self.out.extend(std::iter::repeat_n(' ', blanks));
        self.out.push_str(words);
        if let Some(comment) = &line.comment {
            if !words.is_empty() {
                self.out.push_str("  ");
            }
            self.out.push_str(&comment.text);
        }
        self.out.push('\n');
    }
}

/// The names of the players of all scenarios in the file: only blocks are looked up in them.
fn players(lines: &[Line]) -> Vec<String> {
    let mut players = vec!["AP".to_owned(), "NAP".to_owned()];
    for line in lines.iter().filter(|line| line.indent == 0 && line.first_word() == "players") {
        let names = line.text.text.strip_prefix("players").unwrap_or_default();
        players.extend(names.split(';').map(|name| name.trim().to_owned()));
    }
    players
}

fn root_of(line: &Line, below: &[Line], players: &[String]) -> Root {
    let word = line.first_word();
    if ["scenario", "question", "answer", "source", "rules", "tags", "edition"].contains(&word) {
        return Root::Prose;
    }
    if HEAD_WORDS.iter().any(|(head_word, _)| *head_word == word) || word == "include" {
        return Root::Head;
    }
    if line.text.text == "examples" {
        return Root::Table;
    }
    if word == "card" && line.text.text.len() > word.len() {
        return Root::Card;
    }
    let name = line.text.text.trim_end_matches(':').trim_end();
    let child = below.iter().find(|line| !line.is_blank()).filter(|line| line.indent > 0);
    let child_word = child.map(|child| child.first_word()).unwrap_or_default();
    let holds_zone =
        Zone::from_word(child_word).is_some() || PLAYER_LINES.iter().any(|(word, _)| *word == child_word);
    let is_player = players.iter().any(|player| player == name);
    // Signs get blanks around them: what has one is no single word.
    if is_player || (holds_zone && !name.contains([' ', '@', ';', '>', '[', ']', '|'])) {
        Root::Block
    } else {
        Root::Statement
    }
}

/// The least indentation of the lines that belong to one.
fn below_indent(below: &[Line]) -> usize {
    below
        .iter()
        .take_while(|line| line.is_blank() || line.indent > 0)
        .filter(|line| !line.is_blank())
        .map(|line| line.indent)
        .min()
        .unwrap_or_default()
}

fn card_blanks(indent: usize, least: usize) -> usize {
    2 + indent.saturating_sub(least)
}

/// `question  Is it so?`
fn head_line(line: &Line) -> String {
    let text = &line.text.text;
    let (word, value) = text.split_once(' ').unwrap_or((text, ""));
    if value.is_empty() {
        return text.clone();
    }
    let is_list = ["source", "rules", "tags", "players"].contains(&word);
    let value = match is_list {
        true => value.split(';').map(spaced).filter(|item| !item.is_empty()).collect::<Vec<_>>().join("; "),
        false => spaced(value),
    };
    format!("{word:<width$}{value}", width = HEAD_COLUMN.max(word.len() + 1))
}

/// `hand         Cloudshift; Murder`, `life         17`
fn zone_line(line: &Line) -> String {
    let whole = parts(&line.parts);
    let (word, value) = whole.split_once(' ').unwrap_or((&whole, ""));
    let word = word.trim_end_matches(':');
    let is_phrase = whole == "city's blessing" || whole.starts_with("emblem of ");
    if value.is_empty() || is_phrase {
        return if is_phrase { whole } else { word.to_owned() };
    }
    format!("{word:<width$}{value}", width = ZONE_COLUMN - 2)
}

/// The parts of a line with one blank between them where there should be one.
fn parts(parts: &[Part]) -> String {
    let mut line = String::new();
    for part in parts {
        let piece = match part {
            Part::Text(text) => spaced(&text.text),
            Part::Label(label) => format!("@{}", label.text),
            Part::Group(group) => {
                let items: Vec<String> = group.items.iter().map(|item| self::parts(item)).collect();
                format!("[{}]", items.join("; "))
            }
            Part::Arrow(_) => "->".to_owned(),
            Part::Semicolon(_) => ";".to_owned(),
            Part::Greater(_) => ">".to_owned(),
            Part::Bar(_) => "|".to_owned(),
        };
        let is_glued = match part {
            Part::Semicolon(_) => true,
            Part::Text(text) => text.text.starts_with(['\'', ':', ',']) && line.ends_with(is_label_character),
            _ => false,
        };
        if !line.is_empty() && !is_glued {
            line.push(' ');
        }
        line.push_str(&piece);
    }
    line
}

fn is_label_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == '-' || character == '>'
}

/// The words with one blank between them; what stands in backticks or double quotes stays as it is.
pub(crate) fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut quote: Option<char> = None;
    for character in text.trim().chars() {
        let is_doubled = character == ' ' && out.ends_with(' ');
        if quote.is_none() && is_doubled {
            continue;
        }
        if character == '`' || character == '"' {
            quote = match quote {
                Some(open) if open == character => None,
                Some(open) => Some(open),
                None => Some(character),
            };
        }
        out.push(character);
    }
    out
}

/// The rows of a table with their bars under each other.
fn write_table(table: &[Line], source: &str, written: &mut Writer) {
    let rows: Vec<Option<Vec<String>>> = table
        .iter()
        .map(|line| {
            let cells = || examples::cells(line, source).into_iter().map(|cell| spaced(&cell.text)).collect();
            (!line.is_blank()).then(cells)
        })
        .collect();
    let columns = rows.iter().flatten().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().flatten().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for (line, row) in table.iter().zip(&rows) {
        match row {
            Some(row) => {
                let cells: Vec<String> =
                    row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
                written.line(2, cells.join(" | ").trim_end(), line);
            }
            None if line.comment.is_some() => written.line(2, "", line),
            None => written.blank(),
        }
    }
}
