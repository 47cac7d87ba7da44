//! CR 702.109: Dash

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::instruction::Put;
use crate::ir::{Instruction, KeywordName, Selection, Symbol, Zone};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// What having paid the dash cost is called.
pub(super) const DASH: Symbol = Symbol::literal("dash");

/// It may be cast for its dash cost from wherever it may be cast (702.109a).
pub(super) const WAY: Way = Way::named("dash", cr!("702.109a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    start.costs = casting.cost_of(play, KeywordName::Dash, (cr!("702.109a"), "it has no dash"))?;
    Ok(())
}

/// At the beginning of the next end step it returns to its owner's hand (702.109a).
pub(super) fn at_the_end(it: Selection) -> Vec<Instruction> {
    vec![Instruction::Put(Put { from: Some(Zone::Battlefield), ..Put::plain(it, Zone::Hand) })]
}
