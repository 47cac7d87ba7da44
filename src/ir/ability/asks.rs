//! What is asked of an ability in many places: which kind it is.

use super::{Ability, Activated, Body, Static, Triggered};
use crate::ir::{Keyword, Replacement};

impl Ability {
    /// It as a keyword ability, if it is one.
    pub const fn as_keyword(&self) -> Option<&Keyword> {
        if let Self::Keyword(it) = self { Some(it) } else { None }
    }

    /// It as a spell ability, if it is one.
    pub const fn as_spell(&self) -> Option<&Body> {
        if let Self::Spell(it) = self { Some(it) } else { None }
    }

    /// It as an activated ability, if it is one.
    pub const fn as_activated(&self) -> Option<&Activated> {
        if let Self::Activated(it) = self { Some(it) } else { None }
    }

    /// It as a triggered ability, if it is one.
    pub fn as_triggered(&self) -> Option<&Triggered> {
        if let Self::Triggered(it) = self { Some(it) } else { None }
    }

    /// It as a static ability, if it is one.
    pub const fn as_static(&self) -> Option<&Static> {
        if let Self::Static(it) = self { Some(it) } else { None }
    }

    /// It as an ability that replaces or prevents something, if it is one.
    pub const fn as_replacement(&self) -> Option<&Replacement> {
        if let Self::Replacement(it) = self { Some(it) } else { None }
    }

    /// What it does, if it is of a kind that does something as a spell or ability resolves.
    pub fn body(&self) -> Option<&Body> {
        match self {
            Self::Spell(body) | Self::Cleaved(body) => Some(body),
            Self::Activated(activated) => Some(&activated.effect),
            Self::Triggered(triggered) => Some(&triggered.effect),
            Self::Keyword(_)
            | Self::Static(_)
            | Self::Replacement(_)
            | Self::AdditionalCost(_)
            | Self::AlternativeCost(_)
            | Self::CastOnly(_)
            | Self::ManaFrom(_)
            | Self::Room(_)
            | Self::OpeningHand(_)
            | Self::DeckLimit(_)
            | Self::CanBeCommander
            | Self::Unsupported(_) => None,
        }
    }
}
