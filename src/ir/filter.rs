//! Of what kind an object must be.

use serde::Deserialize;

use super::words::{shapes, words};
use super::{
    CardType, Color, Comparison, CounterKind, KeywordName, Players, Selection, Subtype, Supertype, Symbol,
    Zone,
};

/// A question about one object that is answered from its characteristics and state.
#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    /// All of these; of none, everything.
    All(Vec<Filter>),
    /// At least one of these.
    Any(Vec<Filter>),
    /// Not this.
    Not(Box<Filter>),
    /// Has the card type.
    Type(CardType),
    /// Has the supertype.
    Supertype(Supertype),
    /// Has the subtype.
    Subtype(Subtype),
    /// Has the colour.
    Color(Color),
    /// One of the words below.
    Is(Trait),
    /// Controlled by one of the players.
    ControlledBy(Players),
    /// Owned by one of the players.
    OwnedBy(Players),
    /// Its power compares so.
    Power(Comparison),
    /// Its toughness compares so.
    Toughness(Comparison),
    /// Its mana value compares so (202.3).
    ManaValue(Comparison),
    /// Has a keyword ability of that name.
    Has(KeywordName),
    /// Has counters: of a kind or of any, so many.
    Counters(Option<CounterKind>, Comparison),
    /// Has this name (201.2).
    Named(String),
    /// Has the same name as one of these.
    NamedLike(Box<Selection>),
    /// Is in one of these zones.
    In(Vec<Zone>),
    /// Is one of these very objects.
    Among(Box<Selection>),
    /// Is attached to something of this kind.
    AttachedTo(Box<Filter>),
    /// Has something of this kind attached to it.
    AttachedBy(Box<Filter>),
    /// Targets something of this kind (a spell or ability on the stack).
    Targets(Box<Filter>),
    /// Targets one of these players.
    TargetsPlayer(Players),
    /// Targets only a single object, which is of a kind.
    TargetsOnly(Box<Filter>),
    /// Has so many targets, each counted as often as it was chosen (115.9a).
    TargetCount(Comparison),
    /// Blocks one of these objects, or is blocked by one.
    InCombatWith(Box<Selection>),
    /// Is of the type, colour or name that a linked ability chose (607.2d).
    Chosen(Symbol),
    /// Shares a colour, type or the like with one of these.
    Shares(Shared, Box<Selection>),
    /// Was dealt damage this turn by one of these.
    DamagedBy(Box<Selection>),
    /// Was cast, put, or came from one of these zones.
    CameFrom(Vec<Zone>),
    /// Attacks one of these players.
    Attacking(Players),
    /// Is the source object of an ability of this kind (for abilities on the stack).
    Source(Box<Filter>),
}

words! {
    /// A word about an object.
    Trait {
        /// The object the ability is on.
        This = "this",
        /// Any object but the one that the ability is on.
        Another = "another",
        /// A permanent.
        Permanent = "permanent",
        /// A card (not a token, not a copy).
        Card = "card",
        /// A permanent card (110.4a).
        PermanentCard = "permanent-card",
        /// A spell.
        Spell = "spell",
        /// An activated ability on the stack.
        ActivatedAbility = "activated-ability",
        /// A triggered ability on the stack.
        TriggeredAbility = "triggered-ability",
        /// A token.
        Token = "token",
        /// Attacking (508).
        Attacking = "attacking",
        /// Attacking alone (506.5).
        AttackingAlone = "attacking-alone",
        /// Blocking (509).
        Blocking = "blocking",
        /// Blocked (509.1h).
        Blocked = "blocked",
        /// Attacking and not blocked (509.1h).
        Unblocked = "unblocked",
        /// Tapped.
        Tapped = "tapped",
        /// Untapped.
        Untapped = "untapped",
        /// Face down.
        FaceDown = "face-down",
        /// Transformed: its back face is up.
        Transformed = "transformed",
        /// No colour (105.2c).
        Colorless = "colorless",
        /// Two or more colours (105.2b).
        Multicolored = "multicolored",
        /// Exactly one colour (105.2a).
        Monocolored = "monocolored",
        /// An Aura is attached to it.
        Enchanted = "enchanted",
        /// An Equipment is attached to it.
        Equipped = "equipped",
        /// Has a counter, or is equipped, or is enchanted by an Aura its controller controls (700.9).
        Modified = "modified",
        /// Legendary, an artifact or a Saga (700.6).
        Historic = "historic",
        /// An Assassin, Mercenary, Pirate, Rogue or Warlock (700.12).
        Outlaw = "outlaw",
        /// A commander (903.3).
        Commander = "commander",
        /// Kicked (702.33d).
        Kicked = "kicked",
        /// Came onto the battlefield this turn.
        EnteredThisTurn = "entered-this-turn",
        /// Came under its controller's control since the beginning of that player's last upkeep (702.30a).
        NewSinceUpkeep = "new-since-upkeep",
        /// Came into the zone where it is this turn.
        ArrivedThisTurn = "arrived-this-turn",
        /// May be chosen as a source of damage (609.7a).
        SourceOfDamage = "source-of-damage",
        /// Attacked this turn.
        AttackedThisTurn = "attacked-this-turn",
        /// Was dealt damage this turn.
        DamagedThisTurn = "damaged-this-turn",
        /// Has a mana symbol more than once in its mana cost.
        RepeatedManaSymbol = "repeated-mana-symbol",
        /// Its toughness is greater than its power.
        ToughnessAbovePower = "toughness-above-power",
        /// Cast, rather than put onto the stack or the battlefield.
        Cast = "cast",
        /// Suspected (701.60).
        Suspected = "suspected",
        /// Goaded (701.15).
        Goaded = "goaded",
        /// Goaded by the ability's controller (701.15d).
        GoadedByYou = "goaded-by-you",
        /// Monstrous (701.37b).
        Monstrous = "monstrous",
        /// Its controller's Ring-bearer (701.54e).
        RingBearer = "ring-bearer",
        /// Renowned (702.112b).
        Renowned = "renowned",
        /// Solved (719.3b).
        Solved = "solved",
        /// Prepared (722.3a).
        Prepared = "prepared",
        /// Saddled (702.171b).
        Saddled = "saddled",
        /// In a sector (702.158b).
        InSector = "in-a-sector",
        /// Suspended: in exile, with suspend and a time counter on it (702.62b).
        Suspended = "suspended",
        /// The source of its mana, or a mana ability (605.1).
        ManaAbility = "mana-ability",
        /// Has no abilities.
        NoAbilities = "no-abilities",
    }
}

