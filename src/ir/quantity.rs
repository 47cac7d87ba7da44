//! How many, how much, and comparing it.

use headjudge_derive::Node;

use super::{Color, CounterKind, Event, Filter, Players, Selection, Symbol};

mod asks;

/// A number that is worked out when it is needed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "a number, `x`, `that-much`, or a map such as `{count: creature}`",
    words("sunburst" = Self::ColorsSpentOn(Box::new(Selection::This))))]
pub enum Quantity {
    /// This number.
    #[node(bare = only)]
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
    CountersOn(#[node(name = "kind")] Option<CounterKind>, #[node(name = "what")] Box<Selection>),
    /// The greatest power (or such) among objects of a kind.
    Greatest(#[node(name = "measure")] Measure, #[node(name = "among")] Box<Filter>),
    /// The least power (or such) among objects of a kind.
    Least(#[node(name = "measure")] Measure, #[node(name = "among")] Box<Filter>),
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
    PlayerCounters(#[node(name = "kind")] CounterKind, #[node(name = "of")] Players),
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
    /// How much of it there was this turn in all: the life gained or lost, the damage dealt, the cards drawn or discarded.
    AmountHappened(Box<Event>),
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
    /// As many as the player likes (107.1c); only where a number is chosen or an upper bound.
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
    Half(#[node(name = "of")] Box<Quantity>, #[node(name = "rounded")] Rounding),
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

/// How a number must compare. A bare number means exactly that number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "a number, `even`, `odd`, `{at-least: n}` or `{at-most: n}`")]
pub enum Comparison {
    /// Exactly so many.
    #[node(bare)]
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

impl Quantity {
    /// The number that it is, if it is always the same.
    pub const fn fixed(&self) -> Option<i32> {
        if let Self::Fixed(number) = self { Some(*number) } else { None }
    }
}
