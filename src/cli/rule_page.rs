//! What is known of a rule, and how it is printed.

use std::path::PathBuf;

use colored::Colorize;
use serde::Serialize;

use super::desk::{Desk, There};
use super::exit::Fault;
use super::showings::{Showing, showings};
use super::wrap::{title_line, wrap};
use crate::book::{self, Changed, Standing, citations, same_words};
use crate::rules::{EDITION, RuleId, RuleNumber};

/// What the user wants to see of a rule.
#[derive(Debug, Clone, Default)]
pub(super) struct Wishes {
    pub(super) only: bool,
    pub(super) all: bool,
    pub(super) examples: bool,
    pub(super) follow: bool,
    pub(super) trace: bool,
    pub(super) scenarios: Option<PathBuf>,
}

/// What is known of a rule, in the shape of the JSON output.
#[derive(Debug, Serialize)]
pub(super) struct Page {
    edition: String,
    #[serde(flatten)]
    rule: Line,
    /// The chapter first, then what the rule stands under, down to its parent.
    above: Vec<Line>,
    /// The nearest rules under the same parent, in the order of the book.
    beside: Vec<Line>,
    /// What stands under the rule.
    under: Vec<Line>,
    /// The rules that its text points to.
    points_to: Vec<Line>,
    /// How it has changed up to the newest edition, if this is that.
    changed: Vec<Changed>,
    /// Where it is in the newest edition, if this is another.
    today: Vec<RuleNumber>,
    /// Whether the newest edition is known to have no such rule.
    is_gone: bool,
    /// How it went through the editions, the oldest first.
    trace: Vec<Step>,
    scenarios: Vec<Showing>,
}

/// A rule with what it says, and what headjudge says of it.
#[derive(Debug, Serialize)]
struct Line {
    rule: RuleNumber,
    heading: Option<String>,
    gist: Option<&'static str>,
    /// The paragraphs of the text, where it has been imported.
    text: Option<Vec<String>>,
    /// The book's examples, where it has been imported.
    examples: Vec<String>,
}

/// A rule in one edition, against the one before.
#[derive(Debug, Serialize, PartialEq, Eq)]
struct Step {
    edition: String,
    rules: Vec<RuleNumber>,
    /// Nothing for the first edition, and where only the concordance is at hand.
    words: Option<&'static str>,
}

/// How many rules on either side of a rule are shown beside it.
const NEIGHBOURS: usize = 4;

impl Page {
    pub(super) fn of(number: RuleNumber, edition: &str, desk: &Desk, wishes: &Wishes) -> Result<Self, Fault> {
        let line = |number| Line::of(number, edition, desk);
        let mut above: Vec<RuleNumber> =
            std::iter::successors(number.parent(), |number| number.parent()).collect();
        above.reverse();
        let all: Vec<RuleNumber> = match desk.text(edition)? {
            Some(text) => text.rules.iter().map(|rule| rule.number).collect(),
            None if edition == EDITION => RuleId::all().map(RuleId::number).collect(),
            None => vec![number],
        };
        let has_text = desk.text(edition)?.is_some();
        let siblings: Vec<RuleNumber> =
            all.iter().copied().filter(|other| other.parent() == number.parent()).collect();
        let here = siblings.iter().position(|sibling| *sibling == number).unwrap_or_default();
        let first = here.saturating_sub(NEIGHBOURS);
        let beside = siblings.into_iter().skip(first).take(here - first + NEIGHBOURS + 1);
        // With its text, a rule is read with its subrules; what stands beside it is for finding one's way without.
        let beside = beside.filter(|sibling| *sibling != number && !has_text && !wishes.only);
        let is_deep = wishes.all || (has_text && number.rule().is_some());
        let under = all.iter().copied().filter(|other| {
            !wishes.only && if is_deep { other.stands_under(number) } else { other.parent() == Some(number) }
        });
        let rule = line(number)?;
        let under: Vec<Line> = under.map(line).collect::<Result<_, _>>()?;
        let mut points_to: Vec<RuleNumber> = Vec::new();
        for part in std::iter::once(&rule).chain(&under) {
            for paragraph in part.text.iter().flatten() {
                let found = citations(paragraph).into_iter().map(|found| found.number);
                points_to.extend(found.filter(|other| *other != number && !other.stands_under(number)));
            }
        }
        points_to.sort_unstable();
        points_to.dedup();
        points_to.retain(|number| all.binary_search(number).is_ok());
        let (today, is_gone) = match desk.crossing(edition, EDITION)?.number(number) {
            _ if edition == EDITION => (Vec::new(), false),
            There::At(today) => (today, false),
            There::Nowhere => (Vec::new(), true),
            There::Unknown => (Vec::new(), false),
        };
        Ok(Self {
            edition: edition.to_owned(),
            above: above.into_iter().map(line).collect::<Result<_, _>>()?,
            beside: beside.map(line).collect::<Result<_, _>>()?,
            points_to: points_to.into_iter().map(line).collect::<Result<_, _>>()?,
            changed: match edition == EDITION {
                true => book::changed().filter(|change| change.rule.number() == number).collect(),
                false => Vec::new(),
            },
            today,
            is_gone,
            trace: if wishes.trace { steps(number, edition, desk)? } else { Vec::new() },
            scenarios: match (&wishes.scenarios, edition == EDITION) {
                (Some(folder), true) => showings(number, folder),
                _ => Vec::new(),
            },
            rule,
            under,
        })
    }

