//! An open choice asked of whoever sits there: the question, its answers with numbers, and the line that gives the chosen one.

use std::io::Write;

use super::answer::Input;
use super::exit::Fault;
use super::page;
use super::wrap::wrap_hanging;
use crate::diag::{Diagnostic, Source};
use crate::runner::{Answered, Outcome, Runner, open_choice};
use crate::scenario::{Includes, read};

/// The most questions that are asked in a row.
const MOST: usize = 64;

/// What came of asking.
pub(super) struct Settled {
    /// The text with the lines that were chosen.
    pub(super) source: Source,
    /// Those lines.
    pub(super) lines: Vec<String>,
}

/// Asks all that a scenario of a text leaves open, one question after the other.
pub(super) fn settle(
    runner: &Runner<'_>,
    source: &Source,
    includes: &dyn Includes,
    place: usize,
    input: &mut Input,
    out: &mut dyn Write,
) -> Result<Settled, Fault> {
    let mut settled =
        Settled { source: Source::new(source.name.clone(), source.text.clone()), lines: Vec::new() };
    for _ in 0..MOST {
        let outcomes = runner.run_text(&settled.source, includes);
        let Some(open) = outcomes.get(place).and_then(open_choice) else { break };
        let reading = read(&settled.source, includes);
        let question = reading.scenarios.get(place).and_then(|scenario| runner.question(scenario));
        let Some(question) = question else { break };
        print(open, &question.answers, question.left_out, out)?;
        let Some(chosen) = choose(&question.answers, input, out)? else { break };
        match runner.answered(&settled.source, includes, place, chosen) {
            Some((source, line)) => {
                writeln!(out, "  + {line}")?;
                settled.source = source;
                settled.lines.push(line);
            }
            None => {
                let why = "no line says that by itself: give what is meant a label (`@name`) on the board, and write the line yourself";
                writeln!(out, "{}", wrap_hanging(why, 0, 0, page::width()))?;
                break;
            }
        }
    }
    Ok(settled)
}

/// Whether a scenario of some outcomes leaves something open.
pub(super) fn is_open(outcome: &Outcome) -> bool {
    open_choice(outcome).is_some()
}

fn print(open: &Diagnostic, answers: &[Answered], left_out: u64, out: &mut dyn Write) -> Result<(), Fault> {
    // What the scenario lacks need not be said to who is asked.
    let words = open.message.replace(", and the scenario does not say:", ":");
    let words = words.split_once(": `").map_or(words.as_str(), |(asked, _)| asked).to_owned();
    let rules = if open.rules.is_empty() { String::new() } else { format!(" [{}]", open.rules.join(", ")) };
    writeln!(out, "{}", wrap_hanging(&format!("{words}{rules}"), 0, 2, page::width()))?;
    let digits = answers.len().to_string().len();
    for (number, answered) in (1..).zip(answers) {
        let line = wrap_hanging(&answered.answer, digits + 4, digits + 4, page::width());
        writeln!(out, "  {number:digits$}  {line}")?;
    }
    if left_out > 0 {
        writeln!(out, "  and {left_out} more, which have to be written")?;
    }
    Ok(())
}

/// The answer that is chosen by its number or its words; none if the question stays open.
fn choose<'a>(
    answers: &'a [Answered],
    input: &mut Input,
    out: &mut dyn Write,
) -> Result<Option<&'a Answered>, Fault> {
    loop {
        let Some(said) = input.line(out, "which? ")? else { return Ok(None) };
        let said = said.trim();
        if said.is_empty() {
            return Ok(None);
        }
        let by_number = said.parse::<usize>().ok().filter(|_| !answers.iter().any(|its| its.answer == said));
        let chosen = match by_number {
            Some(number) => number.checked_sub(1).and_then(|place| answers.get(place)),
            None => answers.iter().find(|its| its.answer.eq_ignore_ascii_case(said)),
        };
        match chosen {
            Some(chosen) => return Ok(Some(chosen)),
            None => writeln!(out, "a number from 1 to {}, or nothing to leave it open", answers.len())?,
        }
    }
}
