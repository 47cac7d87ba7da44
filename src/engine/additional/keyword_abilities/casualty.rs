//! CR 702.153: Casualty

use crate::ir::ability::AdditionalCost;
use crate::ir::instruction::Sacrifice;
use crate::ir::{Ability, CardType, Comparison, Cost, Costs, Filter, Quantity, Symbol};

use super::replicate::copied;

/// What having paid the casualty cost is called.
pub(super) const CASUALTY: Symbol = Symbol::literal("casualty");

/// As the spell is cast a creature of so much power may be sacrificed; if it was, the spell is copied when it is cast (702.153a).
pub(super) fn meaning(power: &Quantity) -> Vec<Ability> {
    let creature = Filter::All(vec![
        Filter::Type(CardType::Creature),
        Filter::Power(Comparison::AtLeast(power.clone())),
    ]);
    let cost = Costs(vec![Cost::Sacrifice(Sacrifice { what: Some(creature), ..Sacrifice::plain() })]);
    let additional = AdditionalCost { cost, optional: true, name: Some(CASUALTY) };
    vec![Ability::AdditionalCost(additional), copied(CASUALTY, Quantity::Fixed(1))]
}

/// Whether what is sacrificed is what casualty asks for.
pub(super) fn is_cost(it: &Sacrifice) -> bool {
    matches!(&it.what, Some(Filter::All(all)) if matches!(all.as_slice(),
        [Filter::Type(CardType::Creature), Filter::Power(Comparison::AtLeast(_))]))
}
