//! What continuous effects change: characteristics (613.1) and the rules of the game (613.11).

use headjudge_derive::Node;

use super::instruction::ManaType;
use super::tree::{Key, Tree, Value};
use super::verb::worded;
use super::{
    Ability, CardType, Color, Condition, Costs, CounterKind, Event, Filter, Instruction, KeywordName, Link,
    Mark, Players, Quantity, Selection, Slot, Subtype, SubtypeFamily, Supertype, Verb, Zone,
};

mod asks;

/// One change to an object; its layer is plain from its kind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub enum Change {
    /// Becomes a copy of the object (layer 1a), with exceptions.
    CopyOf {
        /// What is copied.
        what: Selection,
        /// Changes that are part of the copiable values (707.9).
        #[node(default)]
        except: Vec<Change>,
    },
    /// Control (layer 2).
    Control(Players),
    /// Text: one colour word or type word for another (layer 3).
    Text {
        /// Which words may be exchanged.
        words: TextWords,
        /// Which may not be the new one.
        not: Option<Subtype>,
    },
    /// The same, as it was settled: every instance of the one word is the other.
    #[node(skip)]
    Exchange {
        /// The word that is replaced.
        from: TextWord,
        /// The word that stands there instead.
        to: TextWord,
    },
    /// Has these types in addition (layer 4).
    AddTypes(TypeChange),
    /// Has these types and loses its others of the same families (layer 4, 205.1a).
    SetTypes(TypeChange),
    /// Loses card types or subtypes (layer 4).
    LoseTypes(TypeChange),
    /// Is every creature type (layer 4).
    EveryCreatureType,
    /// Is these colours in addition (layer 5).
    AddColors(Vec<Color>),
    /// Is these colours and no other; of none, colourless (layer 5).
    SetColors(Vec<Color>),
    /// Is the colour that was chosen, and no other (layer 5).
    SetChosenColor(Link),
    /// Is the colour that was chosen in addition (layer 5).
    AddChosenColor(Link),
    /// Gains abilities (layer 6).
    Gain(Vec<Ability>),
    /// Has the very ability that says so; only among the exceptions of a copy ("except it has this ability", 707.9a).
    GainThis,
    /// Keeps its own colors; only among the exceptions of a copy ("except it doesn't copy that creature's color", 707.9c).
    KeepColors,
    /// Keeps its own name; only among the exceptions of a copy ("except his name is ...", 707.9b).
    KeepName,
    /// Has no mana cost; only among the exceptions of a copy.
    NoManaCost,
    /// Gains all activated abilities of an object, as they are when the effect begins (layer 6).
    GainActivatedOf(Selection),
    /// Gains the abilities that are printed on the source of the effect below the one that says so, but for others of its keyword
    /// (layer 6, 702.165a).
    GainPrintedBelow,
    /// Gains those of the named keyword abilities that some objects have, with their variants and variables, as they are when the
    /// effect begins: "the same is true for ..." (layer 6, 702.1c).
    GainKeywordsOf {
        /// Whose.
        of: Selection,
        /// Which.
        keywords: Vec<KeywordName>,
    },
    /// The same, as it was settled: these abilities, which were another object's.
    #[node(skip)]
    Gained(Vec<Ability>),
    /// Loses keyword abilities (layer 6).
    Lose(Vec<KeywordName>),
    /// Loses all abilities (layer 6).
    LoseAllAbilities,
    /// Can't have these keyword abilities (layer 6).
    CantHave(Vec<KeywordName>),
    /// Base power and toughness are set (layer 7b, or 7a where a characteristic-defining ability says so).
    SetPowerToughness {
        /// The power, if it is set.
        power: Option<Quantity>,
        /// The toughness, if it is set.
        toughness: Option<Quantity>,
    },
    /// Gets +power/+toughness (layer 7c).
    AddPowerToughness {
        /// Added to the power, possibly negative.
        power: Quantity,
        /// Added to the toughness, possibly negative.
        toughness: Quantity,
    },
    /// Power and toughness are switched (layer 7d).
    SwitchPowerToughness,
    /// Gets another name.
    SetName(String),
}

