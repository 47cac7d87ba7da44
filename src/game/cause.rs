//! Why something happens.

use crate::ir::DesignationName;
use crate::rules::{RuleId, Rules};

use super::ids::{ObjectId, PlayerId};

/// Why something happens, with the rules that make it so. There is no change without one.
#[derive(Debug, Clone, Copy)]
pub struct Cause {
    /// What sort of cause.
    pub kind: CauseKind,
    /// The rules by which it happens, the deciding one first.
    pub rules: Rules,
}

/// What sort of cause a change has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CauseKind {
    /// A spell or ability that resolves (608), with its controller.
    Resolution(ObjectId, PlayerId),
    /// A mana ability or a static ability of the object.
    Ability(ObjectId),
    /// A cost that the player pays (118) for the object.
    Cost(ObjectId, PlayerId),
    /// A player's announcement of the object (601.2a, 602.2a).
    Announcement(PlayerId),
    /// A special action of the player (116).
    SpecialAction(PlayerId),
    /// A turn-based action (703).
    TurnBased,
    /// A state-based action (704).
    StateBased,
    /// Combat damage (510.2).
    Combat,
    /// A replacement effect of the object (614).
    Replacement(ObjectId),
    /// An effect of the object whose duration has ended (610.3), as this has happened.
    Ended(ObjectId, Over),
    /// A player has left the game (800.4).
    PlayerLeft(PlayerId),
    /// The scenario says so; nobody causes it.
    Fiat,
    /// A rule of the game that is none of the above.
    Rules,
}

/// What has happened that an effect lasted until, as far as it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// The permanent left the battlefield.
    Left(ObjectId),
    /// The permanent left the game along with its owner.
    LeftGame(ObjectId),
    /// The player lost control of the object.
    NotControlled(PlayerId, ObjectId),
    /// The player got a designation.
    Gets(PlayerId, DesignationName),
    /// Something else.
    Otherwise,
}

impl Cause {
    /// A cause of this sort by this rule.
    pub fn new(kind: CauseKind, rule: RuleId) -> Self {
        Self { kind, rules: Rules::NONE.and(rule) }
    }

    /// The same cause with one rule more behind those it has.
    #[must_use]
    pub fn and(self, rule: RuleId) -> Self {
        Self { kind: self.kind, rules: self.rules.and(rule) }
    }

    /// The same sort of cause, with the rules still to be added.
    #[must_use]
    pub fn without_rules(self) -> Self {
        Self { kind: self.kind, rules: Rules::NONE }
    }

    /// The same cause with this rule before those it has, unless it is there already.
    #[must_use]
    pub fn led_by(self, rule: RuleId) -> Self {
        let rules = self.rules.iter().fold(Rules::NONE.and(rule), Rules::and);
        Self { kind: self.kind, rules }
    }

    /// The same sort of cause by another rule.
    #[must_use]
    pub fn by(self, rule: RuleId) -> Self {
        Self { kind: self.kind, rules: Rules::NONE.and(rule) }
    }
}

impl CauseKind {
    /// The spell, ability or permanent behind it.
    pub const fn source(self) -> Option<ObjectId> {
        match self {
            Self::Resolution(object, _)
            | Self::Ability(object)
            | Self::Cost(object, _)
            | Self::Replacement(object)
            | Self::Ended(object, _) => Some(object),
            _ => None,
        }
    }
}
