//! Whose turn it is, which step, and by which rules.

use crate::game::{Change, PlayerId, Step};
use crate::rules::cr;
use crate::trace::{Entry, Level, Note, Reasons, What};

use super::Played;
use super::triggers::grounds::added_step;

/// The rules by which it is the step or phase that it is.
pub(crate) fn step(played: Played<'_>) -> Reasons {
    if played.game.turn().step == Step::PostcombatMain && !follows_combat(played) {
        // Only the first main phase is a precombat main phase, combat or not.
        return Reasons::of(&[cr!("505.1a")]);
    }
    if combat_goes_on(played) {
        return Reasons::of(&[cr!("508.8")]);
    }
    let began = by_which_it_began(played);
    // What has added it says more than that it began.
    if let Some(added) = added_step(played.trace.entries()).filter(|added| added.step.is_some()) {
        return began.led_by(added);
    }
    phase_goes_on(played).iter().chain(began.iter()).fold(Reasons::NONE, Reasons::and)
}

/// The rules by which the players whose turn it is are active, of whom one may be named; there is no active player if they have left
/// (102.1, 800.4j).
pub(crate) fn active(played: Played<'_>, named: Option<PlayerId>) -> Reasons {
    let game = played.game;
    let active = named.filter(|player| game.is_active(*player)).unwrap_or(game.turn().active);
    // Of an active team each player is an active player (805.4a).
    let team = game.whose_turn_it_would_be(active);
    if team.iter().all(|player| game.player(*player).gone) {
        return Reasons::of(&[cr!("800.4j")]);
    }
    let as_team = named.is_none() && game.shares_turns();
    let mut entries = played.trace.entries().iter().rev();
    // An extra turn is told of right before it begins.
    let began = entries.any(|entry| matches!(entry.what, What::Changed(Change::BeginTurn(_), _)));
    let extra = began && entries.next().is_some_and(|it| matches!(it.what, What::Note(Note::ExtraTurn(_))));
    let rules = Reasons::of(&[cr!("102.1")]);
    // A turn that none of an effect is goes on in the turn order, also after extra turns.
    let rules = match (extra, began && !game.has_teams()) {
        (true, _) => rules.led_by(cr!("500.7")),
        (false, true) if after_an_extra_turn(played) => rules.led_by(cr!("500.7")).led_by(cr!("103.1")),
        (false, true) => rules.led_by(cr!("103.1")),
        (false, false) => rules,
    };
    let rules = if extra && game.has_teams() { rules.and(cr!("805.8")) } else { rules };
    let of_team = active != game.turn().active || as_team && team.len() > 1;
    let rules = if of_team { rules.and(cr!("805.4a")) } else { rules };
    // Turns of players who have left are passed over right before.
    let entries = played.trace.entries().iter().rev();
    let before = entries.skip_while(|it| !matches!(it.what, What::Changed(Change::BeginTurn(_), _))).skip(1);
    let passed_over = before
        .take_while(|it| {
            it.level == Level::Hidden
                || matches!(
                    it.what,
                    What::Note(Note::TurnNotBegun(_)) | What::Changed(Change::EndEffect(_), _)
                )
        })
        .any(|it| matches!(it.what, What::Note(Note::TurnNotBegun(_))));
    if passed_over { rules.led_by(cr!("800.4k")) } else { rules }
}

/// Whether the turn before this one was an extra turn.
fn after_an_extra_turn(played: Played<'_>) -> bool {
    let begins = |entry: &&Entry| matches!(entry.what, What::Changed(Change::BeginTurn(_), _));
    let mut earlier = played.trace.entries().iter().rev();
    let both = earlier.by_ref().find(begins).is_some() && earlier.by_ref().find(begins).is_some();
    both && earlier.next().is_some_and(|it| matches!(it.what, What::Note(Note::ExtraTurn(_))))
}

/// Whether this is the second main phase of the turn, after a combat phase.
fn follows_combat(played: Played<'_>) -> bool {
    let turn = played.game.turn();
    turn.combats > 0 && turn.mains == 2
}

/// The rules by which the present step or phase began.
fn by_which_it_began(played: Played<'_>) -> Reasons {
    let entries = played.trace.entries().iter().rev();
    let mut steps = entries.filter(|entry| matches!(entry.what, What::Step(..)));
    steps.next().map_or(Reasons::NONE, |entry| entry.reasons())
}

/// Whether this is a step of combat that is only skipped where nothing ever attacked, and no attacker is left (508.8).
fn combat_goes_on(played: Played<'_>) -> bool {
    let game = played.game;
    let step = game.turn().step;
    matches!(step, Step::DeclareBlockers | Step::FirstStrikeDamage | Step::CombatDamage)
        && game.combat().attacks.is_empty()
}

/// The rule by which the step or phase is the same as before something has resolved: that the stack became empty does not
/// end it. Nothing if nothing has resolved in it.
fn phase_goes_on(played: Played<'_>) -> Reasons {
    let last = played
        .trace
        .entries()
        .iter()
        .rev()
        .find(|entry| matches!(entry.what, What::Resolves(_) | What::Changed(Change::BeginStep(_), _)));
    match last.map(|entry| &entry.what) {
        Some(What::Resolves(_)) => Reasons::of(&[cr!("500.2")]),
        _ => Reasons::NONE,
    }
}
