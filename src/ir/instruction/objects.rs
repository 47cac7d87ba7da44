//! What instructions say that do something to objects: move, cast, choose, damage or change them.

use headjudge_derive::Node;

use super::CardCopy;
use crate::ir::ability::Together;
use crate::ir::cost::{ANYTHING, Used};
use crate::ir::filter::Shared;
use crate::ir::words::words;
use crate::ir::{
    Change, Costs, CounterKind, Duration, Event, Filter, Link, Players, Quantity, Replacement, RuleChange,
    Selection, Slot, Zone,
};

/// Exile (701.13).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(plain)]
pub struct Exile {
    /// What.
    #[node(alone)]
    pub what: Selection,
    /// The event until which it stays there (610.3).
    pub until: Option<Box<Event>>,
    /// The link under which the exiled cards are found again (607.2a).
    pub link: Option<Link>,
    /// The slot for the exiled cards.
    #[node(name = "as")]
    pub slot: Option<Slot>,
    /// Face down (406.3).
    pub face_down: bool,
    /// Who may look at a card that is exiled face down.
    pub may_look: Option<Players>,
    /// With counters on them.
    #[node(default)]
    pub counters: Vec<(CounterKind, Quantity)>,
    /// Haunting an object (702.55b).
    pub haunting: Option<Selection>,
}

/// Sacrifice (701.21).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(plain)]
pub struct Sacrifice {
    /// Who sacrifices.
    #[node(default = Players::You)]
    pub who: Players,
    /// These very objects, if they are said.
    pub these: Option<Selection>,
    /// Otherwise of what kind.
    pub what: Option<Filter>,
    /// How many of the kind.
    #[node(default = Quantity::Fixed(1))]
    pub count: Quantity,
    /// Up to so many, as few as the player likes (608.2d).
    pub up_to: bool,
    /// And of which other kinds one each at the same time, each of them another permanent.
    #[node(default)]
    pub and: Vec<Filter>,
    /// The slot for what was sacrificed.
    #[node(name = "as")]
    pub slot: Option<Slot>,
}

impl Sacrifice {
    /// The controller sacrifices these very objects.
    pub fn of(these: Selection) -> Self {
        Self { these: Some(these), ..Self::plain() }
    }

    /// What it is paid with as a cost.
    pub const fn used(&self) -> Used<'_> {
        match (&self.these, &self.what) {
            (Some(_), _) => Used::This,
            (None, Some(what)) => Used::Chosen(what, &self.count),
            (None, None) => Used::Chosen(&ANYTHING, &self.count),
        }
    }
}

/// Cast cards or copies of cards while something resolves (608.2g).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(plain)]
pub struct Cast {
    /// Who.
    #[node(default = Players::You)]
    pub who: Players,
    /// Which cards.
    pub what: Selection,
    /// Whether a copy of the card is cast (707.12) rather than the card, and whether it must be made.
    pub copy: Option<CardCopy>,
    /// What is paid instead of the mana cost; the mana cost if not said.
    pub cost: Option<Costs>,
    /// How many at most.
    #[node(default = Quantity::Fixed(1))]
    pub count: Quantity,
    /// Transformed: with its back face up (712.11a).
    pub transformed: bool,
    /// A land card among them is played ("you may play it", 305.2a).
    pub or_play: bool,
    /// Only as a spell of this kind ("if the resulting spell's mana value is ...").
    pub spells: Option<Filter>,
    /// The slot for what they have become on the stack or the battlefield (400.7h, 400.7i).
    #[node(name = "as")]
    pub slot: Option<Slot>,
}

impl Cast {
    /// The controller casts a card, this being paid instead of its mana cost.
    pub fn of(what: Selection, cost: Costs) -> Self {
        Self { cost: Some(cost), ..Self::plain(what) }
    }
}

/// Any move between zones that has no keyword action of its own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(plain)]
pub struct Put {
    /// What.
    pub what: Selection,
    /// Where to.
    pub to: Zone,
    /// Where in a library: `top`, `bottom`, `shuffled` ...; the top if not said.
    pub place: Option<Place>,
    /// Whose library is shuffled; the objects' owners' unless said.
    pub whose: Option<Players>,
    /// Only if it is in this zone.
    pub from: Option<Zone>,
    /// Under whose control it enters; that of the controller of the spell or ability unless said (110.2a). `{owner-of: itself}` is
    /// "under its owner's control" of each.
    pub under: Option<Players>,
    /// Tapped.
    pub tapped: bool,
    /// Attacking.
    pub attacking: bool,
    /// Attacking this player, where that is said; otherwise its controller chooses (508.4).
    pub attacking_whom: Option<Players>,
    /// Attacking what this creature attacks, or attacked before it left combat.
    pub attacking_as: Option<Selection>,
    /// Blocking one of these, as its controller chooses (509.4).
    pub blocking: Option<Selection>,
    /// Face down.
    pub face_down: bool,
    /// Transformed.
    pub transformed: bool,
    /// With counters.
    #[node(default)]
    pub counters: Vec<(CounterKind, Quantity)>,
    /// Attached to something.
    pub attached_to: Option<Selection>,
    /// An Aura enters enchanting one of these, which its controller chooses, and nothing else (303.4f).
    pub may_enchant: Option<Selection>,
    /// What it is there from the first moment on, for as long as it stays: "That permanent is ..." (611.2e).
    #[node(default)]
    pub being: Vec<Change>,
    /// The slot for the objects as they are afterwards.
    #[node(name = "as")]
    pub slot: Option<Slot>,
}

