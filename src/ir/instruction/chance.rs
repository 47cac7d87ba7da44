//! What chance or a vote decides.

use headjudge_derive::Node;

use super::super::{Filter, Players, Quantity, Slot};
use super::Instruction;

/// Flip coins (705): either a call is won or lost, or it matters which side comes up; never both.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct FlipCoin {
    /// Who flips.
    #[node(default = Players::You)]
    pub who: Players,
    /// How many coins.
    #[node(default = Quantity::Fixed(1))]
    pub times: Quantity,
    /// Again and again until the flip is lost.
    pub until_lost: bool,
    /// What is done for each flip that is won.
    #[node(default)]
    pub win: Vec<Instruction>,
    /// For each that is lost.
    #[node(default)]
    pub lose: Vec<Instruction>,
    /// The slot for the number of flips won.
    pub wins_as: Option<Slot>,
    /// What is done for each coin that comes up heads.
    #[node(default)]
    pub heads: Vec<Instruction>,
    /// For each that comes up tails.
    #[node(default)]
    pub tails: Vec<Instruction>,
    /// The slot for the number of coins that come up heads.
    pub heads_as: Option<Slot>,
}

impl FlipCoin {
    /// Whether only the side counts, so that nobody wins or loses a flip (705.2).
    pub fn is_for_sides(&self) -> bool {
        !self.heads.is_empty() || !self.tails.is_empty() || self.heads_as.is_some()
    }

    /// What is done by how a coin falls.
    pub fn courses(&self) -> impl Iterator<Item = &[Instruction]> {
        [&self.win, &self.lose, &self.heads, &self.tails].into_iter().map(Vec::as_slice)
    }

    /// Whether it speaks both of calls and of sides, or of calls that nothing loses.
    pub fn contradicts_itself(&self) -> bool {
        let calls =
            self.until_lost || !self.win.is_empty() || !self.lose.is_empty() || self.wins_as.is_some();
        calls && self.is_for_sides() || self.until_lost && self.times != Quantity::Fixed(1)
    }
}

/// Roll dice (706), with a table of results or without.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct RollDie {
    /// Who rolls.
    #[node(default = Players::You)]
    pub who: Players,
    /// The number of sides, from 1.
    pub sides: u8,
    /// How many dice.
    #[node(default = Quantity::Fixed(1))]
    pub times: Quantity,
    /// What the instruction adds to each roll (706.2).
    pub add: Option<Quantity>,
    /// From which result on, what; in rising order.
    #[node(default)]
    pub results: Vec<(u8, Vec<Instruction>)>,
    /// The slot for the result, or for the sum of several.
    #[node(name = "as")]
    pub slot: Option<Slot>,
}

impl RollDie {
    /// The greatest result that a part of the table lists; none for the last one, where the roll may be modified.
    pub fn greatest(&self, place: usize) -> Option<u8> {
        let next = self.results.get(place + 1).map(|(next, _)| next.saturating_sub(1));
        next.or_else(|| self.add.is_none().then_some(self.sides))
    }
}

/// Vote (701.38): each player in turn order for one of several words or objects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Vote {
    /// Who votes.
    #[node(default = Players::Each)]
    pub who: Players,
    /// With whom it starts.
    #[node(default = Players::You)]
    pub first: Players,
    /// The words. Each is a slot afterwards: of the number of its votes, and of the players who gave it one.
    #[node(default)]
    pub words: Vec<Slot>,
    /// Of which objects one is voted for, where it is no words.
    pub what: Option<Filter>,
    /// The slot for the objects that have the most votes, tied ones too.
    pub most_as: Option<Slot>,
    /// The slot for all the objects that have a vote.
    #[node(name = "as")]
    pub slot: Option<Slot>,
}
