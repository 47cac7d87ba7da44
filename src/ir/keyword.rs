//! CR 702: keyword abilities, with what is printed behind them.

use headjudge_derive::Node;

use super::card::PrintedNumber;
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
                /// Partner, alone or in another named way.
                Partner = "partner",
                /// Partner with the card of a name.
                PartnerWith = "partner with",
                /// Gift, with what is given.
                Gift = "gift",
                /// Hexproof, alone or from a quality.
                Hexproof = "hexproof",
                /// Craft with materials for a cost.
                Craft = "craft",
            }
        }

        /// A keyword ability as it stands on a card.
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
        #[node(expected = "a keyword ability: `flying`, or a map such as `equip: \"{3}\"`")]
        pub enum Keyword {
            /// One with nothing printed behind it.
            #[node(bare = only, key = KeywordName::is_plain)]
            Plain(KeywordName),
            /// One with a cost.
            #[node(key = KeywordName::has_cost)]
            Cost(KeywordName, Costs),
            /// One with a number.
            #[node(key = KeywordName::has_number)]
            Number(KeywordName, Quantity),
            /// One with a quality: protection from, landwalk, affinity for, enchant ...
            #[node(key = KeywordName::has_quality)]
            Filter(KeywordName, Filter),
            /// Equip: the cost, and what kind of creature if that is said (702.6c).
            Equip(#[node(name = "cost", alone)] Costs, #[node(name = "what")] Option<Filter>),
            /// Suspend n and a cost (702.62a); given by an effect it is plain.
            Suspend(#[node(name = "count")] Quantity, #[node(name = "cost")] Costs),
            /// Cycling: the cost, and the kind of card for typecycling (702.29).
            Cycling(#[node(name = "cost", alone)] Costs, #[node(name = "what")] Option<Filter>),
            /// Splice onto a kind of spell for a cost (702.47).
            Splice(#[node(name = "onto")] Filter, #[node(name = "cost")] Costs),
            /// Enchant a player (702.5d).
            EnchantPlayer(super::Players),
            /// Protection from a quality that does not remove some of what is attached (702.16n).
            ProtectionKeeping(#[node(name = "from")] Filter, #[node(name = "keeps")] Filter),
            /// Partner with the card of this name (702.124j).
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
            /// Craft: of what kind the materials are, how many, what must be so of them together, and the cost (702.167a).
            Craft(
                #[node(name = "with")] Filter,
                #[node(name = "count", default = super::Comparison::Exactly(Quantity::Fixed(1)))]
                super::Comparison,
                #[node(name = "together")] Option<super::ability::Together>,
                #[node(name = "cost")] Costs,
            ),
            /// Emerge from permanents of a quality, for a cost (702.119b).
            EmergeFrom(#[node(name = "what")] Filter, #[node(name = "cost")] Costs),
            /// A number and a cost: reinforce, awaken, impending and their like.
            NumberAndCost(
                #[node(name = "name")] KeywordName,
                #[node(name = "count")] Quantity,
                #[node(name = "cost")] Costs,
            ),
            /// A keyword with a word behind it.
            Word(#[node(name = "name")] KeywordName, #[node(name = "word")] Symbol),
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
                    Self::PartnerWith(_) => KeywordName::PartnerWith,
                    Self::Prototype { .. } => KeywordName::Prototype,
                    Self::Craft(..) => KeywordName::Craft,
                    Self::EmergeFrom(..) => KeywordName::Emerge,
                }
            }
        }

        impl KeywordName {
            /// Whether it may stand alone: with nothing printed behind it, or as an effect gives it.
            pub const fn is_plain(self) -> bool {
                matches!(self, $(Self::$plain)|+ | Self::Hexproof | Self::Partner | Self::Suspend | Self::Vanishing)
            }

            /// Whether a cost is printed behind it.
            pub const fn has_cost(self) -> bool {
                matches!(self, $(Self::$cost)|+)
            }

            /// Whether a number is printed behind it.
            pub const fn has_number(self) -> bool {
                matches!(self, $(Self::$number)|+)
            }

            /// Whether a quality is printed behind it.
            pub const fn has_quality(self) -> bool {
                matches!(self, $(Self::$filter)|+ | Self::Hexproof)
            }
        }
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
        Fuse = "fuse", Dethrone = "dethrone", HiddenAgenda = "hidden agenda", DoubleAgenda = "double agenda", Prowess = "prowess",
        Exploit = "exploit", Menace = "menace", Devoid = "devoid", Ingest = "ingest", Myriad = "myriad",
        Skulk = "skulk", Melee = "melee", Undaunted = "undaunted", Improvise = "improvise",
        Aftermath = "aftermath", Ascend = "ascend", Assist = "assist", JumpStart = "jump-start",
        Mentor = "mentor", Riot = "riot", Demonstrate = "demonstrate", Daybound = "daybound",
        Nightbound = "nightbound", Decayed = "decayed", Training = "training", Compleated = "compleated",
        Enlist = "enlist", ReadAhead = "read ahead", Ravenous = "ravenous", SpaceSculptor = "space sculptor", Spree = "spree",
        LivingMetal = "living metal", ForMirrodin = "for mirrodin!", Bargain = "bargain",
        StartYourEngines = "start your engines!", JobSelect = "job select", Station = "station",
        Increment = "increment", Paradigm = "paradigm", Storied = "storied", Tiered = "tiered",
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
        Mayhem = "mayhem", Sneak = "sneak", WebSlinging = "web-slinging",
        MoreThanMeetsTheEye = "more than meets the eye", Awaken = "awaken", Impending = "impending",
        EquipPlaneswalker = "equip planeswalker",
    }
    with_number {
        Rampage = "rampage", Fading = "fading", Modular = "modular", Bushido = "bushido",
        Soulshift = "soulshift", Dredge = "dredge", Bloodthirst = "bloodthirst", Graft = "graft",
        Ripple = "ripple", Vanishing = "vanishing", Absorb = "absorb", Frenzy = "frenzy",
        Poisonous = "poisonous", Hideaway = "hideaway", Devour = "devour", Annihilator = "annihilator",
        Tribute = "tribute", Renown = "renown", Fabricate = "fabricate", Crew = "crew",
        Afflict = "afflict", Afterlife = "afterlife", Casualty = "casualty", Toxic = "toxic",
        Saddle = "saddle", Mobilize = "mobilize", Amplify = "amplify", Reinforce = "reinforce",
        Firebending = "firebending", Teamwork = "teamwork", Backup = "backup",
    }
    with_filter {
        Enchant = "enchant", Protection = "protection", Landwalk = "landwalk", Affinity = "affinity",
        Offering = "offering", Champion = "champion", Companion = "companion",
    }
}
