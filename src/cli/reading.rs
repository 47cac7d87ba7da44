//! `headjudge maintain coverage`: how much of an Oracle file is read, and what to read next.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read as _, Write};
use std::path::Path;

use super::exit::{Exit, Fault};
use crate::cards::library;
use crate::cards::oracle_file::{self, OracleCard};
use crate::engine::gaps;
use crate::oracle::face::{self, Line, Unread, Why};
use crate::oracle::grammar::Grammar;
use crate::oracle::printed::Printed;
use crate::oracle::{self, card};

/// How many of the phrases that are not understood are listed.
const MOST_LISTED: usize = 60;

/// The largest Oracle file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// How far a card is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    /// Read whole, and nothing of it is a gap of the engine.
    Playable,
    /// Read whole, but not all of it is played.
    Gap,
    /// Not read whole, but written by hand.
    ByHand,
    /// Not read whole.
    Declined,
}

impl Standing {
    const ALL: [Self; 4] = [Self::Playable, Self::Gap, Self::ByHand, Self::Declined];

    const fn word(self) -> &'static str {
        match self {
            Self::Playable => "playable",
            Self::Gap => "gap",
            Self::ByHand => "by hand",
            Self::Declined => "declined",
        }
    }
}

/// What is counted.
#[derive(Default)]
struct Counts {
    cards: usize,
    standings: BTreeMap<&'static str, usize>,
    lines: usize,
    lines_read: usize,
    ambiguous: usize,
    /// Lines that are not written back word for word.
    worded_otherwise: usize,
    /// Lines whose form alone is not written.
    not_written: usize,
    /// Lines whose default wording reads otherwise.
    read_otherwise: usize,
    /// Lines whose default wording is another, but means the same.
    other_words: usize,
    /// By the words that were not understood: the cards that fail there first, and one of those lines.
    worklist: BTreeMap<String, (usize, String)>,
}

/// Measures a file and prints what is read of it.
pub(super) fn coverage(
    file: &Path,
    ledger: Option<&Path>,
    losing: bool,
    out: &mut dyn Write,
) -> Result<Exit, Fault> {
    let cards = cards_of(file)?;
    let grammar = oracle::grammar();
    let mut counts = Counts::default();
    let mut standings = Vec::new();
    let by_hand: BTreeSet<&str> =
        library::all().filter(|entry| entry.is_by_hand()).map(library::Entry::name).collect();
    for it in cards.iter().filter(|it| it.is_ordinary) {
        // The name of all faces finds a card as well as its own.
        let standing = counts.add(grammar, it, by_hand.contains(it.name.as_str()));
        standings.push((it.name.as_str(), standing));
    }
    counts.print(out)?;
    let fallen = match ledger {
        Some(path) => keep(path, standings, losing, out)?,
        None => 0,
    };
    let playable = counts.standings.get(Standing::Playable.word()).copied().unwrap_or(0);
    writeln!(out, "playable {playable} of {}", counts.cards)?;
    Ok(if fallen > 0 && !losing { Exit::Failed } else { Exit::Expected })
}

/// Writes the ledger, unless a card has fallen and that is not allowed, and says which cards rose and fell. Says how many fell.
fn keep(
    path: &Path,
    standings: Vec<(&str, Standing)>,
    losing: bool,
    out: &mut dyn Write,
) -> Result<usize, Fault> {
    let before = match fs::read_to_string(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(Fault::file(path, error)),
        before => before.unwrap_or_default(),
    };
    let lines = before.lines().filter_map(|line| line.split_once('\t'));
    let of_word = |word: &str| Standing::ALL.into_iter().find(|standing| standing.word() == word);
    let before: BTreeMap<&str, Standing> =
        lines.filter_map(|(name, word)| Some((name, of_word(word)?))).collect();
    let now: BTreeMap<&str, Standing> = standings.into_iter().collect();
    let (mut risen, mut fallen) = (0, 0);
    for (name, was) in &before {
        match now.get(name) {
            Some(is) if is > was => {
                fallen += 1;
                writeln!(out, "fallen from {} to {}: {name}", was.word(), is.word())?;
            }
            Some(is) => risen += usize::from(is < was),
            None => {
                fallen += 1;
                writeln!(out, "gone, was {}: {name}", was.word())?;
            }
        }
    }
    let new = now.keys().filter(|name| !before.contains_key(*name)).count();
    if fallen == 0 || losing {
        let text: String =
            now.iter().map(|(name, standing)| format!("{name}\t{}\n", standing.word())).collect();
        fs::write(path, text).map_err(|error| Fault::file(path, error))?;
        writeln!(out, "{}: {risen} cards risen, {fallen} fallen, {new} new", path.display())?;
    } else {
        writeln!(out, "{} is left as it is; `--losing` writes it all the same", path.display())?;
    }
    Ok(fallen)
}

