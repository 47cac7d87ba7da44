//! CR 702.182: Job Select

use crate::ir::Ability;

use super::living_weapon;

/// When this enters, a 1/1 colorless Hero is created, and this attached to it (702.182a).
pub(super) fn meaning() -> Vec<Ability> {
    vec![living_weapon::brings(&["Hero"], None, 1)]
}
