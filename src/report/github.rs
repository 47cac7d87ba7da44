//! What is wrong with scenarios as annotations of GitHub, which shows each at its line of a pull request.
//!
//! ```text
//! ::error file=scenarios/exile/until.scn,line=9,endLine=9,col=1,endColumn=30,title=Oblivion Ring::expected ...
//! ```

use super::{Case, Problem, Report, Summary};

/// The report as commands in the log of a workflow.
#[derive(Debug, Default)]
pub struct Annotations;

impl Report for Annotations {
    fn case(&mut self, case: &Case) -> String {
        if case.verdict.is_expected() {
            return String::new();
        }
        case.problems.iter().map(|problem| annotation(case, problem)).collect()
    }

    fn end(&mut self, _summary: &Summary) -> String {
        String::new()
    }
}

fn annotation(case: &Case, problem: &Problem) -> String {
    let mut out = format!("::error file={}", property(&case.file));
    if let Some(place) = problem.place {
        out.push_str(&format!(",line={},endLine={}", place.line, place.end_line));
        // Columns are only taken within a line.
        if place.line == place.end_line {
            out.push_str(&format!(",col={},endColumn={}", place.column, place.end_column.max(place.column)));
        }
    }
    if !case.title.is_empty() {
        out.push_str(&format!(",title={}", property(&case.title)));
    }
    out.push_str(&format!("::{}\n", data(&message(problem))));
    out
}

/// What an annotation says, in lines.
fn message(problem: &Problem) -> String {
    let mut lines = vec![problem.message.clone()];
    lines.extend(problem.expected.iter().map(|expected| format!("expected: {expected}")));
    lines.extend(problem.actual.iter().map(|actual| format!("actual: {actual}")));
    if problem.expected.is_none() {
        lines.extend(problem.help.iter().cloned());
    }
    if !problem.rules.is_empty() {
        lines.push(format!("by {}", problem.rules.join(", ")));
    }
    lines.join("\n")
}

/// The text of a command, as the runner takes it apart again.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
