//! CR 702.185: Warp

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::game::{Cause, Change, Designation, Game, ObjectId, PlayerId};
use crate::ir::instruction::Exile;
use crate::ir::{DesignationName, Instruction, KeywordName, Selection, Slot, Symbol, Zone};
use crate::rules::cr;
use crate::trace::Level;

use super::ways::{Casting, Way};

/// What having paid the warp cost is called.
pub(super) const WARP: Symbol = Symbol::literal("warp");

/// The slot for the card in exile.
const WARPED: Slot = Slot::literal("warped");

/// Its owner may cast it from their hand for its warp cost (702.185a).
pub(super) const WAY: Way = Way::named("warp", cr!("702.185a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let cost = casting.cost_of(play, KeywordName::Warp, (cr!("702.185a"), "it has no warp"))?;
    if !casting.is_own_in(play, Zone::Hand) {
        return Err(
            casting.refused(cr!("702.185a"), "it is cast for its warp cost from its player's hand only")
        );
    }
    start.costs = cost;
    Ok(())
}

/// At the beginning of the next end step it is exiled, and is a warped card there (702.185a, 702.185b).
pub(super) fn at_the_end(it: Selection) -> Vec<Instruction> {
    let exile = Exile { slot: Some(WARPED), ..Exile::plain(it) };
    let mark = Instruction::Designate { who: Selection::Slot(WARPED), name: DesignationName::Warped };
    vec![Instruction::Exile(exile), mark]
}

/// A card in exile is a warped one (702.185b).
pub(in crate::engine) fn become_warped(play: &mut Play<'_>, cause: Cause, card: ObjectId) {
    if play.game.object(card).zone == Zone::Exile {
        let turn = play.game.turn().number;
        play.change(cause, Level::Default, Change::Designate(card, Designation::Warped(turn)));
    }
}

/// Whether a player owns a warped card in exile that came there in this very turn: they may not cast it yet (702.185a).
pub(in crate::engine) fn waits(game: &Game, player: PlayerId, card: ObjectId) -> bool {
    let its = game.object(card);
    its.zone == Zone::Exile && its.owner == player && its.warped() == Some(game.turn().number)
}

/// Whether a player owns a warped card in exile and the turn in which it came there has ended: they may cast it then (702.185a).
pub(in crate::engine) fn may_cast(game: &Game, player: PlayerId, card: ObjectId) -> bool {
    let its = game.object(card);
    let since = its.warped().filter(|_| its.zone == Zone::Exile && its.owner == player);
    since.is_some_and(|turn| turn < game.turn().number)
}
