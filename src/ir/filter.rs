//! Of what kind an object must be.

use headjudge_derive::Node;

use super::instruction::ManaType;
use super::words::words;
use super::{
    CardType, Color, Comparison, CounterKind, KeywordName, Link, ManaCost, Players, Selection, Subtype,
    Supertype, Zone,
};

mod asks;

/// A question about one object that is answered from its characteristics and state.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "a kind of object: a word such as `creature`, a list, or a map such as `{not: land}`")]
pub enum Filter {
    /// All of these; of none, everything.
    #[node(bare)]
    All(Vec<Filter>),
    /// At least one of these.
    Any(Vec<Filter>),
    /// Not this.
    Not(Box<Filter>),
    /// Has the card type.
    #[node(bare = only)]
    Type(CardType),
    /// Has the supertype.
    #[node(bare = only)]
    Supertype(Supertype),
    /// Has the subtype.
    #[node(bare = only)]
    Subtype(Subtype),
    /// Has the colour.
    #[node(bare = only)]
    Color(Color),
    /// One of the words below.
    #[node(bare = only)]
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
    /// It has so many colours (105.2).
    Colors(Comparison),
    /// Its mana cost is this, symbol for symbol (202.1).
    ManaCost(ManaCost),
    /// It could produce mana of this type (106.7).
    CouldProduce(ManaType),
    /// Has a keyword ability of that name.
    Has(KeywordName),
    /// Has counters: of a kind or of any, so many.
    Counters(
        #[node(name = "kind")] Option<CounterKind>,
        #[node(name = "count", default = Comparison::at_least_one())] Comparison,
    ),
    /// Has this name (201.2).
    Named(String),
    /// Has the same name as one of these.
    NamedLike(Box<Selection>),
    /// Is in one of these zones.
    In(#[node(one)] Vec<Zone>),
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
    /// Is paired with one of these objects (702.95b).
    PairedWith(Box<Selection>),
    /// Is of the type, colour or name that a linked ability chose (607.2d).
    Chosen(Link),
    /// Shares a colour, type or the like with one of these.
    Shares(#[node(name = "a")] Shared, #[node(name = "with")] Box<Selection>),
    /// Was linked under this name this turn: chosen, or dealt with otherwise, by an ability of this object (607).
    LinkedThisTurn(Link),
    /// A spell that is the first of this kind that its player casts in the turn.
    FirstCast(Box<Filter>),
    /// Was dealt damage this turn by one of these.
    DamagedBy(Box<Selection>),
    /// Was dealt damage this turn by a source that one of the players controlled as it dealt that.
    DamagedBySourceOf(Players),
    /// Was cast, put, or came from one of these zones.
    CameFrom(#[node(one)] Vec<Zone>),
    /// Was cast by one of these players, rather than put where it is or onto the stack.
    CastBy(Players),
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
        /// An activated ability on the stack that gives a Class a level (716.2a).
        ClassLevel = "class-level",
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
        /// Was drawn this turn (121.1).
        DrawnThisTurn = "drawn-this-turn",
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
        /// Has a locked half (709.5c).
        LockedHalf = "locked-half",
        /// A permanent a half of which is being unlocked for its cost, where mana is spent (709.5e).
        BeingUnlocked = "being-unlocked",
        /// A permanent that is being turned face up, where mana is spent (708.7).
        BeingTurnedUp = "being-turned-face-up",
        /// Saddled (702.171b).
        Saddled = "saddled",
        /// Paired with another creature (702.95b).
        Paired = "paired",
        /// In a sector (702.158b).
        InSector = "in-a-sector",
        /// Suspended: in exile, with suspend and a time counter on it (702.62b).
        Suspended = "suspended",
        /// The source of its mana, or a mana ability (605.1).
        ManaAbility = "mana-ability",
        /// Has an activated ability.
        WithActivatedAbility = "with-activated-ability",
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
        /// The name of an unlocked half: each counts, though a permanent has two of them (709.5).
        HalfName = "half-name",
        /// A mana value.
        ManaValue = "mana-value",
        /// A power.
        Power = "power",
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
}
