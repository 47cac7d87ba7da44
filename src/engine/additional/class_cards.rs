//! CR 716: Class Cards

use crate::ir::{Activated, DesignationName, Instruction};

/// Whether an activated ability is that of a class level bar: it gives its Class a level (716.2a).
pub(crate) fn is_level_bar(ability: &Activated) -> bool {
    match ability.effect.does.as_slice() {
        [Instruction::Designate { name, .. }] => {
            matches!(name, DesignationName::Level2 | DesignationName::Level3)
        }
        _ => false,
    }
}
