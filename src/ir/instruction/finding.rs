//! What instructions say that find cards in a library.

use headjudge_derive::Node;

use crate::ir::filter::Shared;
use crate::ir::{Filter, Players, Quantity, Slot, Zone};

/// Search a library (701.23) for cards of a kind, and bind them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(plain)]
pub struct Search {
    /// Who searches.
    #[node(default = Players::You)]
    pub who: Players,
    /// Whose library.
    #[node(name = "in", default = Players::You)]
    pub library: Players,
    /// For what.
    #[node(name = "for")]
    pub what: Filter,
    /// How many, "up to" included.
    #[node(default = Quantity::Fixed(1))]
    pub count: Quantity,
    /// All that there are.
    pub all: bool,
    /// Also these zones.
    #[node(default)]
    pub zones: Vec<Zone>,
    /// Of the library and these zones only those that the player chooses, at least one ("and/or").
    pub any_zones: bool,
    /// As few of them as the player likes, though they lie open.
    pub up_to: bool,
    /// No two of which are alike in this ("with different names").
    pub different: Option<Shared>,
    /// The slot for the cards.
    #[node(name = "as")]
    pub slot: Slot,
    /// The slot for the players whose libraries are searched ("if you search your library this way").
    pub searched: Option<Slot>,
}

/// Reveal from the top of a library until a card of the kind is revealed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(plain)]
pub struct RevealUntil {
    /// Whose library.
    #[node(default = Players::You)]
    pub who: Players,
    /// Of what kind.
    pub what: Filter,
    /// Exile instead of only revealing.
    pub exiling: bool,
    /// The slot for the card found.
    #[node(name = "as")]
    pub slot: Slot,
    /// The slot for the others.
    pub rest: Slot,
}
