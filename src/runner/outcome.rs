//! What comes of a scenario.

use crate::board::UsersCard;
use crate::diag::{Diagnostic, Span};
use crate::engine::History;
use crate::game::Game;
use crate::rules::{RuleId, Rules};
use crate::trace::layers::Influence;
use crate::trace::{EntryId, Reasons, Trace};
use crate::why::led::{is_told_with, leads_to, led_up_to};
use crate::why::standing::can_decide;

use super::options::Question;

/// What comes of a scenario.
#[derive(Debug)]
pub struct Outcome {
    /// The scenario's title, with the cells of its row where it is a variant.
    pub title: String,
    /// How many bytes of it the variants of one scenario have in common.
    pub common: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// The answers to what is asked and expected, in the order of the file; for a scenario with neither what changed.
    pub findings: Vec<Finding>,
    /// Everything to tell the user: why it is invalid, undecided, or what failed.
    pub diagnostics: Vec<Diagnostic>,
    /// The game as it stands at the end, if there was one.
    pub game: Option<Game>,
    /// What has happened, if it was kept.
    pub trace: Trace,
    /// The players' names in turn order.
    pub players: Vec<String>,
    /// The rules named in the head that nothing at the default level cites.
    pub uncited: Vec<RuleId>,
    /// The cards of the user's that it plays with: what is answered rests on how they are written.
    pub users_cards: Vec<UsersCard>,
    /// Why the node of a card's form is not played that it came to, if it stopped at one that is played in no game.
    pub gap: Option<String>,
    /// The positions that the game has gone through, if they were kept.
    pub history: Option<Box<History>>,
    /// The question that it leaves open, with the lines that answer it.
    pub open: Option<Question>,
    /// What the answers to the question that it stops at would lead to, if that was looked for.
    pub leads: Vec<Lead>,
}

/// What one answer to an open question would lead to, as far as the next question.
#[derive(Debug, Clone, PartialEq)]
pub struct Lead {
    /// The answer, as it would be written in the scenario.
    pub answer: String,
    /// What would be so then, and not whatever is answered.
    pub findings: Vec<Finding>,
    /// What stops it then: the next question, or that it is not decided or not possible.
    pub then: Option<String>,
}

/// What a scenario ends with. The order is that of gravity among those that a run can end with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Everything is as expected.
    Expected,
    /// The rules themselves give no answer, and the scenario says so.
    Unsettled,
    /// A choice is missing, or a card or rule can't be played.
    Undecided,
    /// An expectation does not hold.
    Failed,
    /// The scenario can't be read, its board is illegal, or it does what the rules forbid.
    Invalid,
}

impl Verdict {
    /// The verdict in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Expected => "answered as expected",
            Self::Unsettled => "unsettled",
            Self::Undecided => "undecided",
            Self::Failed => "failed",
            Self::Invalid => "invalid",
        }
    }
}

/// The answer to one `expect` or `ask`.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Where it is asked; `None` for what is told unasked.
    pub span: Option<Span>,
    /// The answer as a sentence.
    pub sentence: String,
    /// The rules that decide it, the first one above all.
    pub rules: Rules,
    /// Whether one of the rules decides it, rather than attend it.
    pub decided: bool,
    /// What decides it, with its step if it has one; none where the sentence says itself why it is so.
    pub because: Option<Because>,
    /// What decides it by itself, where a rule is asked for that says it of the game as it is.
    pub own: Option<Because>,
    /// The steps of the trace in which these rules stand, as far as they stand in one.
    pub steps: Vec<EntryId>,
    /// Which of them the expectation demands.
    pub demanded: Rules,
    /// What continuous effects do to the object that it speaks of, layer by layer.
    pub layers: Vec<Influence>,
    /// Those of them that have a say in the very fact that it is about, and not only in others of the same layer.
    pub bearing: Vec<Influence>,
    /// What decides other parts of it than the first, each without a sentence.
    pub beside: Vec<Finding>,
    /// How many entries the trace had when it was asked: the steps that led there.
    pub after: usize,
    /// Whether it was asked, expected and so, expected and not so, or known not to be so.
    pub state: FindingState,
}

