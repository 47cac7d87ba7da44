//! CR 608: Resolving Spells and Abilities. How a payment is offered as something resolves (118.12, 608.2d).

use crate::ir::Instruction;
use crate::rules::{RuleId, cr};

/// How a payment is offered as something resolves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine::spells::instructions) enum Offered {
    /// A player may pay; what follows looks at whether they did (118.12).
    Alone,
    /// Something happens unless they pay (118.12a).
    Unless,
    /// They choose between paying and something else (608.2d).
    Either,
}

impl Offered {
    /// How it is offered by what follows, and by which rule that follows.
    pub(in crate::engine::spells::instructions) const fn of(
        then: &[Instruction],
        otherwise: &[Instruction],
        either: bool,
    ) -> (Self, RuleId) {
        match (either, then, otherwise) {
            (true, ..) => (Self::Either, cr!("608.2d")),
            (false, [], [_, ..]) => (Self::Unless, cr!("118.12a")),
            (false, ..) => (Self::Alone, cr!("118.12")),
        }
    }

    /// The rule by which the player is asked.
    pub(in crate::engine::spells::instructions) const fn rule(self) -> RuleId {
        match self {
            Self::Alone | Self::Unless => cr!("118.12"),
            Self::Either => cr!("608.2d"),
        }
    }
}
