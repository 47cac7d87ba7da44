//! CR 702.163: For Mirrodin!

use crate::ir::{Ability, Color};

use super::living_weapon;

/// When this enters, a 2/2 red Rebel is created, and this attached to it (702.163a).
pub(super) fn meaning() -> Vec<Ability> {
    vec![living_weapon::brings(&["Rebel"], Some(Color::Red), 2)]
}
