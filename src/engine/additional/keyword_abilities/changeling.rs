//! CR 702.73: Changeling

use crate::ir::{Ability, Change, Selection, Static};

/// This object is every creature type, wherever it is (702.73a).
pub(super) fn meaning() -> Ability {
    Ability::Static(Static {
        affects: Some(Selection::This),
        changes: vec![Change::EveryCreatureType],
        rules: Vec::new(),
        condition: None,
        from: None,
        defining: true,
    })
}
