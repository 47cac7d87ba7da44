//! CR 702.49: Ninjutsu

use crate::ir::KeywordName;
use crate::rules::{RuleId, cr};

/// The rule by which a creature that the keyword puts onto the battlefield attacks the same as the one that was returned.
pub(in crate::engine) fn rule_of_attack(keyword: KeywordName) -> Option<RuleId> {
    (keyword == KeywordName::Ninjutsu).then_some(cr!("702.49c"))
}

/// The rule by which the card that has the keyword stays revealed while its ability is on the stack.
pub(in crate::engine) fn stays_revealed(keyword: KeywordName) -> Option<RuleId> {
    match keyword {
        KeywordName::Ninjutsu => Some(cr!("702.49b")),
        KeywordName::Miracle => Some(cr!("702.94b")),
        _ => None,
    }
}
