//! CR 702.166: Bargain

use crate::ir::ability::AdditionalCost;
use crate::ir::instruction::Sacrifice;
use crate::ir::{Ability, CardType, Cost, Costs, Filter, Symbol, Trait};

/// What having paid the bargain cost is called: the spell is bargained then (702.166b).
pub(super) const BARGAIN: Symbol = Symbol::literal("bargain");

/// As the spell is cast an artifact, an enchantment or a token may be sacrificed (702.166a).
pub(super) fn meaning() -> Ability {
    let what = Filter::Any(vec![
        Filter::Type(CardType::Artifact),
        Filter::Type(CardType::Enchantment),
        Filter::Is(Trait::Token),
    ]);
    let cost = Costs(vec![Cost::Sacrifice(Sacrifice { what: Some(what), ..Sacrifice::plain() })]);
    Ability::AdditionalCost(AdditionalCost { cost, optional: true, name: Some(BARGAIN) })
}
