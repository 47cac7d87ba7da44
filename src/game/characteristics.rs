//! CR 109.3: the characteristics of an object, as printed or as computed through the layers.

use std::sync::{Arc, LazyLock};

use crate::ir::{
    Ability, CardType, Change, Color, Colors, Cost, Costs, Event, Keyword, KeywordName, Layout, ManaCost,
    Subtype, Supertype, TypeLine, Zone,
};

use super::effects::EffectId;
use super::ids::ObjectId;
use super::object::Designation;

/// The characteristics of an object (109.3).
#[derive(Debug, Clone, PartialEq)]
pub struct Characteristics {
    /// The name; empty if it has none (a face-down object).
    pub name: Arc<str>,
    /// The mana cost, if it has one (202.1).
    pub cost: Option<Arc<ManaCost>>,
    /// Of the back face of a nonmodal double-faced card the front face's mana cost, from which its mana value is counted;
    /// a copy does not have it (202.3b).
    pub front_cost: Option<Arc<ManaCost>>,
    /// Of a preparation card, or a copy of one, the alternative characteristics that its prepare spell has (722.2a, 722.2b).
    pub prepare: Option<Arc<Characteristics>>,
    /// Of a permanent card with a shared type line, a half of one or a copy of one, both of its halves (709.5, 709.5b).
    pub halves: Option<Arc<Halves>>,
    /// The colours (105.2).
    pub colors: Colors,
    /// Supertypes, card types, subtypes.
    pub types: TypeLine,
    /// Power; a creature has one.
    pub power: Option<i32>,
    /// Toughness; a creature has one.
    pub toughness: Option<i32>,
    /// Printed loyalty.
    pub loyalty: Option<i32>,
    /// Printed defense.
    pub defense: Option<i32>,
    /// The abilities in order: printed ones first, then granted ones by timestamp.
    pub abilities: Vec<AbilityInstance>,
    /// Of a copy's values, what the copying has made otherwise.
    pub exceptions: Exceptions,
}

/// The modifications and exceptions with which values have been copied (707.9). Nothing in a game tells values by how they came about, so
/// that these differ from no others.
#[derive(Debug, Clone, Default)]
pub struct Exceptions {
    changes: Option<Arc<[Change]>>,
    /// The name of what has been copied, where the copy has another one (707.9b).
    name: Option<Arc<str>>,
}

impl PartialEq for Exceptions {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Exceptions {
    /// The exceptions in order.
    pub fn all(&self) -> &[Change] {
        self.changes.as_deref().unwrap_or_default()
    }

    /// The name of what has been copied, where the copy has another one (707.9b).
    pub fn name_of_original(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// These, and others behind them, of something that is called so.
    #[must_use]
    pub fn and(&self, others: &[Change], name: &Arc<str>) -> Self {
        let renames = others.iter().any(|change| matches!(change, Change::SetName(_) | Change::KeepName));
        let name = self.name.clone().or_else(|| renames.then(|| name.clone()));
        Self { changes: Some(self.all().iter().chain(others).cloned().collect()), name }
    }
}

/// One ability that an object has.
#[derive(Debug, Clone, PartialEq)]
pub struct AbilityInstance {
    /// Where the object has it from: with the object, this is the ability's identity.
    pub origin: Origin,
    /// The keyword it is, or that it stands for.
    pub keyword: Option<KeywordName>,
    /// What it says.
    pub ability: Arc<Ability>,
}

impl AbilityInstance {
    /// Whether it counts among the triggered abilities of its object, where these are numbered. Haunt is one (702.55a), though a
    /// permanent and a spell are looked at in different ways.
    pub fn counts_as_triggered(&self) -> bool {
        self.ability.as_triggered().is_some_and(|it| {
            self.keyword != Some(KeywordName::Haunt) || !matches!(it.when, Event::Becomes(..))
        })
    }

