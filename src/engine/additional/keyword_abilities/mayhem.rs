//! CR 702.187: Mayhem

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::game::{MoveAction, Occurrence};
use crate::ir::{KeywordName, Zone};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// Its owner may cast it from their graveyard for its mayhem cost if they discarded it this turn (702.187b).
pub(super) const WAY: Way = Way::from(Zone::Graveyard, "mayhem", cr!("702.187b"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let why = "only a card with mayhem in one's own graveyard can be cast by it";
    let mayhem = (KeywordName::Mayhem, cr!("702.187b"), why);
    let costs = casting.costs_in_graveyard(play, start, mayhem)?;
    let discarded = |it: &Occurrence| matches!(it, Occurrence::Moved { to, action: MoveAction::Discard, .. } if *to == casting.card);
    // Only its owner can have discarded it.
    if play.game.object(casting.card).owner != casting.player || !play.game.this_turn().iter().any(discarded)
    {
        return Err(casting.refused(cr!("702.187b"), "the player has not discarded it this turn"));
    }
    start.costs = costs;
    Ok(())
}
