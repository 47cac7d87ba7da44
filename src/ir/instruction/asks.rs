//! What is asked of an instruction in more than one place.

use super::Instruction;

impl Instruction {
    /// The courses that may be followed as part of it.
    pub fn courses(&self) -> Vec<&[Self]> {
        match self {
            Self::May { does, then, otherwise, .. } => vec![does, then, otherwise],
            Self::MayPay { then, otherwise, .. } | Self::If { then, otherwise, .. } => vec![then, otherwise],
            Self::Repeat { does, .. } | Self::ForEach { does, .. } | Self::Part { does, .. } => vec![does],
            Self::ChooseOne { from, .. } => from.iter().map(Vec::as_slice).collect(),
            Self::FlipCoin(coin) => coin.courses().collect(),
            Self::RollDie(die) => die.results.iter().map(|(_, does)| does.as_slice()).collect(),
            Self::WhenYouDo(_)
            | Self::Delayed(_)
            | Self::Exile(_)
            | Self::Destroy { .. }
            | Self::Sacrifice(_)
            | Self::Put(_)
            | Self::Counter { .. }
            | Self::Tap { .. }
            | Self::Untap { .. }
            | Self::Attach { .. }
            | Self::Unattach(_)
            | Self::PutCounters { .. }
            | Self::RemoveCounters { .. }
            | Self::MoveCounters { .. }
            | Self::ChooseCounter { .. }
            | Self::Proliferate
            | Self::RemoveDamage(_)
            | Self::Regenerate(_)
            | Self::Transform { .. }
            | Self::Flip(_)
            | Self::TurnFaceDown(_)
            | Self::TurnFaceUp(_)
            | Self::Meld(_)
            | Self::PhaseOut { .. }
            | Self::RemoveFromCombat { .. }
            | Self::BecomeBlocked(_)
            | Self::Block { .. }
            | Self::Reselect { .. }
            | Self::ExchangeControl(_)
            | Self::ExchangeCards(..)
            | Self::Fight(..)
            | Self::CopySpell { .. }
            | Self::ChangeTargets { .. }
            | Self::Do { .. }
            | Self::Draw { .. }
            | Self::Discard(_)
            | Self::Mill { .. }
            | Self::Scry { .. }
            | Self::Surveil { .. }
            | Self::GainLife { .. }
            | Self::LoseLife { .. }
            | Self::SetLife { .. }
            | Self::Damage(_)
            | Self::Look { .. }
            | Self::Reveal { .. }
            | Self::RevealHand(_)
            | Self::RevealUntil { .. }
            | Self::Search { .. }
            | Self::Shuffle(_)
            | Self::Choose(_)
            | Self::ChooseWord { .. }
            | Self::PayAnyLife { .. }
            | Self::ChoosePlayer { .. }
            | Self::Count { .. }
            | Self::Note { .. }
            | Self::Link { .. }
            | Self::AddMana(_)
            | Self::DoubleMana { .. }
            | Self::DoublePower { .. }
            | Self::DoubleCounters { .. }
            | Self::DoubleLife { .. }
            | Self::Create(_)
            | Self::Emblem { .. }
            | Self::Vote(_)
            | Self::Cast(_)
            | Self::Encode { .. }
            | Self::WinGame(_)
            | Self::LoseGame(_)
            | Self::ExtraTurn(_)
            | Self::ControlPlayers(_)
            | Self::ExtraPhase(_)
            | Self::ExtraStep { .. }
            | Self::EndTurn
            | Self::Designate { .. }
            | Self::Undesignate { .. }
            | Self::Apply(_)
            | Self::Shield { .. }
            | Self::Unsupported(_) => Vec::new(),
        }
    }
}
