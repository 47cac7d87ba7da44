//! Shortcuts that players propose: a sequence of lines some times over, or passing until a step (732.2).

use crate::board::step_of;
use crate::engine::Halt;
use crate::engine::additional::taking_shortcuts;
use crate::game::{PlayerId, Step};
use crate::scenario::ast::Text;
use crate::scenario::script::{Action, Deed, LineKind, ScriptLine, Shortened};
use crate::trace::{Level, What};

use super::actions::go_to;
use super::stage::{Stage, Staged, Stop};

/// How many repetitions are played out at most.
const MOST_TIMES: u32 = 1_000;

/// A player proposes to repeat the lines below, or to go on to a step; others may shorten it.
pub(super) fn take<'a>(stage: &mut Stage<'_, 'a>, action: &'a Action, lines: &'a [ScriptLine]) -> Staged {
    let span = stage.span;
    let stop = |halt| Stop::Halt(halt, span);
    let proposer = stage.actor(action)?;
    let times = match &action.deed {
        Deed::Repeat(times) => Some(*times),
        _ => None,
    };
    if times.is_some_and(|times| times > MOST_TIMES) {
        let why = format!("headjudge plays every repetition, and at most {MOST_TIMES} of them");
        return Err(stop(Halt::undecided(None, why)));
    }
    stage.answers.begin(span, Vec::new(), Vec::new());
    taking_shortcuts::propose(&mut stage.play, proposer, times).map_err(stop)?;
    let mark = stage.play.trace.mark();
    let mut shortened: Option<(PlayerId, &Shortened)> = None;
    for line in lines {
        if let LineKind::Action(Action { deed: Deed::Shorten(how), player: Some(player), .. }) = &line.kind {
            let player = stage.player(player)?;
            let before = shortened.map(|(_, before)| before);
            if !is_shorter(stage, &action.deed, before, how)? {
                return Err(stop(taking_shortcuts::must_shorten(player)));
            }
            taking_shortcuts::shorten(&mut stage.play, player);
            shortened = Some((player, how));
        }
    }
    let repeated: Vec<&'a ScriptLine> = lines.iter().filter(|line| !is_shortening(line)).collect();
    let until = match shortened {
        Some((_, Shortened::Step(whose, step))) => Some((whose, step)),
        _ => match &action.deed {
            Deed::Propose(whose, step) => Some((whose, step)),
            _ => None,
        },
    };
    match (times, until) {
        (Some(times), _) => {
            let whole = match shortened {
                Some((_, Shortened::Times(less))) => times.min(*less),
                _ => times,
            };
            for _ in 0..whole {
                for line in &repeated {
                    stage.one_line(line)?;
                }
                stage.empty_stack()?;
            }
            // The one after them is begun, up to where the other player has priority.
            if let (Some(_), Some(first)) = (shortened, repeated.first()) {
                stage.one_line(first)?;
            }
        }
        (None, Some((whose, step))) => {
            let whose = match whose {
                Some(name) => Some(stage.player(name)?),
                None => None,
            };
            stage.empty_stack()?;
            stage.play.step_level = Level::Default;
            let came = go_to(stage, whose, step_of(step.value));
            stage.play.step_level = Level::Detail;
            came?;
        }
        (None, None) => {}
    }
    let by_chance = stage.play.trace.entries().get(mark..).unwrap_or_default().iter().any(|entry| {
        matches!(&entry.what, What::Chose(choice, _, _)
            if choice.kind.by_chance())
    });
    if by_chance {
        return Err(stop(taking_shortcuts::must_be_predictable(proposer)));
    }
    if let Some((player, _)) = shortened {
        for _ in stage.play.game.players() {
            if stage.play.game.turn().priority != Some(player) {
                stage.pass()?;
            }
        }
        stage.must_differ = Some(player);
    }
    Ok(())
}

/// Whether a place lies in the sequence that was proposed, up to where others have shortened it before (732.2b).
fn is_shorter(
    stage: &mut Stage<'_, '_>,
    proposed: &Deed,
    before: Option<&Shortened>,
    now: &Shortened,
) -> Staged<bool> {
    Ok(match (now, before, proposed) {
        (Shortened::Times(now), Some(Shortened::Times(end)), _) => now < end,
        (Shortened::Times(now), None, Deed::Repeat(end)) => now < end,
        (Shortened::Step(whose, step), Some(Shortened::Step(last, end)), _)
        | (Shortened::Step(whose, step), None, Deed::Propose(last, end)) => {
            let now = how_far(stage, whose.as_ref(), step_of(step.value))?;
            now <= how_far(stage, last.as_ref(), step_of(end.value))?
        }
        _ => false,
    })
}

/// How far a step is from now: in how many turns, and where in its turn.
fn how_far(stage: &mut Stage<'_, '_>, whose: Option<&Text>, step: Step) -> Staged<(usize, Step)> {
    let named = match whose {
        Some(name) => Some(stage.player(name)?),
        None => None,
    };
    let game = &stage.play.game;
    let turn = game.turn();
    let passed = step <= turn.step;
    let whose = match named {
        Some(player) => player,
        None if passed => game.turn_after(turn.active),
        None => turn.active,
    };
    let mut turns = 0;
    let mut player = turn.active;
    while turns < game.players().count() && (!game.fights_with(player, whose) || turns == 0 && passed) {
        player = game.turn_after(player);
        turns += 1;
    }
    Ok((turns, step))
}

fn is_shortening(line: &ScriptLine) -> bool {
    matches!(&line.kind, LineKind::Action(Action { deed: Deed::Shorten(_), .. }))
}
