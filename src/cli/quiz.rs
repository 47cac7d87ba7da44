//! `headjudge quiz`: questions about scenarios, and courses, at the terminal.
//!
//! What is written is read line by line, from a terminal or anywhere else. What was wrong is kept in the user's data folder.

mod ask;
pub(super) mod course;
pub(super) mod draw;
pub(super) mod record;

use std::io::{self, Write};
use std::path::PathBuf;

use super::exit::{Exit, Fault};
use super::pool::Cards;
use super::wrap::{counted, wrap};
use crate::rules::RuleNumber;
use crate::runner::Runner;

use ask::Desk;
use record::Record;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Scenario files and folders to ask from, or a course (`.course`) to go through
    #[arg(default_value = "scenarios", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only scenarios of a folder with this name, or with this tag
    #[arg(long, value_name = "WORD")]
    topic: Option<String>,
    /// Only scenarios that rest on this rule, or one below it
    #[arg(long, value_name = "NUMBER", value_parser = rule)]
    rule: Option<RuleNumber>,
    /// Only scenarios in which this much happens: 1 for one action, 2 for two or three, 3 for more
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=3))]
    level: Option<u8>,
    /// Only what was wrong when it was asked last
    #[arg(long)]
    wrong: bool,
    /// How many questions
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,
    /// Which questions: the same number gives the same ones; without it others each time
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Of a course, where to begin
    #[arg(long, value_name = "STEP", default_value_t = 1)]
    from: usize,
    /// Say what the record holds, and ask nothing
    #[arg(long)]
    record: bool,
    #[command(flatten)]
    cards: Cards,
}

/// A rule number as it is written behind `--rule`.
fn rule(text: &str) -> Result<RuleNumber, String> {
    text.parse().map_err(|_| format!("`{text}` is no rule number"))
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let record = Record::open(arguments.cards.data())?;
    if arguments.record {
        return told(&record, out);
    }
    let pool = match arguments.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let runner = Runner::new(&pool);
    let mut input = io::stdin().lock();
    let mut desk =
        Desk { input: &mut input, out, record, runner: &runner, right: 0, asked: 0, is_over: false };
    match arguments.paths.as_slice() {
        [path] if path.extension().is_some_and(|extension| extension == "course") => {
            course::go_through(path, arguments.from, &mut desk, errors)
        }
        paths => draw::ask(paths, arguments, &mut desk),
    }
}

/// What was asked so far, and what of it was wrong.
fn told(record: &Record, out: &mut dyn Write) -> Result<Exit, Fault> {
    let entries = record.entries()?;
    let wrong: Vec<_> = entries.iter().filter(|(_, kept)| !kept.last_was_right).collect();
    writeln!(out, "asked {}, wrong when asked last {}", entries.len(), wrong.len())?;
    for (key, kept) in wrong {
        let times = counted(kept.asked, "time");
        let line = format!("{}: {} (asked {times}, wrong {})", key.title, key.words, kept.wrong);
        writeln!(out, "  {}", wrap(&line, 4))?;
        writeln!(out, "    {}", key.path)?;
    }
    Ok(Exit::Expected)
}