/// A place in a library (401).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(
    expected = "`top`, `bottom`, `bottom-random`, `shuffled`, `top-or-bottom`, or a number counted from the top"
)]
pub enum Place {
    /// On top.
    Top,
    /// On the bottom, in any order the player likes.
    Bottom,
    /// On the bottom in a random order.
    BottomRandom,
    /// Shuffled into it.
    Shuffled,
    /// On the top or the bottom, as the owner chooses.
    TopOrBottom,
    /// The n-th from the top, counted from 1.
    #[node(bare = only)]
    FromTop(i32),
}

/// Discard (701.9).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(plain)]
pub struct Discard {
    /// Who discards.
    #[node(default = Players::You)]
    pub who: Players,
    /// These very cards, if they are said.
    pub these: Option<Selection>,
    /// How many; all if `whole_hand`.
    #[node(default = Quantity::Fixed(1))]
    pub count: Quantity,
    /// Up to so many, as few as the player likes (608.2d).
    pub up_to: bool,
    /// Of what kind.
    pub what: Option<Filter>,
    /// The whole hand.
    pub whole_hand: bool,
    /// At random (701.9b).
    pub random: bool,
    /// Who chooses the cards; who discards unless said (701.9b).
    pub chosen_by: Option<Players>,
    /// The slot for the cards.
    #[node(name = "as")]
    pub slot: Option<Slot>,
}

impl Discard {
    /// The controller discards these very cards.
    pub fn of(these: Selection) -> Self {
        Self { these: Some(these), ..Self::plain() }
    }

    /// What it is paid with as a cost.
    pub const fn used(&self) -> Used<'_> {
        match (&self.these, &self.what) {
            _ if self.whole_hand => Used::All,
            (Some(_), _) => Used::This,
            _ if self.random => Used::Random(&self.count),
            (None, Some(what)) => Used::Chosen(what, &self.count),
            (None, None) => Used::Chosen(&ANYTHING, &self.count),
        }
    }
}

/// Choose objects without targeting them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Choose {
    /// Who chooses.
    #[node(default = Players::You)]
    pub who: Players,
    /// From what; permanents of the kind if not said.
    pub from: Option<Selection>,
    /// Of what kind.
    pub what: Filter,
    /// How many.
    #[node(default = Quantity::Fixed(1))]
    pub count: Quantity,
    /// Up to so many.
    pub up_to: bool,
    /// For each of these so many that are of it ("for each card type").
    pub for_each: Option<EachOf>,
    /// No two of which are alike in this ("with different names").
    pub different: Option<Shared>,
    /// At random.
    pub random: bool,
    /// The slot.
    #[node(name = "as")]
    pub slot: Slot,
    /// The slot for those not chosen: all others of `from`, of whatever kind; without `from` the others of the kind.
    pub rest: Option<Slot>,
    /// Whether those chosen are one pile and the others another (700.3).
    pub piles: bool,
    /// What must be so of those chosen together.
    pub together: Option<Together>,
}

words! {
    /// What something is chosen for each of.
    EachOf {
        /// Each card type (205.2a).
        CardType = "card-type",
        /// Each pair of colours: what is of exactly these two.
        ColorPair = "color-pair",
    }
}

/// Deal damage (120).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct DealDamage {
    /// How much, to each.
    pub amount: Quantity,
    /// To what.
    pub to: Selection,
    /// The source; this object if not said (120.7).
    pub source: Option<Selection>,
    /// Divided as it was on announcement (601.2d).
    pub divided: bool,
    /// Whether it can't be prevented.
    pub unpreventable: bool,
    /// To whom or what excess damage is dealt instead (120.4a).
    pub excess_to: Option<Selection>,
    /// What else is dealt at the same time: "2 damage to X and 1 damage to Y" (608.2f).
    #[node(default)]
    pub and: Vec<DealDamage>,
    /// The slot for the objects and players that were dealt any damage, all of it together.
    #[node(name = "as")]
    pub slot: Option<Slot>,
}

/// Make a continuous effect (611.2).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Apply {
    /// The objects it affects, settled as it begins (611.2c).
    pub to: Option<Selection>,
    /// What it changes of them.
    #[node(default)]
    pub changes: Vec<Change>,
    /// What it changes of the rules.
    #[node(default)]
    pub rules: Vec<RuleChange>,
    /// How long.
    #[node(name = "for")]
    pub duration: Duration,
}

/// Copy a spell or ability on the stack (707.10).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(plain)]
pub struct CopySpell {
    /// What is copied.
    pub what: Selection,
    /// Who copies it, and controls the copy.
    #[node(default = Players::You)]
    pub who: Players,
    /// How many copies.
    #[node(default = Quantity::Fixed(1))]
    pub count: Quantity,
    /// Whether new targets may be chosen.
    pub new_targets: bool,
    /// What is different about the copy (707.9).
    #[node(default)]
    pub except: Vec<Change>,
    /// What the copy targets instead, if that is said (707.10e).
    pub targeting: Option<Selection>,
    /// The slot for the copies.
    #[node(name = "as")]
    pub slot: Option<Slot>,
}

/// Make a replacement or prevention effect that lasts (614.5, 615.7).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(plain)]
pub struct Shield {
    /// The effect.
    pub replacement: Box<Replacement>,
    /// How long.
    #[node(name = "for")]
    pub duration: Duration,
    /// Only the next so many times.
    pub uses: Option<Quantity>,
    /// Only so much damage in all: "the next 3 damage" (615.7).
    pub damage: Option<Quantity>,
}
