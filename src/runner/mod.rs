//! A scenario made to happen: lowering, answering choices, checking expectations, the outcome.
//!
//! [`Runner::run`] takes a scenario's tree to its [`Outcome`]: [`crate::board`] makes the board a game and checks it, [`stage`]
//! plays the script line by line, [`answers`] answers what the game asks from the lines under them, [`claims`] and
//! [`questions`] look at what has become of it.

mod abilities;
mod actions;
mod answers;
mod asking;
mod changed;
mod claims;
mod companions;
mod declarations;
mod explore;
mod facts;
mod fiat;
mod kinds;
mod negation;
mod options;
mod outcome;
mod probing;
mod questions;
mod shortcuts;
mod stage;

pub use asking::{OpenQuestion, open_choice};
pub use explore::{Answered, Exploration, Way};
pub use negation::Doubt;
pub use options::{NewLabel, Offered, Place, Question};
pub use outcome::{Because, Finding, FindingState, Lead, Outcome, Verdict};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::board::{Board, Cards, KnownNames, Library, UsersCard, set_up};
use crate::diag::{Code, Diagnostic, Source, Span};
use crate::engine::Gap;
use crate::game::Definition;
use crate::scenario::ast::Scenario;
use crate::scenario::script::{Action, AnswerItem, Deed, LineKind, ScriptLine};
use crate::scenario::vocabulary::ChoiceKind;
use crate::scenario::{Includes, Reading, read, words};
use crate::trace::names::STRANGER;

/// The cards that the lines name as answers to what players choose, whether or not they are in the game (201.4).
fn chosen_names(lines: &[ScriptLine], cards: &Cards<'_, '_>, into: &mut Vec<Arc<Definition>>) {
    for line in lines {
        let answers: &[AnswerItem] = match &line.kind {
            LineKind::Choice(choice)
                if matches!(choice.kind.value, ChoiceKind::Choose | ChoiceKind::Name) =>
            {
                &choice.answers
            }
            LineKind::Action(Action { deed: Deed::Choose(items), .. }) => items,
            _ => &[],
        };
        for answer in answers {
            if let AnswerItem::Reference(reference) | AnswerItem::PileOf(reference) = answer {
                into.extend(cards.definition(&reference.name.text));
            }
        }
        chosen_names(&line.children, cards, into);
    }
}

/// What is kept of a game that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// Only how it ends.
    Nothing,
    /// Also what has happened.
    Trace,
    /// Also the positions that it has gone through.
    Positions,
}

/// What is kept of a game, and what may stop it.
struct Keeping {
    what: Kept,
    stop: Option<Arc<AtomicBool>>,
}

/// How many scenarios are made ready before they are played.
const TOGETHER: usize = 32;

/// A scenario with its board set up and its lines read: all that is left is to play it.
pub struct Prepared<'s> {
    scenario: &'s Scenario,
    board: Board,
    script: Vec<ScriptLine>,
    users_cards: Vec<UsersCard>,
    notes: Vec<Diagnostic>,
}

impl Prepared<'_> {
    /// What its lines say.
    pub fn script(&self) -> &[ScriptLine] {
        &self.script
    }
}

/// Plays scenarios with the cards of one library. Cards are read once for all scenarios.
pub struct Runner<'a> {
    library: Library<'a>,
    kept: Keeping,
    viewer: Option<String>,
    leading: bool,
}

impl<'a> Runner<'a> {
    /// A runner with these cards.
    pub fn new(pool: &'a crate::cards::Pool) -> Self {
        Self {
            library: Library::new(pool),
            kept: Keeping { what: Kept::Trace, stop: None },
            viewer: None,
            leading: false,
        }
    }

    /// The same, without keeping a trace: for measuring what playing alone takes.
    #[must_use]
    pub fn without_trace(mut self) -> Self {
        self.kept.what = Kept::Nothing;
        self
    }

    /// The same, keeping also the positions that each game goes through.
    #[must_use]
    pub fn keeping_positions(mut self) -> Self {
        self.kept.what = Kept::Positions;
        self
    }