/// The cards of an Oracle file.
pub(super) fn cards_of(file: &Path) -> Result<Vec<OracleCard>, Fault> {
    oracle_file::cards(&text_of(file)?).map_err(|(line, message)| {
        Fault::usage(format!("`{}` is no Oracle file: line {line}: {message}", file.display()))
    })
}

/// The text of a file, plain or gzipped.
pub(super) fn text_of(file: &Path) -> Result<String, Fault> {
    let fault = |error| Fault::file(file, error);
    let opened = fs::File::open(file).map_err(fault)?;
    let mut text = String::new();
    let name = file.extension().and_then(|extension| extension.to_str());
    if name == Some("gz") {
        flate2::read::GzDecoder::new(opened).take(LARGEST).read_to_string(&mut text).map_err(fault)?;
    } else {
        opened.take(LARGEST).read_to_string(&mut text).map_err(fault)?;
    }
    Ok(text)
}

impl Counts {
    fn add(&mut self, grammar: &Grammar, it: &OracleCard, by_hand: bool) -> Standing {
        self.cards += 1;
        let standing = match &it.printed {
            Ok(printed) => self.read(grammar, printed),
            Err(why) => {
                self.decline(format!("({why})"), &it.name);
                Standing::Declined
            }
        };
        let standing = if by_hand { standing.min(Standing::ByHand) } else { standing };
        *self.standings.entry(standing.word()).or_default() += 1;
        standing
    }

    fn read(&mut self, grammar: &Grammar, printed: &Printed) -> Standing {
        let mut first: Option<&Unread> = None;
        let faces = card::lines(grammar, printed);
        for (face, lines) in printed.faces.iter().zip(&faces) {
            let is_permanent = face.types.is_permanent();
            for line in lines {
                self.lines += 1;
                match line {
                    Ok(line) => {
                        self.lines_read += 1;
                        self.write(grammar, line, is_permanent);
                    }
                    Err(unread) => {
                        self.ambiguous += usize::from(matches!(unread.why, Why::Ambiguous(_)));
                        first = first.or(Some(unread));
                    }
                }
            }
        }
        if let Some(unread) = first {
            let rest = unread.line.get(unread.at..).unwrap_or_default();
            let words = match &unread.why {
                Why::Word => rest.split(' ').take(3).collect::<Vec<_>>().join(" "),
                Why::Ambiguous(_) => "(two meanings)".to_owned(),
                Why::Meaning(_) => "(unclear reference)".to_owned(),
                Why::Limit => "(too long)".to_owned(),
            };
            self.decline(words, &unread.line);
            return Standing::Declined;
        }
        let read = card::of_lines(printed, faces);
        if gaps(&read.card).is_empty() { Standing::Playable } else { Standing::Gap }
    }

    fn decline(&mut self, words: String, line: &str) {
        self.worklist.entry(words).or_insert_with(|| (0, line.to_owned())).0 += 1;
    }

    /// Writes a line back, as it was worded and from its form alone.
    fn write(&mut self, grammar: &Grammar, line: &Line, is_permanent: bool) {
        if face::written_so(grammar, line, is_permanent).as_deref() != Some(line.text.as_str()) {
            self.worded_otherwise += 1;
        }
        let words = face::written(grammar, &line.abilities, is_permanent, None);
        if words.as_ref() == Some(&line.text) {
            return;
        }
        // These are the words that are read again first; only where they read otherwise others are looked for.
        let reads_as = |words: &String| face::reads_as(grammar, words, &line.abilities, is_permanent);
        let is_same = words.as_ref().is_some_and(reads_as)
            || face::all_checked(grammar, &line.abilities, is_permanent).is_some();
        match (is_same, words) {
            (true, _) => self.other_words += 1,
            (false, Some(_)) => self.read_otherwise += 1,
            (false, None) => self.not_written += 1,
        }
    }

    fn print(&self, out: &mut dyn Write) -> Result<(), Fault> {
        let mut worklist: Vec<_> = self.worklist.iter().collect();
        worklist.sort_by_key(|(words, (cards, _))| (std::cmp::Reverse(*cards), *words));
        writeln!(out, "cards that stop first at these words")?;
        for (words, (cards, line)) in worklist.into_iter().take(MOST_LISTED) {
            let line: String = line.chars().take(120).collect();
            writeln!(out, "{cards:6}  {words:32}  {line}")?;
        }
        writeln!(
            out,
            "lines {} of {}; two meanings {}; not written back word for word {}; from the form alone: not written {}, \
             read otherwise {}, in other words {}",
            self.lines_read,
            self.lines,
            self.ambiguous,
            self.worded_otherwise,
            self.not_written,
            self.read_otherwise,
            self.other_words
        )?;
        for (standing, cards) in &self.standings {
            writeln!(out, "{standing} {cards}")?;
        }
        Ok(())
    }
}
