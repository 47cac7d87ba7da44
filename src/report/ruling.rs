//! One ruling for a person: the answer first, like a judge, then the steps.
//!
//! ```text
//! The trick before the first trigger resolves                              CR 2026-08-07
//! Question: AP removes their own Oblivion Ring while its enters trigger is on the stack. ...
//! Answer: Grizzly Bears is in exile                                        607.2a
//!  1  AP casts Oblivion Ring#1 ...
//! ```

use crate::board::UsersCard;
use crate::rules::{EDITION, Elsewhere, RuleId, Rules};
use crate::runner::{Finding, FindingState, Outcome, Verdict};
use crate::trace::layers::Influence;
use crate::trace::names::Names;
use crate::trace::styled::{Paint, Style, Text, cells};
use crate::trace::text::{NARROW, NARROWEST, TextOptions};
use crate::trace::{Level, layers};

use super::{because, zones};

/// How much of what an answer would lead to is printed.
const MOST_LED: usize = 4;

/// How a ruling is printed.
#[derive(Debug, Clone)]
pub struct Options {
    /// Whether the steps follow the answers.
    pub steps: bool,
    /// Whether what decides stands under each answer.
    pub because: bool,
    /// The question in prose, if it is to be printed.
    pub question: Option<String>,
    /// How the steps are printed.
    pub text: TextOptions,
}

/// The answers and the steps of a scenario; what is wrong with it is drawn by whoever has its source.
pub fn render(outcome: &Outcome, options: &Options) -> String {
    let mut out = String::new();
    let width = options.text.width.max(NARROWEST);
    let colour = options.text.colour;
    let edition = match &options.text.elsewhere {
        Some(elsewhere) => format!("CR {EDITION}, numbers of {}", elsewhere.edition),
        None => format!("CR {EDITION}"),
    };
    write_row(&mut out, &outcome.title, Style::Heading, &edition, width, colour);
    if let Some(question) = &options.question {
        write_row(&mut out, &format!("Question: {question}"), Style::Plain, "", width, colour);
    }
    let (becauses, steps) = match options.steps {
        true => because::with_steps(outcome, &options.text),
        false => (because::of(outcome, &options.text), None),
    };
    write_answers(&mut out, outcome, becauses, options, |_| true);
    if outcome.verdict != Verdict::Expected {
        let line = format!("Verdict: {}", outcome.verdict.words());
        let style = if outcome.verdict == Verdict::Unsettled { Style::Aside } else { Style::Bad };
        write_row(&mut out, &line, style, "", width, colour);
    }
    write_leads(&mut out, outcome, options, width);
    if let Some(line) = UsersCard::rests_on(&outcome.users_cards) {
        write_row(&mut out, &line, Style::Aside, "", width, colour);
    }
    if let Some(steps) = steps {
        out.push_str(&steps);
        let picture = zones::Options { width, colour, viewer: options.text.viewer };
        if let Some(exile) = zones::exile_at_end(outcome, &picture, options.text.elsewhere.as_deref()) {
            out.push('\n');
            out.push_str(&exile);
        }
    }
    out
}

/// What each answer to the open question would lead to, the first few things of it.
fn write_leads(out: &mut String, outcome: &Outcome, options: &Options, width: usize) {
    let colour = options.text.colour;
    if !outcome.leads.is_empty() {
        write_row(out, "What each answer would lead to:", Style::Plain, "", width, colour);
    }
    for lead in &outcome.leads {
        write_row(out, &format!("  {}:", lead.answer), Style::Heading, "", width, colour);
        for finding in lead.findings.iter().take(MOST_LED) {
            let right = rules(finding.rules, options.text.elsewhere.as_deref());
            write_row(out, &format!("    {}", finding.sentence), Style::Plain, &right, width, colour);
        }
        let more = lead.findings.len().saturating_sub(MOST_LED);
        if more > 0 {
            write_row(out, &format!("    and {more} more"), Style::Aside, "", width, colour);
        }
        if let Some(then) = &lead.then {
            write_row(out, &format!("    then {then}"), Style::Aside, "", width, colour);
        }
    }
}

