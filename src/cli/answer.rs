//! What whoever sits there says: lines that are typed at a terminal, with an editor, or that come from anywhere else.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::completion::{Completer, Pair};
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use super::exit::Fault;

/// Asks, and reads one line; nothing when the input has ended.
pub(super) fn line(out: &mut dyn Write, question: &str) -> Result<Option<String>, Fault> {
    write!(out, "{question}")?;
    out.flush()?;
    let mut said = String::new();
    let read = io::stdin().lock().read_line(&mut said)?;
    Ok((read > 0).then(|| said.trim().to_owned()))
}

/// Where lines come from, for who types many.
pub(super) struct Input {
    editor: Option<Editor<Words, MemHistory>>,
}

impl Input {
    /// A terminal with an editor that completes these names and words, if somebody sits at one.
    pub(super) fn new(names: Vec<String>, words: Vec<String>) -> Self {
        let is_typed = io::stdin().is_terminal() && io::stdout().is_terminal();
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let editor = is_typed.then(|| Editor::with_history(config, MemHistory::new()).ok()).flatten();
        let editor = editor.map(|mut editor| {
            editor.set_helper(Some(Words { names, words }));
            editor
        });
        Self { editor }
    }

    /// Whether somebody sits there.
    pub(super) const fn is_typed(&self) -> bool {
        self.editor.is_some()
    }

    /// One line, with the blanks that it begins with; nothing when the input has ended.
    pub(super) fn line(&mut self, out: &mut dyn Write, prompt: &str) -> Result<Option<String>, Fault> {
        out.flush()?;
        let Some(editor) = &mut self.editor else {
            let mut said = String::new();
            let read = io::stdin().lock().read_line(&mut said)?;
            return Ok((read > 0).then(|| said.trim_end().to_owned()));
        };
        match editor.readline(prompt) {
            Ok(said) => Ok(Some(said.trim_end().to_owned())),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(Fault::usage(format!("the terminal can't be read: {error}"))),
        }
    }
}

/// What a line is completed with.
struct Words {
    /// Names of cards, which may have several words.
    names: Vec<String>,
    /// Words of the language.
    words: Vec<String>,
}

/// The most that is offered: more is no help.
const MOST: usize = 60;

impl Words {
    /// From where on a line could be completed, and with what: the longest piece at its end that a name begins with, or its last word.
    fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let begins = |name: &str, piece: &str| {
            name.len() >= piece.len()
                && name.is_char_boundary(piece.len())
                && name.get(..piece.len()).is_some_and(|begin| begin.to_lowercase() == piece.to_lowercase())
        };
        let starts = std::iter::once(0).chain(line.match_indices(' ').map(|(at, _)| at + 1));
        for start in starts {
            let piece = line.get(start..).unwrap_or_default();
            // One letter begins too much.
            if piece.chars().count() < 2 || piece.starts_with(' ') {
                continue;
            }
            let fitting = |known: &[String]| -> Vec<String> {
                let fitting = known.iter().filter(|name| begins(name, piece));
                fitting.take(MOST).cloned().collect()
            };
            let mut found = fitting(&self.words);
            found.extend(fitting(&self.names));
            if !found.is_empty() {
                found.sort();
                found.dedup();
                return (start, found);
            }
        }
        (line.len(), Vec::new())
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, found) = Self::complete(self, line.get(..at).unwrap_or_default());
        let pair = |name: String| Pair { display: name.clone(), replacement: name };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn names_of_several_words_are_completed() {
        let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let words = Words {
            names: own(&["Grizzly Bears", "Grim Return", "Serra Angel"]),
            words: own(&["graveyard", "casts"]),
        };
        assert_eq!(words.complete("AP casts Grizzly B"), (9, own(&["Grizzly Bears"])));
        assert_eq!(words.complete("AP casts X -> gri"), (14, own(&["Grim Return", "Grizzly Bears"])));
        assert_eq!(words.complete("AP ca"), (3, own(&["casts"])));
        assert_eq!(words.complete("AP casts G"), (10, own(&[])));
    }
}