    /// The page as printed:
    ///
    /// ```text
    /// 406.3                                                                               CR 2026-08-07
    ///   4 Zones > 406 Exile
    ///
    ///   The text of the rule, or what it decides in our own words.
    ///
    /// under it
    ///   406.3a    ...
    /// ```
    pub(super) fn text(&self, wishes: &Wishes) -> String {
        let rule = &self.rule;
        let title = format!("{} {}", rule.rule, rule.heading.as_deref().unwrap_or_default());
        let mut text = title_line(title.trim_end(), &self.edition);
        let path: Vec<String> = self.above.iter().filter_map(Line::name).collect();
        if !path.is_empty() {
            text.push_str(&format!("  {}\n", wrap(&path.join(" > "), 2)));
        }
        let is_heading_only = rule.heading.is_some();
        match (&rule.text, rule.gist) {
            (Some(paragraphs), _) if !is_heading_only => {
                text.push('\n');
                for paragraph in paragraphs {
                    text.push_str(&format!("  {}\n", wrap(paragraph, 2)));
                }
                rule.push_examples(&mut text, 2, wishes);
                if let Some(gist) = rule.gist {
                    text.push_str(&format!("\n  {} {}\n", "in short:".dimmed(), wrap(gist, 12)));
                }
            }
            (_, Some(gist)) => text.push_str(&format!("\n  {}\n", wrap(gist, 2))),
            (_, None) if is_heading_only => {
                if rule.text.is_none() || self.under.is_empty() {
                    text.push_str("\n  This is a heading; what it decides stands in the rules under it.\n");
                }
            }
            (_, None) if !self.today.is_empty() || self.is_gone => {}
            (_, None) => {
                let none = format!(
                    "headjudge has no gist of {} yet; read it in the Comprehensive Rules.",
                    rule.rule
                );
                text.push_str(&format!("\n  {}\n", wrap(&none, 2)));
            }
        }
        if !self.changed.is_empty() {
            text.push_str(&format!("\n{}\n", "changed".bold()));
        }
        for change in &self.changed {
            text.push_str(&format!("  {}  {}\n", change.since, wrap(change.what, 14)));
        }
        if !self.today.is_empty() {
            let today: Vec<String> = self
                .today
                .iter()
                .map(|number| {
                    let gist =
                        RuleId::of(*number).and_then(|rule| rule.heading().or_else(|| book::gist(rule)));
                    format!("{number}  {}", gist.unwrap_or_default())
                })
                .collect();
            text.push_str(&format!("\n{}\n", format!("today (CR {EDITION})").bold()));
            for line in today {
                text.push_str(&format!("  {}\n", wrap(&line, 10)));
            }
        }
        if self.is_gone {
            text.push_str(&format!("\n{}\n  no rule\n", format!("today (CR {EDITION})").bold()));
        }
        if rule.text.is_none() && self.edition == EDITION {
            list(&mut text, "above it", self.above.iter().filter(|line| line.heading.is_none()), wishes);
        }
        list(&mut text, "under it", self.under.iter(), wishes);
        list(&mut text, "beside it", self.beside.iter(), wishes);
        if wishes.follow {
            list(&mut text, "it points to", self.points_to.iter(), wishes);
        } else if !self.points_to.is_empty() {
            let numbers: Vec<String> = self.points_to.iter().map(|line| line.rule.to_string()).collect();
            text.push_str(&format!("\n{} {}\n", "it points to".bold(), wrap(&numbers.join(", "), 13)));
        }
        self.push_trace(&mut text, wishes);
        if !self.scenarios.is_empty() {
            text.push_str(&format!("\n{}\n", "shown by".bold()));
        } else if wishes.scenarios.is_some() {
            text.push_str("\nno scenario shows it\n");
        }
        for showing in &self.scenarios {
            let place = format!("  {}:{}", showing.file, showing.line);
            let cited: Vec<String> = showing.rules.iter().map(RuleNumber::to_string).collect();
            let title = format!("{} [{}]", showing.title, cited.join(", "));
            text.push_str(&format!("{place}\n      {}\n", wrap(&title, 6)));
        }
        if rule.text.is_none() {
            let how = format!(
                "The official text of {} is not at hand: `headjudge rules import FILE` reads it from the text file \
                 that Wizards of the Coast publishes at https://magic.wizards.com/en/rules.",
                self.edition
            );
            text.push_str(&format!("\n{}\n", wrap(&how, 0).dimmed()));
        }
        text
    }

