//! CR 108 and 200: a card and its faces.

use serde::Deserialize;

use super::words::{shapes, words};
use super::{Ability, Colors, ManaCost, TypeLine};

words! {
    /// How a card's faces belong together.
    Layout {
        /// One face.
        Normal = "normal",
        /// Two halves, either or (with fuse) both of which may be cast (709).
        Split = "split",
        /// Two halves, one of them upside down (710).
        Flip = "flip",
        /// A nonmodal double-faced card (712.2).
        Transform = "transform",
        /// A modal double-faced card (712.3).
        Modal = "modal",
        /// A meld card (712.4); its second face is the melded permanent it is a half of.
        Meld = "meld",
        /// A card with an inset spell of its own (715).
        Adventure = "adventure",
        /// A card with an Omen inset (720).
        Omen = "omen",
        /// A card with a prepare spell inset, which only copies are cast as (722).
        Prepare = "prepare",
        /// A card with a second, smaller set of characteristics (718).
        Prototype = "prototype",
    }
}

/// A card: one face, or several with a layout.
#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    /// How the faces belong together.
    pub layout: Layout,
    /// One face or more, the front (or left) one first.
    pub faces: Vec<Face>,
    /// The fingerprint of the Oracle text that the definition was written from, if there is one.
    pub oracle: Option<Fingerprint>,
}

impl Card {
    /// The card's name: of a split card both, with ` // ` between (709.4a).
    pub fn name(&self) -> String {
        if self.layout == Layout::Split {
            let names: Vec<&str> = self.faces.iter().map(|face| face.name.as_str()).collect();
            return names.join(" // ");
        }
        self.faces.first().map_or_else(String::new, |face| face.name.clone())
    }
}

/// One face: a set of characteristics (109.3).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Face {
    /// The name (201).
    pub name: String,
    /// The mana cost (202); none for lands, tokens and some others.
    #[serde(default)]
    pub cost: Option<ManaCost>,
    /// A colour indicator (204).
    #[serde(default)]
    pub colors: Option<Colors>,
    /// The type line (205).
    pub types: TypeLine,
    /// The printed power (208).
    #[serde(default)]
    pub power: Option<PrintedNumber>,
    /// The printed toughness (208).
    #[serde(default)]
    pub toughness: Option<PrintedNumber>,
    /// The printed loyalty (209).
    #[serde(default)]
    pub loyalty: Option<PrintedNumber>,
    /// The printed defense (210).
    #[serde(default)]
    pub defense: Option<PrintedNumber>,
    /// The printed hand modifier of a vanguard card (211).
    #[serde(default)]
    pub hand_modifier: Option<i32>,
    /// The printed life modifier of a vanguard card (212).
    #[serde(default)]
    pub life_modifier: Option<i32>,
    /// The abilities in printed order (207, 113).
    #[serde(default)]
    pub abilities: Vec<Ability>,
}

/// A number in a card's corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintedNumber {
    /// A whole number, in rare cases below zero.
    Fixed(i32),
    /// A star, alone or with a number added: what it stands for is a characteristic-defining ability's to say (208.2).
    Star(i32),
    /// {X}, chosen as the spell is cast (107.3m).
    Variable,
}

impl PrintedNumber {
    fn parse(text: &str) -> Option<Self> {
        if text == "*" {
            return Some(Self::Star(0));
        }
        if text == "X" {
            return Some(Self::Variable);
        }
        if let Some(added) = text.strip_suffix("+*").or_else(|| text.strip_prefix("*+")) {
            return added.parse().ok().map(Self::Star);
        }
        text.parse().ok().map(Self::Fixed)
    }
}

impl std::fmt::Display for PrintedNumber {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fixed(number) => number.fmt(formatter),
            Self::Star(0) => formatter.write_str("*"),
            Self::Star(added) => write!(formatter, "{added}+*"),
            Self::Variable => formatter.write_str("X"),
        }
    }
}

shapes!(PrintedNumber, "a whole number, `*`, `1+*` or `X`",
    word: Self::Value::parse,
    number: |number| i32::try_from(number).ok().map(PrintedNumber::Fixed));

/// A 64-bit fingerprint of an Oracle text, sixteen hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of a text: FNV-1a over its bytes, lines and blanks as they are.
    pub fn of(text: &str) -> Self {
        Self(text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }
}

impl std::fmt::Display for Fingerprint {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Some(text.as_str())
            .filter(|text| text.len() == 16)
            .and_then(|text| u64::from_str_radix(text, 16).ok())
            .map(Self)
            .ok_or_else(|| {
                serde::de::Error::custom(format_args!("`{text}` is not a fingerprint of sixteen digits"))
            })
    }
}

/// How a card stands in YAML: a face's fields and `oracle`, or `layout`, `faces` and `oracle`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    name: Option<String>,
    cost: Option<ManaCost>,
    colors: Option<Colors>,
    types: Option<TypeLine>,
    power: Option<PrintedNumber>,
    toughness: Option<PrintedNumber>,
    loyalty: Option<PrintedNumber>,
    defense: Option<PrintedNumber>,
    hand_modifier: Option<i32>,
    life_modifier: Option<i32>,
    #[serde(default)]
    abilities: Vec<Ability>,
    layout: Option<Layout>,
    #[serde(default)]
    faces: Vec<Face>,
    oracle: Option<Fingerprint>,
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        let written = Written::deserialize(deserializer)?;
        if written.faces.is_empty() {
            let name = written.name.ok_or_else(|| D::Error::missing_field("name"))?;
            let types = written.types.ok_or_else(|| D::Error::missing_field("types"))?;
            let face = Face {
                name,
                cost: written.cost,
                colors: written.colors,
                types,
                power: written.power,
                toughness: written.toughness,
                loyalty: written.loyalty,
                defense: written.defense,
                hand_modifier: written.hand_modifier,
                life_modifier: written.life_modifier,
                abilities: written.abilities,
            };
            return Ok(Self {
                layout: written.layout.unwrap_or(Layout::Normal),
                faces: vec![face],
                oracle: written.oracle,
            });
        }
        let own_face = written.name.is_some() || written.types.is_some() || !written.abilities.is_empty();
        if own_face {
            return Err(D::Error::custom(
                "a card with `faces` has its name, types and abilities on the faces",
            ));
        }
        let layout = written.layout.ok_or_else(|| D::Error::missing_field("layout"))?;
        Ok(Self { layout, faces: written.faces, oracle: written.oracle })
    }
}
