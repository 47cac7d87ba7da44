//! CR 500: where in a turn the game is.

use super::ids::PlayerId;

/// A step, or a phase that has none (500.1), in the order of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// 502.
    Untap,
    /// 503.
    Upkeep,
    /// 504.
    Draw,
    /// 505, the first.
    PrecombatMain,
    /// 507.
    BeginningOfCombat,
    /// 508.
    DeclareAttackers,
    /// 509.
    DeclareBlockers,
    /// The extra combat damage step of 510.4.
    FirstStrikeDamage,
    /// 510.
    CombatDamage,
    /// 511.
    EndOfCombat,
    /// 505, the second.
    PostcombatMain,
    /// 513.
    End,
    /// 514.
    Cleanup,
}

impl Step {
    /// Whether it is a main phase.
    pub const fn is_main(self) -> bool {
        matches!(self, Self::PrecombatMain | Self::PostcombatMain)
    }

    /// Whether it is a step of the combat phase.
    pub const fn is_combat(self) -> bool {
        matches!(
            self,
            Self::BeginningOfCombat
                | Self::DeclareAttackers
                | Self::DeclareBlockers
                | Self::FirstStrikeDamage
                | Self::CombatDamage
                | Self::EndOfCombat
        )
    }
}

/// Whose turn it is and how far it has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The active player (102.1).
    pub active: PlayerId,
    /// The number of the turn since the scenario began, from 1.
    pub number: u32,
    /// The step or phase.
    pub step: Step,
    /// How many steps and phases have begun since the scenario did: two of a kind can follow each other (500.9).
    pub begun: u32,
    /// Who has priority, if anybody (117.1).
    pub priority: Option<PlayerId>,
    /// How many players have passed in succession (117.4).
    pub passes: u8,
    /// How many combat phases have begun in this turn (506.7d).
    pub combats: u8,
    /// Whether the first combat phase of this turn has come to its declare blockers step, which may be skipped (506.7e).
    pub blocks: bool,
    /// How many main phases have begun in this turn (505.1b).
    pub mains: u8,
    /// Whether an upkeep step of this turn is over (503.2).
    pub upkeep_over: bool,
    /// How many spells the active player of the turn before cast during it (502.2); nothing if it was before the scenario.
    pub cast_before: Option<u32>,
    /// The most spells that any one player cast during the turn before; nothing if it was before the scenario.
    pub most_cast_before: Option<u32>,
}
