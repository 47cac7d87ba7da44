//! What a scenario expects, as typed values.

use crate::ir::Color;
use crate::scenario::ast::{Spanned, Text};
use crate::scenario::vocabulary::{Step, Zone};

use super::{AnswerItem, LibraryEnd, Reference};

/// `expect Grizzly Bears in exile, face up [610.3b]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// What should be so.
    pub claim: Claim,
    /// The rules that the answer must give.
    pub rules: Vec<Text>,
    /// `todo "why"`: a known gap.
    pub todo: Option<Text>,
    /// `unsettled "why"`: the rules give no answer.
    pub unsettled: Option<Text>,
}

/// What should be so.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// `X in exile, face up`: every fact holds of the object.
    Object {
        /// The object.
        what: Reference,
        /// What holds of it.
        facts: Vec<Spanned<Fact>>,
    },
    /// `X: battlefield > exile > battlefield`: the zones it went through since the scenario began.
    Path {
        /// The card or token.
        what: Reference,
        /// The zones in order, the first being where it began; `None` is `ceased to exist`.
        zones: Vec<Spanned<Option<Zone>>>,
    },
    /// `NAP life 17, poison 2`: every fact holds of the player.
    Player {
        /// The player.
        player: Text,
        /// What holds of them.
        facts: Vec<Spanned<PlayerFact>>,
    },
    /// `2 Saproling tokens on the battlefield, controlled by AP`, `0 cards in AP's graveyard`.
    Count {
        /// How many.
        count: u32,
        /// Of what.
        what: Counted,
        /// Where, and what else holds of them.
        facts: Vec<Spanned<Fact>>,
    },
    /// `stack A; B` from bottom to top; empty for `stack empty`.
    Stack(Vec<Reference>),
    /// `trigger from X`, `no trigger from X`, `2 triggers from X`.
    Triggers {
        /// How many; `None` is at least one.
        count: Option<u32>,
        /// The object, or an ability of it.
        from: Reference,
    },
    /// `X replaced by Y`, `X not replaced`: an effect of Y replaced what would have happened to X, or nothing has.
    Replaced {
        /// To what it happened.
        what: Reference,
        /// Whose effect, if that is said.
        by: Option<Reference>,
        /// Whether it says `not`.
        negated: bool,
    },
    /// `damage to X prevented`, `damage to X not prevented`.
    Prevented {
        /// To what or to whom it would have been dealt.
        to: Reference,
        /// Whether it says `not`.
        negated: bool,
    },
    /// `AP asked by X`, `AP not asked`: the player has been given a choice, or none.
    Asked {
        /// The player.
        player: Text,
        /// The spell, ability or permanent that asks, if that is said.
        by: Option<Reference>,
        /// Whether it says `not`.
        negated: bool,
    },
    /// `X and Y moved at the same time`.
    SameTime(Vec<Reference>),
    /// `legal`.
    Legal,
    /// `illegal`.
    Illegal,
    /// `options A; B`: exactly these answers are legal.
    Options(Vec<AnswerItem>),
    /// `active player NAP`.
    ActivePlayer(Text),
    /// `step upkeep`.
    Step(Spanned<Step>),
    /// `draw`: the game is a draw.
    Draw,
    /// `cites 610.3b`.
    Cites(Text),
    /// `does not cite 610.3b`.
    DoesNotCite(Text),
    /// `nothing else moved`.
    NothingElseMoved,
    /// `day`.
    Day,
    /// `night`.
    Night,
    /// `it is neither day nor night`.
    NeitherDayNorNight,
}

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counted {
    /// `cards`.
    Cards,
    /// `permanents`.
    Permanents,
    /// `creatures`, `lands`, ...: by card type, in the singular.
    Type(Text),
    /// `tokens`.
    Tokens,
    /// `Saproling tokens`: tokens of that name or subtype.
    TokensNamed(Text),
    /// `Grizzly Bears`: objects of that name.
    Named(Text),
    /// `Soldier`: objects of that subtype, or of all of these, where no card has such a name.
    Subtypes(Text),
}

/// Something that holds, or does not hold, of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// Whether it says `not`.
    pub negated: bool,
    /// What holds.
    pub kind: FactKind,
}

/// A designation that a permanent can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Monstrous (701.37b).
    Monstrous,
    /// Suspected (701.60b).
    Suspected,
    /// Its controller's Ring-bearer (701.54a).
    RingBearer,
    /// Renowned (702.112b).
    Renowned,
    /// Solved (719.3b).
    Solved,
    /// Its left half is unlocked (709.5c).
    LeftUnlocked,
    /// Its right half is unlocked.
    RightUnlocked,
    /// Both of its halves are.
    FullyUnlocked,
    /// Prepared (722.3a).
    Prepared,
    /// Goaded (701.15b).
    Goaded,
    /// Paired with another creature (702.95b).
    Paired,
}

