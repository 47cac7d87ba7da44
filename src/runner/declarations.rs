//! Attackers and blockers, declared together by consecutive lines.

use crate::diag::Span;
use crate::diag::{Code, Diagnostic};
use crate::engine::Halt;
use crate::engine::additional::keyword_abilities::banding;
use crate::engine::turn::{declare_attackers_step, declare_blockers_step};
use crate::game::{ObjectId, PlayerId, Step, Thing};
use crate::rules::cr;
use crate::scenario::script::{Action, Deed, LineKind, ScriptLine, Timing};
use crate::trace::Attempt;

use super::actions::attempted;
use super::stage::{Stage, Staged, Stop};

/// Declares the attackers of consecutive lines (508.1).
pub(super) fn attack(stage: &mut Stage<'_, '_>, action: &Action, group: &[ScriptLine]) -> Staged {
    let span = stage.span;
    let player = stage.actor(action)?;
    let Attackers { declared, bands } = attackers_of(stage, group)?;
    attempted(stage, player, Attempt::Attack(declared.clone()), Vec::new())?;
    if !stage.play.game.is_active(player) {
        let why = "only the active player attacks";
        return Err(Stop::Halt(Halt::illegal(player, cr!("508.1"), why, None), span));
    }
    if action.timing != Timing::WhenEmpty {
        let why = "attackers are declared as the declare attackers step begins, not in response to anything";
        return Err(Stop::Halt(Halt::illegal(player, cr!("508.1"), why, None), span));
    }
    let step = stage.play.game.turn().step;
    let another = stage.play.game.agenda().has_combat();
    if step > Step::BeginningOfCombat && !another {
        let why = "attackers are declared as the declare attackers step begins, and that is over";
        return Err(Stop::Halt(Halt::illegal(player, cr!("508.1"), why, None), span));
    }
    let to_come = |step: Step| step < Step::BeginningOfCombat || another && step != Step::BeginningOfCombat;
    if action.tries {
        // Whether it is legal can be told now if nothing happens on the way.
        return stage
            .play
            .attempt(Attempt::Attack(declared.clone()), |play| {
                if to_come(play.game.turn().step) {
                    declare_attackers_step::check_that_it_comes(play, player)?;
                }
                declare_attackers_step::check_and_pay(play, player, &declared)?;
                banding::check(play, player, &declared, &bands)
            })
            .map_err(|halt| Stop::Halt(halt, span));
    }
    let mut comes = Ok(());
    while to_come(stage.play.game.turn().step) && stage.play.game.ending().is_none() {
        comes = declare_attackers_step::check_that_it_comes(&mut stage.play, player);
        stage.pass()?;
    }
    stage.empty_stack()?;
    stage.answers.attack(Some(declared));
    stage.answers.band(bands);
    while stage.play.game.turn().step == Step::BeginningOfCombat && stage.play.game.ending().is_none() {
        stage.pass()?;
    }
    if stage.answers.has_attack() && stage.play.game.ending().is_none() {
        let why = "no declare attackers step comes";
        let never = comes.err().unwrap_or_else(|| Halt::illegal(player, cr!("508.1"), why, None));
        return Err(Stop::Halt(never, span));
    }
    stage.in_combat = true;
    Ok(())
}

/// What consecutive lines declare to attack.
struct Attackers {
    declared: Vec<(ObjectId, Thing)>,
    bands: Vec<Vec<ObjectId>>,
}

/// The attackers of consecutive lines, with what each attacks and the bands.
fn attackers_of(stage: &mut Stage<'_, '_>, group: &[ScriptLine]) -> Staged<Attackers> {
    let mut declared: Vec<(ObjectId, Thing)> = Vec::new();
    let mut bands: Vec<Vec<ObjectId>> = Vec::new();
    for line in group {
        let LineKind::Action(action) = &line.kind else { continue };
        let Deed::Attack { defender, attackers, band } = &action.deed else { continue };
        if attackers.is_empty() {
            nothing_alone(group, line, "attack")?;
            continue;
        }
        // The players of a team attack together (805.10b).
        let player = stage.actor(action)?;
        if !stage.play.game.is_active(player) {
            for reference in attackers {
                declared.push((stage.object(reference)?, Thing::Player(player)));
            }
            attempted(stage, player, Attempt::Attack(declared), Vec::new())?;
            let why = "only the active player attacks";
            return Err(Stop::Halt(Halt::illegal(player, cr!("508.1"), why, None), line.span));
        }
        let defender = match defender {
            Some(reference) => stage.thing(reference)?,
            None => only_opponent(stage, player, line.span)?,
        };
        for reference in attackers {
            let attacker = stage.object_where(reference, |game, view, object| {
                game.object(object).on_battlefield()
                    && view.controller(game, object) == player
                    && !declared.iter().any(|(earlier, _)| *earlier == object)
            })?;
            declared.push((attacker, defender));
        }
        if *band {
            let members = declared.iter().rev().take(attackers.len()).rev();
            bands.push(members.map(|(attacker, _)| *attacker).collect());
        }
    }
    Ok(Attackers { declared, bands })
}

