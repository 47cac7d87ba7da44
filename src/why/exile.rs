//! What is so of a card because it is in exile, and by which rules.

use crate::engine::additional::keyword_abilities::suspend;
use crate::engine::zones::exile::pile_of;
use crate::game::{Change, Designation, Game, Object, ObjectId};
use crate::ir::Zone;
use crate::rules::cr;
use crate::trace::{Entry, Reasons};

use super::Played;
use super::steps::rules_about;
use super::whereabouts::moved_by;

/// Whether a card is suspended, and by which rule it is or is not (702.62b).
pub(crate) fn suspended(played: Played<'_>, card: ObjectId) -> (bool, Reasons) {
    (suspend::is_suspended(played.sight(), card), Reasons::of(&[cr!("702.62b")]))
}

/// Whether a card is foretold, and by which rule it is or is not (702.143c).
pub(crate) fn foretold(its: &Object) -> (bool, Reasons) {
    (its.exists && its.foretold().is_some(), Reasons::of(&[cr!("702.143c")]))
}

/// Whether a card is plotted, and by which rule it is or is not: it was plotted from a hand (702.170a), or an effect made it so (702.170c).
pub(crate) fn plotted(played: Played<'_>, card: ObjectId) -> (bool, Reasons) {
    let its = played.game.object(card);
    let about = |change: &Change| matches!(change, Change::Designate(_, Designation::Plotted(_)));
    let rules = rules_about(played, card, about);
    let rules = if rules.is_empty() { Reasons::of(&[cr!("702.170a")]) } else { rules };
    (its.exists && its.plotted().is_some(), rules)
}

/// Whether a card lies face down in the pile in which another lies or has lain, and by which rule (406.4).
pub(crate) fn piled(game: &Game, card: ObjectId, pile: ObjectId) -> (bool, Reasons) {
    let its = game.object(card);
    let lies = its.exists && its.zone == Zone::Exile && its.is_face_down();
    (lies && pile_of(game, card) == pile_of(game, pile), Reasons::of(&[cr!("406.4")]))
}

/// The rules of the last step by which something of a sort came to exile or left it, or was created there.
pub(crate) fn last_change_in_exile(played: Played<'_>, is_of: impl Fn(&Object) -> bool) -> Reasons {
    let game = played.game;
    let was = |id: ObjectId| game.object(id).zone == Zone::Exile && is_of(game.object(id));
    let touches = |id: ObjectId| was(id) || game.object(id).next.is_some_and(was);
    let moved = |entry: &&Entry| moved_by(entry).into_iter().flatten().any(touches);
    let last = played.trace.entries().iter().rev().find(moved);
    last.map_or(Reasons::NONE, |entry| entry.reasons().without(&[cr!("400.7")]))
}
