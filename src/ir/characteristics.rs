//! CR 2, Parts of a Card, as data: colours, type lines, counters.

use std::fmt::{self, Write as _};

use super::new_subtypes::NewSubtype;
use super::node::{Node, Shape, Style, Visit, VisitMut, leaf};
use super::part::{Part, PartMut};
use super::subtypes::SUBTYPES;
use super::tree::{Fault, Tree};
use super::words::words;

words! {
    /// A colour (105.1).
    Color {
        /// White, {W}.
        White = "white",
        /// Blue, {U}.
        Blue = "blue",
        /// Black, {B}.
        Black = "black",
        /// Red, {R}.
        Red = "red",
        /// Green, {G}.
        Green = "green",
    }
}

impl Color {
    /// The letter of the colour's mana symbol (107.4a).
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Blue => 'U',
            Self::Black => 'B',
            Self::Red => 'R',
            Self::Green => 'G',
        }
    }

    /// The colour whose mana symbol has this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.iter().copied().find(|color| color.letter() == letter)
    }
}

/// A set of colours; the empty set is colourless (105.2c).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Colors(u8);

// Each colour is named, so that it is found wherever colours are looked for.
impl fmt::Debug for Colors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

impl Colors {
    /// No colour at all.
    pub const NONE: Self = Self(0);

    /// This set with one colour more.
    #[must_use]
    pub const fn with(self, color: Color) -> Self {
        Self(self.0 | 1 << color as u8)
    }

    /// Whether the colour is in the set.
    pub const fn contains(self, color: Color) -> bool {
        self.0 & (1 << color as u8) != 0
    }

    /// Whether the two sets have a colour in common.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The colours of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// How many colours there are, 0 to 5.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The colours in the order white, blue, black, red, green.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.iter().copied().filter(move |color| self.contains(*color))
    }
}

impl FromIterator<Color> for Colors {
    fn from_iter<I: IntoIterator<Item = Color>>(colors: I) -> Self {
        colors.into_iter().fold(Self::NONE, Self::with)
    }
}

words! {
    /// A card type (300.1).
    CardType {
        /// 301.
        Artifact = "artifact",
        /// 310.
        Battle = "battle",
        /// 315.
        Conspiracy = "conspiracy",
        /// 302.
        Creature = "creature",
        /// 309.
        Dungeon = "dungeon",
        /// 303.
        Enchantment = "enchantment",
        /// 304.
        Instant = "instant",
        /// 308.
        Kindred = "kindred",
        /// 305.
        Land = "land",
        /// 312.
        Phenomenon = "phenomenon",
        /// 311.
        Plane = "plane",
        /// 306.
        Planeswalker = "planeswalker",
        /// 314.
        Scheme = "scheme",
        /// 307.
        Sorcery = "sorcery",
        /// 313.
        Vanguard = "vanguard",
    }
}

impl CardType {
    /// Whether a card of the type becomes a permanent (110.4).
    pub const fn is_permanent(self) -> bool {
        matches!(
            self,
            Self::Artifact
                | Self::Battle
                | Self::Creature
                | Self::Enchantment
                | Self::Land
                | Self::Planeswalker
        )
    }

    /// Whether a card of the type stays in the command zone throughout the game, where its abilities function while it is face
    /// up (311.2, 312.2, 313.2, 314.2, 315.3).
    pub const fn stays_in_command_zone(self) -> bool {
        matches!(self, Self::Conspiracy | Self::Phenomenon | Self::Plane | Self::Scheme | Self::Vanguard)
    }
}

words! {
    /// A supertype (205.4a).
    Supertype {
        /// Basic.
        Basic = "basic",
        /// Legendary.
        Legendary = "legendary",
        /// Ongoing, on schemes.
        Ongoing = "ongoing",
        /// Snow.
        Snow = "snow",
        /// World.
        World = "world",
    }
}

