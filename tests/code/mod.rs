//! The code of `src/` as tokens, without comments and texts, and faults of it with their places.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

/// A faulty line of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) what: String,
}

/// Runs a check over every file of `src/`, and gives the faults with their places.
pub(super) fn faults_of_all(check: impl Fn(&str, &str) -> Vec<Fault>) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, code) in sources() {
        faults
            .extend(check(&path, &code).iter().map(|Fault { line, what }| format!("{path}:{line}: {what}")));
    }
    faults
}

pub(super) fn report(faults: &[String]) {
    assert!(faults.is_empty(), "ARCHITECTURE.md says otherwise:\n{}", faults.join("\n"));
}

/// The files of `src/` by their paths from the project's root, with slashes, in a stable order.
pub(super) fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    for entry in WalkDir::new(root.join("src")).sort_by_file_name() {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).unwrap().display().to_string().replace('\\', "/");
            sources.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
    assert!(sources.len() > 100, "only {} files in src/", sources.len());
    sources
}

pub(super) fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// A word or sign of the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) line: usize,
    pub(super) text: &'a str,
}

/// The words and signs of Rust code without its comments, texts and characters.
pub(super) fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = code;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = text_length(rest) {
            length
        } else if is_word(rest) {
            rest.find(|next: char| !next.is_alphanumeric() && next != '_').unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let (text, after) = rest.split_at(length);
        let is_code =
            is_word(text) && !text.contains('"') || text == "::" || length == 1 && !first.is_whitespace();
        if is_code {
            tokens.push(Token { line, text });
        }
        line += text.matches('\n').count();
        rest = after;
    }
    tokens
}

/// The length of the text or character literal that the code begins with, if it does.
pub(super) fn text_length(code: &str) -> Option<usize> {
    let bare = code.strip_prefix(['b', 'c']).unwrap_or(code);
    let prefix = code.len() - bare.len();
    if let Some(raw) = bare.strip_prefix('r') {
        let hashes = raw.chars().take_while(|sign| *sign == '#').count();
        let (marks, text) = raw.split_at(hashes);
        if let Some(text) = text.strip_prefix('"') {
            let end = format!("\"{marks}");
            let length = text.find(&end).map_or(text.len(), |at| at + end.len());
            return Some(prefix + 1 + hashes + 1 + length);
        }
    }
    if let Some(text) = bare.strip_prefix('"') {
        return Some(prefix + 1 + end_of(text, '"'));
    }
    let character = bare.strip_prefix('\'')?;
    // A lifetime has no second apostrophe right behind its first letter.
    let mut letters = character.chars();
    let (first, second) = (letters.next()?, letters.next());
    (first == '\\' || second == Some('\'')).then(|| prefix + 1 + end_of(character, '\''))
}

/// The length up to and with the closing mark, past what is escaped.
pub(super) fn end_of(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == mark => return at + 1,
            _ => {}
        }
    }
    text.len()
}