impl Finding {
    /// What is answered after so many entries of the trace, that nobody expected.
    pub(super) fn asked(span: Option<Span>, (sentence, reasons): (String, Reasons), trace: &Trace) -> Self {
        let after = trace.mark();
        let (rules, steps) = (reasons.rules(), reasons.steps());
        let because = Because::of(&reasons, trace);
        let decided = rules.iter().any(can_decide);
        let (demanded, state) = (Rules::NONE, FindingState::Asked);
        let (layers, bearing, beside) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            span,
            sentence,
            rules,
            decided,
            because,
            own: None,
            steps,
            demanded,
            layers,
            bearing,
            beside,
            after,
            state,
        }
    }
}

/// What decides an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Because {
    /// What has happened, or did not, in a step; and the step before it that led there, if one is to be told with it.
    Step(EntryId, Option<EntryId>),
    /// What has happened in two steps at the same time.
    Together(EntryId, EntryId),
    /// What a rule says of the game as it is.
    Rule(RuleId),
    /// What was found as it was asked, behind "because".
    Found(String),
}

impl Because {
    /// The reason that decides: the first, or the first that a step tells of where that alone can't decide.
    pub(super) fn of(reasons: &Reasons, trace: &Trace) -> Option<Self> {
        let reason = reasons.because(can_decide)?;
        let Some(step) = reason.step else { return Some(Self::Rule(reason.rule)) };
        let (step, before) = led_up_to(trace, reasons, step);
        Some(Self::Step(step, before))
    }

    /// What decides by the reasons that an answer has by itself, where the rule that is asked for says it of the game as it is.
    pub(super) fn beside(&self, own: &Reasons, trace: &Trace) -> Option<Self> {
        let Self::Rule(_) = self else { return None };
        Self::of(own, trace).filter(|own| own != self)
    }

    /// The same of reasons that a rule leads which is asked for: where its step comes before the change that has made it so, by the
    /// reasons that the answer has by itself, that is told first.
    pub(super) fn of_demanded(reasons: &Reasons, own: &Reasons, trace: &Trace) -> Option<Self> {
        match (Self::of(reasons, trace)?, Self::of(own, trace)) {
            (Self::Step(step, _), Some(Self::Step(made, before)))
                if is_told_with(trace, step, made) || made < step && before == Some(step) =>
            {
                Some(Self::Step(made, before))
            }
            (Self::Step(step, _), Some(Self::Step(made, _))) if leads_to(trace, step, made) => {
                Some(Self::Step(made, Some(step)))
            }
            (Self::Step(step, None), Some(Self::Step(made, before))) if step == made => {
                Some(Self::Step(made, before))
            }
            (because, _) => Some(because),
        }
    }
}

/// How an answer stands to what was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingState {
    /// It was only asked.
    Asked,
    /// It is as expected.
    Holds,
    /// It is as expected, but speaks of what the steps cite and not of the game: no judge asks for it.
    Checked,
    /// It is not as expected.
    Fails,
    /// It is not as expected, and is marked `todo`.
    Todo,
}

impl Outcome {
    /// The outcome of a scenario that can't be played.
    pub fn invalid(title: String, diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            common: title.len(),
            title,
            verdict: Verdict::Invalid,
            findings: Vec::new(),
            diagnostics,
            game: None,
            trace: Trace::off(),
            players: Vec::new(),
            uncited: Vec::new(),
            users_cards: Vec::new(),
            gap: None,
            history: None,
            open: None,
            leads: Vec::new(),
        }
    }

    /// How many expectations are marked `todo`.
    pub fn todos(&self) -> usize {
        self.findings.iter().filter(|finding| finding.state == FindingState::Todo).count()
    }
}