/// A family of subtypes, each correlated with its card types (205.3b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SubtypeFamily {
    /// 205.3g.
    Artifact,
    /// 205.3q.
    Battle,
    /// 205.3m, for creatures and kindreds.
    Creature,
    /// 205.3p.
    Dungeon,
    /// 205.3h.
    Enchantment,
    /// 205.3i.
    Land,
    /// 205.3n, for planes.
    Planar,
    /// 205.3j.
    Planeswalker,
    /// 205.3k, for instants and sorceries.
    Spell,
}

impl SubtypeFamily {
    /// Whether objects of a card type have subtypes of this family (205.3g to 205.3q).
    pub const fn is_of(self, card_type: CardType) -> bool {
        match card_type {
            CardType::Artifact => matches!(self, Self::Artifact),
            CardType::Battle => matches!(self, Self::Battle),
            CardType::Creature | CardType::Kindred => matches!(self, Self::Creature),
            CardType::Dungeon => matches!(self, Self::Dungeon),
            CardType::Enchantment => matches!(self, Self::Enchantment),
            CardType::Land => matches!(self, Self::Land),
            CardType::Planeswalker => matches!(self, Self::Planeswalker),
            CardType::Instant | CardType::Sorcery => matches!(self, Self::Spell),
            _ => matches!(self, Self::Planar),
        }
    }
}

/// A subtype of the lists in 205.3, or one of a card that is newer than they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Subtype(pub(super) Which);

/// Where the name of a subtype stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Which {
    /// At this place of the list.
    Listed(u16),
    /// In no list: here.
    New(NewSubtype),
}

impl Subtype {
    /// The subtype of that name; of two families that share the name, the first in the order of [`SubtypeFamily`].
    pub fn from_word(word: &str) -> Option<Self> {
        let first = SUBTYPES.partition_point(|(name, _)| *name < word);
        SUBTYPES
            .get(first)
            .filter(|(name, _)| *name == word)
            .and_then(|_| u16::try_from(first).ok())
            .map(|place| Self(Which::Listed(place)))
    }

    /// A word as it is written: one that is a subtype with its capitals (205.3m).
    pub fn in_its_letters(word: &str) -> &str {
        SUBTYPES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map_or(word, |(name, _)| name)
    }

    /// The subtype of that name, whatever the case of its letters.
    pub fn from_any_case(word: &str) -> Option<Self> {
        let found = SUBTYPES.iter().position(|(name, _)| name.eq_ignore_ascii_case(word));
        found.and_then(|index| u16::try_from(index).ok()).map(|place| Self(Which::Listed(place)))
    }

    /// The land type that a variant of landwalk names: `islandwalk` (702.14a).
    pub fn of_landwalk(variant: &str) -> Option<Self> {
        let land = Self::from_any_case(variant.strip_suffix("walk")?)?;
        (land.family() == SubtypeFamily::Land).then_some(land)
    }

    /// The name as printed.
    pub fn word(&self) -> &str {
        match &self.0 {
            Which::Listed(place) => SUBTYPES.get(usize::from(*place)).map_or("", |(name, _)| name),
            Which::New(new) => new.word(),
        }
    }

    /// The family it belongs to.
    pub fn family(self) -> SubtypeFamily {
        match self.0 {
            Which::Listed(place) => {
                SUBTYPES.get(usize::from(place)).map_or(SubtypeFamily::Creature, |(_, family)| *family)
            }
            Which::New(new) => new.family(),
        }
    }

    /// Every subtype of a family in alphabetical order.
    pub fn all(family: SubtypeFamily) -> impl Iterator<Item = Self> {
        (0u16..)
            .zip(SUBTYPES)
            .filter(move |(_, (_, its_family))| *its_family == family)
            .map(|(place, _)| Self(Which::Listed(place)))
    }