/// What can hold of an object.
#[derive(Debug, Clone, PartialEq)]
pub enum FactKind {
    /// `in exile`, `on the battlefield`, `in NAP's hand`.
    Zone {
        /// The zone.
        zone: Zone,
        /// Whose, where it is written.
        whose: Option<Text>,
    },
    /// `2nd in the library`, `on top of the library`, `on the bottom of AP's library`.
    Position {
        /// The zone: the library or the stack.
        zone: Zone,
        /// Whose, where it is written.
        whose: Option<Text>,
        /// Counted from 1.
        place: u32,
        /// From which end.
        from: LibraryEnd,
    },
    /// `X's color identity is red and green`; none for `colorless`.
    ColorIdentity(Vec<Color>),
    /// `is a commander`.
    Commander,
    /// `ceased to exist`.
    CeasedToExist,
    /// `left the game`, along with its owner.
    LeftTheGame,
    /// `is a new object`; its opposite is `is the same object`.
    NewObject,
    /// `moved`: changed zones since the scenario began.
    Moved,
    /// `face down`; its opposite is `face up`.
    FaceDown,
    /// `AP may look`.
    MayLook(Text),
    /// `controlled by AP`.
    ControlledBy(Text),
    /// `owned by AP`.
    OwnedBy(Text),
    /// `attached to X`; `attached` alone and `attached to nothing` (negated) have none.
    Attached(Option<Reference>),
    /// `encoded on X`, `encoded`.
    Encoded(Option<Reference>),
    /// `exiled by X`.
    ExiledBy(Reference),
    /// `imprinted on X`, `imprinted`.
    Imprinted(Option<Reference>),
    /// `haunting X`, `haunting`.
    Haunting(Option<Reference>),
    /// `haunted by X`, `haunted`.
    Haunted(Option<Reference>),
    /// `in pile NAME`.
    InPile(Text),
    /// `in the pile of X`.
    InPileOf(Reference),
    /// `tapped`; its opposite is `untapped`.
    Tapped,
    /// Attacking, perhaps that player or permanent.
    Attacking(Option<Reference>),
    /// `blocking X`, `blocking`.
    Blocking(Option<Reference>),
    /// `blocked`.
    Blocked,
    /// Attacking, and unblocked (509.1h).
    Unblocked,
    /// `phased out`.
    PhasedOut,
    /// `monstrous`, `suspected`, `goaded`.
    Marked(Mark),
    /// `protected by NAP`.
    ProtectedBy(Text),
    /// `defense 3`.
    Defense(i32),
    /// `level 2`.
    Level(i32),
    /// `transformed`.
    Transformed,
    /// `suspended`, `suspended 1`.
    Suspended(Option<u32>),
    /// `foretold`.
    Foretold,
    /// `plotted`.
    Plotted,
    /// `has 2 +1/+1`: exactly so many counters of the kind.
    Counters(u32, Text),
    /// `has no counters`: of no kind.
    NoCounters,
    /// `has 3 damage`.
    Damage(u32),
    /// `is 3/3`.
    PowerToughness(i32, i32),
    /// `power 3`.
    Power(i32),
    /// `toughness 3`.
    Toughness(i32),
    /// `loyalty 3`.
    Loyalty(i32),
    /// `mana value 3`.
    ManaValue(u32),
    /// `total toxic value 3`.
    ToxicValue(u32),
    /// `is a creature`, `is an artifact`, `is a Zombie`, `is legendary`: a card type, subtype or supertype.
    Type(Text),
    /// `is blue`.
    Color(Text),
    /// `is colorless`.
    Colorless,
    /// `is a token`.
    Token,
    /// `is a copy of X`, `is a copy of @label`.
    CopyOf(Reference),
    /// `is named X`.
    Named(Text),
    /// `has flying`: a keyword, with what follows it (`protection from red`).
    Keyword(Text),
    /// `has no abilities`.
    NoAbilities,
    /// `has haste until ...` and the like are not facts; `has X's ability`: it has an ability granted by X.
    AbilityFrom(Reference),
    /// `countered`.
    Countered,
    /// `resolved`.
    Resolved,
}

/// What can hold of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerFact {
    /// `life 17`.
    Life(i32),
    /// `P's deck is legal`, or `illegal`.
    Deck {
        /// Which of the two.
        legal: bool,
    },
    /// `poison 2`, `energy 3`: counters on the player.
    Counters(u32, Text),
    /// `mana {R}{R}`, `mana none`: what is in the mana pool; empty for none.
    Mana(Text),
    /// `won` or `wins`; `not won` where it is false.
    Won(bool),
    /// `lost` or `loses`; `not lost` where it is false.
    Lost(bool),
    /// `is the monarch`, `has the initiative`, `has the city's blessing`, `has completed a dungeon`, or not.
    Designated(&'static str, bool),
    /// `3 cards in hand`.
    CardsIn(u32, Zone),
    /// `may cast X`.
    MayCast(Reference),
    /// `may not cast X`.
    MayNotCast(Reference),
    /// `may look at X`.
    MayLook(Reference),
    /// `may not look at X`.
    MayNotLook(Reference),
}