super::words::words! {
    /// The words that a text-changing effect may exchange (612).
    TextWords {
        /// Colour words.
        Color = "color",
        /// Basic land types.
        BasicLandType = "basic-land-type",
        /// Colour words or basic land types.
        ColorOrBasicLandType = "color-or-basic-land-type",
        /// Creature types.
        CreatureType = "creature-type",
    }
}

/// A word that a text-changing effect replaces or puts in (612.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub enum TextWord {
    /// A colour word.
    Color(Color),
    /// A word for a creature type or basic land type.
    Subtype(Subtype),
}

impl TextWord {
    /// The word as it is printed.
    pub fn word(&self) -> &str {
        match self {
            Self::Color(color) => color.word(),
            Self::Subtype(subtype) => subtype.word(),
        }
    }
}

/// A change of the type line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Node)]
pub struct TypeChange {
    /// Supertypes.
    #[node(default)]
    pub supertypes: Vec<Supertype>,
    /// Card types.
    #[node(default)]
    pub types: Vec<CardType>,
    /// Subtypes.
    #[node(default)]
    pub subtypes: Vec<Subtype>,
    /// All subtypes of families.
    #[node(default)]
    pub all_of: Vec<FamilyWord>,
    /// The type that a linked choice made.
    pub chosen: Option<Link>,
    /// The creature types of these objects.
    pub creature_types_of: Option<Selection>,
}

super::words::words! {
    /// A family of subtypes by name.
    FamilyWord {
        /// All creature types.
        Creature = "creature-types",
        /// All land types.
        Land = "land-types",
        /// All land types but the basic ones (205.3i).
        NonbasicLand = "nonbasic-land-types",
        /// All artifact types.
        Artifact = "artifact-types",
        /// All enchantment types.
        Enchantment = "enchantment-types",
    }
}

impl FamilyWord {
    /// The family of the lists in 205.3.
    pub const fn family(self) -> SubtypeFamily {
        match self {
            Self::Creature => SubtypeFamily::Creature,
            Self::Land | Self::NonbasicLand => SubtypeFamily::Land,
            Self::Artifact => SubtypeFamily::Artifact,
            Self::Enchantment => SubtypeFamily::Enchantment,
        }
    }
}

impl FamilyWord {
    /// Whether it names this subtype.
    pub fn names(self, subtype: Subtype) -> bool {
        subtype.family() == self.family()
            && (self != Self::NonbasicLand || subtype.basic_land_color().is_none())
    }

    /// All the subtypes that it names.
    pub fn all(self) -> impl Iterator<Item = Subtype> {
        Subtype::all(self.family()).filter(move |subtype| self.names(*subtype))
    }
}

