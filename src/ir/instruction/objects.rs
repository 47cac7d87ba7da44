//! What instructions say that do something to objects: move, cast, choose, damage or change them.

use serde::Deserialize;

use super::{CardCopy, one, you};
use crate::ir::words::shapes;
use crate::ir::{
    Change, Costs, CounterKind, Duration, Event, Filter, Players, Quantity, RuleChange, Selection, Symbol,
    Zone,
};

/// Exile (701.13).
#[derive(Debug, Clone, PartialEq)]
pub struct Exile {
    /// What.
    pub what: Selection,
    /// The event until which it stays there (610.3).
    pub until: Option<Box<Event>>,
    /// The link under which the exiled cards are found again (607.2a).
    pub link: Option<Symbol>,
    /// The slot for the exiled cards.
    pub slot: Option<Symbol>,
    /// Face down (406.3).
    pub face_down: bool,
    /// Who may look at a card that is exiled face down.
    pub may_look: Option<Players>,
    /// With counters on them.
    pub counters: Vec<(CounterKind, Quantity)>,
    /// Haunting an object (702.55b).
    pub haunting: Option<Selection>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ExileMap {
    what: Selection,
    #[serde(default)]
    until: Option<Box<Event>>,
    #[serde(default)]
    link: Option<Symbol>,
    #[serde(default, rename = "as")]
    slot: Option<Symbol>,
    #[serde(default)]
    face_down: bool,
    #[serde(default)]
    may_look: Option<Players>,
    #[serde(default)]
    counters: Vec<(CounterKind, Quantity)>,
    #[serde(default)]
    haunting: Option<Selection>,
}

shapes!(Exile, "what is exiled (`target`, `it`, `this`), or a map with `what`",
word: |word| match word {
    "target" => Some(Exile::of(Selection::Target(0))),
    "it" => Some(Exile::of(Selection::It)),
    "this" => Some(Exile::of(Selection::This)),
    _ => None,
},
map<ExileMap>: |map| Exile {
    what: map.what,
    until: map.until,
    link: map.link,
    slot: map.slot,
    face_down: map.face_down,
    may_look: map.may_look,
    counters: map.counters,
    haunting: map.haunting,
});

impl Exile {
    /// Exiles these objects for good, face up.
    pub const fn of(what: Selection) -> Self {
        Self {
            what,
            until: None,
            link: None,
            slot: None,
            face_down: false,
            may_look: None,
            counters: Vec::new(),
            haunting: None,
        }
    }
}

/// Sacrifice (701.21).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sacrifice {
    /// Who sacrifices.
    #[serde(default = "you")]
    pub who: Players,
    /// These very objects, if they are said.
    #[serde(default)]
    pub these: Option<Selection>,
    /// Otherwise of what kind.
    #[serde(default)]
    pub what: Option<Filter>,
    /// How many of the kind.
    #[serde(default = "one")]
    pub count: Quantity,
    /// And of which other kinds one each at the same time, each of them another permanent.
    #[serde(default)]
    pub and: Vec<Filter>,
    /// The slot for what was sacrificed.
    #[serde(default, rename = "as")]
    pub slot: Option<Symbol>,
}

impl Sacrifice {
    /// The controller sacrifices these very objects.
    pub const fn of(these: Selection) -> Self {
        Self {
            who: Players::You,
            these: Some(these),
            what: None,
            count: Quantity::Fixed(1),
            and: Vec::new(),
            slot: None,
        }
    }
}

/// Cast cards or copies of cards while something resolves (608.2g).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Cast {
    /// Who.
    #[serde(default = "you")]
    pub who: Players,
    /// Which cards.
    pub what: Selection,
    /// Whether a copy of the card is cast (707.12) rather than the card, and whether it must be made.
    #[serde(default)]
    pub copy: Option<CardCopy>,
    /// What is paid instead of the mana cost; the mana cost if not said.
    #[serde(default)]
    pub cost: Option<Costs>,
    /// How many at most.
    #[serde(default = "one")]
    pub count: Quantity,
    /// Transformed: with its back face up (712.11a).
    #[serde(default)]
    pub transformed: bool,
    /// A land card among them is played ("you may play it", 305.2a).
    #[serde(default)]
    pub or_play: bool,
    /// Only as a spell of this kind ("if the resulting spell's mana value is ...").
    #[serde(default)]
    pub spells: Option<Filter>,
    /// The slot for what they have become on the stack or the battlefield (400.7h, 400.7i).
    #[serde(default, rename = "as")]
    pub slot: Option<Symbol>,
}

impl Cast {
    /// The controller casts a card, this being paid instead of its mana cost.
    pub const fn of(what: Selection, cost: Costs) -> Self {
        Self {
            who: Players::You,
            what,
            copy: None,
            cost: Some(cost),
            count: Quantity::Fixed(1),
            transformed: false,
            or_play: false,
            spells: None,
            slot: None,
        }
    }
}

