//! What the words of the language for zones and steps mean in the game.

use crate::game::Step as GameStep;
use crate::ir::Zone;
use crate::scenario::vocabulary::{Step, Zone as WrittenZone};

/// The zone of the game that a word of the language means; cards outside the game are in none (400.11).
pub(crate) const fn zone_of(zone: WrittenZone) -> Option<Zone> {
    Some(match zone {
        WrittenZone::Library => Zone::Library,
        WrittenZone::Hand => Zone::Hand,
        WrittenZone::Battlefield => Zone::Battlefield,
        WrittenZone::Graveyard => Zone::Graveyard,
        WrittenZone::Stack => Zone::Stack,
        WrittenZone::Exile => Zone::Exile,
        WrittenZone::Command => Zone::Command,
        WrittenZone::Ante => Zone::Ante,
        WrittenZone::Outside | WrittenZone::Deck => return None,
    })
}

/// The step of the game that a word of the language means.
pub(crate) const fn step_of(step: Step) -> GameStep {
    match step {
        Step::Untap => GameStep::Untap,
        Step::Upkeep => GameStep::Upkeep,
        Step::Draw => GameStep::Draw,
        Step::Main1 => GameStep::PrecombatMain,
        Step::BeginCombat => GameStep::BeginningOfCombat,
        Step::DeclareAttackers => GameStep::DeclareAttackers,
        Step::DeclareBlockers => GameStep::DeclareBlockers,
        Step::FirstStrikeDamage => GameStep::FirstStrikeDamage,
        Step::CombatDamage => GameStep::CombatDamage,
        Step::EndCombat => GameStep::EndOfCombat,
        Step::Main2 => GameStep::PostcombatMain,
        Step::End => GameStep::End,
        Step::Cleanup => GameStep::Cleanup,
    }
}
