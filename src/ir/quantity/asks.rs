//! What is asked of a number in more than one place.

use super::{Measure, Quantity};
use crate::ir::{Filter, Players, Selection};

impl From<Measure> for Quantity {
    fn from(measure: Measure) -> Self {
        Self::Sum(measure)
    }
}

impl Quantity {
    /// What is measured, where it is the sum, the greatest or the least of that.
    pub const fn measure(&self) -> Option<&Measure> {
        if let Self::Sum(measure) | Self::Greatest(measure) | Self::Least(measure) = self {
            Some(measure)
        } else {
            None
        }
    }

    /// The kind of objects among which it is found; not where only the cards of a player's zone are counted.
    pub fn among(&self) -> Option<&Filter> {
        if let Self::Count(filter) | Self::Distinct(_, filter) = self {
            return Some(&**filter).filter(|filter| filter.cards_of().is_none());
        }
        self.measure()?.among()
    }

    /// The power of objects, summed.
    pub fn power_of(what: Selection) -> Self {
        Self::Sum(Measure::PowerOf(Box::new(what)))
    }

    /// Counters of a kind on objects.
    pub fn counters_on(kind: crate::ir::CounterKind, what: Selection) -> Self {
        Self::Sum(Measure::CountersOn(Some(kind), Box::new(what)))
    }
}

impl Measure {
    /// The number of which it is the shortest form.
    pub(in crate::ir) fn of_form(quantity: &Quantity) -> Option<Self> {
        if let Quantity::Sum(measure) = quantity { Some(measure.clone()) } else { None }
    }

    /// The objects of which it is a measure, or the players.
    const fn whose(&self) -> Result<&Selection, &Players> {
        match self {
            Self::PowerOf(objects)
            | Self::ToughnessOf(objects)
            | Self::ManaValueOf(objects)
            | Self::CountersOn(_, objects)
            | Self::LevelOf(objects)
            | Self::TimesMutated(objects)
            | Self::UnlockedHalvesOf(objects)
            | Self::ManaSpentOn(objects)
            | Self::ColorsSpentOn(objects)
            | Self::TargetsOf(objects) => Ok(objects),
            Self::LifeOf(players)
            | Self::StartingLifeOf(players)
            | Self::PlayerCounters(_, players)
            | Self::SpeedOf(players)
            | Self::TurnsOf(players)
            | Self::TemptedOf(players)
            | Self::DrawnThisStep(players)
            | Self::AttackedWith(players) => Err(players),
        }
    }

    /// The objects of which it is a measure, if it is one of objects.
    pub const fn objects(&self) -> Option<&Selection> {
        if let Ok(objects) = self.whose() { Some(objects) } else { None }
    }

    /// The kind of objects of which it is a measure, if it is one of every object of a kind.
    pub fn among(&self) -> Option<&Filter> {
        if let Some(Selection::Each(filter)) = self.objects() { Some(filter) } else { None }
    }

    /// The players of whom it is a measure, if it is one of players.
    pub const fn players(&self) -> Option<&Players> {
        if let Err(players) = self.whose() { Some(players) } else { None }
    }
}
