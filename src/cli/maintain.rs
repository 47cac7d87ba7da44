//! `headjudge maintain`: remakes committed data of headjudge itself. Hidden, for those who work on it.
//!
//! ```text
//! headjudge maintain rules-index FILE [--output rules/index.tsv]
//! headjudge maintain concordance FILE [--output rules/concordance.tsv]
//! headjudge maintain coverage ORACLE-FILE [--ledger PATH [--losing]]
//! headjudge maintain library ORACLE-FILE [--output library]
//! headjudge maintain play-cards [ORACLE-FILE] [--only NAME...] [--sample NUMBER] [--seed NUMBER] [--list PATH]
//! ```
//!
//! The first reads an official text file of the Comprehensive Rules and writes the rules index: a line for each chapter,
//! section, rule and subrule with its number, the fingerprint of its words, and its heading if it is one, separated
//! by tabs. It then lists what is new, gone or worded otherwise, with our gist of it: read those rules, the code that
//! cites them and the gists again, set `rules::EDITION` to the date that is printed, and build. The second brings a table
//! of topics, editions and numbers into the form of `rules/concordance.tsv`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::exit::{Exit, Fault};
use super::making;
use super::play_cards;
use super::reading;
use super::wrap::wrap;
use crate::book::{self, Edition};
use crate::rules::{EDITION, RuleId, RuleNumber};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Maintenance {
    /// Remake the rules index from an official text file of the Comprehensive Rules
    RulesIndex {
        /// The text file, in any of the encodings it was ever published in
        file: PathBuf,
        /// Where the index is written
        #[arg(long, value_name = "PATH", default_value = "rules/index.tsv")]
        output: PathBuf,
    },
    /// Remake the concordance from a table with the columns topic, edition (such as 20031001) and rule number
    Concordance {
        /// The table, its columns separated by commas
        file: PathBuf,
        /// Where the concordance is written
        #[arg(long, value_name = "PATH", default_value = "rules/concordance.tsv")]
        output: PathBuf,
    },
    /// Say how many cards of an Oracle file are read, and what to read next
    Coverage {
        /// The file: a JSON object a line, or a list of them as Scryfall has it; plain or gzipped
        file: PathBuf,
        /// Where to write how far each card is read, as `library/ledger.tsv` has it
        #[arg(long, value_name = "PATH")]
        ledger: Option<PathBuf>,
        /// Write the ledger even if a card has fallen
        #[arg(long, requires = "ledger")]
        losing: bool,
    },
    /// Remake the library of cards from an Oracle file: the forms of all that is read whole and not written by hand
    Library {
        /// The file: a JSON object a line, or a list of them as Scryfall has it; plain or gzipped
        file: PathBuf,
        /// The folder where the forms are written
        #[arg(long, value_name = "FOLDER", default_value = "library")]
        output: PathBuf,
    },
    /// Deal each card that is playable into random games until each of its abilities has been used
    PlayCards(play_cards::Arguments),
}

pub(super) fn run(maintenance: &Maintenance, out: &mut dyn Write) -> Result<Exit, Fault> {
    match maintenance {
        Maintenance::Coverage { file, ledger, losing } => {
            reading::coverage(file, ledger.as_deref(), *losing, out)
        }
        Maintenance::Library { file, output } => making::library(file, output, out),
        Maintenance::PlayCards(arguments) => play_cards::run(arguments, out),
        Maintenance::RulesIndex { file, output } => rules_index(file, output, out),
        Maintenance::Concordance { file, output } => {
            let table = fs::read_to_string(file).map_err(|error| Fault::file(file, error))?;
            let text = book::compact(&table).map_err(|fault| Fault::file(file, fault))?;
            fs::write(output, &text).map_err(|error| Fault::file(output, error))?;
            writeln!(out, "{}: {} topics", output.display(), text.lines().count().saturating_sub(1))?;
            Ok(Exit::Expected)
        }
    }
}

fn rules_index(file: &Path, output: &Path, out: &mut dyn Write) -> Result<Exit, Fault> {
    let bytes = fs::read(file).map_err(|error| Fault::file(file, error))?;
    let edition = book::read(&bytes).map_err(|faults| {
        let fault = Fault::usage(format!("`{}` cannot be read as a rules text", file.display()));
        faults.iter().fold(fault, |fault, found| fault.with_help(found.to_string()))
    })?;
    fs::write(output, index(&edition)).map_err(|error| Fault::file(output, error))?;
    let date = edition.effective.as_deref().unwrap_or("an unknown date");
    writeln!(out, "{}: {} rules, effective {date}", output.display(), edition.rules.len())?;
    out.write_all(changes(&edition).as_bytes())?;
    if date != EDITION {
        writeln!(out, "set `rules::EDITION` to {date:?}; it is {EDITION:?}")?;
    }
    Ok(Exit::Expected)
}

/// The index of an edition, as `rules/index.tsv` holds it.
fn index(edition: &Edition) -> String {
    edition.rules.iter().fold(String::new(), |mut index, rule| {
        let heading = rule.heading().unwrap_or_default();
        index.push_str(&format!("{}\t{:016x}\t{heading}\n", rule.number, rule.fingerprint()));
        index
    })
}

/// What an edition changes against the one that this program was built with, a line for each rule.
fn changes(edition: &Edition) -> String {
    let new: BTreeMap<RuleNumber, u64> =
        edition.rules.iter().map(|rule| (rule.number, rule.fingerprint())).collect();
    let mut changes = BTreeMap::new();
    for rule in RuleId::all() {
        match new.get(&rule.number()) {
            None => changes.insert(rule.number(), "gone"),
            Some(fingerprint) if *fingerprint != rule.fingerprint() => {
                changes.insert(rule.number(), "changed")
            }
            Some(_) => None,
        };
    }
    changes.extend(new.keys().filter(|number| RuleId::of(**number).is_none()).map(|number| (*number, "new")));
    changes.iter().fold(String::new(), |mut text, (number, change)| {
        let gist = RuleId::of(*number).and_then(book::gist).unwrap_or_default();
        let line = format!("  {:<9}{change:<9}", number.to_string());
        text.push_str(&format!("{line}{}", wrap(gist, line.len())));
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    })
}

#[cfg(test)]
mod tests {
    use super::{changes, index};
    use crate::book;
    use crate::rules::{RuleId, cr};

    #[test]
    fn an_index_line_is_number_fingerprint_heading() {
        let edition = book::read(b"1. Game Concepts\n100. General\n100.1. Be fair.").expect("a rules text");
        let general = book::fingerprint("General");
        assert_eq!(index(&edition).lines().nth(1), Some(format!("100\t{general:016x}\tGeneral").as_str()));
        assert!(index(&edition).ends_with("\t\n"));
    }

    #[test]
    fn every_changed_rule_is_listed() {
        let edition =
            book::read(b"1. Game Concepts\n101. The Magic Golden Rules\n101.2. Be fair.\n101. 99. New.")
                .expect("a rules text");
        let changes = changes(&edition);
        let gist = book::gist(cr!("101.2")).and_then(|gist| gist.get(..20)).expect("a gist");
        assert!(changes.contains(&format!("  101.2    changed  {gist}")), "{changes}");
        assert!(changes.lines().any(|line| line.ends_with(" new")), "{changes}");
        assert!(changes.contains("  101.1    gone"));
        let gone = changes.lines().filter(|line| line.split_whitespace().nth(1) == Some("gone"));
        assert_eq!(gone.count(), RuleId::all().len() - 3);
    }
}
