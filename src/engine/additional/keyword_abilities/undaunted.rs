//! CR 702.125: Undaunted

use crate::ir::{Ability, Players, Quantity};

use super::casting::costs_less;

/// It costs {1} less for each opponent of its player who is still in the game (702.125a, 702.125b), by each of its instances
/// (702.125c).
pub(super) fn meaning() -> Ability {
    costs_less(Quantity::Players(Players::Opponents))
}
