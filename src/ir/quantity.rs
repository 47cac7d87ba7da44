//! How many, how much, and comparing it.

use serde::Deserialize;

use super::words::shapes;
use super::{Color, CounterKind, Event, Filter, Players, Selection, Symbol};

/// A number that is worked out when it is needed.
#[derive(Debug, Clone, PartialEq)]
pub enum Quantity {
    /// This number.
    Fixed(i32),
    /// The value chosen for {X} (107.3).
    X,
    /// The amount of the event: "that much", "that many".
    ThatMuch,
    /// How many objects there are of a kind (permanents unless the filter names a zone).
    Count(Box<Filter>),
    /// How many objects or players a selection has.
    HowMany(Box<Selection>),
    /// The most objects of a selection that any one player owns ("the greatest number of cards a player discarded this way").
    MostOfOneOwner(Box<Selection>),
    /// How many players.
    Players(Players),
    /// The power of the selected object, summed over several.
    PowerOf(Box<Selection>),
    /// The toughness of the selected object, summed over several.
    ToughnessOf(Box<Selection>),
    /// The mana value of the selected object, summed over several.
    ManaValueOf(Box<Selection>),
    /// Counters of a kind on the selected objects.
    CountersOn(Option<CounterKind>, Box<Selection>),
    /// The greatest power (or such) among objects of a kind.
    Greatest(Measure, Box<Filter>),
    /// The least power (or such) among objects of a kind.
    Least(Measure, Box<Filter>),
    /// The level of the selected object (716.2).
    LevelOf(Box<Selection>),
    /// How many times the selected object has mutated (702.140d).
    TimesMutated(Box<Selection>),
    /// A player's life total.
    LifeOf(Players),
    /// The lowest life total among players.
    LowestLife(Players),
    /// A player's starting life total (103.4).
    StartingLifeOf(Players),
    /// Counters of a kind that a player has (122.1).
    PlayerCounters(CounterKind, Players),
    /// A player's speed; 0 for one who has none (702.179f).
    SpeedOf(Players),
    /// How often the Ring has tempted a player this game (701.54c).
    TemptedOf(Players),
    /// The number of cards in a player's hand.
    HandOf(Players),
    /// The number of cards in a player's graveyard.
    GraveyardOf(Players),
    /// The number of cards in a player's library.
    LibraryOf(Players),
    /// How many cards players have drawn in this step.
    DrawnThisStep(Players),
    /// Devotion to colours (700.5).
    Devotion(Vec<Color>),
    /// Devotion to the colour that a link chose (700.5).
    DevotionToChosen(Symbol),
    /// The number of basic land types among lands a player controls (domain).
    Domain(Players),
    /// The number of colours among permanents of a kind.
    ColorsAmong(Box<Filter>),
    /// The number of different card types among cards of a kind.
    TypesAmong(Box<Filter>),
    /// How many objects of a kind there are with names that all differ (201.2b).
    NamesAmong(Box<Filter>),
    /// How often something has happened this turn.
    Happened(Box<Event>),
    /// How often something has happened this game.
    HappenedThisGame(Box<Event>),
    /// With how many creatures players have attacked this turn (608.2i).
    AttackedWith(Players),
    /// The most spells that any one player cast during the turn before this one.
    MostCastLastTurn,
    /// How often this ability has resolved this turn, this time included.
    TimesResolved,
    /// How much mana was spent to cast the selected spells.
    ManaSpentOn(Box<Selection>),
    /// How many colours of mana were spent to cast the selected spells, or the spells that the selected permanents were.
    ColorsSpentOn(Box<Selection>),
    /// The power of what was tapped to pay for this ability, or the characteristic that stationing uses instead (702.184).
    StationedBy,
    /// How many creatures a player has in their party, 0 to 4 (700.8).
    PartyOf(Players),
    /// How many times a cost of this name was paid as the spell was cast: `kicker`.
    TimesPaid(Symbol),
    /// The number that a linked ability chose, or the life that was paid for it (607.2d, 607.2g).
    Chosen(Symbol),
    /// As many as the player likes; only where a number is chosen or an upper bound.
    AnyNumber,
    /// What an earlier instruction counted into a slot.
    Slot(Symbol),
    /// The sum.
    Plus(Vec<Quantity>),
    /// The first less the second, not below zero.
    Minus(Box<Quantity>, Box<Quantity>),
    /// The product.
    Times(i32, Box<Quantity>),
    /// Half, rounded up or down.
    Half(Box<Quantity>, Rounding),
    /// The negative of it.
    Negative(Box<Quantity>),
}

