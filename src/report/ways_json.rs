//! Every way that scenarios can go as JSON, with structs of their own: the engine may change, the form may not.

use serde::Serialize;

use crate::diag::Source;
use crate::rules::EDITION;
use crate::runner::Exploration;

use super::json::{Ruling, ruling};

/// The version of the form; its schema is `schema/ways-v1.json`.
pub const SCHEMA: &str = "headjudge-ways/1";

/// The ways of some scenarios.
#[derive(Debug, Serialize)]
struct All {
    /// The version of the form: [`SCHEMA`].
    schema: &'static str,
    /// The edition of the Comprehensive Rules that the citations are of, by its date.
    edition: &'static str,
    /// The scenarios in the order in which they were given.
    scenarios: Vec<Explored>,
}

/// The ways of one scenario.
#[derive(Debug, Serialize)]
pub struct Explored {
    /// The file.
    pub file: String,
    /// The title, with the row of its table where it is a variant.
    pub title: String,
    /// The ways, those with the same first answers beside each other.
    pub ways: Vec<OneWay>,
    /// How many answers, and ways begun, were not followed, being too many.
    pub left_out: u64,
}

/// One way that a scenario can go.
#[derive(Debug, Serialize)]
pub struct OneWay {
    /// The questions that were open and their answers, in order.
    pub choices: Vec<Chosen>,
    /// What comes of it, without its trace.
    pub ruling: Ruling,
}

/// A question and one of its answers.
#[derive(Debug, Serialize)]
pub struct Chosen {
    /// Who must choose.
    pub player: String,
    /// What sort of choice: the word of the scenario language.
    pub kind: &'static str,
    /// What asks, if anything does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The answer.
    pub answer: String,
}

/// The ways of a scenario as a value.
pub fn explored(exploration: &Exploration, source: &Source) -> Explored {
    let ways = exploration.ways.iter().map(|way| {
        let choices = way.answers.iter().map(|answered| Chosen {
            player: answered.player.clone(),
            kind: answered.kind,
            source: answered.source.clone(),
            answer: answered.answer.clone(),
        });
        let ruling = Ruling { trace: None, ..ruling(&way.outcome, source, None) };
        OneWay { choices: choices.collect(), ruling }
    });
    Explored {
        file: source.name.clone(),
        title: exploration.title.clone(),
        ways: ways.collect(),
        left_out: exploration.left_out,
    }
}

/// The ways of scenarios as one JSON text, ended by a line feed.
pub fn render(scenarios: Vec<Explored>) -> String {
    let all = All { schema: SCHEMA, edition: EDITION, scenarios };
    // The structs have no maps with odd keys, so that this can't fail.
    let mut text = serde_json::to_string_pretty(&all).unwrap_or_default();
    text.push('\n');
    text
}
