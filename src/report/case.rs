//! One scenario's outcome as a finished value: what every report is made of. Nothing in it points into a game.

use crate::board::UsersCard;
use crate::diag::{Code, Diagnostic, Look, Severity, Source, Span, render};
use crate::runner::{Finding, FindingState, Outcome, Verdict as Played};
use crate::scenario::ast::Text;
use crate::trace::text::{self, TextOptions};

use super::Verdict;
use super::json::Users;

/// How one scenario, or one variant of it, ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The file, as the user named it.
    pub file: String,
    /// The title, with the row of its table where it is a variant; empty for a file that can't be read.
    pub title: String,
    /// The line of the title, from 1.
    pub line: usize,
    /// How it ended.
    pub verdict: Verdict,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    /// What it marks as known not to be so.
    pub gaps: Vec<Gap>,
    /// What it asks, with the answers.
    pub asks: Vec<Asked>,
    /// The cards of the user's that it rests on.
    pub users_cards: Vec<Users>,
}

/// One thing that is wrong with a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The stable code.
    pub code: Code,
    /// The fault in one line.
    pub message: String,
    /// Where it is.
    pub place: Option<Place>,
    /// What the scenario expects, as written; only of expectations.
    pub expected: Option<String>,
    /// What is so instead; only of expectations.
    pub actual: Option<String>,
    /// What to do about it.
    pub help: Vec<String>,
    /// The rules that make it so, or that forbid it.
    pub rules: Vec<String>,
    /// The steps that led there, a line each.
    pub steps: Vec<String>,
    /// The fault drawn with its line.
    pub drawn: String,
    /// The same with colours, where they were asked for.
    pub painted: Option<String>,
}

/// Lines and columns, all from 1; columns are counted in characters, and the end is behind the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The first line.
    pub line: usize,
    /// The first column.
    pub column: usize,
    /// The last line.
    pub end_line: usize,
    /// The column behind the last.
    pub end_column: usize,
}

/// An expectation marked `todo`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// Its line, from 1.
    pub line: usize,
    /// Why, as the scenario says it.
    pub why: String,
    /// What is so now.
    pub actual: String,
}

/// A question, which nothing is expected of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Its line, from 1.
    pub line: usize,
    /// The answer.
    pub answer: String,
    /// The rules that decide it.
    pub rules: Vec<String>,
}

/// What a scenario says of itself that its outcome is held against.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// How its file says that it ends.
    pub verdict: Played,
    /// Where the file says so.
    pub said: Option<Span>,
    /// The rules in its head that nothing cites in any of its variants.
    pub uncited: &'a [Text],
    /// The place of its title.
    pub title: Span,
}

impl Wanted<'_> {
    /// As expected, with nothing to be said about the head.
    pub const EXPECTED: Wanted<'static> =
        Wanted { verdict: Played::Expected, said: None, uncited: &[], title: Span::new(0, 0) };

    /// How the scenario is reported.
    pub fn verdict(&self, outcome: &Outcome) -> Verdict {
        if outcome.verdict != self.verdict {
            return match outcome.verdict {
                _ if self.verdict != Played::Expected => Verdict::Failed,
                Played::Expected => Verdict::Failed,
                Played::Unsettled => Verdict::Unsettled,
                Played::Undecided => Verdict::Undecided,
                Played::Failed => Verdict::Failed,
                Played::Invalid => Verdict::Invalid,
            };
        }
        match outcome.verdict {
            Played::Expected if !self.uncited.is_empty() => Verdict::Failed,
            Played::Expected if outcome.todos() > 0 => Verdict::Todo,
            _ => Verdict::Answered,
        }
    }
}

impl Case {
    /// The outcome of a scenario of that source.
    pub fn of(outcome: &Outcome, wanted: &Wanted<'_>, source: &Source, look: Look) -> Self {
        let verdict = wanted.verdict(outcome);
        let mut problems = Vec::new();
        if !verdict.is_expected() {
            let extra = wanted.faults(outcome);
            let all = outcome.diagnostics.iter().chain(&extra);
            problems.extend(all.map(|diagnostic| Problem::of(diagnostic, outcome, source, look)));
        }
        let asks = outcome.findings.iter().filter(|finding| finding.state == FindingState::Asked);
        let gaps = outcome.findings.iter().filter(|finding| finding.state == FindingState::Todo);
        Self {
            file: source.name.clone(),
            title: outcome.title.clone(),
            line: source.line_and_column(wanted.title.start).0,
            verdict,
            problems,
            gaps: gaps.map(|finding| Gap::of(finding, source)).collect(),
            asks: asks.filter_map(|finding| Asked::of(finding, source)).collect(),
            users_cards: outcome.users_cards.iter().map(|card| Users::of(card, source)).collect(),
        }
    }

