//! CR 702.42: Entwine

use crate::game::Characteristics;
use crate::ir::ability::ModesInstead;
use crate::ir::{Condition, KeywordName, Modes, Symbol};

/// What having paid the entwine cost is called.
pub(super) const ENTWINE: Symbol = Symbol::literal("entwine");

/// Of a spell with entwine all modes are chosen if that is paid (702.42a).
pub(in crate::engine) fn widen(its: &Characteristics, modes: &mut Modes) {
    if its.has(KeywordName::Entwine) {
        let all = u8::try_from(modes.modes.len()).unwrap_or(u8::MAX);
        let only_if = Condition::Paid(ENTWINE);
        modes.instead = Some(ModesInstead { only_if, at_least: all, at_most: all });
    }
}
