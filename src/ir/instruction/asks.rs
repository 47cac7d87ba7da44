//! What is asked of an instruction in more than one place.

use super::Instruction;
use super::sorts::{
    about_combat, about_objects, about_players, by_themselves, never_followed, of_abilities, that_last,
    that_turn_over,
};

impl Instruction {
    /// The courses that may be followed as part of it.
    pub fn courses(&self) -> Vec<&[Self]> {
        match self {
            Self::May { does, then, otherwise, .. } => vec![does, then, otherwise],
            Self::MayPay { then, otherwise, .. } | Self::If { then, otherwise, .. } => vec![then, otherwise],
            Self::Repeat { does, .. }
            | Self::Again { does, .. }
            | Self::ForEach { does, .. }
            | Self::Part { does, .. } => vec![does],
            Self::ChooseOne { from, .. } => from.iter().map(Vec::as_slice).collect(),
            Self::FlipCoin(coin) => coin.courses().collect(),
            Self::RollDie(die) => die.results.iter().map(|(_, does)| does.as_slice()).collect(),
            of_abilities!()
            | about_objects!()
            | about_players!()
            | that_last!()
            | that_turn_over!()
            | about_combat!()
            | by_themselves!()
            | never_followed!() => Vec::new(),
        }
    }
}
