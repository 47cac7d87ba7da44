//! CR 702.114: Devoid

use crate::ir::{Ability, Change, Selection, Static};

/// This object is colorless, wherever it is (702.114a).
pub(super) fn meaning() -> Ability {
    Ability::Static(Static {
        affects: Some(Selection::This),
        changes: vec![Change::SetColors(Vec::new())],
        rules: Vec::new(),
        condition: None,
        from: None,
        defining: true,
    })
}
