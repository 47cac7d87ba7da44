//! How many, how much, and comparing it.

use headjudge_derive::Node;

use super::filter::Shared;
use super::{Color, CounterKind, Event, Filter, Link, Players, Selection, Slot, Symbol};

mod asks;

/// A number that is worked out when it is needed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "a number, `x`, `that-much`, or a map such as `{count: creature}`",
    sugar = Measure,
    words("sunburst" = Self::Sum(Measure::ColorsSpentOn(Box::new(Selection::This)))))]
pub enum Quantity {
    /// This number.
    #[node(bare = only)]
    Fixed(i32),
    /// The value chosen for {X} (107.3).
    X,
    /// The amount of the event: "that much", "that many".
    ThatMuch,
    /// The damage that a prevention effect has prevented: "for each 1 damage prevented this way" (615.5). Only in what the effect does
    /// besides, where `that-much` is the damage that it was applied to, be it that it can't be prevented (615.12).
    Prevented,
    /// How many objects there are of a kind (permanents unless the filter names a zone).
    Count(Box<Filter>),
    /// How many objects or players a selection has.
    HowMany(Box<Selection>),
    /// The most objects of a selection that any one player owns ("the greatest number of cards a player discarded this way").
    MostOfOneOwner(Box<Selection>),
    /// How many players.
    Players(Players),
    /// What is measured of objects or players, summed over several.
    #[node(bare = only)]
    Sum(Measure),
    /// The greatest that is measured of one of several; 0 of none.
    Greatest(Measure),
    /// The least that is measured of one of several; 0 of none.
    Least(Measure),
    /// Devotion to colours (700.5).
    Devotion(Vec<Color>),
    /// Devotion to the colour that a link chose (700.5).
    DevotionToChosen(Link),
    /// The number of basic land types among lands a player controls (domain).
    Domain(Players),
    /// How many different colours, card types, names or the like there are among objects of a kind (201.2b).
    Distinct(#[node(name = "of")] Shared, #[node(name = "among")] Box<Filter>),
    /// How often something has happened, or how much of it there was.
    Happened(
        #[node(name = "event", alone)] Box<Event>,
        #[node(name = "measure", default = Tally::Times)] Tally,
        #[node(name = "span", default = Span::Turn)] Span,
    ),
    /// How many spells of a kind players had cast this turn before they, or another player, cast the spell of the event.
    CastBefore(#[node(name = "who")] Players, #[node(name = "what")] Box<Filter>),
    /// The most spells that any one player cast during the turn before this one.
    MostCastLastTurn,
    /// How often this ability has resolved this turn, this time included.
    TimesResolved,
    /// How many spells with this one's name its controller has controlled as they resolved this game, this one included, where such a
    /// spell counts them (702.192a).
    SpellsResolved,
    /// The power of what was tapped to pay for this ability, or the characteristic that stationing uses instead (702.184).
    StationedBy,
    /// How many colors there are in the color identity of the commander of the ability's controller (903.4).
    CommanderColors,
    /// How many creatures a player has in their party, 0 to 4 (700.8).
    PartyOf(Players),
    /// How many times a cost of this name was paid as the spell was cast: `kicker`.
    TimesPaid(Symbol),
    /// The number that a linked ability chose, or the life that was paid for it (607.2d, 607.2g).
    Chosen(Link),
    /// As many as the player likes (107.1c); only where a number is chosen or an upper bound.
    AnyNumber,
    /// What an earlier instruction counted into a slot.
    Slot(Slot),
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

/// What is measured of each of some objects or players.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub enum Measure {
    /// Power.
    PowerOf(Box<Selection>),
    /// Toughness.
    ToughnessOf(Box<Selection>),
    /// Mana value.
    ManaValueOf(Box<Selection>),
    /// Counters of a kind, or of any.
    CountersOn(#[node(name = "kind")] Option<CounterKind>, #[node(name = "what")] Box<Selection>),
    /// Level (716.2).
    LevelOf(Box<Selection>),
    /// How many times it has mutated (702.140d).
    TimesMutated(Box<Selection>),
    /// How much mana was spent to cast it.
    ManaSpentOn(Box<Selection>),
    /// How many colours of mana were spent to cast the spell, or the spell that the permanent was.
    ColorsSpentOn(Box<Selection>),
    /// How many targets a spell or ability has, each counted as often as it was chosen (115.9a).
    TargetsOf(Box<Selection>),
    /// How many halves of it are unlocked (709.5c).
    UnlockedHalvesOf(Box<Selection>),
    /// A player's life total.
    LifeOf(Players),
    /// A player's starting life total (103.4).
    StartingLifeOf(Players),
    /// Counters of a kind that a player has (122.1).
    PlayerCounters(#[node(name = "kind")] CounterKind, #[node(name = "of")] Players),
    /// A player's speed; 0 for one who has none (702.179f).
    SpeedOf(Players),
    /// How many turns of theirs a player has begun this game, where that is known.
    TurnsOf(Players),
    /// How often the Ring has tempted a player this game (701.54c).
    TemptedOf(Players),
    /// How many cards a player has drawn in this step.
    DrawnThisStep(Players),
    /// With how many creatures a player has attacked this turn (608.2i).
    AttackedWith(Players),
}

super::words::words! {
    /// Whether the events or what there was of each are counted.
    Tally {
        /// How often it happened.
        Times = "times",
        /// The life gained or lost, the damage dealt, the cards drawn or discarded, in all.
        Amount = "amount",
    }
}

super::words::words! {
    /// Since when something is counted.
    Span {
        /// This turn.
        Turn = "turn",
        /// This combat.
        Combat = "combat",
        /// This game.
        Game = "game",
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
