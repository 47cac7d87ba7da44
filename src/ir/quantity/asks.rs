//! What is asked of a number in more than one place.

use super::Quantity;
use crate::ir::Filter;

impl Quantity {
    /// The kind of objects among which it is found.
    pub fn among(&self) -> Option<&Filter> {
        match self {
            Self::Count(filter)
            | Self::Greatest(_, filter)
            | Self::Least(_, filter)
            | Self::ColorsAmong(filter)
            | Self::TypesAmong(filter)
            | Self::NamesAmong(filter) => Some(filter),
            Self::Fixed(_)
            | Self::X
            | Self::ThatMuch
            | Self::HowMany(_)
            | Self::MostOfOneOwner(_)
            | Self::Players(_)
            | Self::PowerOf(_)
            | Self::ToughnessOf(_)
            | Self::ManaValueOf(_)
            | Self::CountersOn(..)
            | Self::LevelOf(_)
            | Self::TimesMutated(_)
            | Self::LifeOf(_)
            | Self::LowestLife(_)
            | Self::StartingLifeOf(_)
            | Self::PlayerCounters(..)
            | Self::SpeedOf(_)
            | Self::TemptedOf(_)
            | Self::HandOf(_)
            | Self::GraveyardOf(_)
            | Self::LibraryOf(_)
            | Self::DrawnThisStep(_)
            | Self::Devotion(_)
            | Self::DevotionToChosen(_)
            | Self::Domain(_)
            | Self::Happened(_)
            | Self::AmountHappened(_)
            | Self::HappenedThisGame(_)
            | Self::AttackedWith(_)
            | Self::MostCastLastTurn
            | Self::TimesResolved
            | Self::ManaSpentOn(_)
            | Self::ColorsSpentOn(_)
            | Self::StationedBy
            | Self::PartyOf(_)
            | Self::TimesPaid(_)
            | Self::Chosen(_)
            | Self::AnyNumber
            | Self::Slot(_)
            | Self::Plus(_)
            | Self::Minus(..)
            | Self::Times(..)
            | Self::Half(..)
            | Self::Negative(_) => None,
        }
    }
}
