//! CR 702.175: Offspring

use crate::ir::ability::AdditionalCost;
use crate::ir::{Ability, Change, Costs, Quantity, Symbol};

use super::squad::copied;

/// What having paid the offspring cost is called.
pub(super) const OFFSPRING: Symbol = Symbol::literal("offspring");

/// A cost that may be paid as the spell is cast; when the permanent enters, a token that is a copy of it but 1/1 is created (702.175a).
pub(super) fn meaning(cost: &Costs) -> Vec<Ability> {
    let additional = AdditionalCost { cost: cost.clone(), optional: true, name: Some(OFFSPRING) };
    let one = || Some(Quantity::Fixed(1));
    let small = Change::SetPowerToughness { power: one(), toughness: one() };
    vec![Ability::AdditionalCost(additional), copied(OFFSPRING, Quantity::Fixed(1), vec![small])]
}
