//! `headjudge rules import FILE...`, and what else there is to do with whole editions of the rules.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::compare;
use super::desk::Desk;
use super::exit::{Exit, Fault};
use super::shelf::Data;
use super::wrap::counted;
use crate::book::{self, Concordance, Edition};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Task {
    /// Read official text files of the Comprehensive Rules, of any edition since 2003, and keep them
    Import {
        /// Text files as Wizards of the Coast publishes them
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        data: Data,
    },
    /// List the editions that are kept
    List {
        #[command(flatten)]
        data: Data,
    },
    /// Forget an edition that is kept
    Remove {
        /// The edition's date
        edition: String,
        #[command(flatten)]
        data: Data,
    },
    /// Compare two editions, or some rules of them
    Compare(compare::Arguments),
}

/// Larger than any rules text will be.
const MOST_BYTES: u64 = 16 << 20;

pub(super) fn run(task: &Task, out: &mut dyn Write) -> Result<Exit, Fault> {
    match task {
        Task::Import { files, data } => import(files, data, out),
        Task::List { data } => list(data, out),
        Task::Remove { edition, data } => {
            let mut shelf = data.shelf()?;
            let name = shelf.find(edition, &Concordance::bundled())?;
            if !shelf.has(&name) {
                return Err(Fault::usage(format!("the edition of {name} is not kept"))
                    .with_help("`headjudge rules list` says which are"));
            }
            shelf.remove(&name)?;
            writeln!(out, "{name} is forgotten")?;
            Ok(Exit::Expected)
        }
        Task::Compare(arguments) => compare::run(arguments, out),
    }
}

/// All files are read before the first is kept: with one that is no rules text, nothing is.
fn import(files: &[PathBuf], data: &Data, out: &mut dyn Write) -> Result<Exit, Fault> {
    let mut shelf = data.shelf()?;
    let concordance = Concordance::bundled();
    let mut imported: Vec<(String, Edition)> = Vec::new();
    for file in files {
        let edition = read(file)?;
        let name = concordance.name_of(edition.effective.as_deref().unwrap_or_default());
        if imported.iter().any(|(other, _)| *other == name) {
            return Err(Fault::file(file, format!("another of the files is the edition of {name} too"))
                .with_help("nothing is imported"));
        }
        imported.push((name, edition));
    }
    shelf.keep(&imported)?;
    Desk::open(data)?.keep_alignments()?;
    for (name, edition) in &imported {
        let examples: usize = edition.rules.iter().map(|rule| rule.examples.len()).sum();
        let counts = [
            counted(edition.rules.len(), "rule"),
            counted(examples, "example"),
            counted(edition.glossary.len(), "term"),
        ];
        writeln!(out, "{name}: {}{}", counts.join(", "), since(name, edition.effective.as_deref()))?;
    }
    writeln!(out, "kept in {}", shelf.folder().display())?;
    Ok(Exit::Expected)
}

/// The edition of a file, checked.
fn read(file: &Path) -> Result<Edition, Fault> {
    let size = fs::metadata(file).map_err(|error| Fault::file(file, error))?.len();
    if size > MOST_BYTES {
        return Err(Fault::file(file, "the file is too large to be a rules text"));
    }
    let bytes = fs::read(file).map_err(|error| Fault::file(file, error))?;
    let read = book::read(&bytes).and_then(|edition| {
        let faults = edition.faults();
        if faults.is_empty() { Ok(edition) } else { Err(faults) }
    });
    read.map_err(|faults| {
        const MOST: usize = 8;
        let fault = Fault::file(file, "it can't be read as the Comprehensive Rules, and nothing is imported");
        let fault = faults.iter().take(MOST).fold(fault, |fault, found| fault.with_note(found.to_string()));
        let more = faults.len().saturating_sub(MOST);
        let fault = if more > 0 { fault.with_note(format!("and {more} faults more")) } else { fault };
        fault.with_help("take the text file (TXT) from https://magic.wizards.com/en/rules, and don't edit it")
    })
}

fn list(data: &Data, out: &mut dyn Write) -> Result<Exit, Fault> {
    let shelf = data.shelf()?;
    if shelf.editions.is_empty() {
        writeln!(out, "no edition is kept; `headjudge rules import FILE` reads an official text file")?;
    }
    for kept in &shelf.editions {
        let since = since(&kept.name, Some(&kept.effective));
        writeln!(
            out,
            "{}: {}, {}{since}",
            kept.name,
            counted(kept.rules, "rule"),
            counted(kept.terms, "term")
        )?;
    }
    Ok(Exit::Expected)
}

/// Since when an edition is effective, where that is another day than the one it is known by.
fn since(name: &str, effective: Option<&str>) -> String {
    match effective {
        Some(date) if date != name => format!(", effective {date}"),
        _ => String::new(),
    }
}
