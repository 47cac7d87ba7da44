//! A question that a scenario leaves open, its legal answers, and the text in which one of them is given: for whoever sits there and
//! is asked.

use super::explore::Open;
use super::{Answered, Outcome, Prepared, Runner, stage};
use crate::diag::{Code, Diagnostic, Severity, Source, Span};
use crate::scenario::ast::Scenario;
use crate::scenario::{Includes, read};

/// The legal answers to a question that a scenario leaves open.
#[derive(Debug)]
pub struct OpenQuestion {
    /// The answers, each as it would be written.
    pub answers: Vec<Answered>,
    /// How many more there are.
    pub left_out: u64,
}

/// The first question that an outcome leaves open.
pub fn open_choice(outcome: &Outcome) -> Option<&Diagnostic> {
    outcome.diagnostics.iter().find(|diagnostic| diagnostic.code == Code::OpenChoice)
}

impl Runner<'_> {
    /// The answers to the first question that a scenario leaves open, if they can be told one by one.
    pub fn question(&self, scenario: &Scenario) -> Option<OpenQuestion> {
        let Prepared { scenario, board, script, .. } = self.prepare(scenario).ok()?;
        let (_, open) = stage::play_on(scenario, board, &script, &self.kept, Some(Vec::new()));
        let (answers, left_out) = open.map(Open::into_words)?;
        (!answers.is_empty()).then_some(OpenQuestion { answers, left_out })
    }

    /// The text in which the open question of the scenario at a place in the file has this answer; none if no line gives it.
    pub fn answered(
        &self,
        source: &Source,
        includes: &dyn Includes,
        place: usize,
        answered: &Answered,
    ) -> Option<(Source, String)> {
        let outcomes = self.run_text(source, includes);
        let before = outcomes.get(place)?;
        let asked = open_choice(before)?.span()?;
        for (text, line) in lines(&source.text, asked, answered) {
            let text = Source::new(source.name.clone(), text);
            if read(&text, includes).is_faulty() {
                continue;
            }
            let outcomes = self.run_text(&text, includes);
            if outcomes.get(place).is_some_and(|after| goes_on(before, after)) {
                return Some((text, line));
            }
        }
        None
    }
}

/// Whether the second of two outcomes is that of the first with its question answered.
fn goes_on(before: &Outcome, after: &Outcome) -> bool {
    let is_fault = |diagnostic: &&Diagnostic| {
        let is_end = matches!(diagnostic.code, Code::OpenChoice | Code::Unsupported | Code::Runaway);
        let is_error = diagnostic.severity == Severity::Error;
        is_error && !is_end && diagnostic.code != Code::ExpectationFailed
    };
    let is_further = after.trace.entries().len() > before.trace.entries().len();
    after.game.is_some()
        && !after.diagnostics.iter().any(|diagnostic| is_fault(&diagnostic))
        && (is_further || open_choice(after).is_none())
}

/// The texts that may give the answer, the likeliest first, with what was added.
fn lines(text: &str, asked: Span, answered: &Answered) -> Vec<(String, String)> {
    let Some(before) = text.get(..asked.start) else { return Vec::new() };
    let begin = before.rfind('\n').map_or(0, |feed| feed + 1);
    let indent_of = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let rest = text.get(begin..).unwrap_or_default();
    let mut following = rest.split_inclusive('\n');
    let line = following.next().unwrap_or_default();
    let indent = indent_of(line);
    // The line goes behind those that stand below the action already.
    let below = following.take_while(|next| !next.trim().is_empty() && indent_of(next) > indent);
    let end = begin + line.len() + below.map(str::len).sum::<usize>();
    let Answered { player, kind, source, answer } = answered;
    let blanks = " ".repeat(indent + 2);
    let mut added = Vec::new();
    if let Some(source) = source {
        added.push(format!("{blanks}{player} {kind} {source}: {answer}"));
    }
    added.push(format!("{blanks}{player} {kind}: {answer}"));
    added.push(format!("{blanks}{kind}: {answer}"));
    let mut texts = Vec::new();
    // Targets stand behind the arrow where nothing else does.
    let (words, comment) = line.trim_end().split_once(" #").unwrap_or((line.trim_end(), ""));
    if *kind == "target" && !words.contains("->") && comment.is_empty() {
        let announced = format!("{} -> {answer}", words.trim_end());
        let after = begin + line.trim_end().len();
        texts.extend(spliced(text, begin..after, &announced).map(|text| (text, announced.trim().to_owned())));
    }
    for line in added {
        let feed = if text.get(..end).is_some_and(|before| before.ends_with('\n')) { "" } else { "\n" };
        texts.extend(
            spliced(text, end..end, &format!("{feed}{line}\n")).map(|text| (text, line.trim().to_owned())),
        );
    }
    texts
}

fn spliced(text: &str, place: std::ops::Range<usize>, new: &str) -> Option<String> {
    Some(format!("{}{new}{}", text.get(..place.start)?, text.get(place.end..)?))
}
