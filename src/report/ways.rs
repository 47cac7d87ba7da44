//! Every way that a scenario can go, as a tree: the questions, their answers, and what each leads to.
//!
//! ```text
//! An edict and two creatures                                 CR 2026-08-07
//! 2 ways: 2 answered
//! NAP sacrifice Liliana of the Veil
//! ├─ Grizzly Bears
//! │    Grizzly Bears is in NAP's graveyard                         701.21a
//! └─ Serra Angel
//!      Serra Angel is in NAP's graveyard                           701.21a
//! ```

use crate::board::UsersCard;
use crate::diag::{Code, Diagnostic};
use crate::rules::{EDITION, Rules};
use crate::runner::{Answered, Exploration, Finding, FindingState, Verdict, Way};
use crate::trace::styled::{Paint, Style, Text, cells};
use crate::trace::text::NARROWEST;

/// The verdicts in the order in which they are counted.
const VERDICTS: [Verdict; 5] =
    [Verdict::Expected, Verdict::Unsettled, Verdict::Failed, Verdict::Undecided, Verdict::Invalid];

/// How the tree is printed.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// How wide a line may be, in cells.
    pub width: usize,
    /// What is printed beside the words.
    pub colour: Paint,
}

/// All ways of a scenario as text, each line ended.
pub fn render(exploration: &Exploration, options: Options) -> String {
    let mut page = Page { out: String::new(), width: options.width.max(NARROWEST), colour: options.colour };
    page.row(&Lead::default(), &exploration.title, Style::Heading, &format!("CR {EDITION}"));
    page.row(&Lead::default(), &counts(exploration), Style::Plain, "");
    let cards = exploration.ways.first().map_or(&[][..], |way| &way.outcome.users_cards);
    if let Some(line) = UsersCard::rests_on(cards) {
        page.row(&Lead::default(), &line, Style::Aside, "");
    }
    let common = common(&exploration.ways);
    let several = exploration.ways.len() > 1;
    if several && !common.is_empty() {
        page.row(&Lead::default(), "Whichever way", Style::Heading, "");
        for finding in &common {
            page.finding(&Lead::of("  ", "  "), finding);
        }
    }
    page.ways(&exploration.ways, 0, "", if several { &common } else { &[] });
    page.out
}

/// How many ways there are, and how they end.
fn counts(exploration: &Exploration) -> String {
    let mut parts = Vec::new();
    for verdict in VERDICTS {
        let count = exploration.count(verdict);
        if count > 0 {
            let words = match verdict {
                Verdict::Expected => "answered",
                Verdict::Failed => "not as expected",
                Verdict::Invalid => "not possible",
                other => other.words(),
            };
            parts.push(format!("{count} {words}"));
        }
    }
    let ways = exploration.ways.len();
    let mut line = format!("{ways} {}: {}", if ways == 1 { "way" } else { "ways" }, parts.join(", "));
    if exploration.left_out > 0 {
        line.push_str(&format!("; {} more were not followed", exploration.left_out));
    }
    line
}

/// What is told of all ways that come to an end.
fn common(ways: &[Way]) -> Vec<Finding> {
    let mut ended = ways.iter().filter(|way| way.outcome.verdict <= Verdict::Unsettled || fails(way));
    let Some(first) = ended.next() else { return Vec::new() };
    let mut common = first.outcome.findings.clone();
    for way in ended {
        common.retain(|finding| way.outcome.findings.iter().any(|other| same(finding, other)));
    }
    common
}

/// Whether a way came to its end, where something is not as expected.
fn fails(way: &Way) -> bool {
    way.outcome.verdict == Verdict::Failed && !way.outcome.findings.is_empty()
}

fn same(one: &Finding, other: &Finding) -> bool {
    (&one.sentence, one.rules.as_slice(), one.state) == (&other.sentence, other.rules.as_slice(), other.state)
}

/// What stands before the first line of something, and before those that follow.
#[derive(Debug, Clone, Default)]
struct Lead {
    first: String,
    rest: String,
}

