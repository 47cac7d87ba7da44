//! CR 106: the mana in a player's pool.

use std::fmt;
use std::sync::Arc;

use crate::ir::instruction::{IfSpent, ManaType};
use crate::ir::{Color, Duration, Filter};

use super::characteristics::{Characteristics, Origin};
use super::ids::{ObjectId, PlayerId};

/// One unspent mana (106.4).
#[derive(Debug, Clone, PartialEq)]
pub struct Mana {
    /// Its type (106.1b).
    pub kind: ManaType,
    /// Whether its source is snow (107.4h).
    pub snow: bool,
    /// What alone it may be spent on, if that is restricted (106.6).
    pub only_for: Option<Arc<Filter>>,
    /// What produced it (106.3); nothing for what was in the pool as the scenario began.
    pub source: Option<ObjectId>,
    /// What that was as it did.
    pub source_was: Option<Arc<Characteristics>>,
    /// Until when it is not lost as steps and phases end, where the effect that produced it says so (500.5).
    pub keep: Option<Duration>,
    /// What happens if it is spent on a spell of a kind (106.6).
    pub rider: Option<Arc<Rider>>,
}

/// What happens if mana is spent on a spell, and whose effect says so (106.6).
#[derive(Debug, Clone, PartialEq)]
pub struct Rider {
    /// What happens.
    pub if_spent: IfSpent,
    /// What produced the mana.
    pub source: ObjectId,
    /// Which of its abilities.
    pub origin: Origin,
    /// Who controlled that ability.
    pub controller: PlayerId,
}

impl Mana {
    /// Whether mana of the same type is the same to spend and to keep: nothing but its source tells it apart.
    pub fn spends_like(&self, other: &Self) -> bool {
        self.snow == other.snow
            && self.only_for == other.only_for
            && self.keep == other.keep
            && self.rider == other.rider
    }
}

/// An amount of mana of each type: white, blue, black, red, green, colourless.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ManaAmount(pub [u8; 6]);

/// The types of mana in their order (106.1b).
pub const MANA_TYPES: [ManaType; 6] = [
    ManaType::Color(Color::White),
    ManaType::Color(Color::Blue),
    ManaType::Color(Color::Black),
    ManaType::Color(Color::Red),
    ManaType::Color(Color::Green),
    ManaType::Colorless,
];

impl ManaAmount {
    /// How much there is of a type.
    pub fn of(&self, kind: ManaType) -> u8 {
        MANA_TYPES.iter().zip(self.0).find(|(its, _)| **its == kind).map_or(0, |(_, count)| count)
    }

    /// Adds so much of a type.
    pub fn add(&mut self, kind: ManaType, count: u8) {
        for (its, amount) in MANA_TYPES.iter().zip(&mut self.0) {
            if *its == kind {
                *amount = amount.saturating_add(count);
            }
        }
    }

    /// All of these together.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        for (amount, more) in self.0.iter_mut().zip(other.0) {
            *amount = amount.saturating_add(more);
        }
        self
    }

    /// What is left after taking another amount away; nothing if there is too little of a type.
    pub fn minus(mut self, other: Self) -> Option<Self> {
        for (amount, less) in self.0.iter_mut().zip(other.0) {
            *amount = amount.checked_sub(less)?;
        }
        Some(self)
    }

    /// How much in all.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    /// The types of which there is any, in order.
    pub fn types(&self) -> impl Iterator<Item = ManaType> + '_ {
        MANA_TYPES.iter().zip(self.0).filter(|(_, count)| *count > 0).map(|(kind, _)| *kind)
    }
}

impl FromIterator<ManaType> for ManaAmount {
    fn from_iter<T: IntoIterator<Item = ManaType>>(types: T) -> Self {
        let mut amount = Self::default();
        for kind in types {
            amount.add(kind, 1);
        }
        amount
    }
}

impl fmt::Display for ManaAmount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, count) in MANA_TYPES.iter().zip(self.0) {
            for _ in 0..count {
                match kind {
                    ManaType::Color(color) => write!(formatter, "{{{}}}", color.letter())?,
                    ManaType::Colorless => formatter.write_str("{C}")?,
                }
            }
        }
        Ok(())
    }
}
