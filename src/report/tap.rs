//! The outcomes of many scenarios in the Test Anything Protocol, version 14.
//!
//! ```text
//! TAP version 14
//! ok 1 - scenarios/exile/zones.scn: from the graveyard
//! not ok 2 - scenarios/exile/until.scn: Oblivion Ring
//!   ---
//!   verdict: "failed"
//!   at: "scenarios/exile/until.scn:9:1"
//!   message: "this expectation does not hold"
//!   ...
//! not ok 3 - scenarios/layers/loop.scn: a loop # TODO the layers are not played yet
//! 1..3
//! ```

use super::{Case, Report, Summary, Verdict};

/// The report in TAP.
#[derive(Debug, Default)]
pub struct Tap {
    number: usize,
}

impl Report for Tap {
    fn begin(&mut self) -> String {
        "TAP version 14\n".to_owned()
    }

    fn case(&mut self, case: &Case) -> String {
        self.number += 1;
        let is_gap = case.verdict == Verdict::Todo;
        let word = if case.verdict.is_expected() && !is_gap { "ok" } else { "not ok" };
        let mut out = format!("{word} {} - {}", self.number, escaped(&case.name()));
        if is_gap {
            let why = case.gaps.first().map_or("", |gap| gap.why.as_str());
            out.push_str(&format!(" # TODO {}", escaped(why)));
        }
        out.push('\n');
        out.extend(case.rests_on().map(|line| format!("# {}\n", escaped(&line))));
        if !case.verdict.is_expected() {
            out.push_str(&details(case));
        }
        out
    }

    fn end(&mut self, _summary: &Summary) -> String {
        format!("1..{}\n", self.number)
    }
}

/// What is wrong, as a block of YAML: texts are written as in JSON, which YAML takes.
fn details(case: &Case) -> String {
    let mut out = format!("  ---\n  verdict: {}\n", text(case.verdict.word()));
    if let Some(problem) = case.problems.first() {
        let place = problem.place.map_or_else(
            || case.file.clone(),
            |place| format!("{}:{}:{}", case.file, place.line, place.column),
        );
        out.push_str(&format!("  at: {}\n", text(&place)));
        out.push_str(&format!(
            "  code: {}\n  message: {}\n",
            text(problem.code.as_str()),
            text(&problem.message)
        ));
        for (key, value) in [("expected", &problem.expected), ("actual", &problem.actual)] {
            out.extend(value.iter().map(|value| format!("  {key}: {}\n", text(value))));
        }
        for (key, values) in [("help", &problem.help), ("steps", &problem.steps)] {
            if !values.is_empty() {
                out.push_str(&format!("  {key}:\n"));
                out.extend(values.iter().map(|value| item(value)));
            }
        }
        if case.problems.len() > 1 {
            out.push_str("  others:\n");
            out.extend(case.problems.iter().skip(1).map(|other| item(&other.message)));
        }
    }
    out.push_str("  ...\n");
    out
}

/// An item of a list. The simplest readers take a first word with a colon for a key, even in quotes.
fn item(value: &str) -> String {
    let quoted = text(value);
    let item = match quoted.split_once(' ') {
        Some((first, rest)) => format!("{} {rest}", first.replace(':', "\\x3a")),
        None => quoted.replace(':', "\\x3a"),
    };
    format!("    - {item}\n")
}

/// A text in quotes, as JSON has it.
fn text(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// A text that a reader of TAP takes as it is: `#` begins a directive, and a line ends the test.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '#' | '\\' => out.extend(['\\', letter]),
            _ if letter.is_control() => out.push(' '),
            _ => out.push(letter),
        }
    }
    out
}
