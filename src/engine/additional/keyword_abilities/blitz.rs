//! CR 702.152: Blitz

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::instruction::Sacrifice;
use crate::ir::{Instruction, KeywordName, Selection, Symbol};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// What having paid the blitz cost is called.
pub(super) const BLITZ: Symbol = Symbol::literal("blitz");

/// It may be cast for its blitz cost from wherever it may be cast (702.152a).
pub(super) const WAY: Way = Way::named("blitz", cr!("702.152a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    start.costs = casting.cost_of(play, KeywordName::Blitz, (cr!("702.152a"), "it has no blitz"))?;
    if casting.face.keywords(KeywordName::Blitz).count() > 1 {
        // Each of them would ask for its own payment alone (702.152b).
        return Err(Halt::undecided(casting.card, "for which of several blitz abilities the cost is paid"));
    }
    Ok(())
}

/// At the beginning of the next end step it is sacrificed (702.152a).
pub(super) fn at_the_end(it: Selection) -> Vec<Instruction> {
    vec![Instruction::Sacrifice(Sacrifice::of(it))]
}
