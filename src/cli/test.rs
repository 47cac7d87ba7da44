//! `headjudge test`: whole folders of scenarios, and a summary.

use std::io::Write;
use std::path::PathBuf;

use super::exit::{Exit, Fault};
use super::files::{Folder, pool, scenario_files, source};
use super::look;
use super::run::exit_of;
use crate::diag::{Source, render};
use crate::runner::{Outcome, Runner, Verdict};

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
    let (mut passed, mut failed) = (0, 0);
    for path in scenario_files(&arguments.paths)? {
        let source = match source(&path) {
            Ok(source) => source,
            Err(fault) => {
                exit = exit.and(fault.report(errors));
                continue;
            }
        };
        let wanted = wanted(&source);
        let outcomes = runner.run_text(&source, &Folder(&path));
        let cited_somewhere = |rule| outcomes.iter().any(|outcome| !outcome.uncited.contains(&rule));
        for outcome in &outcomes {
            let uncited: Vec<String> = outcome
                .uncited
                .iter()
                .filter(|rule| !cited_somewhere(**rule))
                .map(ToString::to_string)
                .collect();
            if outcome.verdict == wanted && (wanted != Verdict::Expected || uncited.is_empty()) {
                passed += 1;
                continue;
            }
            failed += 1;
            exit = exit.and(exit_of(outcome.verdict).and(Exit::Failed));
            print(outcome, &source, &uncited, out)?;
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(exit)
}

/// The verdict that a scenario file says it ends with: a comment `# verdict: undecided` before the first scenario.
fn wanted(source: &Source) -> Verdict {
    let line = source.text.lines().find_map(|line| line.strip_prefix("# verdict:"));
    match line.map(str::trim) {
        Some("undecided") => Verdict::Undecided,
        Some("invalid") => Verdict::Invalid,
        Some("failed") => Verdict::Failed,
        Some("unsettled") => Verdict::Unsettled,
        _ => Verdict::Expected,
    }
}

fn print(outcome: &Outcome, source: &Source, uncited: &[String], out: &mut dyn Write) -> Result<(), Fault> {
    writeln!(out, "{}: {}: {}", source.name, outcome.verdict.words(), outcome.title)?;
    if !uncited.is_empty() {
        writeln!(out, "  the head names rules that nothing cites: {}", uncited.join(", "))?;
    }
    for diagnostic in &outcome.diagnostics {
        writeln!(out, "{}", render(diagnostic, source, look()))?;
    }
    Ok(())
}