    /// Whether it is one of these abilities of its object that a keyword stands for which may have a number and has none.
    pub fn is_numberless(&self, abilities: &[Self]) -> bool {
        let plain = |other: &Self| matches!(other.ability.as_keyword(), Some(Keyword::Plain(_)));
        self.keyword.is_some_and(KeywordName::has_number)
            && abilities.iter().any(|other| other.origin == self.origin && plain(other))
    }
}

/// What an ability is called among those that its source has: what tells it from the others at that time, whatever the source has later.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Called {
    /// The keyword that it is, or that it stands for.
    pub keyword: Option<KeywordName>,
    /// Whether the keyword is one that may have a number and has none, which can mean something else.
    pub numberless: bool,
    /// Its number among those of its sort, from 1; 0 if it is none of the source's own.
    pub number: u8,
    /// Whether there are others of its sort.
    pub others: Others,
    /// What it costs in loyalty counters (606.4).
    pub loyalty: Option<i32>,
}

/// What other abilities of its sort the source of an ability has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Others {
    /// None.
    #[default]
    None,
    /// Some.
    Some,
    /// Some, and among its activated abilities another of the same keyword: its number tells them apart.
    Alike,
    /// Some activated ones, as it is, and triggered ones, which have numbers of their own.
    Activated,
    /// Some triggered ones, as it is, and activated ones, which have numbers of their own.
    Triggered,
}

impl Others {
    const fn are(there: bool) -> Self {
        if there { Self::Some } else { Self::None }
    }
}

impl Called {
    /// What one of the triggered abilities is called that has this number.
    pub fn triggered(abilities: &[AbilityInstance], instance: &AbilityInstance, number: u8) -> Self {
        let several = abilities.iter().filter(|other| other.counts_as_triggered()).count() > 1;
        let beside = abilities.iter().any(|other| other.ability.as_activated().is_some());
        let others = if several && beside { Others::Triggered } else { Others::are(several) };
        let numberless = instance.is_numberless(abilities);
        Self { keyword: instance.keyword, numberless, number, others, loyalty: None }
    }

    /// What one of the activated abilities is called.
    pub fn activated(abilities: &[AbilityInstance], instance: &AbilityInstance) -> Self {
        let activated =
            || abilities.iter().filter_map(|other| Some((other.origin, other.ability.as_activated()?)));
        let found = (1u8..).zip(activated()).find(|(_, (origin, _))| *origin == instance.origin);
        let loyalty = found.and_then(|(_, (_, ability))| ability.cost.0.iter().find_map(Cost::loyalty));
        let number = found.map_or(0, |(number, _)| number);
        let (keyword, numberless) = (instance.keyword, instance.is_numberless(abilities));
        // What one keyword stands for is one, though it is two abilities.
        let is_alike = |other: &AbilityInstance| {
            other.keyword == keyword
                && other.origin != instance.origin
                && other.ability.as_activated().is_some()
        };
        let alike = keyword.is_some() && abilities.iter().any(is_alike);
        let several = activated().count() > 1;
        let others = match alike {
            true => Others::Alike,
            false if several && abilities.iter().any(AbilityInstance::counts_as_triggered) => {
                Others::Activated
            }
            false => Others::are(several),
        };
        Self { keyword, numberless, number, others, loyalty }
    }
}

/// Where an object has an ability from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The n-th of its copiable values; a keyword's expansion shares the keyword's number.
    Printed(u16),
    /// An ability that an effect of the object grants: of its static ability, or of the object as a spell or ability that resolved.
    Granted(ObjectId, Granted),
    /// The n-th ability of a token's text, which an effect of the object has made (111.3): what the ability calls by its name
    /// is that very object, also where the ability is copied (201.5a).
    Made(ObjectId, u16),
    /// The n-th of the copiable values that a copy effect has given it.
    Copied(EffectId, u16),
    /// The n-th ability of another object that an effect lets this one gain: what it calls by its own name is whoever has gained it
    /// (201.5b).
    Gained(EffectId, u16),
    /// From the rules themselves.
    Rules(ByRules),
}

