//! CR 701.57: Discover

use crate::engine::additional::keyword_abilities::cascade;
use crate::ir::{Comparison, Filter, Instruction, Quantity};

/// Cards are exiled from the top of the library until one is no land and has so small a mana value; it may be cast for nothing, else
/// it goes to the hand, and the others to the bottom (701.57a).
pub(super) fn meaning(most: Quantity) -> Vec<Instruction> {
    let mut does = cascade::until_found(Filter::ManaValue(Comparison::AtMost(most)));
    does.push(cascade::to_the_hand());
    does.push(cascade::to_the_bottom());
    does
}
