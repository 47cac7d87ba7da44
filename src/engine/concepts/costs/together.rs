//! CR 118: Costs. What several players pay as a spell or ability resolves: all choose what with, and then all pay (608.2e).

use crate::engine::additional::keyword_actions::{discard, sacrifice};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::zones::general;
use crate::game::{Cause, CauseKind, ChoiceKind, Move, MoveAction, ObjectId, PlayerId};
use crate::ir::cost::Used;
use crate::ir::{Cost, Verb, Zone};
use crate::rules::{Rules, cr};

use super::choose;

/// Whether a cost is paid with objects that its player chooses and that move only then. Of several parts the first would be gone as the
/// next is chosen.
pub(in crate::engine) fn is_chosen(cost: &[Cost]) -> bool {
    match cost {
        [one @ (Cost::Sacrifice(_) | Cost::Discard(_))] => matches!(one.used(), Some((Used::Chosen(..), _))),
        [Cost::OneOf(options)] => options.iter().all(|option| is_chosen(&option.0)),
        _ => false,
    }
}

/// What a player pays such a cost with, none of it moved yet.
///
/// # Errors
/// If nobody makes a choice.
pub(in crate::engine) fn chosen_by(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    cost: &[Cost],
    rules: Rules,
) -> Outcome<Vec<(Cause, Move)>> {
    let cause = Cause::new(CauseKind::Cost(frame.asking(), player), cr!("118.12"));
    let mut chosen = |used, zone, kind| choose(play, frame, player, (used, zone), (kind, rules));
    Ok(match cost {
        [Cost::Sacrifice(it)] => {
            let chosen = chosen(it.used(), Zone::Battlefield, ChoiceKind::Sacrifice)?;
            chosen.into_iter().map(|permanent| sacrifice::of(cause, permanent)).collect()
        }
        [Cost::Discard(it)] => {
            let chosen = chosen(it.used(), Zone::Hand, ChoiceKind::Discard)?;
            chosen.into_iter().map(|card| discard::of(cause, card)).collect()
        }
        _ => Vec::new(),
    })
}

/// What players would pay with, and how.
pub(in crate::engine) fn used(chosen: &[(Cause, Move)]) -> Vec<(Verb, ObjectId)> {
    let how = |it: &Move| if it.action == MoveAction::Discard { Verb::Discard } else { Verb::Sacrifice };
    chosen.iter().map(|(_, it)| (how(it), it.object)).collect()
}

/// Pays what all players have chosen, at the same time.
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn pay_all(play: &mut Play<'_>, mut chosen: Vec<(Cause, Move)>) -> Outcome {
    let first = chosen.first().map(|(cause, _)| cause.kind);
    if chosen.iter().any(|(cause, _)| Some(cause.kind) != first) {
        for (cause, _) in &mut chosen {
            *cause = cause.and(cr!("608.2e"));
        }
    }
    general::move_each(play, chosen).map(|_| ())
}