    /// What became of a file as a whole: it can't be read, or headjudge failed on it.
    pub fn of_file(
        file: impl Into<String>,
        verdict: Verdict,
        code: Code,
        message: impl Into<String>,
    ) -> Self {
        let source = Source::new(file, "");
        let fault = Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: Vec::new(),
            help: Vec::new(),
            rules: Vec::new(),
            fix: None,
        };
        let mut problem = Problem::without_steps(&fault, &source, Look::Plain);
        problem.place = None;
        problem.drawn = format!("error[{code}]: {}", problem.message);
        Self {
            file: source.name,
            title: String::new(),
            line: 1,
            verdict,
            problems: vec![problem],
            gaps: Vec::new(),
            asks: Vec::new(),
            users_cards: Vec::new(),
        }
    }

    /// That it rests on cards of the user's, in words; nothing if it does on none.
    pub fn rests_on(&self) -> Option<String> {
        UsersCard::said(self.users_cards.iter().map(|card| (card.name.clone(), card.place.clone())))
    }

    /// Whether it rests on a card that does not stand in the scenario itself.
    pub fn rests_on_other_files(&self) -> bool {
        self.users_cards.iter().any(|card| card.line.is_none())
    }

    /// The scenario as it is told: its file, and what tells it apart from others there.
    pub fn name(&self) -> String {
        if self.title.is_empty() { self.file.clone() } else { format!("{}: {}", self.file, self.title) }
    }

    /// Whether something marked `todo` is so now.
    pub fn is_unexpected_pass(&self) -> bool {
        self.problems.iter().any(|problem| problem.code == Code::UnexpectedSuccess)
    }
}

impl Asked {
    /// A question of the file; nothing for what is told unasked.
    fn of(finding: &Finding, source: &Source) -> Option<Self> {
        let span = finding.span?;
        let rules = finding.rules.iter().take(3).map(|rule| rule.to_string()).collect();
        Some(Self { line: source.line_and_column(span.start).0, answer: finding.sentence.clone(), rules })
    }
}

impl Wanted<'_> {
    /// What is wrong beside what playing found.
    fn faults(&self, outcome: &Outcome) -> Vec<Diagnostic> {
        if outcome.verdict != self.verdict {
            if self.verdict == Played::Expected {
                return Vec::new();
            }
            let message = format!(
                "the file says that it ends {}, and it is {}",
                self.verdict.words(),
                outcome.verdict.words()
            );
            let place = self.said.unwrap_or_default();
            return vec![Diagnostic::error(Code::OtherVerdict, message, place, "said here")];
        }
        let uncited = |rule: &Text| {
            let message = format!("the head names {}, which nothing cites", rule.text);
            Diagnostic::error(Code::UncitedRule, message, rule.span, "no step and no answer rests on it")
        };
        self.uncited.iter().map(uncited).collect()
    }
}

impl Problem {
    fn of(diagnostic: &Diagnostic, outcome: &Outcome, source: &Source, look: Look) -> Self {
        let mut problem = Self::without_steps(diagnostic, source, look);
        let is_claim = matches!(diagnostic.code, Code::ExpectationFailed | Code::UnexpectedSuccess);
        let finding = outcome.findings.iter().find(|finding| {
            let inside = |place: Span, span: Span| span.start <= place.start && place.end <= span.end;
            is_claim
                && finding.state == FindingState::Fails
                && diagnostic.span().zip(finding.span).is_some_and(|(place, span)| inside(place, span))
        });
        if let Some(finding) = finding {
            problem.expected = finding.span.and_then(|span| written(source, span));
            problem.actual = Some(finding.sentence.clone());
            // What is so has a place of its own.
            problem.help.retain(|help| !help.starts_with("actual: "));
        }
        if let Some(game) = &outcome.game {
            let first = finding.map(|finding| finding.after);
            let options = TextOptions {
                player_names: outcome.players.clone(),
                width: 100,
                first,
                ..TextOptions::default()
            };
            problem.steps = text::render(&outcome.trace, game, &options).lines().map(str::to_owned).collect();
        }
        problem
    }

    fn without_steps(diagnostic: &Diagnostic, source: &Source, look: Look) -> Self {
        let place = diagnostic.span().map(|span| {
            let ((line, column), (end_line, end_column)) =
                (source.line_and_column(span.start), source.line_and_column(span.end.max(span.start)));
            Place { line, column, end_line, end_column }
        });
        Self {
            code: diagnostic.code,
            message: diagnostic.message.clone(),
            place,
            expected: None,
            actual: None,
            help: diagnostic.help.clone(),
            rules: diagnostic.rules.clone(),
            steps: Vec::new(),
            drawn: render(diagnostic, source, Look::Plain),
            painted: (look == Look::Coloured).then(|| render(diagnostic, source, look)),
        }
    }
}

impl Gap {
    fn of(finding: &Finding, source: &Source) -> Self {
        let place = finding.span.unwrap_or_default();
        let line = written(source, place).unwrap_or_default();
        let after = line.split_once("todo").map_or("", |(_, after)| after);
        let why = after.split('"').nth(1).unwrap_or_default();
        Self {
            line: source.line_and_column(place.start).0,
            why: why.to_owned(),
            actual: finding.sentence.clone(),
        }
    }
}

/// What the scenario says there.
fn written(source: &Source, span: Span) -> Option<String> {
    source.text.get(span.start..span.end).map(|text| text.trim().to_owned())
}
