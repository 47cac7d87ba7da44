//! CR 613: Interaction of Continuous Effects. The layers and sublayers, and in which of them a change belongs (613.1, 613.4).

use crate::ir::Change;
use crate::rules::{RuleId, cr};

/// The layers and sublayers in the order in which they apply (613.1, 613.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Layer {
    /// 613.1a.
    Copy,
    /// 613.1b.
    Control,
    /// 613.1c.
    Text,
    /// 613.1d.
    Type,
    /// 613.1e.
    Color,
    /// 613.1f.
    Ability,
    /// 613.4a.
    DefinePowerToughness,
    /// 613.4b.
    SetPowerToughness,
    /// 613.4c.
    ModifyPowerToughness,
    /// 613.4d.
    SwitchPowerToughness,
}

impl Layer {
    /// A bit of its own, for sets of layers.
    pub(super) const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// The layers in which changes belong, a bit for each.
    pub(super) fn of_all(changes: &[Change], defining: bool) -> u16 {
        changes.iter().fold(0, |layers, change| layers | layer_of(change, defining).bit())
    }

    /// Its rule.
    pub(super) const fn rule(self) -> RuleId {
        match self {
            Self::Copy => cr!("613.1a"),
            Self::Control => cr!("613.1b"),
            Self::Text => cr!("613.1c"),
            Self::Type => cr!("613.1d"),
            Self::Color => cr!("613.1e"),
            Self::Ability => cr!("613.1f"),
            Self::DefinePowerToughness => cr!("613.4a"),
            Self::SetPowerToughness => cr!("613.4b"),
            Self::ModifyPowerToughness => cr!("613.4c"),
            Self::SwitchPowerToughness => cr!("613.4d"),
        }
    }
}

pub(super) const LAYERS: [Layer; 10] = [
    Layer::Copy,
    Layer::Control,
    Layer::Text,
    Layer::Type,
    Layer::Color,
    Layer::Ability,
    Layer::DefinePowerToughness,
    Layer::SetPowerToughness,
    Layer::ModifyPowerToughness,
    Layer::SwitchPowerToughness,
];

/// Where a change belongs; power and toughness may be set by a characteristic-defining ability.
pub(super) const fn layer_of(change: &Change, defining: bool) -> Layer {
    match change {
        Change::CopyOf { .. } => Layer::Copy,
        Change::Control(_) => Layer::Control,
        Change::Text { .. } | Change::Exchange { .. } | Change::SetName(_) => Layer::Text,
        Change::AddTypes(_) | Change::SetTypes(_) | Change::LoseTypes(_) | Change::EveryCreatureType => {
            Layer::Type
        }
        Change::AddColors(_)
        | Change::SetColors(_)
        | Change::SetChosenColor(_)
        | Change::AddChosenColor(_) => Layer::Color,
        Change::Gain(_)
        | Change::Gained(_)
        | Change::GainThis
        | Change::KeepColors
        | Change::KeepName
        | Change::NoManaCost
        | Change::GainActivatedOf(_)
        | Change::GainPrintedBelow
        | Change::GainKeywordsOf { .. }
        | Change::Lose(_)
        | Change::LoseAllAbilities
        | Change::CantHave(_) => Layer::Ability,
        Change::SetPowerToughness { .. } => {
            if defining {
                Layer::DefinePowerToughness
            } else {
                Layer::SetPowerToughness
            }
        }
        Change::AddPowerToughness { .. } => Layer::ModifyPowerToughness,
        Change::SwitchPowerToughness => Layer::SwitchPowerToughness,
    }
}