    /// The names of all subtypes of a family in alphabetical order.
    pub fn words(family: SubtypeFamily) -> impl Iterator<Item = &'static str> {
        SUBTYPES.iter().filter(move |(_, its)| *its == family).map(|(name, _)| *name)
    }

    /// The colour of mana that a basic land type makes (305.6); `None` for every other subtype.
    pub fn basic_land_color(self) -> Option<Color> {
        if self.family() != SubtypeFamily::Land {
            return None;
        }
        match self.word() {
            "Plains" => Some(Color::White),
            "Island" => Some(Color::Blue),
            "Swamp" => Some(Color::Black),
            "Mountain" => Some(Color::Red),
            "Forest" => Some(Color::Green),
            _ => None,
        }
    }
}

impl fmt::Debug for Subtype {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
    }
}

impl fmt::Display for Subtype {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
    }
}

/// A type line (205.1): supertypes, card types, subtypes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TypeLine {
    /// The supertypes in printed order.
    pub supertypes: Vec<Supertype>,
    /// The card types in printed order.
    pub types: Vec<CardType>,
    /// The subtypes in printed order.
    pub subtypes: Vec<Subtype>,
}

/// How many creature types there are.
const CREATURE_TYPES: usize = {
    let (mut rest, mut count) = (SUBTYPES, 0);
    while let [(_, family), others @ ..] = rest {
        if matches!(family, SubtypeFamily::Creature) {
            count += 1;
        }
        rest = others;
    }
    count
};

impl TypeLine {
    /// Whether every creature type is among its subtypes.
    pub fn has_every_creature_type(&self) -> bool {
        // Hardly anything has so many subtypes at all.
        self.subtypes.len() >= CREATURE_TYPES
            && Subtype::all(SubtypeFamily::Creature).all(|subtype| self.subtypes.contains(&subtype))
    }

    /// Whether a subtype corresponds to one of the card types (205.3d).
    pub fn may_have(&self, subtype: Subtype) -> bool {
        self.types.iter().any(|kind| subtype.family().is_of(*kind))
    }

    /// Whether each of its subtypes does.
    pub fn is_possible(&self) -> bool {
        self.subtypes.iter().all(|subtype| self.may_have(*subtype))
    }

    /// Drops the subtypes that correspond to none of the card types.
    pub fn drop_impossible(&mut self) {
        let types = std::mem::take(&mut self.types);
        self.subtypes.retain(|subtype| types.iter().any(|kind| subtype.family().is_of(*kind)));
        self.types = types;
    }

    /// Reads a printed type line such as `Legendary Creature — Dragon Spirit` (a plain `-` serves for the dash).
    ///
    /// # Errors
    /// The word that is no supertype, card type or subtype.
    pub fn parse(text: &str) -> Result<Self, String> {
        Self::parse_with(text, |_, word| Subtype::from_word(word))
    }

    /// Reads the type line of a card that may be newer than the lists of 205.3: a word behind the dash that is none of them is taken for a
    /// subtype of what the card is, a creature type on a creature.
    ///
    /// # Errors
    /// As [`TypeLine::parse`].
    pub fn parse_new(text: &str) -> Result<Self, String> {
        Self::parse_with(text, |line, word| {
            Subtype::from_word(word).or_else(|| Subtype::of_new_card(word, line.family_of_new()?))
        })
    }

    /// The family of a subtype that is not known.
    fn family_of_new(&self) -> Option<SubtypeFamily> {
        use SubtypeFamily::{Artifact, Battle, Creature, Enchantment, Land, Planeswalker, Spell};
        [Creature, Planeswalker, Artifact, Enchantment, Land, Battle, Spell]
            .into_iter()
            .find(|family| self.types.iter().any(|its| family.is_of(*its)))
    }

