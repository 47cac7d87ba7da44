//! CR 702.148: Cleave

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::game::Characteristics;
use crate::ir::{Ability, Body, KeywordName, Symbol};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// What having paid the cleave cost is called.
const CLEAVE: Symbol = Symbol::literal("cleave");

/// It may be cast for its cleave cost from wherever it may be cast (702.148a).
pub(super) const WAY: Way = Way::named("cleave", cr!("702.148a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    start.costs = casting.cost_of(play, KeywordName::Cleave, (cr!("702.148a"), "it has no cleave"))?;
    Ok(())
}

/// Whether a spell's cleave cost was paid.
pub fn was_paid(paid: &[Symbol]) -> bool {
    paid.contains(&CLEAVE)
}

/// What the spell ability at a place says instead, if the cleave cost was paid: its text without the words in square brackets (702.148a).
pub(in crate::engine) fn instead<'c>(
    its: &'c Characteristics,
    place: usize,
    paid: &[Symbol],
) -> Option<&'c Body> {
    if !was_paid(paid) || !its.has(KeywordName::Cleave) {
        return None;
    }
    if let Ability::Cleaved(body) = &*its.abilities.get(place + 1)?.ability { Some(body) } else { None }
}
