//! Which instructions are never followed, and why.

use crate::engine::additional::keyword_actions::Doing;
use crate::engine::concepts::{mana, tokens};
use crate::engine::halt::{self, Why};
use crate::engine::spells::{continuous_effects, handling_triggered_abilities, prevention_effects};
use crate::engine::turn::extra;
use crate::ir::instruction::{ChoosePlayer, ChooseWord, Shield};
use crate::ir::node::Form as _;
use crate::ir::{Instruction, Players, Selection};

use super::objects::putting;
use super::{acting, lasting, possible};

/// Why an instruction is never followed, whatever the game is like; nothing for one that may be. Of the parts that it is made of each is
/// looked at by itself.
pub(in crate::engine) fn gap_of(instruction: &Instruction) -> Option<Why> {
    match instruction {
        Instruction::Unsupported(why) => Some(halt::of_free_text(why)),
        Instruction::PayAnyLife { .. } => Some(not_played(instruction)),
        Instruction::ChoosePlayer(ChoosePlayer { link: Some(_), .. }) => {
            Some("it keeps the chosen player for another ability".into())
        }
        // Who is instructed to put something there is another player, or may be.
        Instruction::May { who, does, .. } if *who != Players::You && putting::gap_of_others(does) => {
            Some(putting::NOBODY_SAID.into())
        }
        Instruction::ForEach { of: Selection::Players(_), does } if putting::gap_of_others(does) => {
            Some(putting::NOBODY_SAID.into())
        }
        Instruction::May { does, .. } => possible::gap_of_may(does),
        Instruction::Do { action, who, what, subtype, count, slot } => {
            let (what, count) = (what.as_ref(), count.as_ref());
            acting::gap_of_action(&Doing {
                action: action.0,
                who,
                what,
                subtype: *subtype,
                count,
                slot: *slot,
            })
        }
        Instruction::ChooseWord(ChooseWord { kind, from, not_before: true, .. })
            if kind.words(from).is_none() =>
        {
            Some(lasting::NOT_BEFORE.into())
        }
        Instruction::ChooseWord(ChooseWord { kind, from, only, .. }) => {
            lasting::gap_of_word(*kind, from, only.as_ref())
        }
        Instruction::AddMana(it) => mana::gap_of(it),
        Instruction::Create(create) => std::iter::once(create).chain(&create.and).find_map(tokens::gap_of),
        Instruction::ExtraPhase(phases) => extra::gap_of_phases(phases),
        Instruction::ExtraStep { step, .. } => extra::gap_of_step(*step),
        Instruction::Designate { name, .. } => lasting::gap_of_designation(*name),
        Instruction::Undesignate { name, .. } => lasting::gap_of_loss(*name),
        Instruction::Delayed(delayed) => handling_triggered_abilities::gap_of_delayed(delayed),
        Instruction::Apply(apply) => continuous_effects::gap_of_effect(apply),
        Instruction::Shield(Shield { replacement, duration, .. }) => {
            prevention_effects::gap_of_shield(replacement, duration)
        }
        Instruction::MayPay { .. }
        | Instruction::If { .. }
        | Instruction::Repeat { .. }
        | Instruction::Again { .. }
        | Instruction::ForEach { .. }
        | Instruction::ChooseOne { .. }
        | Instruction::Part { .. }
        | Instruction::WhenYouDo(_)
        | Instruction::WhenYouDoIf(..)
        | Instruction::Exile(_)
        | Instruction::Put(_)
        | Instruction::Destroy { .. }
        | Instruction::Sacrifice(_)
        | Instruction::Counter { .. }
        | Instruction::Tap { .. }
        | Instruction::Untap { .. }
        | Instruction::Attach { .. }
        | Instruction::Unattach(_)
        | Instruction::PutCounters { .. }
        | Instruction::RemoveCounters { .. }
        | Instruction::MoveCounters { .. }
        | Instruction::ChooseCounter { .. }
        | Instruction::Proliferate
        | Instruction::RemoveDamage(_)
        | Instruction::Regenerate(_)
        | Instruction::Transform { .. }
        | Instruction::Flip(_)
        | Instruction::TurnFaceDown(_)
        | Instruction::TurnFaceUp(_)
        | Instruction::Meld(_)
        | Instruction::PhaseOut { .. }
        | Instruction::RemoveFromCombat { .. }
        | Instruction::BecomeBlocked(_)
        | Instruction::Block { .. }
        | Instruction::Reselect { .. }
        | Instruction::ExchangeControl(_)
        | Instruction::ExchangeCards(..)
        | Instruction::Fight(..)
        | Instruction::CopySpell(_)
        | Instruction::ChangeTargets { .. }
        | Instruction::Draw { .. }
        | Instruction::Discard(_)
        | Instruction::Mill { .. }
        | Instruction::Scry { .. }
        | Instruction::Surveil { .. }
        | Instruction::GainLife { .. }
        | Instruction::LoseLife { .. }
        | Instruction::SetLife { .. }
        | Instruction::ExchangeLife(_)
        | Instruction::Damage(_)
        | Instruction::Look { .. }
        | Instruction::Reveal { .. }
        | Instruction::RevealHand(_)
        | Instruction::RevealUntil(_)
        | Instruction::Search(_)
        | Instruction::Shuffle(_)
        | Instruction::Choose(_)
        | Instruction::ChoosePlayer(_)
        | Instruction::PayAnyEnergy { .. }
        | Instruction::Count { .. }
        | Instruction::Note { .. }
        | Instruction::Link { .. }
        | Instruction::DoubleMana { .. }
        | Instruction::DoublePower { .. }
        | Instruction::DoubleCounters { .. }
        | Instruction::DoubleLife { .. }
        | Instruction::Emblem { .. }
        | Instruction::FlipCoin(_)
        | Instruction::RollDie(_)
        | Instruction::Vote(_)
        | Instruction::Cast(_)
        | Instruction::Encode { .. }
        | Instruction::WinGame(_)
        | Instruction::LoseGame(_)
        | Instruction::ExtraTurn(_)
        | Instruction::EndTurn
        | Instruction::ControlPlayers(_) => None,
    }
}

pub(super) fn not_played(instruction: &Instruction) -> Why {
    format!("headjudge does not play this instruction yet: {}", instruction.name()).into()
}
