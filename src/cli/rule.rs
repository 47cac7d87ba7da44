//! `headjudge rule 406.3`: what a rule says and decides, what stands around it, and where it was in other editions.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::desk::{Desk, There};
use super::exit::{Exit, Fault};
use super::numbers;
use super::rule_page::{Page, Wishes};
use super::shelf::Data;
use super::showings::named;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Rules (`406.3`), subrules (`406.3a`), sections (`406`), chapters (`4`), ranges (`406.3-406.5`), and numbers of
    /// other editions (`704.5k@2015-09`)
    #[arg(required = true, value_name = "NUMBER")]
    numbers: Vec<String>,
    /// Show the rule in this edition, under the number that it has there
    #[arg(long, value_name = "DATE")]
    edition: Option<String>,
    /// Only the rule itself, without what stands under and beside it
    #[arg(long, conflicts_with = "all")]
    only: bool,
    /// Everything that stands under a section or chapter, in full
    #[arg(long)]
    all: bool,
    /// The book's examples as well
    #[arg(long)]
    examples: bool,
    /// The rules that the rule points to as well
    #[arg(long)]
    follow: bool,
    /// How number and words went through the editions
    #[arg(long)]
    trace: bool,
    /// The scenarios that show the rule, of this folder
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true, default_missing_value = "scenarios")]
    scenarios: Option<PathBuf>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    data: Data,
}

/// How an answer about the rules is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Fault> {
    let desk = Desk::open(&arguments.data)?;
    // Said without a folder it is the usual one, which may be absent.
    let usual = Path::new("scenarios");
    named(arguments.scenarios.as_deref().filter(|folder| *folder != usual))?;
    let wishes = Wishes {
        only: arguments.only,
        all: arguments.all,
        examples: arguments.examples,
        follow: arguments.follow,
        trace: arguments.trace,
        scenarios: arguments.scenarios.clone(),
    };
    let mut pages = Vec::new();
    let mut shown_already = BTreeSet::new();
    for text in &arguments.numbers {
        let wanted = numbers::read(text)?;
        let edition = desk.edition(wanted.edition.as_deref())?;
        let found = numbers::in_edition(&wanted, &desk, &edition)?;
        let shown = match &arguments.edition {
            Some(date) => desk.edition(Some(date))?,
            None => edition.clone(),
        };
        let crossing = desk.crossing(&edition, &shown)?;
        for number in found {
            match crossing.number(number) {
                There::At(there) => {
                    for number in there {
                        // Two rules may have been one.
                        if shown_already.insert((shown.clone(), number)) {
                            pages.push(Page::of(number, &shown, &desk, &wishes)?);
                        }
                    }
                }
                There::Nowhere => {
                    return Err(Fault::usage(format!(
                        "the edition of {shown} has no rule for `{number}` of {edition}"
                    ))
                    .with_help(format!("`headjudge rule {number}@{edition} --trace` shows where it was")));
                }
                There::Unknown => {
                    return Err(Fault::usage(format!(
                        "nothing at hand says which rule of {shown} is `{number}` of {edition}"
                    ))
                    .with_help(format!(
                        "with the texts of both editions it can be found: `headjudge rules import FILE`{}",
                        desk.missing(&[&edition, &shown])
                    )));
                }
            }
        }
    }
    match (arguments.format, pages.as_slice()) {
        (Format::Text, pages) => {
            for (position, page) in pages.iter().enumerate() {
                let gap = if position > 0 { "\n" } else { "" };
                write!(out, "{gap}{}", page.text(&wishes))?;
            }
        }
        (Format::Json, [page]) => json(page, out)?,
        (Format::Json, pages) => json(&pages, out)?,
    }
    Ok(Exit::Expected)
}

/// Prints a value for programs.
pub(super) fn json(value: &impl serde::Serialize, out: &mut dyn Write) -> Result<(), Fault> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}