super::words::words! {
    /// What is measured of an object.
    Measure {
        /// Power.
        Power = "power",
        /// Toughness.
        Toughness = "toughness",
        /// Mana value.
        ManaValue = "mana-value",
    }
}

super::words::words! {
    /// How a fraction is rounded (107.1a).
    Rounding {
        /// Up.
        Up = "up",
        /// Down.
        Down = "down",
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum QuantityNode {
    Count(Box<Filter>),
    HowMany(Box<Selection>),
    MostOfOneOwner(Box<Selection>),
    Players(Players),
    PowerOf(Box<Selection>),
    ToughnessOf(Box<Selection>),
    ManaValueOf(Box<Selection>),
    CountersOn {
        #[serde(default)]
        kind: Option<CounterKind>,
        what: Box<Selection>,
    },
    Greatest {
        measure: Measure,
        among: Box<Filter>,
    },
    Least {
        measure: Measure,
        among: Box<Filter>,
    },
    LevelOf(Box<Selection>),
    TimesMutated(Box<Selection>),
    LifeOf(Players),
    LowestLife(Players),
    StartingLifeOf(Players),
    PlayerCounters {
        kind: CounterKind,
        of: Players,
    },
    SpeedOf(Players),
    TemptedOf(Players),
    HandOf(Players),
    GraveyardOf(Players),
    LibraryOf(Players),
    DrawnThisStep(Players),
    Devotion(Vec<Color>),
    DevotionToChosen(Symbol),
    Domain(Players),
    ColorsAmong(Box<Filter>),
    TypesAmong(Box<Filter>),
    NamesAmong(Box<Filter>),
    Happened(Box<Event>),
    HappenedThisGame(Box<Event>),
    AttackedWith(Players),
    ManaSpentOn(Box<Selection>),
    ColorsSpentOn(Box<Selection>),
    PartyOf(Players),
    TimesPaid(Symbol),
    Chosen(Symbol),
    Slot(Symbol),
    Plus(Vec<Quantity>),
    Minus(Box<Quantity>, Box<Quantity>),
    Times(i32, Box<Quantity>),
    Half {
        of: Box<Quantity>,
        rounded: Rounding,
    },
    Negative(Box<Quantity>),
}

shapes!(Quantity, "a number, `x`, `that-much`, or a map such as `{count: creature}`",
word: |word| match word {
    "x" => Some(Quantity::X),
    "that-much" => Some(Quantity::ThatMuch),
    "most-cast-last-turn" => Some(Quantity::MostCastLastTurn),
    "times-resolved" => Some(Quantity::TimesResolved),
    "any-number" => Some(Quantity::AnyNumber),
    "stationed-by" => Some(Quantity::StationedBy),
    "sunburst" => Some(Quantity::ColorsSpentOn(Box::new(Selection::This))),
    _ => None,
},
number: |number| i32::try_from(number).ok().map(Quantity::Fixed),
map<QuantityNode>: |node| match node {
    QuantityNode::Count(filter) => Quantity::Count(filter),
    QuantityNode::HowMany(selection) => Quantity::HowMany(selection),
    QuantityNode::MostOfOneOwner(selection) => Quantity::MostOfOneOwner(selection),
    QuantityNode::Players(players) => Quantity::Players(players),
    QuantityNode::PowerOf(selection) => Quantity::PowerOf(selection),
    QuantityNode::ToughnessOf(selection) => Quantity::ToughnessOf(selection),
    QuantityNode::ManaValueOf(selection) => Quantity::ManaValueOf(selection),
    QuantityNode::CountersOn { kind, what } => Quantity::CountersOn(kind, what),
    QuantityNode::Greatest { measure, among } => Quantity::Greatest(measure, among),
    QuantityNode::Least { measure, among } => Quantity::Least(measure, among),
    QuantityNode::TimesMutated(selection) => Quantity::TimesMutated(selection),
    QuantityNode::LevelOf(selection) => Quantity::LevelOf(selection),
    QuantityNode::LifeOf(players) => Quantity::LifeOf(players),
    QuantityNode::LowestLife(players) => Quantity::LowestLife(players),
    QuantityNode::StartingLifeOf(players) => Quantity::StartingLifeOf(players),
    QuantityNode::PlayerCounters { kind, of } => Quantity::PlayerCounters(kind, of),
    QuantityNode::SpeedOf(players) => Quantity::SpeedOf(players),
    QuantityNode::TemptedOf(players) => Quantity::TemptedOf(players),
    QuantityNode::HandOf(players) => Quantity::HandOf(players),
    QuantityNode::GraveyardOf(players) => Quantity::GraveyardOf(players),
    QuantityNode::LibraryOf(players) => Quantity::LibraryOf(players),
    QuantityNode::DrawnThisStep(players) => Quantity::DrawnThisStep(players),
    QuantityNode::Devotion(colors) => Quantity::Devotion(colors),
    QuantityNode::DevotionToChosen(link) => Quantity::DevotionToChosen(link),
    QuantityNode::Domain(players) => Quantity::Domain(players),
    QuantityNode::ColorsAmong(filter) => Quantity::ColorsAmong(filter),
    QuantityNode::TypesAmong(filter) => Quantity::TypesAmong(filter),
    QuantityNode::NamesAmong(filter) => Quantity::NamesAmong(filter),
    QuantityNode::Happened(event) => Quantity::Happened(event),
    QuantityNode::HappenedThisGame(event) => Quantity::HappenedThisGame(event),
    QuantityNode::AttackedWith(players) => Quantity::AttackedWith(players),
    QuantityNode::ManaSpentOn(spell) => Quantity::ManaSpentOn(spell),
    QuantityNode::ColorsSpentOn(spell) => Quantity::ColorsSpentOn(spell),
    QuantityNode::PartyOf(players) => Quantity::PartyOf(players),
    QuantityNode::Chosen(link) => Quantity::Chosen(link),
    QuantityNode::TimesPaid(name) => Quantity::TimesPaid(name),
    QuantityNode::Slot(slot) => Quantity::Slot(slot),
    QuantityNode::Plus(quantities) => Quantity::Plus(quantities),
    QuantityNode::Minus(one, other) => Quantity::Minus(one, other),
    QuantityNode::Times(factor, quantity) => Quantity::Times(factor, quantity),
    QuantityNode::Half { of, rounded } => Quantity::Half(of, rounded),
    QuantityNode::Negative(quantity) => Quantity::Negative(quantity),
});

/// How a number must compare. A bare number means exactly that number.
#[derive(Debug, Clone, PartialEq)]
pub enum Comparison {
    /// Exactly so many.
    Exactly(Quantity),
    /// So many or more.
    AtLeast(Quantity),
    /// So many or fewer.
    AtMost(Quantity),
    /// An even number.
    Even,
    /// An odd number.
    Odd,
}

impl Comparison {
    /// One or more.
    pub const fn at_least_one() -> Self {
        Self::AtLeast(Quantity::Fixed(1))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum ComparisonNode {
    Exactly(Quantity),
    AtLeast(Quantity),
    AtMost(Quantity),
}

shapes!(Comparison, "a number, `even`, `odd`, `{at-least: n}` or `{at-most: n}`",
word: |word| match word {
    "even" => Some(Comparison::Even),
    "odd" => Some(Comparison::Odd),
    "x" => Some(Comparison::Exactly(Quantity::X)),
    _ => None,
},
number: |number| i32::try_from(number).ok().map(Quantity::Fixed).map(Comparison::Exactly),
map<ComparisonNode>: |node| match node {
    ComparisonNode::Exactly(quantity) => Comparison::Exactly(quantity),
    ComparisonNode::AtLeast(quantity) => Comparison::AtLeast(quantity),
    ComparisonNode::AtMost(quantity) => Comparison::AtMost(quantity),
});