    /// The same, with sentences for the player of that name, who may not know everything; of a scenario without such a player they tell
    /// what all of its players may know.
    #[must_use]
    pub fn as_seen_by(mut self, player: Option<String>) -> Self {
        self.viewer = player;
        self
    }

    /// The same, stopped when the flag is set: what comes of a scenario then is no answer.
    #[must_use]
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Self {
        self.kept.stop = Some(stop);
        self
    }

    /// The same, which says of an open question what each of its answers would lead to.
    #[must_use]
    pub fn following_answers(mut self) -> Self {
        self.leading = true;
        self
    }

    /// Reads a text and plays every scenario in it, an outcome each; one that can't be read at all is one outcome.
    pub fn run_text(&self, source: &Source, includes: &dyn Includes) -> Vec<Outcome> {
        self.run_texts(&[(source, includes)]).pop().unwrap_or_default()
    }

    /// Reads texts and plays every scenario in them: of each text the outcomes as of [`Runner::run_text`].
    pub fn run_texts(&self, texts: &[(&Source, &dyn Includes)]) -> Vec<Vec<Outcome>> {
        let readings: Vec<Reading> = texts.iter().map(|(source, includes)| read(source, *includes)).collect();
        let of_all =
            readings.iter().filter(|reading| !reading.is_faulty()).flat_map(|reading| &reading.scenarios);
        let mut outcomes = self.run_each(&of_all.collect::<Vec<_>>()).into_iter();
        let of_each = readings.iter().map(|reading| match reading.is_faulty() {
            true => vec![self.faults_of(reading)],
            false => outcomes.by_ref().take(reading.scenarios.len()).collect(),
        });
        of_each.collect()
    }

    /// The outcome of a text that can't be read. What else is wrong is told at the same time: the words of those scenarios that have a
    /// form.
    fn faults_of(&self, reading: &Reading) -> Outcome {
        let mut diagnostics = reading.diagnostics.clone();
        for scenario in &reading.scenarios {
            let mut outcome = self.run(scenario);
            outcome.diagnostics.retain(|diagnostic| {
                outcome.verdict == Verdict::Invalid && !diagnostics.contains(diagnostic)
            });
            diagnostics.append(&mut outcome.diagnostics);
        }
        diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
        let title = reading.scenarios.first().map(Scenario::full_title).unwrap_or_default();
        Outcome::invalid(title, diagnostics)
    }

    /// Reads a text and plays every scenario in it with something of it changed. Nothing if none has what is to be changed.
    /// Each must fail, or the expectation proves nothing.
    pub fn run_doubted(
        &self,
        source: &Source,
        includes: &dyn Includes,
        doubt: Doubt,
    ) -> Option<Vec<Outcome>> {
        let reading = read(source, includes);
        let outcomes: Vec<Outcome> =
            reading.scenarios.iter().filter_map(|scenario| self.run_script(scenario, Some(doubt))).collect();
        (!outcomes.is_empty()).then_some(outcomes)
    }

    /// Plays one scenario.
    pub fn run(&self, scenario: &Scenario) -> Outcome {
        self.run_script(scenario, None).unwrap_or_else(|| Outcome::invalid(scenario.full_title(), Vec::new()))
    }

    /// Plays scenarios, an outcome each.
    pub fn run_each(&self, scenarios: &[&Scenario]) -> Vec<Outcome> {
        // Making ready and playing are much code each: what is done several times in a row finds it at hand.
        let several = scenarios
            .chunks(TOGETHER)
            .flat_map(|several| several.iter().map(|scenario| self.prepare(scenario)).collect::<Vec<_>>());
        several.map(|ready| ready.map_or_else(|outcome| *outcome, |ready| self.play(ready))).collect()
    }

    /// Plays one scenario, with something of it changed if that is asked; nothing if it has no such expectation.
    fn run_script(&self, scenario: &Scenario, doubt: Option<Doubt>) -> Option<Outcome> {
        let script = self.prepare(scenario);
        match (script, doubt) {
            (Ok(mut prepared), Some(doubt)) => {
                prepared.script = negation::doubted(&prepared.script, doubt)?;
                Some(self.play(prepared))
            }
            (Ok(prepared), None) => Some(self.play(prepared)),
            (Err(outcome), _) => Some(*outcome),
        }
    }

