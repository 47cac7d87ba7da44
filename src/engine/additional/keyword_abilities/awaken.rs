//! CR 702.113: Awaken

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::{KeywordName, Symbol};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// What having paid the awaken cost is called.
const AWAKEN: Symbol = Symbol::literal("awaken");

/// It may be cast for its awaken cost from wherever it may be cast (702.113a).
pub(super) const WAY: Way = Way::named("awaken", cr!("702.113a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    start.costs = casting.cost_of(play, KeywordName::Awaken, (cr!("702.113a"), "it has no awaken"))?;
    Ok(())
}

/// Whether the awaken cost is among those that were paid.
pub(in crate::engine) fn was_paid(paid: &[Symbol]) -> bool {
    paid.contains(&AWAKEN)
}