impl Origin {
    /// No ability at all: an instruction or effect that is followed for itself.
    pub const NONE: Self = Self::Rules(ByRules::Nothing);
}

/// Which of the abilities that effects of one object grant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Granted {
    /// The n-th that its static abilities grant.
    ByStatic(u16),
    /// The n-th that one effect of a resolution grants: what another resolution grants is another ability, and has limits of its own.
    ByEffect(EffectId, u16),
}

/// What the rules themselves give: an ability, or an effect that replaces something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ByRules {
    /// Nothing.
    Nothing,
    /// The mana ability of a basic land type, by the color of its mana (305.6).
    BasicLandType(Color),
    /// The n-th keyword ability that counters of its name give (122.1b).
    KeywordCounter(KeywordName, u16),
    /// The abilities of a Siege (310.11).
    Siege,
    /// The use of any loyalty ability of the permanent in a turn (606.3).
    Loyalty,
    /// The ward of a permanent that is face down by cloak or disguise (701.58a, 702.168a).
    FaceDown,
    /// The menace of what is suspected (701.60c).
    SuspectedMenace,
    /// That what is suspected can't block (701.60c).
    SuspectedCantBlock,
    /// The planeswalking ability (901.8).
    Planeswalking,
    /// What replaces something without being said here.
    Replacing,
    /// The counters with which the rules let something enter.
    EntersWithCounters,
    /// How a spell was cast, as it becomes a permanent.
    EntersAsCast,
    /// That it enters transformed.
    EntersTransformed,
    /// Madness (702.35a).
    Madness,
    /// Rebound (702.88a).
    Rebound,
    /// An Adventure that is exiled as it resolves (715.3d).
    Adventure,
    /// An Omen that is shuffled into a library as it resolves (720.3d).
    Omen,
    /// A shield counter, as it saves from destruction (122.1c).
    ShieldFromDestruction,
    /// A shield counter, as it prevents damage (122.1c).
    ShieldFromDamage,
    /// A finality counter (122.1h).
    Finality,
    /// Buyback (702.27a).
    Buyback,
    /// What counters that protect do to an event.
    Protection,
}

/// A half of a split card (709.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Half {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl Half {
    /// Both, the left one first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// Its place among the faces of its card.
    pub const fn face(self) -> u8 {
        match self {
            Self::Left => 0,
            Self::Right => 1,
        }
    }

    /// The half at a place among the faces of a card.
    pub fn of_face(face: u8) -> Option<Self> {
        Self::BOTH.into_iter().find(|half| half.face() == face)
    }

    /// The other half.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The designation by which it is unlocked (709.5c).
    pub const fn unlocked(self) -> Designation {
        match self {
            Self::Left => Designation::LeftUnlocked,
            Self::Right => Designation::RightUnlocked,
        }
    }
}

/// The halves of a permanent card with a shared type line, each by itself and both together: they say in which half a characteristic
/// is (709.5).
#[derive(Debug, Clone, PartialEq)]
pub struct Halves {
    /// Each half, as it is cast (709.3b).
    pub left: Arc<Characteristics>,
    /// The right one.
    pub right: Arc<Characteristics>,
    /// Both together, as the card is where it is neither cast nor a permanent with a locked half (709.4).
    pub whole: Arc<Characteristics>,
    /// The number of the first ability of the right half.
    pub first_of_right: u16,
    /// The number behind the last one of the right half.
    pub end: u16,
}

impl Halves {
    /// A half by itself.
    pub fn of(&self, half: Half) -> &Arc<Characteristics> {
        match half {
            Half::Left => &self.left,
            Half::Right => &self.right,
        }
    }

