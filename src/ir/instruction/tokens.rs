//! What instructions say that create tokens (111).

use headjudge_derive::Node;

use crate::ir::card::PrintedNumber::Fixed;
use crate::ir::{
    Ability, Change, Colors, CounterKind, Face, Players, Quantity, Selection, Slot, Subtype, TypeLine,
};

/// Create tokens (701.7).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(plain)]
pub struct Create {
    /// Who creates them.
    #[node(default = Players::You)]
    pub who: Players,
    /// How many.
    #[node(default = Quantity::Fixed(1))]
    pub count: Quantity,
    /// What they are.
    pub token: TokenSpec,
    /// Tapped.
    pub tapped: bool,
    /// Attacking.
    pub attacking: bool,
    /// Whom they attack, if that is said.
    pub attacking_whom: Option<Players>,
    /// Or a planeswalker that this player controls.
    pub or_planeswalker: bool,
    /// Blocking one of these, as its controller chooses (509.4).
    pub blocking: Option<Selection>,
    /// With counters.
    #[node(default)]
    pub counters: Vec<(CounterKind, Quantity)>,
    /// Attached to something.
    pub attached_to: Option<Selection>,
    /// And these others at the same time.
    #[node(default)]
    pub and: Vec<Self>,
    /// The slot for the tokens.
    #[node(name = "as")]
    pub slot: Option<Slot>,
}

/// What a token is (111.3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub enum TokenSpec {
    /// A token with these characteristics; its name is its subtypes and "Token" unless said (111.4).
    New(Box<TokenFace>),
    /// A predefined token: Treasure, Food, Clue and others (111.10).
    Predefined(Subtype),
    /// A token of a card's name, with all the characteristics that the card has (111.11).
    Named(String),
    /// A token that is a copy (707).
    CopyOf {
        /// Of what; of several, a token for each, all created at the same time.
        what: Selection,
        /// With these changes to its copiable values (707.9).
        #[node(default)]
        except: Vec<Change>,
    },
}

/// The characteristics of a token (111.3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct TokenFace {
    /// The name, if the effect gives one.
    pub name: Option<String>,
    /// The colours.
    #[node(default)]
    pub colors: Colors,
    /// The type line.
    pub types: TypeLine,
    /// Power, for creatures.
    pub power: Option<Quantity>,
    /// Toughness, for creatures.
    pub toughness: Option<Quantity>,
    /// The abilities.
    #[node(default)]
    pub abilities: Vec<Ability>,
}

impl TokenFace {
    /// The token as a face, with power and toughness as given (its quantities are worked out as it is created).
    pub fn face(&self, power: Option<i32>, toughness: Option<i32>) -> Face {
        Face {
            name: self.name.clone().unwrap_or_else(|| token_name(&self.types.subtypes)),
            cost: None,
            colors: Some(self.colors),
            types: self.types.clone(),
            power: power.map(Fixed),
            toughness: toughness.map(Fixed),
            loyalty: None,
            defense: None,
            hand_modifier: None,
            life_modifier: None,
            abilities: self.abilities.clone(),
        }
    }
}

/// The name of a token that the effect doesn't name: its subtypes and the word "Token" (111.4).
pub fn token_name(subtypes: &[Subtype]) -> String {
    let mut words: Vec<&str> = subtypes.iter().map(|subtype| subtype.word()).collect();
    words.push(TOKEN);
    words.join(" ")
}

/// What a token's name is without the word that all such names end in: how the token is spoken of.
pub fn bare_token_name(name: &str) -> &str {
    name.strip_suffix(TOKEN).map_or(name, str::trim_end)
}

const TOKEN: &str = "Token";
