//! What instructions say that add mana (106.4).

use headjudge_derive::Node;

use crate::ir::{Color, Duration, Filter, Instruction, Link, ManaCost, Players, Quantity};

/// Add mana (106.4).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct AddMana {
    /// Who gets it.
    #[node(default = Players::You)]
    pub who: Players,
    /// Which mana.
    pub mana: ManaProduced,
    /// How often.
    #[node(default = Quantity::Fixed(1))]
    pub count: Quantity,
    /// What it may be spent on only, in a few words of our own.
    pub only_for: Option<Filter>,
    /// Until when it is not lost as steps and phases end, if the effect says so.
    pub keep: Option<Duration>,
    /// What happens if it is spent on a spell of a kind (106.6).
    pub if_spent: Option<Box<IfSpent>>,
}

/// What happens if mana is spent on a spell of a kind (106.6).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct IfSpent {
    /// On a spell of this kind.
    pub on: Filter,
    /// What is done; the spell is "it".
    #[node(name = "do")]
    pub does: Vec<Instruction>,
    /// Whether a delayed triggered ability does it, "when that mana is spent", rather than the effect itself (603.7a).
    pub triggers: bool,
}

/// Which mana is added.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub enum ManaProduced {
    /// Exactly this.
    Exactly(ManaCost),
    /// One mana of one of these colours (each time chosen anew unless `same`).
    OneOf(Vec<ManaType>),
    /// Mana of any colour, each chosen.
    AnyColor,
    /// Mana of one colour, the same for all.
    AnyOneColor,
    /// Any colour that lands or other objects of a kind could produce (106.7); colorless is no color.
    CouldProduce(Filter),
    /// Of the colour that a link chose.
    Chosen(Link),
    /// A colour of objects of a kind.
    ColorsOf(Filter),
    /// A type of the mana that the event produced: "any type that land produced".
    TypeProduced,
    /// Of a colour in the color identity of the commander of the ability's controller (903.4, 903.4f).
    CommanderIdentity,
}

/// A type of mana (106.1b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "a colour or `colorless`")]
pub enum ManaType {
    /// Of a colour.
    #[node(bare = only)]
    Color(Color),
    /// Colourless.
    Colorless,
}

impl ManaType {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Color(color) => color.word(),
            Self::Colorless => "colorless",
        }
    }
}