impl Lead {
    fn of(first: impl Into<String>, rest: impl Into<String>) -> Self {
        Self { first: first.into(), rest: rest.into() }
    }
}

struct Page {
    out: String,
    width: usize,
    colour: Paint,
}

impl Page {
    /// The ways that have the answers before this place in common.
    fn ways(&mut self, ways: &[Way], place: usize, indent: &str, common: &[Finding]) {
        let Some(question) = ways.iter().find_map(|way| way.answers.get(place)) else {
            for way in ways {
                self.end(way, indent, common);
            }
            return;
        };
        self.row(&Lead::of(indent, indent), &asked(question), Style::Name, "");
        let mut left = ways;
        while let Some(first) = left.first() {
            let answer = first.answers.get(place);
            let together = left.iter().take_while(|way| way.answers.get(place) == answer).count().max(1);
            let (group, others) = left.split_at(together.min(left.len()));
            let (branch, below) = if others.is_empty() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let lead = Lead::of(format!("{indent}{branch}"), format!("{indent}{below}"));
            let words = answer.map_or("", |answered| answered.answer.as_str());
            self.row(&lead, words, Style::Plain, "");
            self.ways(group, place + 1, &lead.rest, common);
            left = others;
        }
    }

    /// What one way comes to.
    fn end(&mut self, way: &Way, indent: &str, common: &[Finding]) {
        let lead = Lead::of(format!("{indent}  "), format!("{indent}    "));
        let mut told = false;
        for finding in &way.outcome.findings {
            if !common.iter().any(|known| same(known, finding)) {
                self.finding(&lead, finding);
                told = true;
            }
        }
        // What is not as expected has been told.
        let untold = |diagnostic: &&Diagnostic| diagnostic.code != Code::ExpectationFailed || !told;
        for diagnostic in way.outcome.diagnostics.iter().filter(untold).collect::<Vec<_>>() {
            let rules: Vec<&str> = diagnostic.rules.iter().take(3).map(|rule| rule.as_str()).collect();
            self.row(&lead, &diagnostic.message, Style::Bad, &rules.join(", "));
            told = true;
        }
        if !told {
            self.row(&lead, "nothing else", Style::Aside, "");
        }
    }

    fn finding(&mut self, lead: &Lead, finding: &Finding) {
        let (words, style) = match finding.state {
            FindingState::Fails => (format!("not as expected: {}", finding.sentence), Style::Bad),
            FindingState::Todo => (format!("known gap: {}", finding.sentence), Style::Plain),
            _ => (finding.sentence.clone(), Style::Plain),
        };
        self.row(lead, &words, style, &cited(finding.rules));
    }

    /// A line with something at its right end, wrapped where it is too long.
    fn row(&mut self, lead: &Lead, left: &str, style: Style, right: &str) {
        let before = cells(&lead.first);
        let room = self.width.saturating_sub(cells(right) + 2 + before).max(20);
        let mut text = Text::new();
        text.push(left, style);
        for (index, line) in text.wrap(room, 2).into_iter().enumerate() {
            let mut row = Text::new();
            row.push(if index == 0 { &lead.first } else { &lead.rest }, Style::Aside);
            row.append(&line);
            if index == 0 && !right.is_empty() {
                row.pad_to(before + room + 2);
                row.push(right, Style::Rule);
            }
            row.paint(self.colour, &mut self.out);
            self.out.push('\n');
        }
    }
}

/// A question as the scenario language has it, without its answer.
fn asked(question: &Answered) -> String {
    let source = question.source.as_ref().map_or_else(String::new, |source| format!(" {source}"));
    format!("{} {}{source}", question.player, question.kind)
}

/// The rules of an answer: the deciding ones, no more than three.
fn cited(rules: Rules) -> String {
    let first: Vec<&str> = rules.iter().take(3).map(|rule| rule.as_str()).collect();
    first.join(", ")
}
