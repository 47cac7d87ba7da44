//! The script, played line by line.

use std::rc::Rc;

use crate::board::Board;
use crate::diag::{Code, Diagnostic, Span};
use crate::engine::additional::taking_shortcuts;
use crate::engine::concepts::timing_and_priority;
use crate::engine::spells::events;
use crate::engine::turn::general::begin_step;
use crate::engine::{self, Halt, History, Play, View};
use crate::game::{Answer, Choice, Game, ObjectId, PlayerId, Step, Thing};
use crate::ir::Zone;
use crate::rules::{Rules, cr};
use crate::scenario::ast::Scenario;
use crate::scenario::script::{
    Action, ChoiceLine, Claim, Deed, Expectation, LineKind, Reference, ScriptLine, Timing,
};
use crate::trace::{Attempt, Trace};
use crate::why::{Influences, Played, Start};

use super::answers::{Answers, Handle, Line};
use super::explore::Open;
use super::options::Question;
use super::outcome::{Finding, Outcome};
use super::{Keeping, Kept, actions, claims, facts, questions, shortcuts};

mod finish;
mod passing;
mod stopping;

use finish::finish;

/// How many passes it may take to come somewhere.
const MOST_PASSES: usize = 2_000;

/// Why the script stops before its end.
pub(super) enum Stop {
    /// The engine stops, in the doing of a line at this place.
    Halt(Halt, Span),
    /// The script itself is at fault.
    Fault(Diagnostic),
}

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Fault(diagnostic)
    }
}

/// The result of everything on the stage.
pub(super) type Staged<T = ()> = Result<T, Stop>;

/// What `tries to` came to.
pub(super) struct Tried {
    /// Whether it is legal.
    pub(super) legal: bool,
    /// What it came to, as a sentence: `AP can't cast Divination: ...`.
    pub(super) sentence: String,
    /// The rules that forbid it; of what is legal those that permit what would otherwise not be.
    pub(super) rules: Rules,
}

/// A question that is asked about rather than answered.
#[derive(Clone)]
pub(super) struct Asked {
    /// The question.
    pub(super) choice: Choice,
    /// The rules by which it is asked.
    pub(super) rules: Rules,
}

/// What a line sets out to do, so that it can be said whether it may be done.
pub(super) struct Attempted {
    /// Who.
    pub(super) player: PlayerId,
    /// What.
    pub(super) attempt: Attempt,
    /// The targets that are written.
    pub(super) targets: Vec<Thing>,
    /// What is written for {X}.
    pub(super) x: Option<u32>,
}

/// A script being played.
pub(super) struct Stage<'b, 'a> {
    pub(super) play: Play<'b>,
    pub(super) answers: &'b Answers<'a>,
    pub(super) findings: Vec<Finding>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// What the objects that expectations have spoken of were at the beginning, where the script asks whether nothing else moved.
    pub(super) spoken_of: Option<Vec<ObjectId>>,
    /// The objects as they were when the scenario began, for "new" and "moved".
    pub(super) beginning: usize,
    /// Whether attackers were declared and combat is to be finished before anything at the margin.
    pub(super) in_combat: bool,
    /// Whether no later line does anything before the combat of the line being played is over.
    pub(super) combat_goes_on: bool,
    /// The step with which the scenario starts, if nobody has priority in it (502.4, 514.3) and play has gone on to the step after it by
    /// itself, so that who wants to go there is there.
    pub(super) passed_over: Option<Step>,
    /// The step in which the line being played takes priority, if nobody has it there.
    pub(super) without_priority: Option<Step>,
    /// Whether something has happened after which nobody has got priority yet.
    pub(super) unsettled: bool,
    /// What the last `tries to` came to.
    pub(super) tried: Option<Tried>,
    /// The question that the last `tries to choose` led to.
    pub(super) asked: Option<Asked>,
    /// Who has shortened a shortcut, and must now choose otherwise than was proposed (732.2c).
    pub(super) must_differ: Option<PlayerId>,
    /// What the line being played sets out to do, if it is something that may be illegal.
    pub(super) attempted: Option<Attempted>,
    /// The line being played.
    pub(super) span: Span,
    /// The title, where no line says where the scenario begins.
    untold: Option<Span>,
    /// The question that stopped it, where all answers are to be followed.
    pub(super) open: Option<Open>,
    /// The same question, with the lines that answer it.
    question: Option<Question>,
    /// Why the node is not played that stopped it, if one did.
    gap: Option<String>,
    exploring: bool,
    /// What is known of the position in which play began.
    start: Start,
    /// What the effects did to the objects as it was asked last.
    influences: Influences,
}

