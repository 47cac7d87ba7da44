//! CR 702.67: Fortify

use crate::ir::{Ability, CardType, Costs, Filter, Players};

use super::equip;

/// Pay the cost: attach this to target land you control, only as a sorcery (702.67a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    equip::attaches(cost, vec![Filter::Type(CardType::Land), Filter::ControlledBy(Players::You)], false)
}
