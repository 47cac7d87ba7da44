//! CR 723: Controlling Another Player
//!
//! Only the player is controlled (723.3): whose objects, resources and turn they are stays as it is, and what the player chooses or
//! decides, another chooses or decides for them (723.5).

use crate::engine::play::Play;
use crate::game::agenda::AgendaChange;
use crate::game::{Cause, CauseKind, Change, PlayerId};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

/// A player will control others, each during the next turn that they take (723.1).
pub(in crate::engine) fn control_next_turn(
    play: &mut Play<'_>,
    cause: Cause,
    by: PlayerId,
    players: &[PlayerId],
) {
    for player in players {
        play.change(cause, Level::Default, Change::Agenda(AgendaChange::ControlNext(*player, by)));
    }
}

/// As a turn begins, the last effect that was to control its player, or one of its team (805.8), does so, and what controlled a player in
/// the turn before is over (723.1, 723.1a).
pub(in crate::engine) fn turn_begins(play: &mut Play<'_>, player: PlayerId) {
    let whose = play.game.whose_turn_it_would_be(player);
    let agenda = play.game.agenda();
    let effects = agenda.to_be_controlled.iter().copied().filter(|(its, _)| whose.contains(its));
    let effects: Vec<(PlayerId, PlayerId)> = effects.collect();
    let before = agenda.controlled;
    if before.is_none() && effects.is_empty() {
        return;
    }
    let cause = Cause::new(CauseKind::TurnBased, cr!("723.1"));
    let rules = if whose.len() > 1 { cause.rules.and(cr!("805.8")) } else { cause.rules };
    if let Some((controlled, by)) = before {
        play.note(Level::Default, cause.kind, rules, Note::ControlEnds(by, controlled));
    }
    let last = effects.last().copied();
    play.change(cause, Level::Hidden, Change::Agenda(AgendaChange::BeginControl(last)));
    for player in &whose {
        play.change(cause, Level::Hidden, Change::Agenda(AgendaChange::ForgetControl(*player)));
    }
    if let Some((controlled, by)) = last {
        let rules = if effects.len() > 1 { rules.and(cr!("723.1a")) } else { rules };
        let rules = if whose.contains(&by) { rules.and(cr!("723.9")) } else { rules };
        play.note(Level::Default, CauseKind::TurnBased, rules, Note::Controls(by, controlled));
    }
}

/// Notes that what a controlled player sets out to do is another's decision (723.5).
pub(in crate::engine) fn decides(play: &mut Play<'_>, player: PlayerId) {
    let by = play.game.decider(player);
    if by != player {
        let rules = Rules::of(&[cr!("723.5")]);
        let rules = if play.game.is_controlled_with_team(player) { rules.and(cr!("805.8")) } else { rules };
        play.note(Level::Default, CauseKind::Rules, rules, Note::DecidesFor(by, player));
    }
}
