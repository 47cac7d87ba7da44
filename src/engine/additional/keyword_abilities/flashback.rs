//! CR 702.34: Flashback

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::{CardType, KeywordName, Zone};
use crate::rules::cr;

use super::ways::{Casting, Way, was_cast_by};

/// It is cast from its player's graveyard for the flashback cost, and exiled as it leaves the stack (702.34a).
pub(super) const WAY: Way = Way {
    exiled: |_, announced| announced.cast.is_some() && was_cast_by(announced, "flashback"),
    ..Way::from(Zone::Graveyard, "flashback", cr!("702.34a"), begin)
};

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let why = "only an instant or sorcery card with flashback in one's own graveyard can be cast by it";
    let flashback = (KeywordName::Flashback, cr!("702.34a"), why);
    if !(casting.face.is(CardType::Instant) || casting.face.is(CardType::Sorcery)) {
        return Err(casting.refused(cr!("702.34a"), why));
    }
    start.costs = casting.costs_in_graveyard(play, start, flashback)?;
    Ok(())
}