/// Those of an outcome's answers that are meant, without its steps.
pub fn answers(outcome: &Outcome, options: &Options, is_meant: impl Fn(&Finding) -> bool) -> String {
    let mut out = String::new();
    write_answers(&mut out, outcome, because::of(outcome, &options.text), options, is_meant);
    out
}

fn write_answers(
    out: &mut String,
    outcome: &Outcome,
    becauses: Vec<Option<String>>,
    options: &Options,
    is_meant: impl Fn(&Finding) -> bool,
) {
    let width = options.text.width.max(NARROWEST);
    let colour = options.text.colour;
    let mut told: &[Influence] = &[];
    for (finding, because) in outcome.findings.iter().zip(becauses).filter(|(finding, _)| is_meant(finding)) {
        let (word, style) = mark(finding);
        let mut text = Text::new();
        text.push(&format!("{word}:"), style);
        text.push(&format!(" {}", finding.sentence), Style::Plain);
        write_text(out, text, &rules(finding.rules, options.text.elsewhere.as_deref()), width, colour);
        if let Some(because) = because.filter(|_| options.because) {
            write_row(out, &format!("  {because}"), Style::Aside, "", width, colour);
        }
        // What was told of the same object already need not be told again.
        if finding.layers != told {
            write_layers(out, outcome, finding, options);
            told = &finding.layers;
        }
    }
}

/// With `-v`, by which layers the object is what it is.
fn write_layers(out: &mut String, outcome: &Outcome, finding: &Finding, options: &Options) {
    let Some(game) = outcome.game.as_ref().filter(|_| options.text.detail == Level::Detail) else { return };
    let names = Names::new(game, &outcome.players, options.text.viewer);
    for (text, cited) in layers::in_words(&names, &finding.layers) {
        let right = rules(cited, options.text.elsewhere.as_deref());
        let room = options.text.width.max(NARROWEST).saturating_sub(cells(&right) + 6);
        for (index, line) in text.wrap(room, 2).into_iter().enumerate() {
            let mut row = Text::new();
            row.push("    ", Style::Plain);
            row.append(&line);
            if index == 0 {
                row.pad_to(room + 6);
                row.push(&right, Style::Rule);
            }
            row.paint(options.text.colour, out);
            out.push('\n');
        }
    }
}

/// The word before an answer.
const fn mark(finding: &Finding) -> (&'static str, Style) {
    match finding.state {
        FindingState::Asked => ("Answer", Style::Plain),
        FindingState::Holds => ("Answer", Style::Good),
        FindingState::Checked => ("Checked", Style::Good),
        FindingState::Fails => ("Not as expected", Style::Bad),
        FindingState::Todo => ("Known gap", Style::Plain),
    }
}

/// The rules of an answer: the deciding ones, no more than three.
fn rules(rules: Rules, elsewhere: Option<&Elsewhere>) -> String {
    let name = |rule: RuleId| {
        elsewhere.map_or_else(|| rule.to_string(), |elsewhere| elsewhere.name(rule).to_owned())
    };
    let first: Vec<String> = rules.iter().take(3).map(name).collect();
    first.join(", ")
}

/// A line with something at its right end, wrapped where it is too long.
fn write_row(out: &mut String, left: &str, style: Style, right: &str, width: usize, colour: Paint) {
    let mut text = Text::new();
    text.push(left, style);
    write_text(out, text, right, width, colour);
}

/// The same of words in several styles. Where both don't fit beside each other, what would stand at the right end stands behind the
/// rest, in brackets.
fn write_text(out: &mut String, mut text: Text, right: &str, width: usize, colour: Paint) {
    let is_narrow = width < NARROW && !right.is_empty() && text.width() + cells(right) + 2 > width;
    if is_narrow {
        text.push(" [", Style::Plain);
        text.push(right, Style::Rule);
        text.push("]", Style::Plain);
    }
    let right = if is_narrow { "" } else { right };
    let room = width.saturating_sub(cells(right) + 2);
    for (index, mut line) in text.wrap(room, 2).into_iter().enumerate() {
        if index == 0 && !right.is_empty() {
            line.pad_to(room + 2);
            line.push(right, Style::Rule);
        }
        line.paint(colour, out);
        out.push('\n');
    }
}

/// The level that a reader wants.
pub const fn level(detail: bool) -> Level {
    if detail { Level::Detail } else { Level::Default }
}
