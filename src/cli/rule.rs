//! `headjudge rule 406.3`: what a rule decides, the rules beside it, and the scenarios that show it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use colored::Colorize;
use serde::Serialize;
use walkdir::WalkDir;

use super::exit::{Exit, Fault};
use super::wrap::{WIDTH, wrap};
use crate::book;
use crate::rules::{EDITION, RuleId, RuleNumber};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The number of a rule (`406.3`), subrule (`406.3a`), section (`406`) or chapter (`4`)
    number: String,
    /// The folder whose scenarios are searched for the rule
    #[arg(long, value_name = "PATH", default_value = "scenarios")]
    scenarios: PathBuf,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Fault> {
    let rule = find(&arguments.number)?;
    let page = Page::of(rule, &arguments.scenarios);
    match arguments.format {
        Format::Text => out.write_all(page.text().as_bytes())?,
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &page).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    Ok(Exit::Expected)
}

/// What is known of a rule, in the shape of the JSON output.
#[derive(Debug, Serialize)]
struct Page {
    edition: &'static str,
    #[serde(flatten)]
    rule: Line,
    /// The chapter first, then what the rule stands under, down to its parent.
    above: Vec<Line>,
    /// The nearest rules under the same parent, in the order of the book.
    beside: Vec<Line>,
    /// What stands directly under the rule.
    under: Vec<Line>,
    scenarios: Vec<Showing>,
}

/// A rule with what headjudge says of it.
#[derive(Debug, Serialize)]
struct Line {
    rule: RuleId,
    heading: Option<&'static str>,
    gist: Option<&'static str>,
}

/// A scenario that cites a rule or one under it.
#[derive(Debug, Serialize, PartialEq, Eq)]
struct Showing {
    file: String,
    line: usize,
    title: String,
    rules: Vec<RuleNumber>,
}

/// How many rules on either side of a rule are shown beside it.
const NEIGHBOURS: usize = 4;

impl Page {
    fn of(rule: RuleId, scenarios: &Path) -> Self {
        let mut above: Vec<Line> =
            std::iter::successors(rule.parent(), |rule| rule.parent()).map(Line::of).collect();
        above.reverse();
        let beside: Vec<RuleId> = rule.siblings().collect();
        let here = beside.iter().position(|sibling| *sibling == rule).unwrap_or_default();
        let first = here.saturating_sub(NEIGHBOURS);
        let beside = beside.into_iter().skip(first).take(here - first + NEIGHBOURS + 1);
        Self {
            edition: EDITION,
            rule: Line::of(rule),
            above,
            beside: beside.filter(|sibling| *sibling != rule).map(Line::of).collect(),
            under: rule.children().map(Line::of).collect(),
            scenarios: showings(rule.number(), scenarios),
        }
    }

    /// The page as printed:
    ///
    /// ```text
    /// 406.3                                                                               CR 2026-08-07
    ///   4 Zones > 406 Exile
    ///   Exiled cards lie face up for all to see, unless exiled face down.
    ///
    /// under it
    ///   406.3a    A card in exile face down is without characteristics, ...
    /// ```
    fn text(&self) -> String {
        let title = format!("{} {}", self.rule.rule, self.rule.heading.unwrap_or_default());
        let title = title.trim_end();
        let edition = format!("CR {}", self.edition);
        let gap = WIDTH.saturating_sub(title.chars().count() + edition.len());
        let mut text = format!("{}{}{edition}\n", title.bold(), " ".repeat(gap));
        let path: Vec<String> = self.above.iter().filter_map(Line::name).collect();
        if !path.is_empty() {
            text.push_str(&format!("  {}\n", wrap(&path.join(" > "), 2)));
        }
        let gist = match (self.rule.gist, self.rule.heading) {
            (Some(gist), _) => gist.to_owned(),
            (None, Some(_)) => "This is a heading; what it decides stands in the rules under it.".to_owned(),
            (None, None) => {
                format!(
                    "headjudge has no gist of {} yet; read it in the Comprehensive Rules.",
                    self.rule.rule
                )
            }
        };
        text.push_str(&format!("\n  {}\n", wrap(&gist, 2)));
        list(&mut text, "above it", self.above.iter().filter(|line| line.heading.is_none()));
        list(&mut text, "under it", self.under.iter());
        list(&mut text, "beside it", self.beside.iter());
        if !self.scenarios.is_empty() {
            text.push_str(&format!("\n{}\n", "shown by".bold()));
        }
        for showing in &self.scenarios {
            let place = format!("  {}:{}", showing.file, showing.line);
            let cited: Vec<String> = showing.rules.iter().map(RuleNumber::to_string).collect();
            let title = format!("{} [{}]", showing.title, cited.join(", "));
            text.push_str(&format!("{place}\n      {}\n", wrap(&title, 6)));
        }
        text
    }
}

impl Line {
    fn of(rule: RuleId) -> Self {
        Self { rule, heading: rule.heading(), gist: book::gist(rule) }
    }

