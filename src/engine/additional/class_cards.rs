//! CR 716: Class Cards

use crate::ir::{Activated, Instruction};

/// The level that a designation's name means: `level-2`.
pub(in crate::engine) fn level(name: &str) -> Option<u8> {
    name.strip_prefix("level-")?.parse().ok()
}

/// Whether an activated ability is that of a class level bar: it gives its Class a level (716.2a).
pub(in crate::engine) fn is_level_bar(ability: &Activated) -> bool {
    match ability.effect.does.as_slice() {
        [Instruction::Designate { name, .. }] => level(name.as_str()).is_some(),
        _ => false,
    }
}
