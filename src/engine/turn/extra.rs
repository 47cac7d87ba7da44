//! CR 500: General. Turns, phases and steps that effects add (500.7–500.10).

use crate::engine::additional::keyword_abilities::phasing;
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::Play;
use crate::engine::spells::continuous_effects;
use crate::game::agenda::{AgendaChange, ExtraPhase};
use crate::game::{Cause, CauseKind, Change, ObjectId, PlayerId, Step};
use crate::ir::Duration;
use crate::ir::event::Step as EventStep;
use crate::ir::instruction::ExtraPhases;
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

/// Players take extra turns after this one, added one at a time in turn order (500.7); where teams take turns, a team takes one of an
/// effect that gives turns to several of its players (805.8).
pub(in crate::engine) fn add_turns(play: &mut Play<'_>, cause: Cause, players: &[PlayerId]) {
    for (place, player) in players.iter().enumerate() {
        if players.iter().take(place).any(|other| play.game.fights_with(*other, *player)) {
            continue;
        }
        play.change(cause, Level::Default, Change::Agenda(AgendaChange::AddTurn(*player)));
    }
}

/// Phases follow the present one (500.8), so many times; a step that is added after a phase comes in a phase of its own (500.10).
///
/// # Errors
/// If headjudge does not play such a phase.
pub(in crate::engine) fn add_phases(
    play: &mut Play<'_>,
    kind: CauseKind,
    source: ObjectId,
    controller: PlayerId,
    extra: &ExtraPhases,
    times: u32,
) -> Outcome {
    let turn = *play.game.turn();
    if extra.you_get && !play.game.is_active(controller) {
        let rules = Rules::of(&[cr!("500.10a")]);
        play.note(Level::Default, kind, rules, Note::NothingAdded(source));
        return Ok(());
    }
    // "After this main phase" says nothing of another phase.
    if extra.after.is_some_and(|after| !in_phase(after, turn.step)) {
        let rules = Rules::of(&[cr!("500.8")]);
        play.note(Level::Default, kind, rules, Note::NothingAdded(source));
        return Ok(());
    }
    if matches!(turn.step, Step::End | Step::Cleanup) {
        return Err(Halt::undecided(source, "it adds a phase after the ending phase"));
    }
    for _ in 0..times {
        play.tick("phases are added without end")?;
        for phase in extra.phases.iter().rev() {
            let Some((phase, rule)) = phase_of(*phase) else {
                return Err(Halt::gap(source, NO_SUCH_PHASE));
            };
            let change = Change::Agenda(AgendaChange::AddPhase(phase));
            play.change(Cause::new(kind, rule), Level::Default, change);
        }
    }
    Ok(())
}

/// A step directly follows the present one (500.9).
///
/// # Errors
/// If headjudge does not play such a step.
pub(in crate::engine) fn add_step(
    play: &mut Play<'_>,
    cause: Cause,
    source: ObjectId,
    controller: PlayerId,
    step: EventStep,
    you_get: bool,
) -> Outcome {
    let turn = *play.game.turn();
    if you_get && !play.game.is_active(controller) {
        let rules = Rules::of(&[cr!("500.10a")]);
        play.note(Level::Default, cause.kind, rules, Note::NothingAdded(source));
        return Ok(());
    }
    let Some(step) = step_of(step) else { return Err(Halt::gap(source, NO_SUCH_STEP)) };
    // After a main phase or in a phase of one step there is no step to follow.
    if turn.step.is_main() || play.game.agenda().only || turn.step == Step::Cleanup {
        return Err(Halt::undecided(source, "it adds a step where headjudge does not play that"));
    }
    play.change(cause, Level::Default, Change::Agenda(AgendaChange::AddStep(step)));
    Ok(())
}

const NO_SUCH_PHASE: &str = "it adds a phase or step that headjudge does not play";

const NO_SUCH_STEP: &str = "it adds a step that headjudge does not play";

/// Why phases are never added; nothing for those that may be.
pub(in crate::engine) fn gap_of_phases(extra: &ExtraPhases) -> Option<Why> {
    let is_played = |phase: &EventStep| phase_of(*phase).is_some();
    (!extra.phases.iter().all(is_played)).then_some(Why::Borrowed(NO_SUCH_PHASE))
}

/// Why a step is never added; nothing for one that may be.
pub(in crate::engine) fn gap_of_step(step: EventStep) -> Option<Why> {
    step_of(step).is_none().then_some(Why::Borrowed(NO_SUCH_STEP))
}

const fn step_of(step: EventStep) -> Option<Step> {
    match step {
        EventStep::Upkeep => Some(Step::Upkeep),
        EventStep::Draw => Some(Step::Draw),
        EventStep::End => Some(Step::End),
        _ => None,
    }
}

/// The extra phase that the words mean, and the rule that makes it.
const fn phase_of(phase: EventStep) -> Option<(ExtraPhase, RuleId)> {
    Some(match phase {
        EventStep::Combat => (ExtraPhase { first: Step::BeginningOfCombat, only: false }, cr!("500.8")),
        EventStep::Main => (ExtraPhase { first: Step::PostcombatMain, only: false }, cr!("500.8")),
        EventStep::Beginning => (ExtraPhase { first: Step::Untap, only: false }, cr!("500.8")),
        EventStep::Upkeep => (ExtraPhase { first: Step::Upkeep, only: true }, cr!("500.10")),
        EventStep::Draw => (ExtraPhase { first: Step::Draw, only: true }, cr!("500.10")),
        _ => return None,
    })
}

