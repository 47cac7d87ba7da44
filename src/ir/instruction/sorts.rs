//! The instructions by what they are about, as patterns. A match that answers alike for all of a sort names the sort; of a new
//! instruction the compiler asks everywhere else, and here once to which sort it belongs.

/// Those that decide whether, how often and in which course others are followed.
macro_rules! with_courses {
    () => {
        $crate::ir::Instruction::May { .. }
            | $crate::ir::Instruction::MayPay { .. }
            | $crate::ir::Instruction::If { .. }
            | $crate::ir::Instruction::Repeat { .. }
            | $crate::ir::Instruction::Again { .. }
            | $crate::ir::Instruction::ForEach { .. }
            | $crate::ir::Instruction::ChooseOne { .. }
            | $crate::ir::Instruction::Part { .. }
            | $crate::ir::Instruction::FlipCoin(_)
            | $crate::ir::Instruction::RollDie(_)
    };
}

/// Those that make another ability, which does the rest.
macro_rules! of_abilities {
    () => {
        $crate::ir::Instruction::WhenYouDo(_)
            | $crate::ir::Instruction::WhenYouDoIf(..)
            | $crate::ir::Instruction::Delayed(_)
    };
}

/// What happens to objects.
macro_rules! about_objects {
    () => {
        $crate::ir::Instruction::Exile(_)
            | $crate::ir::Instruction::Destroy { .. }
            | $crate::ir::Instruction::Sacrifice(_)
            | $crate::ir::Instruction::Put(_)
            | $crate::ir::Instruction::Counter { .. }
            | $crate::ir::Instruction::Tap { .. }
            | $crate::ir::Instruction::Untap { .. }
            | $crate::ir::Instruction::RemoveDamage(_)
            | $crate::ir::Instruction::Attach { .. }
            | $crate::ir::Instruction::Unattach(_)
            | $crate::ir::Instruction::PutCounters { .. }
            | $crate::ir::Instruction::RemoveCounters { kind: Some(_), .. }
            | $crate::ir::Instruction::RemoveCounters { kind: None, count: Some(_), .. }
            | $crate::ir::Instruction::Regenerate(_)
            | $crate::ir::Instruction::Fight(..)
            | $crate::ir::Instruction::PhaseOut { .. }
            | $crate::ir::Instruction::Look { .. }
            | $crate::ir::Instruction::Reveal { .. }
            | $crate::ir::Instruction::RevealHand(_)
            | $crate::ir::Instruction::Create(_)
            | $crate::ir::Instruction::CopySpell(_)
            | $crate::ir::Instruction::Encode { .. }
            | $crate::ir::Instruction::ChangeTargets { .. }
            | $crate::ir::Instruction::Transform { .. }
            | $crate::ir::Instruction::Flip(_)
    };
}

/// What happens to players, and with their libraries, hands, life and mana.
macro_rules! about_players {
    () => {
        $crate::ir::Instruction::Draw { .. }
            | $crate::ir::Instruction::Discard(_)
            | $crate::ir::Instruction::Mill { .. }
            | $crate::ir::Instruction::ControlPlayers(_)
            | $crate::ir::Instruction::ExtraTurn(_)
            | $crate::ir::Instruction::EndTurn
            | $crate::ir::Instruction::ExtraPhase(_)
            | $crate::ir::Instruction::ExtraStep { .. }
            | $crate::ir::Instruction::Scry { .. }
            | $crate::ir::Instruction::Surveil { .. }
            | $crate::ir::Instruction::GainLife { .. }
            | $crate::ir::Instruction::LoseLife { .. }
            | $crate::ir::Instruction::SetLife { .. }
            | $crate::ir::Instruction::ExchangeLife(_)
            | $crate::ir::Instruction::Damage(_)
            | $crate::ir::Instruction::Search(_)
            | $crate::ir::Instruction::Shuffle(_)
            | $crate::ir::Instruction::AddMana(_)
            | $crate::ir::Instruction::DoublePower { .. }
            | $crate::ir::Instruction::DoubleCounters { .. }
            | $crate::ir::Instruction::DoubleLife { .. }
            | $crate::ir::Instruction::DoubleMana { .. }
            | $crate::ir::Instruction::RevealUntil(_)
    };
}

/// What is kept: shields, emblems, words, designations, and counters of whatever kind.
macro_rules! that_last {
    () => {
        $crate::ir::Instruction::Shield(_)
            | $crate::ir::Instruction::Emblem { .. }
            | $crate::ir::Instruction::ChooseWord(_)
            | $crate::ir::Instruction::RemoveCounters { kind: None, count: None, .. }
            | $crate::ir::Instruction::MoveCounters { .. }
            | $crate::ir::Instruction::Designate { .. }
            | $crate::ir::Instruction::Undesignate { .. }
            | $crate::ir::Instruction::ChooseCounter { .. }
            | $crate::ir::Instruction::Proliferate
    };
}

/// What is turned over, or melded.
macro_rules! that_turn_over {
    () => {
        $crate::ir::Instruction::TurnFaceDown(_)
            | $crate::ir::Instruction::TurnFaceUp(_)
            | $crate::ir::Instruction::Meld(_)
    };
}

/// What attacks and blocks.
macro_rules! about_combat {
    () => {
        $crate::ir::Instruction::RemoveFromCombat { .. }
            | $crate::ir::Instruction::BecomeBlocked(_)
            | $crate::ir::Instruction::Block { .. }
            | $crate::ir::Instruction::Reselect { .. }
    };
}

/// Choices, what is only bound to a name, and what has a way of its own.
macro_rules! by_themselves {
    () => {
        $crate::ir::Instruction::Apply(_)
            | $crate::ir::Instruction::Do { .. }
            | $crate::ir::Instruction::Choose(_)
            | $crate::ir::Instruction::ChoosePlayer(_)
            | $crate::ir::Instruction::PayAnyEnergy { .. }
            | $crate::ir::Instruction::ExchangeControl(_)
            | $crate::ir::Instruction::ExchangeCards(..)
            | $crate::ir::Instruction::Count { .. }
            | $crate::ir::Instruction::Note { .. }
            | $crate::ir::Instruction::Link { .. }
            | $crate::ir::Instruction::Vote(_)
            | $crate::ir::Instruction::Cast(_)
            | $crate::ir::Instruction::WinGame(_)
            | $crate::ir::Instruction::LoseGame(_)
    };
}

/// What is never followed as something resolves.
macro_rules! never_followed {
    () => {
        $crate::ir::Instruction::PayAnyLife { .. } | $crate::ir::Instruction::Unsupported(_)
    };
}

pub(crate) use {
    about_combat, about_objects, about_players, by_themselves, never_followed, of_abilities, that_last,
    that_turn_over, with_courses,
};
