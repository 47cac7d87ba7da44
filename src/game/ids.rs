//! Names for the things of a game: small numbers that are dealt in order.

use std::fmt;

use crate::ir::Symbol;

/// A player, by seat in turn order from 0.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u8);

/// An object: one stay of a card, token, copy or ability in one zone (400.7). Ids are never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

/// A physical card, which stays the same through all zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(pub u16);

impl PlayerId {
    /// The seat as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl PlayerId {
    /// The player as a word, by which a choice of players is kept for linked abilities (607.2d).
    pub fn word(self) -> Option<Symbol> {
        Symbol::parse(&format!("player {}", self.0))
    }

    /// The player that such a word means.
    pub fn of_word(word: Symbol) -> Option<Self> {
        word.as_str().strip_prefix("player ")?.parse().ok().map(Self)
    }
}

impl ObjectId {
    /// The object's place in the list of all objects there ever were.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl CardId {
    /// The card's place in the list of the game's cards.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{}", self.0 + 1)
    }
}

/// An object or a player: what can be targeted, damaged, attacked or chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// An object.
    Object(ObjectId),
    /// A player.
    Player(PlayerId),
}

impl Thing {
    /// The object, if it is one.
    pub const fn object(self) -> Option<ObjectId> {
        match self {
            Self::Object(object) => Some(object),
            Self::Player(_) => None,
        }
    }

    /// The player, if it is one.
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Self::Player(player) => Some(player),
            Self::Object(_) => None,
        }
    }
}

impl From<ObjectId> for Thing {
    fn from(object: ObjectId) -> Self {
        Self::Object(object)
    }
}

impl From<PlayerId> for Thing {
    fn from(player: PlayerId) -> Self {
        Self::Player(player)
    }
}