/// Plays a script on a board.
pub(super) fn play(scenario: &Scenario, board: Board, script: &[ScriptLine], kept: &Keeping) -> Outcome {
    play_on(scenario, board, script, kept, None).0
}

/// Plays a script on a board with these answers to what it leaves open, if that is asked. Also says which question is still open.
pub(super) fn play_on(
    scenario: &Scenario,
    board: Board,
    script: &[ScriptLine],
    kept: &Keeping,
    explored: Option<Vec<Answer>>,
) -> (Outcome, Option<Open>) {
    let Board { game, table, start, strict_mana, undecided, view } = board;
    let players = table.players.clone();
    let attached = |its: ObjectId| Some((its, game.object(its).attached_to?.object()?));
    let attached = game.battlefield().iter().filter_map(|its| attached(*its)).collect();
    let known = Start { attached, ..table.start.clone() };
    let answers = Answers::new(table);
    let exploring = explored.is_some();
    answers.explore(explored.unwrap_or_default());
    if exploring && facts::look_into_graveyards(script) {
        answers.order_graveyards();
    }
    let mut handle = Handle(&answers);
    let trace = if kept.what == Kept::Nothing { Trace::off() } else { Trace::default() };
    let history = (kept.what == Kept::Positions).then(|| Box::new(History::from(&game)));
    let beginning = game.objects().len();
    let mut stage = Stage {
        play: Play::new(game, trace, &mut handle),
        answers: &answers,
        findings: Vec::new(),
        spoken_of: asks_what_moved(script).then(Vec::new),
        diagnostics: Vec::new(),
        beginning,
        in_combat: false,
        combat_goes_on: false,
        passed_over: None,
        without_priority: None,
        unsettled: false,
        tried: None,
        asked: None,
        must_differ: None,
        attempted: None,
        span: scenario.head.turn.as_ref().map_or(scenario.title.span, |turn| turn.span),
        untold: scenario.head.turn.is_none().then_some(scenario.title.span),
        open: None,
        question: None,
        gap: None,
        exploring,
        start: known,
        influences: Influences::default(),
    };
    stage.play.strict_mana = strict_mana;
    stage.play.history = history;
    stage.play.stop = kept.stop.clone();
    if let Some(view) = view {
        stage.play.begin_with_view(view);
    }
    stage.accept_control();
    let result = match undecided {
        Some((why, span)) => Err(Stop::Halt(Halt::undecided(None, why), span)),
        None => stage.run(start, script),
    };
    let stopped = stage.conclude(result, script);
    if !stopped {
        stage.diagnostics.extend(answers.unused());
        if stage.findings.is_empty() && !asks(script) {
            // What was only tried has changed nothing; what it came to is the answer.
            if let Some(tried) = &stage.tried {
                let what = (tried.sentence.clone(), tried.rules.into());
                stage.findings.push(Finding::asked(None, what, &stage.play.trace));
            }
            let changes = questions::what_changed(&mut stage);
            stage.findings.extend(changes);
        } else if exploring {
            // What is asked may be the same whichever way it goes.
            let mut changes = questions::what_changed(&mut stage);
            changes.retain(|change| stage.findings.iter().all(|known| known.sentence != change.sentence));
            stage.findings.append(&mut changes);
        }
    }
    let Stage { play, findings, diagnostics, open, gap, question, .. } = stage;
    let Play { game, trace, history, .. } = play;
    (
        Outcome {
            gap,
            history,
            open: question,
            ..finish(scenario, players, game, trace, findings, diagnostics, stopped)
        },
        open,
    )
}

/// Whether a script expects or asks anything.
fn asks(script: &[ScriptLine]) -> bool {
    script
        .iter()
        .any(|line| matches!(line.kind, LineKind::Expect(_) | LineKind::Ask(_)) || asks(&line.children))
}

/// Whether a script expects that nothing moved but what it speaks of.
fn asks_what_moved(script: &[ScriptLine]) -> bool {
    script.iter().any(|line| {
        let claim = |expectation: &Expectation| matches!(expectation.claim, Claim::NothingElseMoved);
        matches!(&line.kind, LineKind::Expect(it) if claim(it)) || asks_what_moved(&line.children)
    })
}

