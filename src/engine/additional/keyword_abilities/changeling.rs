//! CR 702.73: Changeling

use crate::ir::{Ability, Change, Static};

/// This object is every creature type, wherever it is (702.73a).
pub(super) fn meaning() -> Ability {
    Ability::Static(Static::defining(vec![Change::EveryCreatureType]))
}
