//! The draws that did not happen: replaced by something else, or in a draw step that was skipped.

use crate::game::{Answer, Change, ObjectId, PlayerId, Step, Thing};
use crate::ir::Zone;
use crate::rules::cr;
use crate::trace::{Entry, Forbidden, Note, What, Would};

use super::Played;

/// Whether an entry tells that a player does not draw a card that they would have drawn: something replaces that (614.6) or forbids it, or their draw step is
/// skipped (103.8, 614.10), be it with the whole turn, which it is for all of a team that takes its turns together (805.8).
pub(super) fn tells(played: Played<'_>, entry: &Entry, player: PlayerId) -> bool {
    match &entry.what {
        // Who learns draws only if they discard (701.48a).
        What::Chose(choice, Answer::No, _) if entry.rules.contains(cr!("701.48a")) => choice.player == player,
        What::Replaced(Thing::Player(who), _, Would::Draw)
        | What::Note(Note::Cant(Forbidden::Draw, Thing::Player(who), _)) => *who == player,
        What::Changed(Change::DrewFromEmpty(who), _) => *who == player,
        What::Replaced(Thing::Player(active), _, Would::Step(Step::Draw) | Would::Turn)
        | What::Note(Note::SkipsFirstDraw(active)) => played.game.fights_with(*active, player),
        _ => false,
    }
}

/// Whether an entry tells that a card has stayed in the library for not being drawn: there are no more cards above it than were not drawn, and
/// the library has not been shuffled since.
pub(super) fn leaves(played: Played<'_>, entry: &Entry, card: ObjectId) -> bool {
    let its = played.game.object(card);
    let owner = its.owner;
    if its.zone != Zone::Library || !its.exists || !tells(played, entry, owner) {
        return false;
    }
    let above =
        played.game.zone(Zone::Library, owner).iter().rev().take_while(|other| **other != card).count();
    let entries = played.trace.entries();
    let undrawn = entries.iter().filter(|entry| tells(played, entry, owner)).count();
    let since = entries.get(entry.id.0 as usize..).unwrap_or_default();
    let changes_order = |entry: &Entry| match &entry.what {
        What::Changed(Change::Shuffle(player, _) | Change::Arrange(player, ..), _) => *player == owner,
        _ => false,
    };
    above < undrawn && !since.iter().any(changes_order)
}