impl<'a> Stage<'_, 'a> {
    fn run(&mut self, start: Option<Step>, script: &'a [ScriptLine]) -> Staged {
        let span = self.span;
        // What asks before any line is played is answered under the line that says where the scenario begins.
        let (begin, script) = match script {
            [ScriptLine { kind: LineKind::Begin, children, .. }, rest @ ..] => (children.as_slice(), rest),
            script => (&[] as &[ScriptLine], script),
        };
        self.answers.begin(span, begin.iter().filter_map(choice).map(Line::of_action).collect(), Vec::new());
        let active = self.play.game.turn().active;
        let began = events::at_any_time(&mut self.play).and_then(|()| match start {
            // The line that starts the game is still to come.
            None => Ok(()),
            Some(Step::PrecombatMain) => timing_and_priority::give_priority(&mut self.play, active),
            Some(start) => begin_step(&mut self.play, start),
        });
        until_the_end(began.map_err(|halt| Stop::Halt(halt, span)))?;
        self.answers.notice(&self.play.game);
        // In a cleanup step somebody has priority where something has happened or triggered (514.3a).
        let now = self.play.game.turn().step;
        self.passed_over =
            start.filter(|start| *start == Step::Untap || *start == Step::Cleanup && now != Step::Cleanup);
        let mut lines = script;
        while let [line, rest @ ..] = lines {
            self.span = line.span;
            // Consecutive lines of attacks, or of blocks, are one declaration.
            let mut last = line;
            let together = 1 + rest
                .iter()
                .take_while(|next| {
                    let goes_on = self.same_declaration(line, last, next);
                    last = next;
                    goes_on
                })
                .count();
            let (group, after) = lines.split_at(together.min(lines.len()));
            self.combat_goes_on = after.first().is_none_or(|next| match &next.kind {
                LineKind::Action(action) => matches!(action.deed, Deed::NextTurn(_)),
                _ => true,
            });
            self.line(line, group)?;
            lines = after;
        }
        self.settle()?;
        Ok(())
    }

    fn line(&mut self, line: &'a ScriptLine, group: &'a [ScriptLine]) -> Staged {
        let span = line.span;
        self.play.goes_on().map_err(|halt| Stop::Halt(halt, span))?;
        match &line.kind {
            LineKind::Action(action) => {
                // However long a scenario is, what never ends is looked for in each line.
                self.play.decides();
                self.action(line, action, group)
            }
            LineKind::Expect(expectation) => {
                self.settle()?;
                claims::expect(self, expectation, line.span)
            }
            LineKind::Ask(ask) => {
                self.settle()?;
                questions::answer(self, ask, line.span)
            }
            LineKind::Begin => Ok(()),
            LineKind::Choice(choice) => Err(Stop::Fault(Diagnostic::error(
                Code::MisplacedChoice,
                "a choice at the margin answers nothing",
                choice.kind.span,
                "",
            ))),
        }
    }

    /// Whether a line goes on with the declaration that began with one line and has come to another. Several players' blocks are
    /// declared in one step, those of a team as one (805.10d); what is only tried is over when something is asked of it, and with
    /// what players try who don't block as one.
    fn same_declaration(&self, one: &ScriptLine, last: &ScriptLine, next: &ScriptLine) -> bool {
        let asked = !last.children.is_empty();
        let (LineKind::Action(one), LineKind::Action(other)) = (&one.kind, &next.kind) else { return false };
        let table = self.answers.table();
        let player = |action: &Action| action.player.as_ref().map(|name| table.player(&name.text));
        let as_one = || match (player(one), player(other)) {
            (Some(Some(one)), Some(Some(other))) => self.play.game.fights_with(one, other),
            (one, other) => one == other,
        };
        let together = match (&one.deed, &other.deed) {
            (Deed::Attack { .. }, Deed::Attack { .. }) => true,
            (Deed::Block { .. }, Deed::Block { .. }) => !one.tries || as_one(),
            _ => false,
        };
        together && one.tries == other.tries && !(one.tries && asked) && other.timing == Timing::WhenEmpty
    }

    /// Plays one line by itself.
    pub(super) fn one_line(&mut self, line: &'a ScriptLine) -> Staged {
        self.span = line.span;
        self.combat_goes_on = false;
        self.line(line, std::slice::from_ref(line))
    }

    /// What is asked while a mana ability is activated to pay for something stays open at the line of that ability.
    pub(super) fn at_payment(&self, stop: Stop) -> Stop {
        match (stop, self.answers.paying_span()) {
            (Stop::Halt(open @ Halt::Open(_), _), Some(span)) => Stop::Halt(open, span),
            (stop, _) => stop,
        }
    }

    /// Under a mana ability that is activated while something is paid stand the choices for it: nothing is looked at in between, and
    /// what would be activated to pay for it is not played.
    fn only_choices(paying: &ScriptLine) -> Staged {
        let Some(other) = paying.children.iter().find(|child| choice(child).is_none()) else { return Ok(()) };
        if payment(other).is_some() {
            let why =
                "headjudge does not play mana abilities that pay for another one while something is paid";
            return Err(Stop::Halt(Halt::undecided(None, why), other.span));
        }
        let message = "nothing is asked while a mana ability is activated to pay for something";
        let fault = Diagnostic::error(Code::UnexpectedIndentation, message, other.span, "");
        Err(Stop::Fault(fault.with_help("only the choices for the mana ability stand under it")))
    }

    fn action(&mut self, line: &'a ScriptLine, action: &'a Action, group: &'a [ScriptLine]) -> Staged {
        if matches!(action.deed, Deed::Repeat(_) | Deed::Propose(..)) {
            return shortcuts::take(self, action, &line.children);
        }
        if self.must_differ.is_some() && !self.differs(line, action)? {
            return Ok(());
        }
        let children = group.iter().flat_map(|line| &line.children);
        // A mana ability that is activated while paying stands under what it pays for, with its own choices under it.
        for paying in children.clone().filter(|child| payment(child).is_some()) {
            Self::only_choices(paying)?;
        }
        let payments: Vec<(&'a Action, Span)> = children.clone().filter_map(payment).collect();
        let of_payments = children.clone().filter(|child| payment(child).is_some()).enumerate();
        let under_payments = of_payments.flat_map(|(place, child)| {
            let lines = child.children.iter().filter_map(choice);
            lines.map(move |line| Line { line, payment: Some(place) })
        });
        let own = children.clone().filter_map(choice).map(Line::of_action);
        let choices: Vec<Line<'a>> = own.chain(under_payments).collect();
        // A player who has no priority can do nothing (502.4, 514.3).
        let takes_priority = matches!(
            action.deed,
            Deed::Cast { .. } | Deed::Activate { .. } | Deed::Play { .. } | Deed::Special { .. }
        );
        // What answers something in the next step has its priority there.
        let answers = action.timing != Timing::WhenEmpty && !self.play.game.stack().is_empty();
        if answers {
            self.passed_over = None;
        }
        self.without_priority = self.passed_over.filter(|_| takes_priority);
        if self.passed_over.is_some() && !takes_priority && !actions::is_for_now(self, action)? {
            self.passed_over = None;
        }
        // What was set going before is over first, unless this is a response to it.
        if action.timing == Timing::WhenEmpty
            && self.passed_over.is_none()
            && !matches!(action.deed, Deed::Resolve | Deed::Pass)
        {
            match action.deed {
                Deed::Attack { .. } => self.settle()?,
                _ => self.empty_stack()?,
            }
        }
        self.span = line.span;
        self.answers.begin(line.span, choices, payments);
        if let Timing::InResponseTo(reference) = &action.timing {
            self.wait_for(reference)?;
        }
        if action.timing == Timing::InResponse && self.play.game.stack().is_empty() {
            return Err(Stop::Fault(Diagnostic::error(
                Code::NothingToAnswer,
                "there is nothing on the stack to respond to",
                line.span,
                "",
            )));
        }
        if let Some(ending) = self.play.game.ending() {
            let message = format!("the game has ended already: {}", facts::ending(self, Some(ending)));
            return Err(Stop::Fault(
                Diagnostic::error(Code::IllegalAction, message, line.span, "nothing can be done any more")
                    .with_rule(cr!("104.1")),
            ));
        }
        self.answers.acting();
        self.attempted = None;
        let children: Vec<&'a ScriptLine> = children.collect();
        let (goes_on, children) = actions::try_choices(self, action, group, &children)?;
        if !goes_on {
            return Ok(());
        }
        let questions = children.into_iter().filter(|child| !matches!(child.kind, LineKind::Choice(_)));
        until_the_end(actions::perform(self, action, group).map_err(|stop| self.at_payment(stop)))?;
        self.answers.notice(&self.play.game);
        for child in questions {
            self.span = child.span;
            match &child.kind {
                LineKind::Expect(expectation) => claims::expect(self, expectation, child.span)?,
                LineKind::Ask(ask) => questions::answer(self, ask, child.span)?,
                LineKind::Action(_) if payment(child).is_some() => {}
                LineKind::Action(_) => {
                    let message = "an action stands under another line";
                    let label = "only a mana ability that helps to pay can stand here";
                    let fault = Diagnostic::error(Code::UnexpectedIndentation, message, child.span, label);
                    return Err(Stop::Fault(fault.with_help("write it at the margin")));
                }
                LineKind::Choice(_) | LineKind::Begin => {}
            }
        }
        Ok(())
    }

    /// Whether a line goes on where a player must choose otherwise than was proposed (732.2c): if that player acts.
    fn differs(&mut self, line: &'a ScriptLine, action: &'a Action) -> Staged<bool> {
        let Some(player) = self.must_differ else { return Ok(true) };
        let waits = matches!(action.deed, Deed::Pass | Deed::Resolve | Deed::GoTo { .. } | Deed::NextTurn(_));
        if !waits && self.actor(action)? == player {
            if !action.tries {
                self.must_differ = None;
            }
            return Ok(true);
        }
        let Halt::Illegal(illegal) = taking_shortcuts::must_choose_otherwise(player) else {
            return Ok(false);
        };
        if !action.tries {
            return Err(Stop::Halt(Halt::Illegal(illegal), line.span));
        }
        self.attempted = None;
        let (sentence, rules) = (self.refused(&illegal), illegal.rules);
        self.tried = Some(Tried { legal: false, sentence, rules });
        for child in &line.children {
            if let LineKind::Expect(expectation) = &child.kind {
                claims::expect(self, expectation, child.span)?;
            }
        }
        Ok(false)
    }

    /// What the layers make of the game now.
    pub(super) fn view(&mut self) -> Staged<Rc<View>> {
        let span = self.span;
        self.play.view().map_err(|halt| Stop::Halt(halt, span))
    }

    /// What has been played, of whose position this is the view.
    pub(super) fn played<'p>(&'p self, view: &'p Rc<View>) -> Played<'p> {
        let Self { play, start, influences, .. } = self;
        Played { game: &play.game, trace: &play.trace, view, start, influences }
    }

    /// Asks of what has been played why something is so.
    pub(super) fn why<T>(&mut self, ask: impl FnOnce(Played<'_>) -> engine::Outcome<T>) -> Staged<T> {
        let view = self.view()?;
        ask(self.played(&view)).map_err(|halt| Stop::Halt(halt, self.span))
    }

    /// The object that a reference means now.
    pub(super) fn object(&mut self, reference: &Reference) -> Staged<ObjectId> {
        let view = self.view()?;
        Ok(self.answers.table().object(&self.play.game, &view, reference)?)
    }

    /// The object or player that a reference means now.
    pub(super) fn thing(&mut self, reference: &Reference) -> Staged<Thing> {
        let view = self.view()?;
        Ok(self.answers.table().thing(&self.play.game, &view, reference)?)
    }

    /// The same, among the objects for which more is true, if there are any.
    pub(super) fn object_where(
        &mut self,
        reference: &Reference,
        fits: impl Fn(&Game, &View, ObjectId) -> bool,
    ) -> Staged<ObjectId> {
        let view = self.view()?;
        let game = &self.play.game;
        Ok(self.answers.table().object_where(game, &view, reference, |object| fits(game, &view, object))?)
    }

    /// The same, of what only an object of a zone can be, and by what it says itself alone.
    pub(super) fn object_in(
        &mut self,
        reference: &Reference,
        zone: (Zone, PlayerId),
        fits: impl Fn(&Game, &View, ObjectId) -> bool,
    ) -> Staged<ObjectId> {
        let view = self.view()?;
        let game = &self.play.game;
        let table = self.answers.table();
        Ok(table.object_in(game, &view, reference, zone, |object| fits(game, &view, object))?)
    }

    /// The player of that name.
    pub(super) fn player(&mut self, name: &crate::scenario::ast::Text) -> Staged<PlayerId> {
        Ok(self.answers.table().player_at(name)?)
    }

    /// The player who acts; the active player where none is named.
    pub(super) fn actor(&mut self, action: &Action) -> Staged<PlayerId> {
        match &action.player {
            Some(name) => self.player(name),
            None => Ok(self.play.game.turn().active),
        }
    }
}

/// That the game has ended (104.1) is no fault of what was played: what is expected of it can still be judged.
pub(super) fn until_the_end(played: Staged) -> Staged {
    match played {
        Err(Stop::Halt(Halt::Over, _)) => Ok(()),
        other => other,
    }
}

/// A line that answers a question.
fn choice(line: &ScriptLine) -> Option<&ChoiceLine> {
    match &line.kind {
        LineKind::Choice(choice) => Some(choice),
        _ => None,
    }
}

/// A line that activates a mana ability while the line above it is paid for (601.2g).
fn payment(line: &ScriptLine) -> Option<(&Action, Span)> {
    match &line.kind {
        LineKind::Action(action) if !action.tries && matches!(action.deed, Deed::Activate { .. }) => {
            Some((action, line.span))
        }
        _ => None,
    }
}