words! {
    /// What two objects may have in common.
    Shared {
        /// A colour.
        Color = "color",
        /// A card type.
        CardType = "card-type",
        /// A creature type.
        CreatureType = "creature-type",
        /// A land type.
        LandType = "land-type",
        /// A name.
        Name = "name",
        /// A mana value.
        ManaValue = "mana-value",
        /// An owner, such as of cards "from a single graveyard".
        Owner = "owner",
        /// A controller.
        Controller = "controller",
        /// A sector (702.158e).
        Sector = "sector",
    }
}

impl Filter {
    /// Every object.
    pub const EVERYTHING: Self = Self::All(Vec::new());

    /// Reads a bare word: a card type, supertype, colour, subtype or [`Trait`].
    pub fn from_word(word: &str) -> Option<Self> {
        CardType::from_word(word)
            .map(Self::Type)
            .or_else(|| Supertype::from_word(word).map(Self::Supertype))
            .or_else(|| Color::from_word(word).map(Self::Color))
            .or_else(|| Trait::from_word(word).map(Self::Is))
            .or_else(|| Subtype::from_word(word).map(Self::Subtype))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum FilterNode {
    Any(Vec<Filter>),
    All(Vec<Filter>),
    Not(Box<Filter>),
    ControlledBy(Players),
    OwnedBy(Players),
    Power(Comparison),
    Toughness(Comparison),
    ManaValue(Comparison),
    Has(KeywordName),
    Counters {
        #[serde(default)]
        kind: Option<CounterKind>,
        #[serde(default = "Comparison::at_least_one")]
        count: Comparison,
    },
    Named(String),
    NamedLike(Box<Selection>),
    In(ZoneList),
    Among(Box<Selection>),
    AttachedTo(Box<Filter>),
    AttachedBy(Box<Filter>),
    Targets(Box<Filter>),
    TargetsPlayer(Players),
    TargetsOnly(Box<Filter>),
    TargetCount(Comparison),
    InCombatWith(Box<Selection>),
    Chosen(Symbol),
    Shares {
        a: Shared,
        with: Box<Selection>,
    },
    DamagedBy(Box<Selection>),
    CameFrom(ZoneList),
    Attacking(Players),
    Source(Box<Filter>),
}

/// One zone or a list of them.
struct ZoneList(Vec<Zone>);

shapes!(ZoneList, "a zone or a list of zones",
    word: |word| Zone::from_word(word).map(|zone| ZoneList(vec![zone])),
    list<Zone>: ZoneList);

shapes!(Filter, "a kind of object: a word such as `creature`, a list, or a map such as `{not: land}`",
word: Self::Value::from_word,
list<Filter>: Filter::All,
map<FilterNode>: |node| match node {
    FilterNode::Any(filters) => Filter::Any(filters),
    FilterNode::All(filters) => Filter::All(filters),
    FilterNode::Not(filter) => Filter::Not(filter),
    FilterNode::ControlledBy(players) => Filter::ControlledBy(players),
    FilterNode::OwnedBy(players) => Filter::OwnedBy(players),
    FilterNode::Power(comparison) => Filter::Power(comparison),
    FilterNode::Toughness(comparison) => Filter::Toughness(comparison),
    FilterNode::ManaValue(comparison) => Filter::ManaValue(comparison),
    FilterNode::Has(keyword) => Filter::Has(keyword),
    FilterNode::Counters { kind, count } => Filter::Counters(kind, count),
    FilterNode::Named(name) => Filter::Named(name),
    FilterNode::NamedLike(selection) => Filter::NamedLike(selection),
    FilterNode::In(zones) => Filter::In(zones.0),
    FilterNode::Among(selection) => Filter::Among(selection),
    FilterNode::AttachedTo(filter) => Filter::AttachedTo(filter),
    FilterNode::AttachedBy(filter) => Filter::AttachedBy(filter),
    FilterNode::Targets(filter) => Filter::Targets(filter),
    FilterNode::TargetsPlayer(players) => Filter::TargetsPlayer(players),
    FilterNode::TargetsOnly(filter) => Filter::TargetsOnly(filter),
    FilterNode::TargetCount(comparison) => Filter::TargetCount(comparison),
    FilterNode::InCombatWith(selection) => Filter::InCombatWith(selection),
    FilterNode::Chosen(link) => Filter::Chosen(link),
    FilterNode::Shares { a, with } => Filter::Shares(a, with),
    FilterNode::DamagedBy(selection) => Filter::DamagedBy(selection),
    FilterNode::CameFrom(zones) => Filter::CameFrom(zones.0),
    FilterNode::Attacking(players) => Filter::Attacking(players),
    FilterNode::Source(filter) => Filter::Source(filter),
});
