//! A line that the learner writes, checked by playing.

use crate::diag::{Source, Span};
use crate::runner::{Outcome, Runner, Verdict};
use crate::scenario::script::{Deed, LineKind, ScriptLine};
use crate::scenario::{NoIncludes, read};

/// A scenario with a gap, and what to write into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    /// What is to be done.
    pub task: String,
    /// What helps.
    pub hints: Vec<String>,
    /// Lines that do it, each of them a way.
    pub answers: Vec<String>,
    /// Lines that do not.
    pub wrong: Vec<String>,
    /// The scenario before the gap, and after it.
    pub(super) around: (String, String),
    /// How far the line of the gap is indented.
    pub(super) indent: usize,
    /// The line with the task.
    pub span: Span,
}

/// What comes of lines that were written into the gap.
pub enum Attempt {
    /// Everything is as the exercise wants it.
    Right(Box<Outcome>, Source),
    /// It can be read, and is not so; or it can't be read, and the outcome says where.
    Wrong(Box<Outcome>, Source),
    /// It is no move of a player, and was not played.
    NoMove(&'static str),
}

impl Exercise {
    /// The scenario as the learner sees it, the gap as a line of three dots.
    pub fn scene(&self) -> String {
        self.with("...")
    }

    /// The scenario with lines in the gap.
    pub fn with(&self, lines: &str) -> String {
        let (before, after) = &self.around;
        format!("{before}{}{after}", self.indented(lines))
    }

    fn indented(&self, lines: &str) -> String {
        let indent = " ".repeat(self.indent);
        lines.lines().map(|line| format!("{indent}{}\n", line.trim_end())).collect()
    }

    /// Plays the scenario with lines in the gap.
    pub fn attempt(&self, runner: &Runner<'_>, lines: &str) -> Attempt {
        let source = Source::new("your lines", self.with(lines));
        let start = self.around.0.len();
        let written = Span::new(start, start + self.indented(lines).len());
        let reading = read(&source, &NoIncludes);
        let [scenario] = reading.scenarios.as_slice() else {
            return Attempt::NoMove("it begins a scenario of its own");
        };
        if reading.is_faulty() {
            let outcome = Outcome::invalid(scenario.full_title(), reading.diagnostics);
            return Attempt::Wrong(Box::new(outcome), source);
        }
        // What the exercise says of the board is no matter of the learner.
        let begins = |span: Span| (written.start..written.end).contains(&span.start);
        let on_board = scenario.blocks.iter().any(|block| begins(block.player.span))
            || scenario.cards.iter().any(|card| begins(card.name.span));
        if on_board || head_words(lines) {
            return Attempt::NoMove("it says something of the board or the cards");
        }
        let prepared = match runner.prepare(scenario) {
            Ok(prepared) => prepared,
            Err(outcome) => return Attempt::Wrong(outcome, source),
        };
        if let Some(why) = prepared.script().iter().find_map(|line| no_move(line, written)) {
            return Attempt::NoMove(why);
        }
        let outcome = Box::new(runner.play(prepared));
        match outcome.verdict {
            Verdict::Expected => Attempt::Right(outcome, source),
            Verdict::Unsettled | Verdict::Undecided | Verdict::Failed | Verdict::Invalid => {
                Attempt::Wrong(outcome, source)
            }
        }
    }
}

/// Whether a line at the margin is one of the head or of a table.
fn head_words(lines: &str) -> bool {
    use crate::scenario::vocabulary::HEAD_WORDS;
    let words = lines.lines().filter_map(|line| line.split_whitespace().next());
    let mut words = words.map(|word| word.trim_end_matches(':'));
    words.any(|word| {
        let others = ["examples", "include", "card"];
        others.contains(&word) || HEAD_WORDS.iter().any(|(known, _)| *known == word)
    })
}

/// Why a line that was written is nothing that a player does.
fn no_move(line: &ScriptLine, written: Span) -> Option<&'static str> {
    let is_written = (written.start..written.end).contains(&line.span.start);
    let why = match &line.kind {
        LineKind::Expect(_) | LineKind::Ask(_) => Some("it expects or asks something"),
        LineKind::Action(action) => match action.deed {
            Deed::Event(_) => Some("it makes something happen that nobody does"),
            _ => None,
        },
        LineKind::Begin | LineKind::Choice(_) => None,
    };
    why.filter(|_| is_written).or_else(|| line.children.iter().find_map(|child| no_move(child, written)))
}
