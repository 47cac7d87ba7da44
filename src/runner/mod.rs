//! A scenario made to happen: lowering, answering choices, checking expectations, the outcome.
//!
//! [`Runner::run`] takes a scenario's tree to its [`Outcome`]: [`setup`] makes the board a game and checks it, [`stage`]
//! plays the script line by line, [`answers`] answers what the game asks from the lines under them, [`claims`] and
//! [`questions`] look at what has become of it.

mod actions;
mod answers;
mod claims;
mod facts;
mod fiat;
mod library;
mod modifiers;
mod negation;
mod outcome;
mod questions;
mod setup;
mod spells;
mod stage;
mod table;

pub use library::Library;
pub use negation::Doubt;
pub use outcome::{Finding, FindingState, Outcome, Verdict};

use crate::diag::{Diagnostic, Severity, Source};
use crate::scenario::ast::Scenario;
use crate::scenario::words;

/// Plays scenarios with the cards of one library. Cards are read once for all scenarios.
pub struct Runner<'a> {
    library: Library<'a>,
    tracing: bool,
}

impl<'a> Runner<'a> {
    /// A runner with these cards.
    pub fn new(pool: &'a crate::cards::Pool) -> Self {
        Self { library: Library::new(pool), tracing: true }
    }

    /// The same, without keeping a trace: for measuring what playing alone takes.
    #[must_use]
    pub fn without_trace(mut self) -> Self {
        self.tracing = false;
        self
    }

    /// Reads a text and plays every scenario in it, an outcome each; one that can't be read at all is one outcome.
    pub fn run_text(&self, source: &Source, includes: &dyn crate::scenario::Includes) -> Vec<Outcome> {
        let reading = crate::scenario::read(source, includes);
        let faulty = reading.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        if faulty {
            // What else is wrong is told at the same time: the words of those scenarios that have a form.
            let mut diagnostics = reading.diagnostics;
            for scenario in &reading.scenarios {
                let mut outcome = self.run(scenario);
                outcome.diagnostics.retain(|diagnostic| {
                    outcome.verdict == Verdict::Invalid && !diagnostics.contains(diagnostic)
                });
                diagnostics.append(&mut outcome.diagnostics);
            }
            diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
            let title = reading.scenarios.first().map(Scenario::full_title).unwrap_or_default();
            return vec![Outcome::invalid(title, diagnostics)];
        }
        reading.scenarios.iter().map(|scenario| self.run(scenario)).collect()
    }

    /// Reads a text and plays every scenario in it with something of it changed. Nothing if none has what is to be changed.
    /// Each must fail, or the expectation proves nothing.
    pub fn run_doubted(
        &self,
        source: &Source,
        includes: &dyn crate::scenario::Includes,
        doubt: Doubt,
    ) -> Option<Vec<Outcome>> {
        let reading = crate::scenario::read(source, includes);
        let outcomes: Vec<Outcome> =
            reading.scenarios.iter().filter_map(|scenario| self.run_script(scenario, Some(doubt))).collect();
        (!outcomes.is_empty()).then_some(outcomes)
    }

    /// Plays one scenario.
    pub fn run(&self, scenario: &Scenario) -> Outcome {
        self.run_script(scenario, None).unwrap_or_else(|| Outcome::invalid(scenario.full_title(), Vec::new()))
    }

    /// Plays one scenario, with something of it changed if that is asked; nothing if it has no such expectation.
    fn run_script(&self, scenario: &Scenario, doubt: Option<Doubt>) -> Option<Outcome> {
        let title = scenario.full_title();
        let cards = match self.library.of_scenario(scenario) {
            Ok(cards) => cards,
            Err(diagnostics) => return Some(Outcome::invalid(title, diagnostics)),
        };
        let mut faults: Vec<Diagnostic> = Vec::new();
        let board = setup::board(scenario, &cards, &mut faults);
        let names = table::KnownNames::new(&cards, scenario);
        Some(match words::read(scenario, &names) {
            Ok(script) if faults.is_empty() => {
                let script = match doubt {
                    Some(doubt) => negation::doubted(&script, doubt)?,
                    None => script,
                };
                match board {
                    Some(board) => stage::play(scenario, board, &script, self.tracing),
                    None => Outcome::invalid(title, faults),
                }
            }
            Ok(_) => Outcome::invalid(title, faults),
            Err(mut of_words) => {
                faults.append(&mut of_words);
                faults.sort_by_key(|fault| fault.span().map(|span| span.start));
                Outcome::invalid(title, faults)
            }
        })
    }
}
