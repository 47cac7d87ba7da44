//! What the form says of entering combat, and whether what enters can fight (506.3).

use crate::game::Characteristics;
use crate::ir::{CardType, Players, Selection};
use crate::rules::{RuleId, cr};

/// Whether what enters the battlefield attacking or blocking can do so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Fighter {
    /// A creature.
    Creature,
    /// A creature that is also a battle.
    Battle,
    /// No creature.
    Other,
}

impl Fighter {
    /// What a permanent is with these characteristics.
    pub(in crate::engine) fn of(characteristics: &Characteristics) -> Self {
        match (characteristics.is(CardType::Creature), characteristics.is(CardType::Battle)) {
            (true, false) => Self::Creature,
            (true, true) => Self::Battle,
            (false, _) => Self::Other,
        }
    }

    /// The rule by which it never attacks or blocks.
    pub(in crate::engine) const fn why_not(self) -> Option<RuleId> {
        match self {
            Self::Creature => None,
            Self::Battle => Some(cr!("506.3f")),
            Self::Other => Some(cr!("506.3a")),
        }
    }
}

/// What the instruction that puts something onto the battlefield says of its entering combat.
pub(in crate::engine) struct Joins<'a> {
    /// It enters attacking.
    pub(in crate::engine) attacking: bool,
    /// Whom it attacks, if that is said.
    pub(in crate::engine) whom: Option<&'a Players>,
    /// Or a planeswalker of theirs.
    pub(in crate::engine) or_planeswalker: bool,
    /// The creature that attacks or attacked the same, if that is said.
    pub(in crate::engine) like: Option<&'a Selection>,
    /// What it enters blocking.
    pub(in crate::engine) blocking: Option<&'a Selection>,
}
