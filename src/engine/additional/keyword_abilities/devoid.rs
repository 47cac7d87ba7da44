//! CR 702.114: Devoid

use crate::ir::{Ability, Change, Static};

/// This object is colorless, wherever it is (702.114a).
pub(super) fn meaning() -> Ability {
    Ability::Static(Static::defining(vec![Change::SetColors(Vec::new())]))
}
