//! `headjudge test`: whole folders of scenarios, and a summary.

use std::io::Write;
use std::path::PathBuf;

use super::exit::{Exit, Fault};
use super::files::{Folder, scenario_files, source};
use super::look;
use super::run::exit_of;
use crate::diag::{Look, Source, render};
use crate::report::{Line, Tally, Verdict as Reported, terminal};
use crate::runner::{Outcome, Runner, Verdict};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Scenario files, and folders whose scenario files (`.scn`) are meant
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    cards: super::pool::Cards,
    /// Only those that do not end as expected
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let runner = Runner::new(&pool);
    let options = terminal::Options { quiet: arguments.quiet, colour: look() == Look::Coloured };
    let mut exit = Exit::Expected;
    let mut tally = Tally::default();
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
        for outcome in &outcomes {
            let uncited = uncited(outcome, &outcomes);
            let line = line(outcome, wanted, &uncited, &source);
            if !line.verdict.is_expected() {
                let failed = if outcome.verdict == wanted { Exit::Failed } else { exit_of(outcome.verdict) };
                exit = exit.and(if failed == Exit::Expected { Exit::Failed } else { failed });
            }
            tally.add(line.verdict);
            out.write_all(terminal::outcome(&line, options).as_bytes())?;
        }
    }
    writeln!(out)?;
    out.write_all(terminal::counts(&tally, options).as_bytes())?;
    Ok(exit)
}

/// The rules in the head that nothing cites in any variant of the scenario.
fn uncited(outcome: &Outcome, outcomes: &[Outcome]) -> Vec<String> {
    let of_scenario = |outcome: &Outcome| outcome.title.get(..outcome.common).map(str::to_owned);
    let scenario = of_scenario(outcome);
    let variants = || outcomes.iter().filter(|other| of_scenario(other) == scenario);
    let nowhere = outcome
        .uncited
        .iter()
        .filter(|rule| variants().all(|other| other.uncited.contains(rule) || other.game.is_none()));
    nowhere.map(ToString::to_string).collect()
}

/// How a scenario ended, against how it says that it ends.
pub(super) fn line(outcome: &Outcome, wanted: Verdict, uncited: &[String], source: &Source) -> Line {
    let mut messages: Vec<String> = Vec::new();
    let as_wanted = outcome.verdict == wanted;
    let mut verdict = match outcome.verdict {
        _ if as_wanted && wanted != Verdict::Expected => Reported::Answered,
        Verdict::Expected if outcome.todos() > 0 => Reported::Todo,
        Verdict::Expected => Reported::Answered,
        Verdict::Unsettled => Reported::Unsettled,
        Verdict::Undecided => Reported::Undecided,
        Verdict::Failed => Reported::Failed,
        Verdict::Invalid => Reported::Invalid,
    };
    if !as_wanted {
        if wanted != Verdict::Expected {
            messages.push(format!("it should be {}, and is {}", wanted.words(), outcome.verdict.words()));
            verdict = Reported::Failed;
        }
        messages.extend(outcome.diagnostics.iter().map(|diagnostic| render(diagnostic, source, look())));
    } else if wanted == Verdict::Expected && !uncited.is_empty() {
        messages.push(format!("the head names rules that nothing cites: {}", uncited.join(", ")));
        verdict = Reported::Failed;
    }
    Line { name: format!("{}: {}", source.name, outcome.title), verdict, messages }
}

/// The verdict that a scenario file says it ends with: a comment `# verdict: undecided` before the first scenario.
pub(super) fn wanted(source: &Source) -> Verdict {
    let line = source.text.lines().find_map(|line| line.strip_prefix("# verdict:"));
    match line.map(str::trim) {
        Some("undecided") => Verdict::Undecided,
        Some("invalid") => Verdict::Invalid,
        Some("failed") => Verdict::Failed,
        Some("unsettled") => Verdict::Unsettled,
        _ => Verdict::Expected,
    }
}
