//! The outcomes of many scenarios for programs: one JSON document, or a line of JSON for each event.
//!
//! ```text
//! {"schema":"headjudge-test-events/1","event":"begin","edition":"2026-08-07"}
//! {"event":"case","file":"a.scn","title":"A ring","line":1,"verdict":"passed","expected":true,"problems":[],"gaps":[]}
//! {"event":"end","total":1,"passed":1,"failed":0,...}
//! ```

use serde::Serialize;

use super::json::Users;
use super::{Case, Report, Summary, Verdict};
use crate::rules::EDITION;

/// The version of the document; its schema is `schema/tests-v1.json`.
pub const SCHEMA: &str = "headjudge-tests/1";

/// The version of the lines; their schema is `schema/test-events-v1.json`.
pub const EVENTS_SCHEMA: &str = "headjudge-test-events/1";

/// One JSON document.
#[derive(Debug, Default)]
pub struct Document {
    has_cases: bool,
}

/// A line for each event, as it comes.
#[derive(Debug, Default)]
pub struct Lines;

impl Report for Document {
    fn begin(&mut self) -> String {
        format!("{{\n  \"schema\": \"{SCHEMA}\",\n  \"edition\": \"{EDITION}\",\n  \"cases\": [")
    }

    fn case(&mut self, case: &Case) -> String {
        let comma = if self.has_cases { "," } else { "" };
        self.has_cases = true;
        format!("{comma}\n    {}", json(&of_case(case)))
    }

    fn end(&mut self, summary: &Summary) -> String {
        let end = if self.has_cases { "\n  ]" } else { "]" };
        format!("{end},\n  \"summary\": {}\n}}\n", json(&of_summary(summary)))
    }
}

impl Report for Lines {
    fn begin(&mut self) -> String {
        line(&Event::Begin { schema: EVENTS_SCHEMA, edition: EDITION })
    }

    fn case(&mut self, case: &Case) -> String {
        line(&Event::Case(of_case(case)))
    }

    fn end(&mut self, summary: &Summary) -> String {
        line(&Event::End(of_summary(summary)))
    }
}

/// One line.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event<'a> {
    Begin { schema: &'static str, edition: &'static str },
    Case(CaseForm<'a>),
    End(SummaryForm),
}

#[derive(Debug, Serialize)]
struct CaseForm<'a> {
    file: &'a str,
    title: &'a str,
    line: usize,
    verdict: &'static str,
    expected: bool,
    problems: Vec<ProblemForm<'a>>,
    gaps: Vec<GapForm<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    users_cards: &'a [Users],
}

#[derive(Debug, Serialize)]
struct ProblemForm<'a> {
    code: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual: Option<&'a str>,
    help: &'a [String],
    rules: &'a [String],
    steps: &'a [String],
}

#[derive(Debug, Serialize)]
struct PlaceForm {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Debug, Serialize)]
struct GapForm<'a> {
    line: usize,
    why: &'a str,
    actual: &'a str,
}

#[derive(Debug, Serialize)]
struct SummaryForm {
    total: usize,
    passed: usize,
    failed: usize,
    verdicts: VerdictsForm,
    unexpected_passes: usize,
    left_out: usize,
    files_not_reached: usize,
    #[serde(skip_serializing_if = "is_none")]
    resting_on_users: usize,
}

/// Whether a count is not worth telling.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_none(count: &usize) -> bool {
    *count == 0
}

#[derive(Debug, Serialize)]
struct VerdictsForm {
    passed: usize,
    unsettled: usize,
    todo: usize,
    failed: usize,
    undecided: usize,
    invalid: usize,
    crashed: usize,
}

fn of_case(case: &Case) -> CaseForm<'_> {
    let problems = case.problems.iter().map(|problem| ProblemForm {
        code: problem.code.as_str(),
        message: &problem.message,
        place: problem.place.map(|place| PlaceForm {
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
        }),
        expected: problem.expected.as_deref(),
        actual: problem.actual.as_deref(),
        help: &problem.help,
        rules: &problem.rules,
        steps: &problem.steps,
    });
    let gaps = case.gaps.iter();
    CaseForm {
        file: &case.file,
        title: &case.title,
        line: case.line,
        verdict: case.verdict.word(),
        expected: case.verdict.is_expected(),
        problems: problems.collect(),
        gaps: gaps.map(|gap| GapForm { line: gap.line, why: &gap.why, actual: &gap.actual }).collect(),
        users_cards: &case.users_cards,
    }
}

fn of_summary(summary: &Summary) -> SummaryForm {
    let of = |verdict| summary.tally.of(verdict);
    SummaryForm {
        total: summary.tally.all(),
        passed: summary.tally.passed(),
        failed: summary.tally.failed(),
        verdicts: VerdictsForm {
            passed: of(Verdict::Answered),
            unsettled: of(Verdict::Unsettled),
            todo: of(Verdict::Todo),
            failed: of(Verdict::Failed),
            undecided: of(Verdict::Undecided),
            invalid: of(Verdict::Invalid),
            crashed: of(Verdict::Crashed),
        },
        unexpected_passes: summary.unexpected_passes,
        left_out: summary.left_out,
        files_not_reached: summary.not_reached,
        resting_on_users: summary.resting_on_users,
    }
}

/// The structs have no maps with odd keys, so that this can't fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn line(event: &Event<'_>) -> String {
    format!("{}\n", json(event))
}
