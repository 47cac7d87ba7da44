//! CR 117: Timing and Priority

use crate::engine::additional::state_based_actions;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::{handling_triggered_abilities, resolving_spells_and_abilities};
use crate::engine::turn::general;
use crate::game::{Cause, CauseKind, Change, PlayerId};
use crate::rules::cr;
use crate::trace::{Level, What};

use super::ending_the_game;

/// A player would get priority: first state-based actions, then triggered abilities, again and again until there are
/// none (117.5, 704.3); then they have it.
///
/// # Errors
/// If something on the way needs a choice that nobody makes, or can't be played.
pub fn give_priority(play: &mut Play<'_>, player: PlayerId) -> Outcome {
    settle(play)?;
    let player = if play.game.player(player).gone { play.game.player_after(player) } else { player };
    let cause = Cause::new(CauseKind::Rules, cr!("117.3"));
    play.change(cause, Level::Hidden, Change::Priority(Some(player)));
    ending_the_game::check_for_loop(play)
}

/// State-based actions and triggered abilities until there are none (117.5). Says whether there were any.
///
/// # Errors
/// As [`give_priority`]; [`Halt::Over`] if the game has ended already, as nothing comes after that (104.1).
pub(in crate::engine) fn settle(play: &mut Play<'_>) -> Outcome<bool> {
    if play.game.ending().is_some() {
        return Err(Halt::Over);
    }
    let mut any = false;
    loop {
        play.tick("state-based actions and triggers without end")?;
        while state_based_actions::perform(play)? {
            any = true;
            play.tick("state-based actions without end")?;
        }
        handling_triggered_abilities::look_at_state(play)?;
        if !handling_triggered_abilities::put_on_stack(play)? {
            return Ok(any);
        }
        any = true;
    }
}

/// Does what is due before a player gets priority again, for one who has it although something has happened since (117.5).
///
/// # Errors
/// As [`give_priority`].
pub fn catch_up(play: &mut Play<'_>) -> Outcome {
    let holder = play.game.turn().priority;
    match holder {
        Some(holder) if settle(play)? => give_priority(play, holder),
        _ => Ok(()),
    }
}

/// The player who has priority passes. When all have passed in succession, the top object of the stack resolves, or
/// with an empty stack the step or phase ends (117.4).
///
/// # Errors
/// If something that happens then needs a choice that nobody makes, or can't be played.
pub fn pass(play: &mut Play<'_>) -> Outcome {
    if play.game.ending().is_some() {
        return Ok(());
    }
    play.tick("the players pass without end")?;
    let Some(player) = play.game.turn().priority else {
        return general::next_step(play);
    };
    let players = play.game.sides();
    let last = usize::from(play.game.turn().passes) + 1 == players;
    let cause = passing(play, player);
    // With an empty stack the step or phase ends with the last pass.
    let cause = if last && play.game.stack().is_empty() { cause.and(cr!("500.2")) } else { cause };
    play.change(cause, Level::Detail, Change::Pass);
    if usize::from(play.game.turn().passes) < players {
        let passes = play.game.turn().passes;
        if let Some(next) = play.game.turn().priority {
            // The next player would get priority, so the game looks for state-based actions and triggers (117.5).
            if settle(play)? {
                return give_priority(play, next);
            }
            debug_assert_eq!(passes, play.game.turn().passes);
        }
        return Ok(());
    }
    if play.game.stack().is_empty() {
        general::next_step(play)
    } else {
        play.turn_ends = false;
        resolving_spells_and_abilities::resolve_top(play)?;
        if std::mem::take(&mut play.turn_ends) {
            return general::skip_to_cleanup(play);
        }
        // The active player receives priority after a resolution (117.3b).
        let active = play.game.turn().active;
        give_priority(play, active)
    }
}

/// Where teams have priority, it is a team that passes.
fn passing(play: &Play<'_>, player: PlayerId) -> Cause {
    let rule = if play.game.shares_turns() { cr!("805.5b") } else { cr!("117.3d") };
    Cause::new(CauseKind::Announcement(player), rule)
}

/// A player who acts must have priority (117.1): those before them pass.
///
/// # Errors
/// [`Halt::Illegal`] if nobody has priority now or the player can't get it without something resolving.
pub(in crate::engine) fn must_have_priority(play: &mut Play<'_>, player: PlayerId) -> Outcome {
    // Who acts chooses to, so what was seen before is no part of a mandatory loop (104.4b).
    play.loops.interrupt();
    let players = play.game.sides();
    for _ in 0..players {
        match play.game.turn().priority {
            Some(holder) if holder == player => return Ok(()),
            // A team has priority, and each of its players may act (805.5a).
            Some(holder) if play.game.shares_turns() && play.game.same_team(holder, player) => return Ok(()),
            // With the last of all to pass something resolves, or the step ends (117.4).
            Some(_) if usize::from(play.game.turn().passes) + 1 == players => break,
            Some(holder) => {
                let cause = passing(play, holder);
                play.record(Level::Detail, cause.kind, cause.rules, What::Changed(Change::Pass, 0));
                play.game.apply(&Change::Pass);
            }
            None => break,
        }
    }
    Err(Halt::illegal(player, cr!("117.1"), "the player does not have priority", None))
}