fn in_phase(phase: EventStep, step: Step) -> bool {
    match phase {
        EventStep::Main => step.is_main(),
        EventStep::Combat => step.is_combat(),
        _ => false,
    }
}

/// Where the turn goes on after a step that would be followed by another in the ordinary order: an extra step or phase, with the rules
/// by which it comes, or where it was left for one.
pub(super) fn instead(play: &mut Play<'_>, ended: Step, follows: Step) -> (Step, Option<Rules>) {
    let cause = Cause::new(CauseKind::TurnBased, cr!("500.9"));
    let mut follows = follows;
    if let Some(next) = play.game.agenda().steps.last().copied() {
        play.change(cause, Level::Hidden, Change::Agenda(AgendaChange::TakeStep(follows)));
        return (next, Some(cause.rules));
    }
    if let Some(step) = play.game.agenda().after_steps {
        play.change(cause, Level::Hidden, Change::Agenda(AgendaChange::StepsOver));
        follows = step;
    }
    let agenda = play.game.agenda();
    let over = agenda.only
        || matches!(ended, Step::Draw | Step::PrecombatMain | Step::EndOfCombat | Step::PostcombatMain);
    if !over {
        return (follows, None);
    }
    let cause = Cause::new(CauseKind::TurnBased, cr!("500.8"));
    if let Some(next) = agenda.phases.last().copied() {
        play.change(cause, Level::Hidden, Change::Agenda(AgendaChange::TakePhase(follows)));
        return (next.first, Some(rules_of_phase(next)));
    }
    match agenda.resume {
        Some(step) => {
            play.change(cause, Level::Hidden, Change::Agenda(AgendaChange::Resume));
            (step, None)
        }
        None => (follows, None),
    }
}

/// The rules by which an extra phase begins with the step that it does, or is the main phase that it is.
const fn rules_of_phase(phase: ExtraPhase) -> Rules {
    if phase.only {
        return Rules::of(&[cr!("500.10")]);
    }
    match phase.first {
        Step::Untap => Rules::of(&[cr!("500.8"), cr!("501.1")]),
        Step::BeginningOfCombat => Rules::of(&[cr!("500.8"), cr!("506.1")]),
        // Only the first main phase of a turn is a precombat one.
        Step::PostcombatMain => Rules::of(&[cr!("500.8"), cr!("505.1a")]),
        _ => Rules::of(&[cr!("500.8")]),
    }
}

/// Whose turn would begin next, an extra one or the next in turn order; it is no longer to come.
pub(super) fn next_player(play: &mut Play<'_>) -> (PlayerId, bool) {
    let cause = Cause::new(CauseKind::TurnBased, cr!("500.7"));
    while let Some(player) = play.game.agenda().turns.last().copied() {
        play.change(cause, Level::Hidden, Change::Agenda(AgendaChange::TakeTurn));
        // The team takes the turn, where teams take turns (805.8).
        let taken = play.game.whose_turn_it_would_be(player).first().copied();
        match taken.filter(|player| !play.game.player(*player).gone) {
            Some(player) => return (player, true),
            None => turn_does_not_begin(play, player),
        }
    }
    let before = play.game.agenda().regular;
    let player = play.game.turn_after(before);
    if !play.game.shares_turns() {
        turns_that_do_not_begin(play, before, player);
    }
    play.change(cause, Level::Hidden, Change::Agenda(AgendaChange::Regular(player)));
    (player, false)
}

/// The turns of players who have left the game, between two who are in it, don't begin (800.4k); what lasts until such a turn
/// ends as it would have begun (800.4m).
fn turns_that_do_not_begin(play: &mut Play<'_>, after: PlayerId, before: PlayerId) {
    let seats: Vec<PlayerId> = play.game.players().collect();
    let from = seats.iter().position(|seat| *seat == after).map_or(0, |place| place + 1);
    for player in seats.iter().cycle().skip(from).take(seats.len()).copied() {
        if player == before {
            break;
        }
        if play.game.player(player).gone {
            turn_does_not_begin(play, player);
        }
    }
}

/// A turn of a player who has left the game does not begin, an extra one or another (800.4k); what lasts until that turn ends as it would
/// have begun (800.4m).
fn turn_does_not_begin(play: &mut Play<'_>, player: PlayerId) {
    let turn = play.game.turn().number;
    let cause = Cause::new(CauseKind::PlayerLeft(player), cr!("800.4m"));
    play.note(Level::Default, cause.kind, Rules::of(&[cr!("800.4k")]), Note::TurnNotBegun(player));
    phasing::turn_not_begun(play, cause, player);
    continuous_effects::end_where(play, cause, |effect| {
        let until = matches!(effect.duration, Duration::YourNextTurn | Duration::EndOfYourNextTurn);
        until && effect.controller == player && effect.since_turn <= turn
    });
}
