//! What instructions say that have players or words chosen.

use headjudge_derive::Node;

use super::WordKind;
use crate::ir::{Filter, Link, Players, Quantity, Slot};

/// Choose a colour, type, number, name, player or word (607.2d), and keep it under a link.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(plain)]
pub struct ChooseWord {
    /// Who.
    #[node(default = Players::You)]
    pub who: Players,
    /// Of what kind.
    #[node(name = "of")]
    pub kind: WordKind,
    /// Which may be chosen; all of the kind if none is named.
    #[node(default)]
    pub from: Vec<String>,
    /// Only names of cards of this kind.
    pub only: Option<Filter>,
    /// Only what has not been chosen before under the link.
    pub not_before: bool,
    /// The link under which it is kept.
    pub link: Link,
}

/// Choose a player or several, and bind them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(plain)]
pub struct ChoosePlayer {
    /// Who chooses.
    #[node(default = Players::You)]
    pub who: Players,
    /// From whom.
    pub from: Players,
    /// How many.
    #[node(default = Quantity::Fixed(1))]
    pub count: Quantity,
    /// Up to so many, as few as the player likes (608.2d).
    pub up_to: bool,
    /// At random.
    pub random: bool,
    /// The slot.
    #[node(name = "as")]
    pub slot: Slot,
    /// The link under which another ability of the object finds the player (607.2d).
    pub link: Option<Link>,
}