    fn parse_with(text: &str, subtype_of: impl Fn(&Self, &str) -> Option<Subtype>) -> Result<Self, String> {
        let (left, right) = text.split_once(" — ").or_else(|| text.split_once(" - ")).unwrap_or((text, ""));
        let mut line = Self::default();
        for word in left.split_whitespace() {
            let lower = word.to_lowercase();
            if let Some(supertype) = Supertype::from_word(&lower) {
                line.supertypes.push(supertype);
            } else if let Some(card_type) = CardType::from_word(&lower) {
                line.types.push(card_type);
            } else if lower == "tribal" {
                line.types.push(CardType::Kindred);
            } else {
                return Err(word.to_owned());
            }
        }
        if line.types.contains(&CardType::Plane) {
            // All words after the dash are one subtype on a plane (205.3b).
            let name = right.trim();
            line.subtypes.push(Subtype::from_word(name).ok_or_else(|| name.to_owned())?);
            return Ok(line);
        }
        let mut words = right.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let two_words = words.peek().map(|next| format!("{word} {next}"));
            if let Some(subtype) = two_words.as_deref().and_then(Subtype::from_word) {
                words.next();
                line.subtypes.push(subtype);
            } else {
                let subtype = subtype_of(&line, word).ok_or_else(|| word.to_owned())?;
                line.subtypes.push(subtype);
            }
        }
        Ok(line)
    }

    /// Whether the card type is among the types.
    pub fn is(&self, card_type: CardType) -> bool {
        self.types.contains(&card_type)
    }

    /// Whether the supertype is there.
    pub fn has_supertype(&self, supertype: Supertype) -> bool {
        self.supertypes.contains(&supertype)
    }

    /// Whether the subtype is there.
    pub fn has_subtype(&self, subtype: Subtype) -> bool {
        self.subtypes.contains(&subtype)
    }

    /// Whether a card with this type line stays in the command zone throughout the game.
    pub fn stays_in_command_zone(&self) -> bool {
        self.types.iter().any(|card_type| card_type.stays_in_command_zone())
    }

    /// Whether a card with this type line becomes a permanent (110.4a).
    pub fn is_permanent(&self) -> bool {
        self.types.iter().any(|card_type| card_type.is_permanent())
    }
}

impl fmt::Display for TypeLine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let supertypes = self.supertypes.iter().map(|supertype| supertype.word());
        let words = supertypes.chain(self.types.iter().map(|card_type| card_type.word()));
        for (place, word) in words.enumerate() {
            if place > 0 {
                formatter.write_str(" ")?;
            }
            let mut letters = word.chars();
            letters
                .next()
                .into_iter()
                .flat_map(char::to_uppercase)
                .try_for_each(|it| formatter.write_char(it))?;
            formatter.write_str(letters.as_str())?;
        }
        for (place, subtype) in self.subtypes.iter().enumerate() {
            formatter.write_str(if place > 0 { " " } else { " — " })?;
            formatter.write_str(subtype.word())?;
        }
        Ok(())
    }
}

/// A kind of counter (122.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CounterKind {
    /// A counter that changes power and toughness, such as +1/+1 or -0/-1 (122.1a).
    PowerToughness(i8, i8),
    /// Any other counter by its name: `loyalty`, `time`, `stun`, `flying`, `charge` ...
    Named(super::Symbol),
}

impl CounterKind {
    /// A +1/+1 counter.
    pub const PLUS_ONE: Self = Self::PowerToughness(1, 1);
    /// A -1/-1 counter.
    pub const MINUS_ONE: Self = Self::PowerToughness(-1, -1);
    /// A loyalty counter (306.5b).
    pub const LOYALTY: Self = Self::Named(super::Symbol::literal("loyalty"));
    /// A defense counter (310.4b).
    pub const DEFENSE: Self = Self::Named(super::Symbol::literal("defense"));
    /// Poison counters (122.1f).
    pub const POISON: Self = Self::Named(super::Symbol::literal("poison"));
    /// Energy counters (107.14).
    pub const ENERGY: Self = Self::Named(super::Symbol::literal("energy"));
    /// Rad counters (122.1i).
    pub const RAD: Self = Self::Named(super::Symbol::literal("rad"));
    /// Time counters (702.62a).
    pub const TIME: Self = Self::Named(super::Symbol::literal("time"));
    /// Hone counters (122.1j).
    pub const HONE: Self = Self::Named(super::Symbol::literal("hone"));
    /// Counters of leveler cards (711.2).
    pub const LEVEL: Self = Self::Named(super::Symbol::literal("level"));
    /// Lore counters (714).
    pub const LORE: Self = Self::Named(super::Symbol::literal("lore"));