    /// The number with its heading, if it has one.
    fn name(&self) -> Option<String> {
        self.heading.map(|heading| format!("{} {heading}", self.rule))
    }
}

fn list<'a>(text: &mut String, title: &str, lines: impl Iterator<Item = &'a Line>) {
    for (position, line) in lines.enumerate() {
        if position == 0 {
            text.push_str(&format!("\n{}\n", title.bold()));
        }
        let says = line.heading.or(line.gist).unwrap_or("(no gist yet)");
        text.push_str(&format!("  {:<10}{}\n", line.rule, wrap(says, 12)));
    }
}

/// The rule that the user means: the number as printed, in capitals, with a full stop, or after "CR".
fn find(text: &str) -> Result<RuleId, Fault> {
    let lower = text.trim().to_ascii_lowercase();
    let number = lower.trim_start_matches("cr").trim_start().trim_end_matches('.');
    if let Some(rule) = RuleId::parse(number) {
        return Ok(rule);
    }
    let Some(wanted) = RuleNumber::parse(number) else {
        return Err(Fault::usage(format!("`{text}` is no rule number")).with_help(
            "write a rule such as 406.3, a subrule such as 406.3a, a section such as 406, or a chapter",
        ));
    };
    let fault = Fault::usage(format!("the rules of {EDITION} have no rule `{number}`"));
    let before = RuleId::all().rfind(|rule| rule.number() < wanted);
    let after = RuleId::all().find(|rule| rule.number() > wanted);
    let near: Vec<String> = [before, after].into_iter().flatten().map(|rule| format!("`{rule}`")).collect();
    let skips = matches!(number.chars().last(), Some('l' | 'o')).then_some("; letters skip l and o");
    Err(fault.with_help(format!("nearest to it: {}{}", near.join(", "), skips.unwrap_or_default())))
}

/// The scenarios below a folder that cite the rule or one under it, in the order of their files' names.
fn showings(rule: RuleNumber, folder: &Path) -> Vec<Showing> {
    let mut showings = Vec::new();
    // A folder that is absent, and a file that cannot be read or is no text, show nothing.
    for entry in WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok) {
        if entry.path().extension().is_some_and(|extension| extension == "scn")
            && let Ok(text) = fs::read_to_string(entry.path())
        {
            let file = entry.path().components().map(|part| part.as_os_str().to_string_lossy());
            showings.extend(showings_in(rule, &file.collect::<Vec<_>>().join("/"), &text));
        }
    }
    showings
}

/// The scenarios of one file that cite the rule or one under it: in the head, in brackets, or in a table.
fn showings_in(rule: RuleNumber, file: &str, text: &str) -> Vec<Showing> {
    let mut showings: Vec<Showing> = Vec::new();
    for (position, line) in text.lines().enumerate() {
        let (line, _) = line.split_once(" #").unwrap_or((line, ""));
        if let Some(title) = line.strip_prefix("scenario ") {
            let (file, title) = (file.to_owned(), title.trim().to_owned());
            showings.push(Showing { file, line: position + 1, title, rules: Vec::new() });
        }
        let cites = line.starts_with("rules ") || line.contains(['[', '|']);
        let Some(showing) = showings.last_mut().filter(|_| cites && !line.starts_with('#')) else { continue };
        let words = line.split(|character: char| character.is_whitespace() || "[]|;,".contains(character));
        for number in words.filter_map(RuleNumber::parse) {
            let stands_under =
                std::iter::successors(Some(number), |number| number.parent()).any(|above| above == rule);
            // A lone figure is a count, not a section.
            if number.rule().is_some() && stands_under && !showing.rules.contains(&number) {
                showing.rules.push(number);
            }
        }
    }
    showings.retain(|showing| !showing.rules.is_empty());
    showings
}

#[cfg(test)]
mod tests {
    use super::{find, showings_in};
    use crate::rules::{RuleNumber, cr};

    #[test]
    fn a_number_is_found_however_it_is_written() {
        for text in ["406.3a", "406.3A", " 406.3a. ", "CR 406.3a", "cr406.3a"] {
            assert_eq!(find(text).expect(text), cr!("406.3a"));
        }
    }

    #[test]
    fn scenarios_are_found_by_head_brackets_and_tables() {
        let text = "scenario  One\nrules     400.7; 406.3a\nAP\n  hand  3 Plains\n\nscenario  Two  # 406.3\n\
                    expect Plains in exile [406.3]\n# [406.3a]\nscenario  Three\nexamples\n  rule\n  406.3b | x\n";
        let number = |text| RuleNumber::parse(text).expect(text);
        let found = showings_in(number("406.3"), "a.scn", text);
        let titles: Vec<(&str, usize, String)> = found
            .iter()
            .map(|showing| (showing.title.as_str(), showing.line, showing.rules[0].to_string()))
            .collect();
        assert_eq!(
            titles,
            [
                ("One", 1, "406.3a".to_owned()),
                ("Two", 6, "406.3".to_owned()),
                ("Three", 9, "406.3b".to_owned())
            ]
        );
        assert_eq!(showings_in(number("3"), "a.scn", text), []);
    }
}