    /// The half in which an ability is; none for one that is in neither, as one that an effect grants.
    pub const fn with(&self, origin: Origin) -> Option<Half> {
        match origin {
            Origin::Printed(number) | Origin::Copied(_, number) if number < self.first_of_right => {
                Some(Half::Left)
            }
            Origin::Printed(number) | Origin::Copied(_, number) if number < self.end => Some(Half::Right),
            Origin::Printed(_)
            | Origin::Copied(..)
            | Origin::Granted(..)
            | Origin::Made(..)
            | Origin::Gained(..)
            | Origin::Rules(_) => None,
        }
    }
}

/// A card's faces, each as copiable values.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    /// How the faces belong together.
    pub layout: Layout,
    /// One or more; the front (or left) first. Behind the halves of a split card with fuse, both of them together, as which it can be
    /// cast too (702.102a).
    pub faces: Vec<Arc<Characteristics>>,
    /// The whole card's name.
    pub name: Arc<str>,
    /// Of a split card, the characteristics of both halves together, which it has everywhere but on the stack (709.4).
    pub combined: Option<Arc<Characteristics>>,
    /// The hand modifier and the life modifier of a vanguard card (211, 212).
    pub vanguard: (i32, i32),
}

impl Definition {
    /// Whether it has two faces, either of which a permanent can show (712.1); the back of a meld card is half of one.
    pub fn is_double_faced(&self) -> bool {
        self.faces.len() > 1 && matches!(self.layout, Layout::Transform | Layout::Modal)
    }

    /// Whether this place among the faces is that of both halves of a split card with fuse together (702.102b), or of a copy of a spell
    /// that is both: that has nothing else of the split card.
    pub fn is_fused(&self, face: usize) -> bool {
        self.combined.is_some() && face > 1 || self.layout == Layout::Split && self.faces.len() == 1
    }

    /// The faces or halves that have a name of their own (201.4b).
    pub fn named(&self) -> &[Arc<Characteristics>] {
        let count = if self.is_fused(self.faces.len().saturating_sub(1)) { 2 } else { self.faces.len() };
        self.faces.get(..count.min(self.faces.len())).unwrap_or_default()
    }

    /// The copiable values of a card in a zone: those of a face, by its index, or of both halves of a split card together.
    pub fn in_zone(&self, zone: Zone, face: u8) -> Option<Arc<Characteristics>> {
        match &self.combined {
            Some(combined) if zone != Zone::Stack => Some(combined.clone()),
            _ => self.faces.get(usize::from(face)).cloned(),
        }
    }
}

impl Characteristics {
    /// Those of an object that has none: an ability on the stack, an emblem, a card that nobody knows (113.7a).
    pub fn none() -> Arc<Self> {
        static NONE: LazyLock<Arc<Characteristics>> = LazyLock::new(|| {
            Arc::new(Characteristics {
                name: "".into(),
                cost: None,
                front_cost: None,
                prepare: None,
                halves: None,
                colors: Colors::NONE,
                types: TypeLine::default(),
                power: None,
                toughness: None,
                loyalty: None,
                defense: None,
                abilities: Vec::new(),
                exceptions: Exceptions::default(),
            })
        });
        NONE.clone()
    }

    /// Whether it has the card type.
    pub fn is(&self, card_type: CardType) -> bool {
        self.types.is(card_type)
    }

    /// Whether it has the supertype.
    pub fn has_supertype(&self, supertype: Supertype) -> bool {
        self.types.has_supertype(supertype)
    }

    /// Whether it has the subtype.
    pub fn has_subtype(&self, subtype: Subtype) -> bool {
        self.types.has_subtype(subtype)
    }

    /// Whether it has the subtype of that name.
    pub fn has_subtype_named(&self, name: &str) -> bool {
        self.types.subtypes.iter().any(|subtype| subtype.word() == name)
    }

    /// Whether it has a keyword ability of that name.
    pub fn has(&self, keyword: KeywordName) -> bool {
        self.keywords(keyword).next().is_some()
    }

    /// Whether a characteristic-defining ability of it says that it is every creature type (604.3).
    pub fn defines_every_creature_type(&self) -> bool {
        let mut statics = self.abilities.iter().filter_map(|instance| instance.ability.as_static());
        statics.any(|its| its.defining && its.changes.contains(&Change::EveryCreatureType))
    }