    /// Reads `+1/+1` or a counter's name; `None` for what can be neither.
    pub fn parse(text: &str) -> Option<Self> {
        if text.starts_with(['+', '-']) {
            let (power, toughness) = text.split_once('/')?;
            return Some(Self::PowerToughness(power.parse().ok()?, toughness.parse().ok()?));
        }
        super::Symbol::parse(text).map(Self::Named)
    }
}

impl fmt::Display for CounterKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PowerToughness(power, toughness) => write!(formatter, "{power:+}/{toughness:+}"),
            Self::Named(name) => name.fmt(formatter),
        }
    }
}

leaf!(Subtype, Shape::Word("Subtype", || SUBTYPES.iter().map(|(name, _)| *name).collect()), "a subtype",
    word: |word| Subtype::from_word(word), otherwise: |word| format!("`{word}` is not a subtype"),
    written: |subtype| Tree::word(subtype.word()),
    part: Subtype);

leaf!(CounterKind, Shape::Text("kind of counter", &["+1/+1", "charge"]), "a kind of counter",
    word: |text| CounterKind::parse(text), otherwise: |text| format!("`{text}` is not a kind of counter"),
    written: |kind| Tree::word(kind.to_string()),
    part: CounterKind);

impl Node for Colors {
    const SHAPE: Shape = Shape::List(&Color::SHAPE);

    fn read(tree: &Tree) -> Result<Self, Fault> {
        Ok(Vec::<Color>::read(tree)?.into_iter().collect())
    }

    fn write(&self, style: Style) -> Tree {
        self.iter().collect::<Vec<_>>().write(style)
    }

    fn visit<'f>(&'f self, field: &'static str, visit: &mut Visit<'_, 'f>) {
        visit(field, Part::Colors(self));
    }

    fn visit_mut(&mut self, field: &'static str, visit: &mut VisitMut<'_>) {
        visit(field, PartMut::Colors(self));
    }
}

impl Node for TypeLine {
    const SHAPE: Shape = Shape::Text("type line", &["Legendary Creature — Elf Druid", "Land"]);

    fn read(tree: &Tree) -> Result<Self, Fault> {
        let text = String::read(tree)?;
        Self::parse(&text).map_err(|word| {
            let message = format!("`{word}` in `{text}` is no supertype, card type or subtype");
            Fault::unknown(&word, message, Vec::new(), false).at(tree.span)
        })
    }

    fn write(&self, _style: Style) -> Tree {
        Tree::word(self.to_string())
    }

    fn visit<'f>(&'f self, field: &'static str, visit: &mut Visit<'_, 'f>) {
        visit(field, Part::TypeLine(self));
    }

    fn visit_mut(&mut self, field: &'static str, visit: &mut VisitMut<'_>) {
        visit(field, PartMut::TypeLine(self));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_lines_print_as_they_were_read() {
        for line in
            ["Legendary Creature — Dragon Spirit", "Basic Land — Forest", "Artifact", "Creature — Time Lord"]
        {
            assert_eq!(TypeLine::parse(line).expect("a type line").to_string(), line);
        }
        assert_eq!(TypeLine::parse("Creature — Gobblin"), Err("Gobblin".to_owned()));
    }

    #[test]
    fn subtypes_are_sorted_so_that_look_up_finds_each() {
        assert!(SUBTYPES.is_sorted());
        for (name, _) in SUBTYPES {
            assert_eq!(Subtype::from_word(name).as_ref().map(Subtype::word), Some(*name));
        }
    }
}
