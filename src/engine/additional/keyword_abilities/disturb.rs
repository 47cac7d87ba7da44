//! CR 702.146: Disturb

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::{KeywordName, Zone};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// Its owner may cast it transformed from their graveyard for its disturb cost (702.146a).
pub(super) const WAY: Way =
    Way { face: Some(1), ..Way::from(Zone::Graveyard, "disturb", cr!("702.146a"), begin) };

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let why = "only a card with disturb in one's own graveyard can be cast by it";
    let disturb = (KeywordName::Disturb, cr!("702.146a"), why);
    start.costs = casting.costs_in_graveyard(play, start, disturb)?;
    Ok(())
}
