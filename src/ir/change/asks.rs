//! What is asked of a change in more than one place.

use super::Change;
use crate::ir::{Ability, Quantity};

impl Change {
    /// The abilities that it gives, whether it names them or they were another object's and are settled by now.
    pub fn given(&self) -> Option<&[Ability]> {
        if let Self::Gain(abilities) | Self::Gained(abilities) = self { Some(abilities) } else { None }
    }

    /// The numbers that it sets or adds.
    pub fn quantities(&self) -> Vec<&Quantity> {
        match self {
            Self::SetPowerToughness { power, toughness } => power.iter().chain(toughness).collect(),
            Self::AddPowerToughness { power, toughness } => vec![power, toughness],
            Self::CopyOf { .. }
            | Self::Control(_)
            | Self::Text { .. }
            | Self::Exchange { .. }
            | Self::AddTypes(_)
            | Self::SetTypes(_)
            | Self::LoseTypes(_)
            | Self::EveryCreatureType
            | Self::AddColors(_)
            | Self::SetColors(_)
            | Self::SetChosenColor(_)
            | Self::AddChosenColor(_)
            | Self::Gain(_)
            | Self::GainThis
            | Self::KeepColors
            | Self::KeepName
            | Self::NoManaCost
            | Self::GainActivatedOf(_)
            | Self::GainPrintedBelow
            | Self::GainKeywordsOf { .. }
            | Self::Gained(_)
            | Self::Lose(_)
            | Self::LoseAllAbilities
            | Self::CantHave(_)
            | Self::SwitchPowerToughness
            | Self::SetName(_) => Vec::new(),
        }
    }
}
