//! Rulings as JSON, with structs of their own: the engine may change, the form may not.

use serde::Serialize;

use crate::board::{UsersCard, UsersPlace};
use crate::diag::{Diagnostic, Severity, Source};
use crate::game::PlayerId;
use crate::rules::{EDITION, Rules};
use crate::runner::{Finding, FindingState, Lead, Outcome};
use crate::trace::json::{self, Document};
use crate::trace::text::TextOptions;

use super::because;
use super::zones::{Pile, piles_at_end};

/// The version of the form; its schema is `schema/rulings-v1.json`.
pub const SCHEMA: &str = "headjudge-rulings/1";

/// What comes of some scenarios.
#[derive(Debug, Serialize)]
pub struct Rulings {
    /// The version of the form: [`SCHEMA`].
    pub schema: &'static str,
    /// The edition of the Comprehensive Rules that the citations are of, by its date.
    pub edition: &'static str,
    /// The scenarios in the order in which they were given.
    pub rulings: Vec<Ruling>,
}

/// What comes of one scenario.
#[derive(Debug, Serialize)]
pub struct Ruling {
    /// The file.
    pub file: String,
    /// The title, with the row of its table where it is a variant.
    pub title: String,
    /// The verdict in words.
    pub verdict: &'static str,
    /// The answers, in the order in which they are asked.
    pub answers: Vec<Answer>,
    /// The cards of the user's that the answers rest on; absent where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub users_cards: Vec<Users>,
    /// What is wrong, open or not supported.
    pub diagnostics: Vec<Fault>,
    /// What each answer to the question at which it stops would lead to; absent where it stops at none, or at one with many answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<Leads>,
    /// The piles of exile at the end; absent where nothing is in exile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exile: Vec<Pile>,
    /// What happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Document>,
}

/// The answer to one `expect` or `ask`.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// The answer as a sentence.
    pub sentence: String,
    /// The rules that decide it, the first one above all.
    pub rules: Rules,
    /// What decides it, as a sentence: `because Grizzly Bears#3 is exiled by ... (step 8.1)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// `asked`, `as expected`, `not as expected` or `todo`.
    pub state: &'static str,
    /// The line in the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

/// What one answer to an open question would lead to.
#[derive(Debug, Serialize)]
pub struct Leads {
    /// The answer, as it would be written in the scenario.
    pub answer: String,
    /// What would be so then, and not whatever is answered.
    pub outcomes: Vec<Led>,
    /// What stops it then, if anything does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
}

/// What would be so.
#[derive(Debug, Serialize)]
pub struct Led {
    /// It as a sentence.
    pub sentence: String,
    /// The rules that decide it.
    pub rules: Rules,
}

/// A card that does not come with headjudge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Users {
    /// Its name.
    pub name: String,
    /// `scenario`, `file` or `imported`: where it stands.
    pub from: &'static str,
    /// The file that defines it, where that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in the scenario's file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Where it stands, in words.
    #[serde(skip)]
    pub place: String,
}

impl Users {
    /// The card as a value.
    pub fn of(card: &UsersCard, source: &Source) -> Self {
        let (from, file, line) = match &card.place {
            UsersPlace::Scenario(span) => ("scenario", None, Some(source.line_and_column(span.start).0)),
            UsersPlace::File(path) => ("file", Some(path.to_string()), None),
            UsersPlace::Imported(_) => ("imported", None, None),
        };
        Self { name: card.name.clone(), from, file, line, place: card.place.words() }
    }
}

/// One diagnostic.
#[derive(Debug, Serialize)]
pub struct Fault {
    /// The stable code.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The fault in one line.
    pub message: String,
    /// The line in the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in the line, in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What to do about it.
    pub help: Vec<String>,
    /// The rules that forbid it.
    pub rules: Vec<String>,
}

/// Rulings as one JSON text, ended by a line feed.
pub fn render(rulings: Vec<Ruling>) -> String {
    let rulings = Rulings { schema: SCHEMA, edition: EDITION, rulings };
    // The structs have no maps with odd keys, so that this can't fail.
    let mut text = serde_json::to_string_pretty(&rulings).unwrap_or_default();
    text.push('\n');
    text
}

/// One scenario's outcome as a value.
pub fn ruling(outcome: &Outcome, source: &Source, viewer: Option<PlayerId>) -> Ruling {
    Ruling {
        file: source.name.clone(),
        title: outcome.title.clone(),
        verdict: outcome.verdict.words(),
        answers: answers(outcome, source, viewer),
        users_cards: outcome.users_cards.iter().map(|card| Users::of(card, source)).collect(),
        diagnostics: outcome.diagnostics.iter().map(|diagnostic| fault(diagnostic, source)).collect(),
        leads: outcome.leads.iter().map(leads).collect(),
        exile: piles_at_end(outcome, viewer),
        trace: outcome
            .game
            .as_ref()
            .map(|game| json::document(&outcome.trace, game, &outcome.players, viewer)),
    }
}

/// The answers of an outcome.
pub(super) fn answers(outcome: &Outcome, source: &Source, viewer: Option<PlayerId>) -> Vec<Answer> {
    let options = TextOptions { viewer, ..TextOptions::default() };
    let becauses = because::of(outcome, &options);
    let answers = outcome.findings.iter().zip(becauses).map(|(finding, because)| Answer {
        because,
        sentence: finding.sentence.clone(),
        rules: finding.rules,
        state: match finding.state {
            FindingState::Asked => "asked",
            FindingState::Holds | FindingState::Checked => "as expected",
            FindingState::Fails => "not as expected",
            FindingState::Todo => "todo",
        },
        line: finding.span.map(|span| source.line_and_column(span.start).0),
    });
    answers.collect()
}

fn leads(lead: &Lead) -> Leads {
    let led = |finding: &Finding| Led { sentence: finding.sentence.clone(), rules: finding.rules };
    Leads {
        answer: lead.answer.clone(),
        outcomes: lead.findings.iter().map(led).collect(),
        then: lead.then.clone(),
    }
}

fn fault(diagnostic: &Diagnostic, source: &Source) -> Fault {
    let place = diagnostic.span().map(|span| source.line_and_column(span.start));
    Fault {
        code: diagnostic.code.as_str(),
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: diagnostic.message.clone(),
        line: place.map(|(line, _)| line),
        column: place.map(|(_, column)| column),
        help: diagnostic.help.clone(),
        rules: diagnostic.rules.clone(),
    }
}
