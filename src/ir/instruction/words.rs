//! The words of instructions: what is done with a counter, how a card is copied, what kind of word is chosen.

use crate::ir::words::words;
use crate::ir::{CardType, Color, Subtype, SubtypeFamily};

words! {
    /// What is done with a counter that was chosen.
    CounterDeed {
        /// It is removed.
        Remove = "remove",
        /// Another of its kind is put on the object.
        Another = "another",
    }
}

words! {
    /// How a card is copied so that the copy may be cast.
    CardCopy {
        /// The card is copied, if the player likes.
        May = "may",
        /// The card is copied.
        Must = "must",
    }
}

words! {
    /// What kind of word is chosen (607.2d).
    WordKind {
        /// A colour.
        Color = "color",
        /// A creature type.
        CreatureType = "creature-type",
        /// A basic land type.
        BasicLandType = "basic-land-type",
        /// A card type.
        CardType = "card-type",
        /// A card name.
        CardName = "card-name",
        /// A number.
        Number = "number",
        /// One of the words given.
        Word = "word",
    }
}

impl WordKind {
    /// The words of this kind in lower case, only these if any are named; nothing where there are too many to list, as of numbers and
    /// names of cards.
    pub fn words(self, from: &[String]) -> Option<Vec<String>> {
        Some(match (self, from) {
            (Self::CardName | Self::Number, _) | (Self::Word, []) => return None,
            (Self::Color, []) => Color::ALL.iter().map(|color| color.word().to_owned()).collect(),
            (Self::CreatureType, []) => {
                Subtype::all(SubtypeFamily::Creature).map(|its| its.word().to_lowercase()).collect()
            }
            (Self::BasicLandType, []) => {
                let basic = Subtype::all(SubtypeFamily::Land).filter(|its| its.basic_land_color().is_some());
                basic.map(|its| its.word().to_lowercase()).collect()
            }
            (Self::CardType, []) => CardType::ALL.iter().map(|its| its.word().to_owned()).collect(),
            (_, from) => from.to_vec(),
        })
    }
}
