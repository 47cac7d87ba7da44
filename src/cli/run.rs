//! `headjudge run`: the answer and the trace of scenarios.

use std::io::Write;
use std::path::PathBuf;

use super::exit::{Exit, Fault};
use super::files::{Folder, pool, scenario_files, source};
use super::look;
use crate::diag::{Source, render};
use crate::runner::{Finding, FindingState, Outcome, Runner, Verdict};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Scenario files, and folders whose scenario files (`.scn`) are meant
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// A file or folder of your own cards, in the form of the card library; may be given several times
    #[arg(long, value_name = "PATH")]
    cards: Vec<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = pool(&arguments.cards)?;
    let runner = Runner::new(&pool);
    let mut exit = Exit::Expected;
    for path in scenario_files(&arguments.paths)? {
        let source = match source(&path) {
            Ok(source) => source,
            Err(fault) => {
                exit = exit.and(fault.report(errors));
                continue;
            }
        };
        for outcome in runner.run_text(&source, &Folder(&path)) {
            exit = exit.and(exit_of(outcome.verdict));
            print(&outcome, &source, out)?;
        }
    }
    Ok(exit)
}

/// The exit code of a verdict.
pub(super) const fn exit_of(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Expected | Verdict::Unsettled => Exit::Expected,
        Verdict::Undecided => Exit::Undecided,
        Verdict::Failed => Exit::Failed,
        Verdict::Invalid => Exit::Invalid,
    }
}

fn print(outcome: &Outcome, source: &Source, out: &mut dyn Write) -> Result<(), Fault> {
    writeln!(out, "{}", outcome.title)?;
    for Finding { sentence, rules, state, .. } in &outcome.findings {
        let mark = match state {
            FindingState::Fails => "FAILED ",
            FindingState::Todo => "todo ",
            _ => "",
        };
        writeln!(out, "Answer: {mark}{sentence}   {rules}")?;
    }
    for entry in outcome.trace.entries() {
        writeln!(out, "  {:?} {:?} {}", entry.level, entry.what, entry.rules)?;
    }
    for diagnostic in &outcome.diagnostics {
        writeln!(out, "{}", render(diagnostic, source, look()))?;
    }
    Ok(())
}
