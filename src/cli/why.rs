//! `headjudge why FILE 'Blood Artist did not trigger'`: why something in a scenario is as it is at its end.

use std::io::Write;
use std::path::PathBuf;

use super::exit::{Exit, Fault};
use super::files::{self, Folder};
use super::pool::Cards;
use super::run::exit_of;
use super::{look, page};
use crate::diag::{Diagnostic, Source, render};
use crate::report::{json, ruling};
use crate::runner::{Outcome, Runner, Verdict};
use crate::scenario;
use crate::trace::text::TextOptions;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A scenario file; `-` is the standard input
    path: PathBuf,
    /// What is so, or what did not happen: 'Blood Artist did not trigger', 'why is Pacifism still attached to Grizzly Bears?'
    #[arg(required = true, value_name = "WHAT")]
    question: Vec<String>,
    #[command(flatten)]
    cards: Cards,
    /// Also the steps that led there
    #[arg(short, long)]
    steps: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What `headjudge why` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs; the schema is `schema/rulings-v1.json`.
    Json,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let written = files::source(&arguments.path)?;
    let question = arguments.question.join(" ").replace(['\n', '\r'], " ");
    let question = question.trim();
    let question = question.strip_prefix("why ").or(question.strip_prefix("Why ")).unwrap_or(question);
    // It is asked as the last line of each scenario of the file.
    let start = written.text.len();
    let source = Source::new(written.name, format!("{}\nask why {question}\n", written.text));
    let mut reading = scenario::read(&source, &Folder::new(&arguments.path));
    let asked = reading.scenarios.last().and_then(|last| last.statements.last()).cloned();
    if let Some(asked) = asked.filter(|asked| asked.line.text.span.start >= start) {
        for other in &mut reading.scenarios {
            if other.statements.last().is_none_or(|last| last.line.text.span != asked.line.text.span) {
                other.statements.push(asked.clone());
            }
        }
    }
    for diagnostic in &reading.diagnostics {
        writeln!(errors, "{}", render(diagnostic, &source, look()))?;
    }
    if reading.is_faulty() {
        return Ok(Exit::Invalid);
    }
    let runner = Runner::new(&pool);
    let mut exit = Exit::Expected;
    let (mut answered, mut unread) = (Vec::new(), Vec::new());
    for scenario in &reading.scenarios {
        let mut outcome = runner.run(scenario);
        outcome.findings.retain(|finding| finding.span.is_some_and(|span| span.start >= start));
        // Of several scenarios it need not be about each.
        let is_unread = outcome.findings.is_empty() && outcome.verdict == Verdict::Invalid;
        if is_unread && outcome.diagnostics.iter().all(|fault| is_of_question(fault, start)) {
            unread.push(outcome);
            continue;
        }
        if outcome.findings.is_empty() {
            exit = exit.and(exit_of(outcome.verdict));
        } else {
            outcome.diagnostics.retain(|diagnostic| is_of_question(diagnostic, start));
            outcome.verdict = Verdict::Expected;
        }
        answered.push(outcome);
    }
    if answered.is_empty() {
        for fault in unread.iter().take(1).flat_map(|outcome| &outcome.diagnostics) {
            writeln!(errors, "{}", render(fault, &source, look()))?;
        }
        return Ok(Exit::Invalid);
    }
    if arguments.format == Format::Json {
        let rulings = answered.iter().map(|outcome| json::ruling(outcome, &source, None)).collect();
        out.write_all(json::render(rulings).as_bytes())?;
        return Ok(exit);
    }
    for (place, outcome) in answered.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        print(arguments, outcome, &source, out)?;
    }
    Ok(exit)
}

/// Whether a fault is one of the question.
fn is_of_question(diagnostic: &Diagnostic, start: usize) -> bool {
    diagnostic.span().is_some_and(|span| span.start >= start)
}

fn print(
    arguments: &Arguments,
    outcome: &Outcome,
    source: &Source,
    out: &mut dyn Write,
) -> Result<(), Fault> {
    let text = TextOptions { colour: page::paint(), width: page::width(), ..TextOptions::default() };
    let options = ruling::Options { steps: arguments.steps, because: true, question: None, text };
    out.write_all(ruling::render(outcome, &options).as_bytes())?;
    for diagnostic in &outcome.diagnostics {
        writeln!(out, "{}", page::drawn(diagnostic, source))?;
    }
    Ok(())
}