    /// Reads what the words of a scenario's lines mean, and finds its cards.
    ///
    /// # Errors
    /// The outcome of a scenario that is not valid, with everything that is wrong with it.
    pub fn prepare<'s>(&self, scenario: &'s Scenario) -> Result<Prepared<'s>, Box<Outcome>> {
        let title = || scenario.full_title();
        if self.kept.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Box::new(Outcome::invalid(title(), Vec::new())));
        }
        let cards = match self.library.of_scenario(scenario) {
            Ok(cards) => cards,
            Err(diagnostics) => return Err(Box::new(Outcome::invalid(title(), diagnostics))),
        };
        let mut faults: Vec<Diagnostic> = Vec::new();
        let board = set_up(scenario, &cards, &mut faults);
        let names = KnownNames::new(&cards, scenario);
        let script = words::read(scenario, &names).unwrap_or_else(|mut of_words| {
            faults.append(&mut of_words);
            Vec::new()
        });
        match board {
            Some(mut board) if faults.is_empty() => {
                let mut chosen = Vec::new();
                chosen_names(&script, &cards, &mut chosen);
                if !chosen.is_empty() {
                    board.game.name_cards(chosen);
                }
                let refused = cards.refused(scenario);
                if !refused.is_empty() {
                    return Err(Box::new(Outcome::invalid(title(), refused)));
                }
                let (users_cards, notes) = (cards.of_users(), cards.new_subtypes(scenario));
                Ok(Prepared { scenario, board, script, users_cards, notes })
            }
            _ => {
                faults.sort_by_key(|fault| fault.span().map(|span| span.start));
                Err(Box::new(Outcome::invalid(title(), faults)))
            }
        }
    }

    /// The cards that a scenario writes out or puts somewhere at its beginning of which something is not played, with the places where
    /// they are named first, and what that is.
    pub fn gaps(&self, scenario: &Scenario) -> Vec<(String, Span, Vec<Gap>)> {
        self.library.gaps(scenario)
    }

    /// What of the texts of cards that a scenario holds is not understood, and what is spelt there as it once was, each at its word.
    pub fn told_of_texts(&self, scenario: &Scenario) -> Vec<Diagnostic> {
        let mut told = self.library.not_understood(scenario);
        told.extend(self.library.old_spellings(scenario));
        told
    }

    /// Plays a scenario in every way that its open choices leave, up to so many.
    pub fn explore(&self, scenario: &Scenario, most: usize) -> Exploration {
        explore::explore(self, scenario, most)
    }

    /// Plays a scenario that is ready.
    pub fn play(&self, prepared: Prepared<'_>) -> Outcome {
        let Prepared { scenario, mut board, script, users_cards, notes } = prepared;
        board.table.viewer = self.viewer.as_ref().map(|name| board.table.player(name).unwrap_or(STRANGER));
        let leading = self.leading.then(|| board.clone());
        let trying = (self.kept.what == Kept::Positions).then(|| board.clone());
        let mut outcome = stage::play(scenario, board, &script, &self.kept);
        if let (Some(open), Some(board)) = (&mut outcome.open, trying) {
            let at = open.at;
            let kept = Keeping { what: Kept::Nothing, stop: self.kept.stop.clone() };
            open.try_each(|answer| {
                let given = Some(vec![answer.clone()]);
                let (tried, _) = stage::play_on(scenario, board.clone(), &script, &kept, given);
                let refused = |fault: &Diagnostic| {
                    let is_refusal = matches!(fault.code, Code::IllegalAction | Code::IllegalAnswer);
                    is_refusal && fault.span() == Some(at)
                };
                !tried.diagnostics.iter().any(refused)
            });
        }
        let open = outcome.diagnostics.iter().any(|fault| fault.code == Code::OpenChoice);
        let leading = leading.filter(|_| open);
        let leads =
            leading.map_or_else(Vec::new, |board| explore::leads(scenario, &board, &script, &self.kept));
        self.library.point_into_texts(scenario, &mut outcome.diagnostics);
        outcome.diagnostics.extend(notes);
        Outcome { users_cards, leads, ..outcome }
    }
}
