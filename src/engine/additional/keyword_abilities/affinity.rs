//! CR 702.41: Affinity

use crate::ir::{Ability, Filter, Players, Quantity};

use super::casting::costs_less;

/// It costs {1} less for each such permanent that its player controls (702.41a). Each of several is a static ability of its own, and
/// so each counts (702.41b).
pub(super) fn meaning(of: &Filter) -> Ability {
    let own = Filter::All(vec![of.clone(), Filter::ControlledBy(Players::You)]);
    costs_less(Quantity::Count(Box::new(own)))
}