/// Any move between zones that has no keyword action of its own.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Put {
    /// What.
    pub what: Selection,
    /// Where to.
    pub to: Zone,
    /// Where in a library: `top`, `bottom`, `shuffled` ...; the top if not said.
    #[serde(default)]
    pub place: Option<Place>,
    /// Whose library is shuffled; the objects' owners' unless said.
    #[serde(default)]
    pub whose: Option<Players>,
    /// Only if it is in this zone.
    #[serde(default)]
    pub from: Option<Zone>,
    /// Under whose control it enters; its owner's unless said ("under your control").
    #[serde(default)]
    pub under: Option<Players>,
    /// Tapped.
    #[serde(default)]
    pub tapped: bool,
    /// Attacking.
    #[serde(default)]
    pub attacking: bool,
    /// Attacking this player, where that is said; otherwise its controller chooses (508.4).
    #[serde(default)]
    pub attacking_whom: Option<Players>,
    /// Attacking what this creature attacks, or attacked before it left combat.
    #[serde(default)]
    pub attacking_as: Option<Selection>,
    /// Blocking one of these, as its controller chooses (509.4).
    #[serde(default)]
    pub blocking: Option<Selection>,
    /// Face down.
    #[serde(default)]
    pub face_down: bool,
    /// Transformed.
    #[serde(default)]
    pub transformed: bool,
    /// With counters.
    #[serde(default)]
    pub counters: Vec<(CounterKind, Quantity)>,
    /// Attached to something.
    #[serde(default)]
    pub attached_to: Option<Selection>,
    /// What it is there from the first moment on, for as long as it stays: "That permanent is ..." (611.2e).
    #[serde(default)]
    pub being: Vec<Change>,
    /// The slot for the objects as they are afterwards.
    #[serde(default, rename = "as")]
    pub slot: Option<Symbol>,
}

impl Put {
    /// Puts objects into a zone with nothing more to say.
    pub const fn plain(what: Selection, to: Zone) -> Self {
        Self {
            what,
            to,
            place: None,
            whose: None,
            from: None,
            under: None,
            tapped: false,
            attacking: false,
            attacking_whom: None,
            attacking_as: None,
            blocking: None,
            face_down: false,
            transformed: false,
            counters: Vec::new(),
            attached_to: None,
            being: Vec::new(),
            slot: None,
        }
    }
}

/// A place in a library (401).
#[derive(Debug, Clone, PartialEq)]
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
    FromTop(i32),
}

shapes!(Place, "`top`, `bottom`, `bottom-random`, `shuffled`, `top-or-bottom`, or a number counted from the top",
    word: |word| match word {
        "top" => Some(Place::Top),
        "bottom" => Some(Place::Bottom),
        "bottom-random" => Some(Place::BottomRandom),
        "shuffled" => Some(Place::Shuffled),
        "top-or-bottom" => Some(Place::TopOrBottom),
        _ => None,
    },
    number: |number| i32::try_from(number).ok().map(Place::FromTop));

/// Discard (701.9).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Discard {
    /// Who discards.
    #[serde(default = "you")]
    pub who: Players,
    /// These very cards, if they are said.
    #[serde(default)]
    pub these: Option<Selection>,
    /// How many; all if `whole_hand`.
    #[serde(default = "one")]
    pub count: Quantity,
    /// Of what kind.
    #[serde(default)]
    pub what: Option<Filter>,
    /// The whole hand.
    #[serde(default)]
    pub whole_hand: bool,
    /// At random (701.9b).
    #[serde(default)]
    pub random: bool,
    /// Who chooses the cards; who discards unless said (701.9b).
    #[serde(default)]
    pub chosen_by: Option<Players>,
    /// The slot for the cards.
    #[serde(default, rename = "as")]
    pub slot: Option<Symbol>,
}

/// Choose objects without targeting them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Choose {
    /// Who chooses.
    #[serde(default = "you")]
    pub who: Players,
    /// From what; permanents of the kind if not said.
    #[serde(default)]
    pub from: Option<Selection>,
    /// Of what kind.
    pub what: Filter,
    /// How many.
    #[serde(default = "one")]
    pub count: Quantity,
    /// Up to so many.
    #[serde(default)]
    pub up_to: bool,
    /// At random.
    #[serde(default)]
    pub random: bool,
    /// The slot.
    #[serde(rename = "as")]
    pub slot: Symbol,
    /// The slot for those not chosen.
    #[serde(default)]
    pub rest: Option<Symbol>,
    /// Whether those chosen are one pile and the others another (700.3).
    #[serde(default)]
    pub piles: bool,
}

/// Deal damage (120).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DealDamage {
    /// How much, to each.
    pub amount: Quantity,
    /// To what.
    pub to: Selection,
    /// The source; this object if not said (120.7).
    #[serde(default)]
    pub source: Option<Selection>,
    /// Divided as it was on announcement (601.2d).
    #[serde(default)]
    pub divided: bool,
    /// Whether it can't be prevented.
    #[serde(default)]
    pub unpreventable: bool,
    /// What else is dealt at the same time: "2 damage to X and 1 damage to Y" (608.2f).
    #[serde(default)]
    pub and: Vec<DealDamage>,
}

/// Make a continuous effect (611.2).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Apply {
    /// The objects it affects, settled as it begins (611.2c).
    #[serde(default)]
    pub to: Option<Selection>,
    /// What it changes of them.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// What it changes of the rules.
    #[serde(default)]
    pub rules: Vec<RuleChange>,
    /// How long.
    #[serde(rename = "for")]
    pub duration: Duration,
}
