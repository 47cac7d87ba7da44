//! The outcomes of many scenarios as Markdown: for a comment, or for the summary that GitHub shows of a job.

use super::{Case, Problem, Report, Summary, Verdict};

/// The report as Markdown: the counts first, then what is not as expected.
#[derive(Debug, Default)]
pub struct Markdown {
    failures: String,
    told: usize,
    untold: usize,
}

/// The most scenarios that are told of: GitHub takes a summary of no more than a megabyte.
const MOST: usize = 100;

/// The most letters of what is told, for the same reason.
const LONGEST: usize = 500_000;

impl Report for Markdown {
    fn case(&mut self, case: &Case) -> String {
        if case.verdict.is_expected() {
            return String::new();
        }
        if self.told == MOST || self.failures.len() > LONGEST {
            self.untold += 1;
            return String::new();
        }
        self.told += 1;
        self.failures.push_str(&failure(case));
        String::new()
    }

    fn end(&mut self, summary: &Summary) -> String {
        let tally = &summary.tally;
        let mut out = format!("## headjudge: {} passed, {} failed\n", tally.passed(), tally.failed());
        let counts = Verdict::ALL.into_iter().map(|verdict| (verdict.word(), tally.of(verdict)));
        let counts: Vec<(&str, usize)> = counts.filter(|(_, count)| *count > 0).collect();
        if !counts.is_empty() {
            out.push_str("\n| verdict | scenarios |\n| --- | ---: |\n");
            out.extend(counts.iter().map(|(word, count)| format!("| {word} | {count} |\n")));
        }
        if summary.not_reached > 0 {
            out.push_str(&format!("\nStopped early; files not looked at: {}.\n", summary.not_reached));
        }
        if summary.resting_on_users > 0 {
            out.push_str(&format!("\nResting on cards of your own: {}.\n", summary.resting_on_users));
        }
        if summary.unexpected_passes > 0 {
            out.push_str(&format!("\nMarked `todo`, and yet so: {}.\n", summary.unexpected_passes));
        }
        out.push_str(&self.failures);
        if self.untold > 0 {
            out.push_str(&format!("\nNot as expected either, and not told here: {}.\n", self.untold));
        }
        out
    }
}

fn failure(case: &Case) -> String {
    let title = if case.title.is_empty() { String::new() } else { format!(": {}", escaped(&case.title)) };
    let mut out = format!("\n### {} {}{title}\n", case.verdict.word(), code(&case.file));
    for problem in &case.problems {
        out.push_str(&told(case, problem));
    }
    out.extend(case.rests_on().map(|line| format!("\n{}\n", escaped(&line))));
    out
}

fn told(case: &Case, problem: &Problem) -> String {
    let mut out = format!("\n{}", escaped(&problem.message));
    if let Some(place) = problem.place {
        out.push_str(&format!(" ({})", code(&format!("{}:{}:{}", case.file, place.line, place.column))));
    }
    out.push('\n');
    if problem.expected.is_some() || problem.actual.is_some() {
        out.push('\n');
        out.extend(problem.expected.iter().map(|text| format!("- expected: {}\n", code(text))));
        out.extend(problem.actual.iter().map(|text| format!("- actual: {}\n", escaped(text))));
        if !problem.rules.is_empty() {
            out.push_str(&format!("- by: {}\n", problem.rules.join(", ")));
        }
    } else if !problem.help.is_empty() {
        out.push('\n');
        out.extend(problem.help.iter().map(|help| format!("- {}\n", escaped(help))));
    }
    if !problem.steps.is_empty() {
        out.push_str("\n<details><summary>the steps that led there</summary>\n\n");
        let fence = fence(&problem.steps);
        out.push_str(&format!("{fence}text\n{}\n{fence}\n\n</details>\n", problem.steps.join("\n")));
    }
    out
}

/// A fence that no line of the text can close.
fn fence(lines: &[String]) -> String {
    let longest = lines.iter().map(|line| longest_run(line)).max().unwrap_or_default();
    "`".repeat((longest + 1).max(3))
}

fn longest_run(text: &str) -> usize {
    text.split(|letter| letter != '`').map(str::len).max().unwrap_or_default()
}

/// A text as code, whatever is in it.
fn code(text: &str) -> String {
    let text = printable(text);
    let ticks = "`".repeat(longest_run(&text) + 1);
    let blank = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{blank}{text}{blank}{ticks}")
}

/// A text that means nothing to Markdown, but that what stands in single backticks is code.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let text = printable(text);
    let is_paired = text.matches('`').count().is_multiple_of(2);
    let mut in_code = false;
    for letter in text.chars() {
        match letter {
            '`' if is_paired => {
                in_code = !in_code;
                out.push(letter);
            }
            _ if in_code => out.push(letter),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '@' => out.extend(['\\', letter]),
            _ => out.push(letter),
        }
    }
    out
}

fn printable(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
