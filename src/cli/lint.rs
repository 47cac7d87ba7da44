//! `headjudge lint`: scenarios that prove nothing, or less than it seems.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::exit::{Exit, Fault};
use super::files::{Folder, scenario_files, source};
use super::look;
use super::test::{jobs, wanted, workers};
use crate::diag::render;
use crate::runner::{Runner, Verdict};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Scenario files, folders whose scenario files (`.scn`) are meant, and patterns
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    cards: super::pool::Cards,
    /// Every expectation has to prove something, not only one of a scenario
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let files = scenario_files(&arguments.paths)?;
    let (strict, look) = (arguments.strict, look());
    let work = |runner: &mut Runner<'_>, number: usize| {
        let Some(path) = files.get(number) else { return Ok((String::new(), (0, 0), Exit::Expected)) };
        let source = source(path)?;
        // What is meant to end otherwise proves just that.
        if wanted(&source).0 != Verdict::Expected {
            return Ok((String::new(), (0, 0), Exit::Expected));
        }
        let lints = runner.lint(&source, &Folder::new(path), strict);
        let told = lints.diagnostics.iter().chain(&lints.remarks);
        let drawn: String = told.map(|lint| format!("{}\n", render(lint, &source, look))).collect();
        let exit = match (lints.invalid, lints.diagnostics.is_empty()) {
            (true, _) => Exit::Invalid,
            (_, false) => Exit::Failed,
            _ => Exit::Expected,
        };
        Ok((drawn, (lints.diagnostics.len(), lints.remarks.len()), exit))
    };
    let (mut exit, mut count, mut known, mut read) = (Exit::Expected, 0, 0, 0);
    let mut told: Result<(), Fault> = Ok(());
    let take = |_, linted: Result<(String, (usize, usize), Exit), Fault>| {
        match linted {
            Ok((drawn, (doubts, remarks), ended)) => {
                exit = exit.and(ended);
                count += doubts;
                known += remarks;
                read += 1;
                told = out.write_all(drawn.as_bytes()).map_err(Fault::from);
            }
            Err(fault) => exit = exit.and(fault.report(errors)),
        }
        if told.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    workers::in_order(files.len(), jobs(None), || Runner::new(&pool), work, take)
        .map_err(|error| Fault::usage(format!("no thread can be started: {error}")))?;
    told?;
    match count {
        0 if known > 0 => writeln!(out, "no doubt in {}", counted(read, "file"))?,
        0 => writeln!(out, "nothing to say about {}", counted(read, "file"))?,
        _ => writeln!(out, "{} in {}", counted(count, "doubt"), counted(read, "file"))?,
    }
    Ok(exit)
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
