//! What instructions say that add mana (106.4).

use serde::Deserialize;

use super::{one, you};
use crate::ir::words::shapes;
use crate::ir::{Color, Duration, Filter, ManaCost, Players, Quantity, Symbol};

/// Add mana (106.4).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AddMana {
    /// Who gets it.
    #[serde(default = "you")]
    pub who: Players,
    /// Which mana.
    pub mana: ManaProduced,
    /// How often.
    #[serde(default = "one")]
    pub count: Quantity,
    /// What it may be spent on only, in a few words of our own.
    #[serde(default)]
    pub only_for: Option<Filter>,
    /// Until when it is not lost as steps and phases end, if the effect says so.
    #[serde(default)]
    pub keep: Option<Duration>,
}

/// Which mana is added.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ManaProduced {
    /// Exactly this.
    Exactly(ManaCost),
    /// One mana of one of these colours (each time chosen anew unless `same`).
    OneOf(Vec<ManaType>),
    /// Mana of any colour, each chosen.
    AnyColor,
    /// Mana of one colour, the same for all.
    AnyOneColor,
    /// A type that lands or other objects of a kind could produce.
    CouldProduce(Filter),
    /// Of the colour that a link chose.
    Chosen(Symbol),
    /// A colour of objects of a kind.
    ColorsOf(Filter),
    /// A type of the mana that the event produced: "any type that land produced".
    TypeProduced,
}

/// A type of mana (106.1b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ManaType {
    /// Of a colour.
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

shapes!(ManaType, "a colour or `colorless`",
word: |word| match word {
    "colorless" => Some(ManaType::Colorless),
    _ => Color::from_word(word).map(ManaType::Color),
});