/// The one player who can be attacked where it is not said who is.
fn only_opponent(stage: &Stage<'_, '_>, player: PlayerId, span: Span) -> Staged<Thing> {
    let opponents: Vec<PlayerId> = stage.play.game.opponents(player).collect();
    match opponents.as_slice() {
        [one] => Ok(Thing::Player(*one)),
        _ => Err(Stop::Fault(
            Diagnostic::error(Code::AmbiguousName, "several players could be attacked", span, "")
                .with_help("write `AP attacks NAP with X`"),
        )),
    }
}

/// Declares the blockers of consecutive lines (509.1).
pub(super) fn block(stage: &mut Stage<'_, '_>, action: &Action, group: &[ScriptLine]) -> Staged {
    let span = stage.span;
    let player = blocking_player(stage, action)?;
    let mut declared: Vec<(ObjectId, ObjectId)> = Vec::new();
    // Who says that each blocks.
    let mut said: Vec<(PlayerId, (ObjectId, ObjectId))> = Vec::new();
    for line in group {
        let LineKind::Action(action) = &line.kind else { continue };
        let Deed::Block { attacker, blockers } = &action.deed else { continue };
        let Some(attacker) = attacker else {
            nothing_alone(group, line, "block")?;
            continue;
        };
        let player = blocking_player(stage, action)?;
        let attacker =
            stage.object_where(attacker, |game, _, object| game.combat().attack_of(object).is_some())?;
        for reference in blockers {
            let blocker = stage.object_where(reference, |game, view, object| {
                game.object(object).on_battlefield()
                    && view.controller(game, object) == player
                    && !declared.iter().any(|(earlier, _)| *earlier == object)
            })?;
            declared.push((blocker, attacker));
            said.push((player, (blocker, attacker)));
        }
    }
    attempted(stage, player, Attempt::Block(declared.clone()), Vec::new())?;
    // The active player's creatures attack; those of the defending player block (509.1a).
    if let Some((player, (blocker, _))) = said.iter().find(|(player, _)| stage.play.game.is_active(*player)) {
        let why = "only a defending player's creatures block";
        return Err(Stop::Halt(Halt::illegal(*player, cr!("509.1a"), why, Some(*blocker)), span));
    }
    if action.timing != Timing::WhenEmpty {
        let why = "blockers are declared as the declare blockers step begins, not in response to anything";
        return Err(Stop::Halt(Halt::illegal(player, cr!("509.1"), why, None), span));
    }
    if stage.play.game.turn().step != Step::DeclareAttackers {
        let why = match stage.play.game.turn().step {
            Step::DeclareBlockers => {
                "blockers have been declared already, as this step began: say it before the step is gone to"
            }
            _ => "blockers are declared as the declare blockers step begins, after attackers",
        };
        return Err(Stop::Halt(Halt::illegal(player, cr!("509.1"), why, None), span));
    }
    if action.tries {
        return stage
            .play
            .attempt(Attempt::Block(declared.clone()), |play| {
                declare_blockers_step::check_and_pay(play, player, &declared)
            })
            .map_err(|halt| Stop::Halt(halt, span));
    }
    stage.in_combat = true;
    stage.answers.block(Some(said));
    while stage.play.game.turn().step == Step::DeclareAttackers && stage.play.game.ending().is_none() {
        stage.pass()?;
    }
    Ok(())
}

/// Who blocks: whoever controls the first blocker where it is asked of that alone.
fn blocking_player(stage: &mut Stage<'_, '_>, action: &Action) -> Staged<PlayerId> {
    if let (None, Deed::Block { blockers, .. }) = (&action.player, &action.deed)
        && let Some(blocker) = blockers.first()
    {
        let blocker = stage.object_where(blocker, |game, view, object| {
            game.object(object).on_battlefield() && !game.is_active(view.controller(game, object))
        })?;
        return Ok(stage.view()?.controller(&stage.play.game, blocker));
    }
    stage.actor(action)
}

/// What a player says to attack or block with nothing can't stand beside what the same player attacks or blocks with.
fn nothing_alone(group: &[ScriptLine], nothing: &ScriptLine, verb: &str) -> Staged {
    let who = |line: &ScriptLine| match &line.kind {
        LineKind::Action(action) => action.player.clone(),
        _ => None,
    };
    let whose = who(nothing).map(|name| name.text);
    let other = group.iter().find(|line| {
        let fights = match &line.kind {
            LineKind::Action(Action { deed: Deed::Attack { attackers, .. }, .. }) => !attackers.is_empty(),
            LineKind::Action(Action { deed: Deed::Block { attacker, .. }, .. }) => attacker.is_some(),
            _ => false,
        };
        fights && who(line).map(|name| name.text) == whose
    });
    let Some(other) = other else { return Ok(()) };
    let message = format!("one declaration says both that nothing {verb}s and what does");
    Err(Stop::Fault(
        Diagnostic::error(Code::UnexpectedText, message, nothing.span, "")
            .with_label(other.span, "here something does")
            .with_help("consecutive lines are one declaration"),
    ))
}
