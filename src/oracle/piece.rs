//! The names of the pieces of grammar that are code; [`super::pieces`] is that code.

/// A piece of grammar that is code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// A number from two on in words.
    Number,
    /// A number in digits.
    Digits,
    /// A mana cost or an amount of mana.
    Mana,
    /// `+1/-1`: added to power and toughness.
    Change,
    /// `2/2`: power and toughness.
    PowerToughness,
    /// `+1`, `-3`, `0`: a loyalty cost.
    Loyalty,
    /// A subtype, of one or many.
    Subtype,
    /// The lack of a subtype: `non-Human`.
    NoSubtype,
    /// The name of a keyword ability, which something may have to stand behind.
    Keyword(Behind),
    /// A kind of counter.
    CounterKind,
    /// A word of flavour before a dash: an ability word or the like, which means nothing.
    Label,
    /// The name of a card.
    Name,
    /// The types of a token, the subtypes first, behind a supertype that is said before: `Goblin Shaman creature`.
    Types(&'static str),
    /// A noun phrase without its article, or with it.
    Nouns(&'static str, bool),
}

/// What stands behind a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behind {
    /// Nothing.
    Nothing,
    /// A cost.
    Cost,
    /// A number.
    Number,
    /// Whatever it is: the name alone.
    Any,
}

impl Piece {
    /// The piece of this name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "number" => Self::Number,
            "digits" => Self::Digits,
            "mana" => Self::Mana,
            "change" => Self::Change,
            "power-toughness" => Self::PowerToughness,
            "loyalty" => Self::Loyalty,
            "subtype" => Self::Subtype,
            "non-subtype" => Self::NoSubtype,
            "plain-keyword" => Self::Keyword(Behind::Nothing),
            "keyword-with-cost" => Self::Keyword(Behind::Cost),
            "keyword-with-number" => Self::Keyword(Behind::Number),
            "keyword-name" => Self::Keyword(Behind::Any),
            "counter-kind" => Self::CounterKind,
            "label" => Self::Label,
            "card-name" => Self::Name,
            "token-types" => Self::Types(""),
            "legendary-types" => Self::Types("Legendary "),
            "snow-types" => Self::Types("Snow "),
            "permanents" => Self::Nouns("permanent-noun", false),
            "a-permanent" => Self::Nouns("permanent-noun", true),
            "cards" => Self::Nouns("card-noun", false),
            "a-card" => Self::Nouns("card-noun", true),
            "spells" => Self::Nouns("spell-noun", false),
            "a-spell" => Self::Nouns("spell-noun", true),
            _ => return None,
        })
    }
}
