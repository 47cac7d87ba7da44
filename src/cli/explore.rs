//! `headjudge explore`: every way that scenarios can go, as their open choices are answered in every legal way.

use std::io::Write;
use std::num::NonZeroUsize;

use super::exit::{Exit, Fault};
use super::files::{Folder, Scenarios};
use super::page;
use super::run::exit_of;
use crate::report::{ways, ways_json};
use crate::runner::{Runner, Verdict};
use crate::scenario;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    scenarios: Scenarios,
    /// How many ways at most are followed to their ends
    #[arg(long, default_value = "200", value_name = "NUMBER")]
    ways: NonZeroUsize,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What `headjudge explore` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs; the schema is `schema/ways-v1.json`.
    Json,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.scenarios.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let runner = Runner::new(&pool);
    let options = ways::Options { width: page::width(), colour: page::paint() };
    let mut first = true;
    let mut explored = Vec::new();
    let exit = arguments.scenarios.each(errors, |path, source, errors| {
        let reading = scenario::read(source, &Folder::new(path));
        for diagnostic in &reading.diagnostics {
            writeln!(errors, "{}", page::drawn(diagnostic, source))?;
        }
        if reading.is_faulty() {
            return Ok(Exit::Invalid);
        }
        let mut exit = Exit::Expected;
        for scenario in &reading.scenarios {
            let exploration = runner.explore(scenario, arguments.ways.get());
            // What can't be played at all has no ways: then it is told where it is wrong.
            if is_unreadable(&exploration) && arguments.format == Format::Text {
                for fault in exploration.ways.iter().flat_map(|way| &way.outcome.diagnostics) {
                    writeln!(errors, "{}", page::drawn(fault, source))?;
                }
                exit = exit.and(Exit::Invalid);
                continue;
            }
            if arguments.format == Format::Json {
                explored.push(ways_json::explored(&exploration, source));
                exit = exit.and(exit_of_all(&exploration));
                continue;
            }
            if !std::mem::take(&mut first) {
                writeln!(out)?;
            }
            out.write_all(ways::render(&exploration, options).as_bytes())?;
            exit = exit.and(exit_of_all(&exploration));
        }
        Ok(exit)
    })?;
    if arguments.format == Format::Json {
        out.write_all(ways_json::render(explored).as_bytes())?;
    }
    Ok(exit)
}

/// Answered if every way is: what is expected in some ways only is no failure of the others, and what can't be done is an answer.
/// What is expected in no way has failed.
fn exit_of_all(exploration: &crate::runner::Exploration) -> Exit {
    if is_unreadable(exploration) {
        return Exit::Invalid;
    }
    let undecided = exploration.left_out > 0 || exploration.count(Verdict::Undecided) > 0;
    if undecided {
        return exit_of(Verdict::Undecided);
    }
    // Whatever is chosen, it is not as expected.
    let failed = exploration.count(Verdict::Failed);
    if failed > 0 && failed == exploration.ways.len() { exit_of(Verdict::Failed) } else { Exit::Expected }
}

/// Whether a scenario could not be begun.
fn is_unreadable(exploration: &crate::runner::Exploration) -> bool {
    exploration.ways.iter().all(|way| way.outcome.game.is_none())
}
