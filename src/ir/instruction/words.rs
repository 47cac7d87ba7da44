//! The words of instructions: what is done with a counter, how a card is copied, the keyword actions, what kind of word is chosen.

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
    /// A keyword action that needs no more than who does it, on what and how much (701).
    KeywordAction {
        /// 701.31.
        Planeswalk = "planeswalk",
        /// 311.7.
        ChaosEnsues = "chaos-ensues",
        /// 701.32.
        SetInMotion = "set-in-motion",
        /// 701.33.
        Abandon = "abandon",
        /// 701.4.
        Behold = "behold",
        /// 701.15.
        Goad = "goad",
        /// 701.16.
        Investigate = "investigate",
        /// 701.29.
        Fateseal = "fateseal",
        /// 701.30.
        Clash = "clash",
        /// 701.35.
        Detain = "detain",
        /// 701.36.
        Populate = "populate",
        /// 701.37.
        Monstrosity = "monstrosity",
        /// 701.39.
        Bolster = "bolster",
        /// 701.40.
        Manifest = "manifest",
        /// 701.41.
        Support = "support",
        /// 701.43.
        Exert = "exert",
        /// 701.44.
        Explore = "explore",
        /// 701.46.
        Adapt = "adapt",
        /// 701.47.
        Amass = "amass",
        /// 701.48.
        Learn = "learn",
        /// 701.49.
        Venture = "venture",
        /// 701.50.
        Connive = "connive",
        /// 701.51.
        OpenAttraction = "open-attraction",
        /// 701.53.
        Incubate = "incubate",
        /// 701.54.
        RingTempts = "ring-tempts",
        /// 701.56.
        TimeTravel = "time-travel",
        /// 701.57.
        Discover = "discover",
        /// 701.58.
        Cloak = "cloak",
        /// 701.60.
        Suspect = "suspect",
        /// 701.61.
        Forage = "forage",
        /// 701.62.
        ManifestDread = "manifest-dread",
        /// 701.63.
        Endure = "endure",
        /// 701.65.
        Airbend = "airbend",
        /// 701.66.
        Earthbend = "earthbend",
        /// 701.68.
        Blight = "blight",
        /// 701.69.
        Heal = "heal",
        /// 701.70.
        Recruit = "recruit",
    }
}

impl KeywordAction {
    /// Whether it makes or chooses something that other instructions may speak of.
    pub const fn makes_or_chooses(self) -> bool {
        matches!(
            self,
            Self::Investigate
                | Self::Populate
                | Self::Bolster
                | Self::Manifest
                | Self::Amass
                | Self::Incubate
                | Self::Cloak
        )
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