    /// Whether it has a keyword ability of that name for nothing but the counters on it (122.1b).
    pub fn has_by_counter_only(&self, keyword: KeywordName) -> bool {
        let is_it = |instance: &&AbilityInstance| {
            instance.ability.as_keyword().is_some_and(|its| its.name() == keyword)
        };
        let mut found = self.abilities.iter().filter(is_it).peekable();
        found.peek().is_some()
            && found.all(|its| matches!(its.origin, Origin::Rules(ByRules::KeywordCounter(..))))
    }

    /// The same, a variant of the ability being one too: a card with megamorph has morph (702.37b), one with multikicker kicker (702.33c),
    /// one with equip planeswalker equip (702.6e), one with trample over planeswalkers trample (702.19c).
    pub fn has_kind_of(&self, keyword: KeywordName) -> bool {
        let variant = match keyword {
            KeywordName::Morph => Some(KeywordName::Megamorph),
            KeywordName::Kicker => Some(KeywordName::Multikicker),
            KeywordName::Equip => Some(KeywordName::EquipPlaneswalker),
            KeywordName::Trample => Some(KeywordName::TrampleOverPlaneswalkers),
            _ => None,
        };
        self.has(keyword) || variant.is_some_and(|variant| self.has(variant))
    }

    /// Its keyword abilities of that name, each with what is printed behind it.
    pub fn keywords(&self, name: KeywordName) -> impl Iterator<Item = &Keyword> {
        let keywords = self.abilities.iter().filter_map(|instance| instance.ability.as_keyword());
        keywords.filter(move |keyword| keyword.name() == name)
    }

    /// The same, each with where the object has it from.
    pub fn keywords_by_origin(&self, name: KeywordName) -> impl Iterator<Item = (Origin, &Keyword)> {
        let keywords = self
            .abilities
            .iter()
            .filter_map(|instance| Some((instance.origin, instance.ability.as_keyword()?)));
        keywords.filter(move |(_, keyword)| keyword.name() == name)
    }

    /// The cost behind its first keyword ability of that name, such as its plot cost.
    pub fn keyword_cost(&self, name: KeywordName) -> Option<&Costs> {
        self.keywords(name).find_map(
            |keyword| {
                if let Keyword::Cost(_, cost) = keyword { Some(cost) } else { None }
            },
        )
    }

    /// Its names: none, one, or the two of a split card (709.4a).
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.name.split(" // ").filter(|name| !name.is_empty())
    }

    /// Whether this is one of its names (201.2b, 709.4a), or the whole name of a split card as it is written.
    pub fn is_named(&self, name: &str) -> bool {
        // A look for one sign is a tenth of one for three, and few cards have two names.
        *self.name == *name && !name.is_empty()
            || self.name.contains('/') && self.names().any(|own| own == name)
    }

    /// Whether two objects have the same name: one name in common (201.2a).
    pub fn shares_name(&self, other: &Self) -> bool {
        self.names().any(|name| other.names().any(|its| its == name))
    }

    /// Whether its mana cost has more than one of the same mana symbol (202.1).
    pub fn repeats_mana_symbol(&self) -> bool {
        let symbols = self.cost.as_ref().map(|cost| cost.symbols.as_slice()).unwrap_or_default();
        symbols
            .iter()
            .enumerate()
            .any(|(place, symbol)| symbols.iter().take(place).any(|other| other == symbol))
    }

    /// Its mana value with {X} as `x` (202.3).
    pub fn mana_value(&self, x: u32) -> u32 {
        self.front_cost.as_ref().or(self.cost.as_ref()).map_or(0, |cost| {
            cost.mana_value()
                + cost
                    .symbols
                    .iter()
                    .filter(|symbol| matches!(symbol, crate::ir::ManaSymbol::Variable(_)))
                    .map(|_| x)
                    .sum::<u32>()
        })
    }
}
