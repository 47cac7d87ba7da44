//! CR 702.74: Evoke

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::KeywordName;
use crate::rules::cr;

use super::ways::{Casting, Way};

/// It may be cast for its evoke cost from wherever it may be cast (702.74a).
pub(super) const WAY: Way = Way::named("evoke", cr!("702.74a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    start.costs = casting.cost_of(play, KeywordName::Evoke, (cr!("702.74a"), "it has no evoke"))?;
    Ok(())
}
