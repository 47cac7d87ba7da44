//! CR 500: turns, phases and steps that effects have added and that are yet to come (500.7–500.10).

use super::ids::PlayerId;
use super::turn::Step;

/// What comes out of the ordinary order of turns and phases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Agenda {
    /// The players of the extra turns to come, the next last (500.7).
    pub turns: Vec<PlayerId>,
    /// Whose turn the last one was that was not extra.
    pub regular: PlayerId,
    /// The starting player (103.1), if the game is played from its start.
    pub starting: Option<PlayerId>,
    /// The extra phases that follow the present one, the next last (500.8).
    pub phases: Vec<ExtraPhase>,
    /// The extra steps that directly follow the present one, the next last (500.9).
    pub steps: Vec<Step>,
    /// Where the phase goes on after the extra steps, while one of them is going on.
    pub after_steps: Option<Step>,
    /// Whether the present phase has no step but the present one (500.10).
    pub only: bool,
    /// The players who will be controlled during their next turn, each with who will control them, the last effect last (723.1).
    pub to_be_controlled: Vec<(PlayerId, PlayerId)>,
    /// The player who is controlled during this turn, with their team where teams take turns (805.8), and who controls them (723.1).
    pub controlled: Option<(PlayerId, PlayerId)>,
    /// Where the turn goes on after the extra phases, while one of them is going on.
    pub resume: Option<Step>,
}

/// A phase that an effect adds to a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtraPhase {
    /// Its first step that is not skipped.
    pub first: Step,
    /// Whether it has no other (500.10).
    pub only: bool,
}

/// A change of that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgendaChange {
    /// A player is determined who takes the first turn (103.1).
    Start(PlayerId),
    /// A player will take an extra turn after this one.
    AddTurn(PlayerId),
    /// A player will be controlled by another during their next turn.
    ControlNext(PlayerId, PlayerId),
    /// As a turn begins, the first of these players is controlled by the second, if any is; the control of the turn before is over.
    BeginControl(Option<(PlayerId, PlayerId)>),
    /// What was to control a player in their next turn waits no longer.
    ForgetControl(PlayerId),
    /// The next extra turn is no longer to come: it begins, or is skipped.
    TakeTurn,
    /// An ordinary turn of this player begins, or is skipped.
    Regular(PlayerId),
    /// A phase will follow the present one.
    AddPhase(ExtraPhase),
    /// The next extra phase begins; after the last of them the turn goes on with a step.
    TakePhase(Step),
    /// A step will directly follow the present one.
    AddStep(Step),
    /// The next extra step begins; after the last of them the phase goes on with a step.
    TakeStep(Step),
    /// The extra steps are over.
    StepsOver,
    /// The extra phases are over.
    Resume,
    /// No phase or step comes any more before the cleanup step (724.1d).
    SkipToCleanup,
}

impl Agenda {
    /// Whether there will be another combat phase in this turn after the present phase, as far as is settled.
    pub fn has_combat(&self) -> bool {
        self.resume == Some(Step::BeginningOfCombat)
            || self.phases.iter().any(|phase| phase.first == Step::BeginningOfCombat)
    }

    pub(super) fn apply(&mut self, change: AgendaChange) {
        match change {
            AgendaChange::Start(player) => {
                self.starting = Some(player);
                self.regular = player;
            }
            AgendaChange::AddTurn(player) => self.turns.push(player),
            AgendaChange::ControlNext(player, by) => self.to_be_controlled.push((player, by)),
            AgendaChange::BeginControl(controlled) => self.controlled = controlled,
            AgendaChange::ForgetControl(player) => self.to_be_controlled.retain(|(its, _)| *its != player),
            AgendaChange::TakeTurn => {
                self.turns.pop();
            }
            AgendaChange::Regular(player) => self.regular = player,
            AgendaChange::AddPhase(phase) => self.phases.push(phase),
            AgendaChange::TakePhase(after) => {
                self.resume.get_or_insert(after);
                self.only = self.phases.pop().is_some_and(|phase| phase.only);
            }
            AgendaChange::AddStep(step) => self.steps.push(step),
            AgendaChange::TakeStep(after) => {
                self.after_steps.get_or_insert(after);
                self.steps.pop();
            }
            AgendaChange::StepsOver => self.after_steps = None,
            AgendaChange::Resume => {
                self.resume = None;
                self.only = false;
            }
            AgendaChange::SkipToCleanup => {
                self.phases.clear();
                self.steps.clear();
                self.after_steps = None;
                self.resume = None;
                self.only = false;
            }
        }
    }
}
