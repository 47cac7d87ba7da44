//! CR 702.176: Impending

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::KeywordName;
use crate::rules::cr;

use super::ways::{Casting, Way};

/// It may be cast for its impending cost from wherever it may be cast (702.176a).
pub(super) const WAY: Way = Way::named("impending", cr!("702.176a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    start.costs = casting.cost_of(play, KeywordName::Impending, (cr!("702.176a"), "it has no impending"))?;
    Ok(())
}
