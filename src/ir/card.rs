//! CR 108 and 200: a card and its faces.

use headjudge_derive::Node;

use super::node::{Shape, leaf};
use super::tree::{Fault, Tree};
use super::words::words;
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
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(through = CardShape)]
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
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Face {
    /// The name (201).
    pub name: String,
    /// The mana cost (202); none for lands, tokens and some others.
    pub cost: Option<ManaCost>,
    /// A colour indicator (204).
    pub colors: Option<Colors>,
    /// The type line (205).
    pub types: TypeLine,
    /// The printed power (208).
    pub power: Option<PrintedNumber>,
    /// The printed toughness (208).
    pub toughness: Option<PrintedNumber>,
    /// The printed loyalty (209).
    pub loyalty: Option<PrintedNumber>,
    /// The printed defense (210).
    pub defense: Option<PrintedNumber>,
    /// The printed hand modifier of a vanguard card (211).
    pub hand_modifier: Option<i32>,
    /// The printed life modifier of a vanguard card (212).
    pub life_modifier: Option<i32>,
    /// The abilities in printed order (207, 113).
    #[node(default)]
    pub abilities: Vec<Ability>,
}

/// A number in a card's corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

leaf!(PrintedNumber, Shape::Text("printed number", &["2", "*", "1+*", "X"]), "a whole number, `*`, `1+*` or `X`",
    word: |word| PrintedNumber::parse(word), otherwise: |word| format!("`{word}` is not a whole number, `*`, `1+*` or `X`"),
    number: |number| i32::try_from(number).ok().map(PrintedNumber::Fixed),
    written: |number| match number {
        PrintedNumber::Fixed(number) => Tree::number(i64::from(*number)),
        _ => Tree::word(number.to_string()),
    },
    part: PrintedNumber);

/// A 64-bit fingerprint of an Oracle text, sixteen hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

leaf!(Fingerprint, Shape::Text("fingerprint", &["0123456789abcdef"]), "a fingerprint of sixteen digits",
    word: |text| {
        let digits = Some(text).filter(|text| text.len() == 16);
        digits.and_then(|text| u64::from_str_radix(text, 16).ok()).map(Fingerprint)
    },
    otherwise: |text| format!("`{text}` is not a fingerprint of sixteen digits"),
    written: |fingerprint| Tree::word(fingerprint.to_string()),
    part: Fingerprint);

/// How a card stands in YAML: a face's fields and `oracle`, or `layout`, `faces` and `oracle`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Node)]
pub struct CardShape {
    /// How its faces belong together; `normal` unless said.
    layout: Option<Layout>,
    /// Its name (201).
    name: Option<String>,
    /// Its mana cost (202).
    cost: Option<ManaCost>,
    /// Its color indicator (204).
    colors: Option<Colors>,
    /// Its type line (205).
    types: Option<TypeLine>,
    /// Its power (208).
    power: Option<PrintedNumber>,
    /// Its toughness (208).
    toughness: Option<PrintedNumber>,
    /// Its loyalty (209).
    loyalty: Option<PrintedNumber>,
    /// Its defense (210).
    defense: Option<PrintedNumber>,
    /// Its hand modifier (211).
    hand_modifier: Option<i32>,
    /// Its life modifier (212).
    life_modifier: Option<i32>,
    /// Its abilities in printed order (207, 113).
    #[node(default)]
    abilities: Vec<Ability>,
    /// Its faces, where it has more than one.
    #[node(default)]
    faces: Vec<Face>,
    /// The fingerprint of the Oracle text that it was written from.
    oracle: Option<Fingerprint>,
}

impl CardShape {
    /// # Errors
    /// If there is no name, type line or layout, or fields of a face stand beside the faces.
    fn into_form(self, tree: &Tree) -> Result<Card, Fault> {
        let missing = |field: &str| Fault::new(format!("the field `{field}` is missing")).at(tree.place());
        if !self.faces.is_empty() {
            let bare = Self {
                layout: self.layout,
                faces: self.faces.clone(),
                oracle: self.oracle,
                ..Self::default()
            };
            if self != bare {
                let message = "a card with `faces` has its name, types and abilities on the faces";
                return Err(Fault::new(message).at(tree.place()));
            }
            let layout = self.layout.ok_or_else(|| missing("layout"))?;
            return Ok(Card { layout, faces: self.faces, oracle: self.oracle });
        }
        let face = Face {
            name: self.name.ok_or_else(|| missing("name"))?,
            cost: self.cost,
            colors: self.colors,
            types: self.types.ok_or_else(|| missing("types"))?,
            power: self.power,
            toughness: self.toughness,
            loyalty: self.loyalty,
            defense: self.defense,
            hand_modifier: self.hand_modifier,
            life_modifier: self.life_modifier,
            abilities: self.abilities,
        };
        let layout = self.layout.unwrap_or(Layout::Normal);
        Ok(Card { layout, faces: vec![face], oracle: self.oracle })
    }

    fn of_form(card: &Card) -> Self {
        let layout = Some(card.layout).filter(|layout| *layout != Layout::Normal);
        let [face] = card.faces.as_slice() else {
            return Self {
                layout: Some(card.layout),
                faces: card.faces.clone(),
                oracle: card.oracle,
                ..Self::default()
            };
        };
        let face = face.clone();
        Self {
            layout,
            name: Some(face.name),
            cost: face.cost,
            colors: face.colors,
            types: Some(face.types),
            power: face.power,
            toughness: face.toughness,
            loyalty: face.loyalty,
            defense: face.defense,
            hand_modifier: face.hand_modifier,
            life_modifier: face.life_modifier,
            abilities: face.abilities,
            faces: Vec::new(),
            oracle: card.oracle,
        }
    }
}
