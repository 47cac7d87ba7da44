//! What decides an answer, said under it: the step that made it so, the effect that does, or what the rule says.

use crate::book::gist;
use crate::rules::RuleId;
use crate::runner::{Because as Decides, Finding, Outcome};
use crate::trace::names::Names;
use crate::trace::text::TextOptions;
use crate::trace::{self, EntryId, layers};

/// Why an answer is as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Because {
    /// By something that has happened, or did not, with the number of its step.
    Step(String),
    /// By what a continuous effect does to it.
    Effect(String),
    /// By what the rule says of the game as it is, in our own words.
    Rule(RuleId, &'static str),
}

impl Because {
    /// As it stands under the answer.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Step(words) | Self::Effect(words) => format!("because {words}"),
            Self::Rule(rule, gist) => format!("by {rule}: {gist}"),
        }
    }
}

/// What decides each answer of an outcome, in the order of its findings.
pub(super) fn of(outcome: &Outcome, options: &TextOptions) -> Vec<Option<Because>> {
    let told = |finding: &Finding| match finding.because {
        Some(Decides::Step(step)) => Some(step),
        _ => None,
    };
    let steps: Vec<Option<EntryId>> = outcome.findings.iter().map(told).collect();
    let Some(game) = &outcome.game else { return vec![None; steps.len()] };
    let options = TextOptions { player_names: outcome.players.clone(), ..options.clone() };
    let names = Names::new(game, &outcome.players, options.viewer);
    let sentences = trace::because(&outcome.trace, game, &options, &steps);
    let findings = outcome.findings.iter().zip(sentences);
    findings
        .map(|(finding, sentence)| {
            if let Some(sentence) = sentence {
                return Some(Because::Step(sentence));
            }
            let rule = match finding.because.as_ref()? {
                Decides::Step(_) => return None,
                Decides::Found(words) => return Some(Because::Step(words.clone())),
                Decides::Rule(rule) => *rule,
            };
            // By which layer and in which order is told with the effect that comes last there.
            let of_layers = rule.as_str().starts_with("613.");
            let effect = || layers::because(&names, &finding.layers, finding.rules);
            match of_layers.then(effect).flatten() {
                Some(effect) => Some(Because::Effect(effect)),
                None => gist(rule).map(|gist| Because::Rule(rule, gist)),
            }
        })
        .collect()
}