    fn push_trace(&self, text: &mut String, wishes: &Wishes) {
        if wishes.trace {
            text.push_str(&format!("\n{}\n", "through the editions".bold()));
            if self.trace.is_empty() {
                text.push_str("  neither the concordance nor the texts at hand follow it\n");
            }
        }
        for step in &self.trace {
            let numbers: Vec<String> = step.rules.iter().map(RuleNumber::to_string).collect();
            let numbers = if numbers.is_empty() { "no rule".to_owned() } else { numbers.join(", ") };
            let line = format!("  {}  {numbers:<10}{}", step.edition, step.words.unwrap_or_default());
            text.push_str(&format!("{}\n", line.trim_end()));
        }
    }
}

impl Line {
    fn of(number: RuleNumber, edition: &str, desk: &Desk) -> Result<Self, Fault> {
        let id = RuleId::of(number).filter(|_| edition == EDITION);
        let text = desk.text(edition)?.and_then(|text| text.rule(number));
        Ok(Self {
            rule: number,
            heading: desk.heading(number, edition)?,
            gist: id.and_then(book::gist),
            text: text.map(|rule| rule.paragraphs.clone()),
            examples: text.map(|rule| rule.examples.clone()).unwrap_or_default(),
        })
    }

    /// The number with its heading, if it has one.
    fn name(&self) -> Option<String> {
        self.heading.as_ref().map(|heading| format!("{} {heading}", self.rule))
    }

    fn push_examples(&self, text: &mut String, indent: usize, wishes: &Wishes) {
        for example in self.examples.iter().filter(|_| wishes.examples) {
            let blanks = " ".repeat(indent);
            text.push_str(&format!(
                "{blanks}{} {}\n",
                "Example:".italic(),
                wrap(example, indent + 9).trim_start()
            ));
        }
    }
}

fn list<'a>(text: &mut String, title: &str, lines: impl Iterator<Item = &'a Line>, wishes: &Wishes) {
    for (position, line) in lines.enumerate() {
        if position == 0 {
            text.push_str(&format!("\n{}\n", title.bold()));
        }
        let says = match (&line.text, &line.heading) {
            (_, Some(heading)) => heading.clone(),
            (Some(paragraphs), None) => paragraphs.join(" "),
            (None, None) => line.gist.unwrap_or("(no gist yet)").to_owned(),
        };
        text.push_str(&format!("  {:<10}{}\n", line.rule.to_string(), wrap(&says, 12)));
        line.push_examples(text, 12, wishes);
    }
}

/// How a rule went through the editions: those on the shelf, and those at which the concordance has another number.
fn steps(number: RuleNumber, edition: &str, desk: &Desk) -> Result<Vec<Step>, Fault> {
    let mut dates: Vec<String> = desk.shelf.editions.iter().map(|kept| kept.name.clone()).collect();
    for topic in desk.concordance.topics_of(number, edition) {
        for (place, standing) in topic.changes() {
            if matches!(standing, Standing::At(_)) {
                dates.extend(desk.concordance.editions.get(*place).cloned());
            }
        }
    }
    dates.push(edition.to_owned());
    dates.sort_unstable();
    dates.dedup();
    let mut steps: Vec<Step> = Vec::new();
    // The last edition whose text is at hand, with the rule's number there.
    let mut last: Option<(String, RuleNumber)> = None;
    for date in dates {
        let rules = match desk.crossing(edition, &date)?.number(number) {
            There::At(rules) => rules,
            There::Nowhere => Vec::new(),
            There::Unknown => continue,
        };
        let text = desk.text(&date)?;
        let words = match (rules.as_slice(), &last, text) {
            ([], Some(_), _) => Some("removed"),
            ([here, ..], Some((before, there)), Some(text)) => {
                let is_same = desk.text(before)?.is_some_and(|old| same_words(old, *there, text, *here));
                Some(match (here == there, is_same) {
                    (true, true) => "unchanged",
                    (false, true) => "moved",
                    (true, false) => "reworded",
                    (false, false) => "moved and reworded",
                })
            }
            ([_, ..], None, Some(_)) if steps.iter().any(|step| step.rules.is_empty()) => Some("added"),
            _ => None,
        };
        if text.is_some() {
            last = rules.first().map(|number| (date.clone(), *number));
        }
        // Before its first rule there is nothing to tell but that there was none.
        steps.push(Step { edition: date, rules, words });
    }
    let first = steps.iter().position(|step| !step.rules.is_empty()).unwrap_or(0);
    steps.drain(..first.saturating_sub(1));
    Ok(steps)
}
