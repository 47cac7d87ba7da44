//! CR 702: keyword abilities, with what is printed behind them.

use serde::Deserialize;

use super::card::PrintedNumber;
use super::words::shapes;
use super::{Costs, Filter, ManaCost, Quantity, Symbol};

macro_rules! keywords {
    (
        plain { $($plain:ident = $plain_word:literal,)+ }
        with_cost { $($cost:ident = $cost_word:literal,)+ }
        with_number { $($number:ident = $number_word:literal,)+ }
        with_filter { $($filter:ident = $filter_word:literal,)+ }
    ) => {
        super::words::words! {
            /// The name of a keyword ability, without what is printed behind it. Each is the heading of a section of 702.
            KeywordName {
                $(#[doc = $plain_word] $plain = $plain_word,)+
                $(#[doc = $cost_word] $cost = $cost_word,)+
                $(#[doc = $number_word] $number = $number_word,)+
                $(#[doc = $filter_word] $filter = $filter_word,)+
                /// Equip a kind of creature for a cost.
                Equip = "equip",
                /// Suspend for a number of turns and a cost.
                Suspend = "suspend",
                /// Cycling, also of a type (702.29e).
                Cycling = "cycling",
                /// Splice onto something.
                Splice = "splice",
                /// A second set of mana cost, power and toughness.
                Prototype = "prototype",
                /// Partner, alone or with a name.
                Partner = "partner",
                /// Hexproof, alone or from a quality.
                Hexproof = "hexproof",
            }
        }

        /// A keyword ability as it stands on a card.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Keyword {
            /// One with nothing printed behind it.
            Plain(KeywordName),
            /// One with a cost.
            Cost(KeywordName, Costs),
            /// One with a number.
            Number(KeywordName, Quantity),
            /// One with a quality: protection from, landwalk, affinity for, enchant ...
            Filter(KeywordName, Filter),
            /// Equip: the cost, and what kind of creature if that is said (702.6c).
            Equip(Costs, Option<Filter>),
            /// Suspend n and a cost (702.62a); given by an effect it is plain.
            Suspend(Quantity, Costs),
            /// Cycling: the cost, and the kind of card for typecycling (702.29).
            Cycling(Costs, Option<Filter>),
            /// Splice onto a kind of spell for a cost (702.47).
            Splice(Filter, Costs),
            /// Enchant a player (702.5d).
            EnchantPlayer(super::Players),
            /// Protection from a quality that does not remove some of what is attached (702.16n).
            ProtectionKeeping(Filter, Filter),
            /// Partner with the card of this name, or in another named way (702.124).
            PartnerWith(String),
            /// Prototype: a second mana cost, power and toughness (702.160a).
            Prototype {
                /// The mana cost.
                cost: ManaCost,
                /// The power.
                power: PrintedNumber,
                /// The toughness.
                toughness: PrintedNumber,
            },
            /// A number and a cost: reinforce, awaken, impending and their like.
            NumberAndCost(KeywordName, Quantity, Costs),
            /// A keyword with a word behind it.
            Word(KeywordName, Symbol),
        }

        impl Keyword {
            /// Its name.
            pub const fn name(&self) -> KeywordName {
                match self {
                    Self::Plain(name)
                    | Self::Cost(name, _)
                    | Self::Number(name, _)
                    | Self::Filter(name, _)
                    | Self::NumberAndCost(name, _, _)
                    | Self::Word(name, _) => *name,
                    Self::Equip(..) => KeywordName::Equip,
                    Self::Suspend(..) => KeywordName::Suspend,
                    Self::Cycling(..) => KeywordName::Cycling,
                    Self::Splice(..) => KeywordName::Splice,
                    Self::EnchantPlayer(_) => KeywordName::Enchant,
                    Self::ProtectionKeeping(..) => KeywordName::Protection,
                    Self::PartnerWith(_) => KeywordName::Partner,
                    Self::Prototype { .. } => KeywordName::Prototype,
                }
            }

            /// Reads a keyword that has nothing printed behind it.
            pub fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($plain_word => Some(Self::Plain(KeywordName::$plain)),)+
                    "hexproof" => Some(Self::Plain(KeywordName::Hexproof)),
                    "partner" => Some(Self::Plain(KeywordName::Partner)),
                    // As an effect gives it: without a number and a cost.
                    "suspend" => Some(Self::Plain(KeywordName::Suspend)),
                    _ => None,
                }
            }
        }

        #[derive(Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        enum KeywordNode {
            $(#[serde(rename = $cost_word)] $cost(Costs),)+
            $(#[serde(rename = $number_word)] $number(Quantity),)+
            $(#[serde(rename = $filter_word)] $filter(Filter),)+
            Equip(EquipNode),
            Suspend { count: Quantity, cost: Costs },
            Cycling(EquipNode),
            Splice { onto: Filter, cost: Costs },
            EnchantPlayer(super::Players),
            ProtectionKeeping { from: Filter, keeps: Filter },
            PartnerWith(String),
            Prototype { cost: ManaCost, power: PrintedNumber, toughness: PrintedNumber },
            HexproofFrom(Filter),
            NumberAndCost { name: KeywordName, count: Quantity, cost: Costs },
            Word { name: KeywordName, word: Symbol },
        }

        shapes!(Keyword, "a keyword ability: `flying`, or a map such as `equip: \"{3}\"`",
            word: Self::Value::from_word,
            map<KeywordNode>: |node| match node {
                $(KeywordNode::$cost(cost) => Keyword::Cost(KeywordName::$cost, cost),)+
                $(KeywordNode::$number(number) => Keyword::Number(KeywordName::$number, number),)+
                $(KeywordNode::$filter(filter) => Keyword::Filter(KeywordName::$filter, filter),)+
                KeywordNode::Equip(node) => Keyword::Equip(node.cost, node.what),
                KeywordNode::Suspend { count, cost } => Keyword::Suspend(count, cost),
                KeywordNode::Cycling(node) => Keyword::Cycling(node.cost, node.what),
                KeywordNode::Splice { onto, cost } => Keyword::Splice(onto, cost),
                KeywordNode::EnchantPlayer(players) => Keyword::EnchantPlayer(players),
                KeywordNode::ProtectionKeeping { from, keeps } => Keyword::ProtectionKeeping(from, keeps),
                KeywordNode::PartnerWith(name) => Keyword::PartnerWith(name),
                KeywordNode::Prototype { cost, power, toughness } => Keyword::Prototype { cost, power, toughness },
                KeywordNode::HexproofFrom(filter) => Keyword::Filter(KeywordName::Hexproof, filter),
                KeywordNode::NumberAndCost { name, count, cost } => Keyword::NumberAndCost(name, count, cost),
                KeywordNode::Word { name, word } => Keyword::Word(name, word),
            });
    };
}

keywords! {
    plain {
        Deathtouch = "deathtouch", Defender = "defender", DoubleStrike = "double strike",
        FirstStrike = "first strike", Flash = "flash", Flying = "flying", Haste = "haste",
        Indestructible = "indestructible", Intimidate = "intimidate", Lifelink = "lifelink", Reach = "reach",
        Shroud = "shroud", Trample = "trample", Vigilance = "vigilance", Banding = "banding",
        Flanking = "flanking", Phasing = "phasing", Shadow = "shadow", Horsemanship = "horsemanship", Fear = "fear",
        Provoke = "provoke", Storm = "storm", Sunburst = "sunburst", Epic = "epic", Convoke = "convoke",
        Haunt = "haunt", Gravestorm = "gravestorm", Changeling = "changeling", SplitSecond = "split second",
        Delve = "delve", Conspire = "conspire", Persist = "persist", Wither = "wither", Retrace = "retrace",
        Exalted = "exalted", Cascade = "cascade", Rebound = "rebound", UmbraArmor = "umbra armor",
        Infect = "infect", BattleCry = "battle cry", LivingWeapon = "living weapon", Undying = "undying",
        Soulbond = "soulbond", Unleash = "unleash", Cipher = "cipher", Evolve = "evolve", Extort = "extort",
        Fuse = "fuse", Dethrone = "dethrone", HiddenAgenda = "hidden agenda", Prowess = "prowess",
        Exploit = "exploit", Menace = "menace", Devoid = "devoid", Ingest = "ingest", Myriad = "myriad",
        Skulk = "skulk", Melee = "melee", Undaunted = "undaunted", Improvise = "improvise",
        Aftermath = "aftermath", Ascend = "ascend", Assist = "assist", JumpStart = "jump-start",
        Mentor = "mentor", Riot = "riot", Demonstrate = "demonstrate", Daybound = "daybound",
        Nightbound = "nightbound", Decayed = "decayed", Training = "training", Compleated = "compleated",
        Enlist = "enlist", ReadAhead = "read ahead", Ravenous = "ravenous", SpaceSculptor = "space sculptor",
        LivingMetal = "living metal", ForMirrodin = "for mirrodin!", Bargain = "bargain", Backup = "backup",
        StartYourEngines = "start your engines!", JobSelect = "job select", Station = "station",
        Increment = "increment", Paradigm = "paradigm", Storied = "storied", Tiered = "tiered",
        MoreThanMeetsTheEye = "more than meets the eye",
        TrampleOverPlaneswalkers = "trample over planeswalkers",
    }
    with_cost {
        Ward = "ward", CumulativeUpkeep = "cumulative upkeep", Buyback = "buyback", Echo = "echo",
        Kicker = "kicker", Multikicker = "multikicker", Flashback = "flashback", Madness = "madness",
        Morph = "morph", Megamorph = "megamorph", Entwine = "entwine", Ninjutsu = "ninjutsu",
        Transmute = "transmute", Replicate = "replicate", Recover = "recover", AuraSwap = "aura swap",
        Fortify = "fortify", Transfigure = "transfigure", Evoke = "evoke", Prowl = "prowl",
        Unearth = "unearth", LevelUp = "level up", Miracle = "miracle", Overload = "overload",
        Scavenge = "scavenge", Bestow = "bestow", Outlast = "outlast", Dash = "dash", Surge = "surge",
        Emerge = "emerge", Escalate = "escalate", Embalm = "embalm", Eternalize = "eternalize",
        Spectacle = "spectacle", Escape = "escape", Mutate = "mutate", Encore = "encore",
        Foretell = "foretell", Disturb = "disturb", Cleave = "cleave", Reconfigure = "reconfigure",
        Blitz = "blitz", Squad = "squad", Disguise = "disguise", Plot = "plot",
        Freerunning = "freerunning", Offspring = "offspring", Harmonize = "harmonize", Warp = "warp",
        Mayhem = "mayhem", Sneak = "sneak", Forecast = "forecast", WebSlinging = "web-slinging",
        Craft = "craft", Awaken = "awaken", Impending = "impending",
        MaxSpeed = "max speed", EquipPlaneswalker = "equip planeswalker",
    }
    with_number {
        Rampage = "rampage", Fading = "fading", Modular = "modular", Bushido = "bushido",
        Soulshift = "soulshift", Dredge = "dredge", Bloodthirst = "bloodthirst", Graft = "graft",
        Ripple = "ripple", Vanishing = "vanishing", Absorb = "absorb", Frenzy = "frenzy",
        Poisonous = "poisonous", Hideaway = "hideaway", Devour = "devour", Annihilator = "annihilator",
        Tribute = "tribute", Renown = "renown", Fabricate = "fabricate", Crew = "crew",
        Afflict = "afflict", Afterlife = "afterlife", Casualty = "casualty", Toxic = "toxic",
        Saddle = "saddle", Mobilize = "mobilize", Amplify = "amplify", Reinforce = "reinforce",
        Firebending = "firebending", Teamwork = "teamwork",
    }
    with_filter {
        Enchant = "enchant", Protection = "protection", Landwalk = "landwalk", Affinity = "affinity",
        Offering = "offering", Champion = "champion", Companion = "companion",
    }
}

/// A cost, or a cost and a kind of object.
struct EquipNode {
    cost: Costs,
    what: Option<Filter>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct EquipMap {
    cost: Costs,
    #[serde(default)]
    what: Option<Filter>,
}

shapes!(EquipNode, "a cost, or a map of `cost` and `what`",
    word: |word| super::Cost::from_word(word).map(|cost| EquipNode { cost: Costs(vec![cost]), what: None }),
    list<super::Cost>: |costs| EquipNode { cost: Costs(costs), what: None },
    map<EquipMap>: |node| EquipNode { cost: node.cost, what: node.what });