/// One change to the rules of the game.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "a change of the rules such as `cant: {action: attack, what: this}`")]
pub enum RuleChange {
    /// Something can't be done (101.2).
    Cant(Prohibition),
    /// A creature must do something if able (508.1d, 509.1c).
    Must(Requirement),
    /// A player may do what they otherwise couldn't.
    May(Permission),
    /// Costs are increased or reduced (118.7, 601.2f).
    #[node(name = "costs")]
    CostChange(CostChange),
    /// A player may play more lands each turn (305.2).
    ExtraLands(#[node(name = "who")] Players, #[node(name = "count")] Quantity),
    /// A player's maximum hand size is set, changed or gone (402.2).
    HandSize(#[node(name = "who")] Players, #[node(name = "size")] HandSize),
    /// A player skips a step or phase, or a draw (614.10).
    Skip(#[node(name = "who")] Players, #[node(name = "step")] super::event::Step),
    /// A player has a keyword ability such as hexproof (702.11d).
    PlayerHas(#[node(name = "who")] Players, #[node(name = "keyword")] KeywordName),
    /// A player has protection from a quality (702.16b, 702.16c, 702.16e).
    PlayerProtection(#[node(name = "who")] Players, #[node(name = "from")] Filter),
    /// A player has hexproof from a quality (702.11d).
    PlayerHexproof(#[node(name = "who")] Players, #[node(name = "from")] Filter),
    /// Assigns combat damage equal to its toughness, or as though it weren't blocked, and other changes of combat damage.
    CombatDamage(#[node(name = "of")] Filter, #[node(name = "is")] CombatDamageChange),
    /// Stations permanents using its toughness rather than its power (702.184c).
    StationsByToughness(Filter),
    /// Creatures pay for crewing, or for saddling, as though their power were so much greater (702.122a, 702.171a).
    CrewsAsThoughGreater(
        #[node(name = "of")] Filter,
        #[node(name = "more")] Quantity,
        #[node(name = "for", default = KeywordName::Crew)] KeywordName,
    ),
    /// Permanents untap during the untap steps of other players than their controllers as well (502.3).
    UntapsDuring(#[node(name = "what")] Filter, #[node(name = "of")] Players),
    /// Players don't lose unspent mana as steps and phases end: mana of these types, or of any where none is named (500.5).
    KeepsMana(#[node(name = "who")] Players, #[node(name = "types")] Vec<ManaType>),
    /// Unspent mana that players would lose becomes mana of this type instead (106.4).
    LostManaBecomes(#[node(name = "who")] Players, #[node(name = "type")] ManaType),
    /// Triggered abilities of objects of this kind trigger an additional time (603.2d).
    ExtraTrigger {
        /// Whose abilities.
        of: Filter,
        /// What must cause them to trigger, if that is said.
        caused_by: Option<Event>,
    },
    /// What happens doesn't cause abilities to trigger.
    NoTrigger {
        /// What happens.
        caused_by: Event,
        /// Whose abilities.
        #[node(default = Filter::EVERYTHING)]
        of: Filter,
    },
    /// Players may spend mana as though it were mana of any color (609.4b).
    AnyColor(Players),
    /// Players may pay 2 life rather than each mana of a color in a cost.
    LifeForMana(#[node(name = "who")] Players, #[node(name = "of")] Color),
    /// Damage can't be prevented (615.12).
    DamageCantBePrevented,
    /// The "legend rule" doesn't apply to permanents of this kind (704.5j).
    NoLegendRule(Filter),
    /// A player's devotion to each color and each combination of colors is so much greater (700.5).
    Devotion(#[node(name = "who")] Players, #[node(name = "more")] Quantity),
    /// Players play with cards revealed.
    Revealed(#[node(name = "who")] Players, #[node(name = "cards")] RevealedCards),
    /// Permanents can't have more than so many counters of a kind on them (704.5r).
    MostCounters {
        /// Which permanents.
        of: Filter,
        /// Which counters.
        kind: CounterKind,
        /// How many at most.
        count: Quantity,
    },
    /// A player who cascades does something with the exiled cards first (702.85b).
    AsYouCascade {
        /// Where the exiled cards are found.
        cards: Slot,
        /// What the player does.
        #[node(name = "do")]
        does: Vec<Instruction>,
    },
    /// Creatures of this kind are goaded by the player whose effect it is (701.15b).
    Goaded(Filter),
    /// The objects are marked as something that other abilities ask for, such as saddled.
    Marked(Mark),
    /// Mana may be spent as though of any type, and others: not played.
    Unsupported(String),
}

super::words::words! {
    /// How combat damage is assigned otherwise.
    CombatDamageChange {
        /// Equal to toughness rather than power.
        ByToughness = "by-toughness",
        /// As though it weren't blocked.
        AsThoughUnblocked = "as-though-unblocked",
        /// Assigns none.
        None = "none",
    }
}

super::words::words! {
    /// Which cards are revealed.
    RevealedCards {
        /// The hand.
        Hand = "hand",
        /// The top card of the library.
        TopOfLibrary = "top-of-library",
        /// The first card drawn each turn, as it is drawn.
        FirstDraw = "first-draw",
    }
}

/// A change of the maximum hand size.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub enum HandSize {
    /// There is none.
    Unlimited,
    /// It is this number.
    Is(Quantity),
    /// It is so much greater (or smaller).
    More(Quantity),
}

/// Something that can't be done. What is forbidden is `action`, by or to objects of the kind `what`, by or of the players `who`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(older = older_prohibition, plain)]
pub struct Prohibition {
    /// What can't be done.
    pub action: Action,
    /// The objects that can't do it, or that it can't be done to.
    pub what: Option<Filter>,
    /// The players that can't do it.
    pub who: Option<Players>,
    /// The other objects of the action: what can't block it, what can't target it ...
    pub by: Option<Filter>,
    /// Only while this is true.
    #[node(name = "if")]
    pub only_if: Option<Condition>,
    /// Only from these zones.
    #[node(default)]
    pub from: Vec<Zone>,
    /// Only from a player's own zones, not with what other players own.
    pub own: bool,
    /// Only with what other players than the one who does it own.
    pub of_others: bool,
    /// Unless this is paid.
    pub unless_pay: Option<Costs>,
    /// No more often than this each turn; no more than so many creatures in each combat, where it is attacking or blocking.
    pub more_than: Option<u8>,
    /// Not by fewer than this (being blocked).
    pub fewer_than: Option<u8>,
    /// Whom or what it can't be done to (attacking, blocking).
    pub to: Option<Selection>,
    /// Unless one of these others does the same (attacking, blocking).
    pub without: Option<Filter>,
    /// Except at any time at which the player could cast a sorcery (casting, 307.5).
    pub but_as_sorcery: bool,
}

/// As it is written today, where its action says the number as well.
fn older_prohibition(tree: &Tree) -> Option<Tree> {
    let Value::Map(entries) = &tree.value else { return None };
    let (action, field, number) =
        entries.iter().find_map(|(key, value)| match (&*key.word, &value.value) {
            ("action", Value::Word(word)) => match word.as_str() {
                "be-blocked-by-more-than-one" => Some(("be-blocked", "more-than", 1)),
                "be-blocked-by-fewer-than-two" => Some(("be-blocked", "fewer-than", 2)),
                "draw-more-than-one" => Some(("draw", "more-than", 1)),
                _ => None,
            },
            _ => None,
        })?;
    let today = [("action", Tree::word(action)), (field, Tree::number(number))];
    let today = today.map(|(word, value)| (Key { word: word.to_owned(), span: tree.span }, value));
    let others = entries.iter().filter(|(key, _)| key.word != "action").cloned();
    Some(Tree { span: tree.span, ..Tree::map(others.chain(today).collect()) })
}

impl Prohibition {
    /// The action can't be done at all: by or to any of these objects or, without them, by whatever the effect speaks of.
    pub fn of(action: Action, what: Option<Filter>) -> Self {
        Self { what, ..Self::plain(action) }
    }

    /// Whether it forbids the action as such: whatever it costs, whoever else does it, whatever it is done to.
    pub const fn is_plain(&self) -> bool {
        self.unless_pay.is_none()
            && self.more_than.is_none()
            && self.fewer_than.is_none()
            && self.to.is_none()
            && self.without.is_none()
    }

    /// Whether it forbids that certain creatures block certain others, so that each block can be looked at by itself.
    pub const fn is_of_pairs(&self) -> bool {
        matches!(self.action, Action::Do(Verb::Block))
            && self.to.is_some()
            && self.unless_pay.is_none()
            && self.more_than.is_none()
            && self.fewer_than.is_none()
            && self.without.is_none()
    }
}

/// What may be forbidden or required.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// To do it.
    Do(Verb),
    /// To have it done to one.
    Be(Verb),
    /// To do it alone (506.5).
    Alone(Verb),
    /// To do it together with others.
    WithOthers(Verb),
    /// To lose the game for having 0 or less life (704.5a).
    LoseGameByLife,
    /// To activate an ability of it that is no mana ability (605.1a).
    ActivateNonmana,
}

impl Action {
    /// Those whose word is no verb's.
    const NAMED: [(Self, &'static str); 9] = [
        (Self::Be(Verb::PutCounters), "get-counters"),
        (Self::Be(Verb::Untap), "become-untapped"),
        (Self::Be(Verb::RemoveDamage), "lose-damage"),
        (Self::Be(Verb::TurnFaceUp), "be-turned-face-up"),
        (Self::Alone(Verb::Attack), "attack-alone"),
        (Self::Alone(Verb::Block), "block-alone"),
        (Self::WithOthers(Verb::Attack), "attack-with-others"),
        (Self::LoseGameByLife, "lose-game-by-life"),
        (Self::ActivateNonmana, "activate-nonmana"),
    ];

    /// The deed that it is to do, or to have done to one.
    pub const fn verb(self) -> Verb {
        match self {
            Self::Do(verb) | Self::Be(verb) | Self::Alone(verb) | Self::WithOthers(verb) => verb,
            Self::LoseGameByLife => Verb::LoseGame,
            Self::ActivateNonmana => Verb::Activate,
        }
    }
}

worded!(Action [Action::Do: Cant, Action::Be: CantBe] Action::NAMED.into_iter());

super::words::words! {
    /// What may be allowed.
    Allowed {
        /// Attack as though it didn't have defender.
        AttackAsThoughNoDefender = "attack-as-though-no-defender",
        /// Be exerted as it attacks.
        ExertAsItAttacks = "exert-as-it-attacks",
        /// Block an additional creature.
        BlockAnother = "block-another",
        /// Block any number of creatures.
        BlockAny = "block-any",
        /// Block as though it didn't have what stops it, such as tapped or no reach.
        BlockAsThough = "block-as-though",
        /// Be cast.
        Cast = "cast",
        /// Be played as a land.
        PlayLand = "play-land",
        /// Be cast or played.
        Play = "play",
        /// Be cast as though it had flash.
        CastAsThoughFlash = "cast-as-though-flash",
        /// Cast spells from other players' graveyards as though they were in one's own.
        UseOtherGraveyards = "use-other-graveyards",
        /// Activate abilities as though with haste.
        ActivateAsThoughHaste = "activate-as-though-haste",
        /// Activate exhaust abilities as though they hadn't been activated.
        ExhaustAgain = "exhaust-again",
        /// Activate its loyalty abilities at instant speed or twice.
        ActivateLoyaltyAgain = "activate-loyalty-again",
        /// Activate its loyalty abilities any time an instant could be cast (606.3).
        ActivateLoyaltyAsInstant = "activate-loyalty-as-instant",
        /// Look at the top card of the library at any time.
        LookAtTop = "look-at-top",
        /// Look at face-down objects.
        LookAtFaceDown = "look-at-face-down",
        /// Look at cards that are face down in exile (406.3).
        LookAtExiled = "look-at-exiled",
        /// Be the target as though it had no hexproof or shroud.
        TargetAsThoughNoHexproof = "target-as-though-no-hexproof",
        /// Stay tapped in the untap step, if its controller likes (502.3).
        StayTapped = "stay-tapped",
    }
}

/// Something that must be done if able.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Requirement {
    /// What must be done.
    pub action: Action,
    /// The objects that must do it.
    pub what: Filter,
    /// Whom or what it must be done to, if that is said.
    pub to: Option<Selection>,
    /// By all that are able.
    pub by_all: bool,
    /// By at least one of them.
    pub one: bool,
}

/// Something that may be done that otherwise couldn't.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Permission {
    /// What may be done.
    pub action: Allowed,
    /// Who may do it.
    pub who: Option<Players>,
    /// With which objects.
    pub what: Option<Selection>,
    /// From which zone.
    pub from: Option<Zone>,
    /// Of which kind the spell must be as it is cast (601.3e).
    pub spells: Option<Filter>,
    /// What is paid instead of the mana cost; `nothing` for "without paying its mana cost".
    pub cost: Option<Costs>,
    /// Mana of any type may be spent.
    pub any_mana: bool,
    /// How often each turn.
    pub times_each_turn: Option<u8>,
}

/// Costs that are increased or reduced (601.2f).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct CostChange {
    /// Which spells or abilities (or their sources).
    pub of: Filter,
    /// Who casts or activates them.
    pub who: Option<Players>,
    /// Costs so much more.
    pub more: Option<Costs>,
    /// Costs so much less generic mana.
    pub less: Option<Quantity>,
    /// Costs this mana less.
    pub less_mana: Option<super::ManaCost>,
    /// Whether it is colored mana alone that costs less, and no generic mana where there is too little of a color (118.7c).
    pub colored_only: bool,
    /// How many times the change counts.
    pub for_each: Option<Quantity>,
    /// Whether it speaks of abilities activated rather than of spells cast.
    pub abilities: bool,
    /// Whether mana abilities are left out (605.1).
    pub not_mana: bool,
    /// Not below this much mana.
    pub at_least: Option<u8>,
    /// Costs this much mana, if it would cost less when all else has been counted (601.2f).
    pub no_less_than: Option<u8>,
    /// Whether it speaks of the costs of unlocking a half of a permanent rather than of spells cast (709.5e).
    pub unlocking: bool,
}
