//! What a change makes to be looked at anew.

use super::super::change::Change;

/// Whether the change is one of objects, their abilities or the effects on them, on which all characteristics depend.
pub(super) const fn is_structural(change: &Change) -> bool {
    matches!(
        change,
        Change::Move(_)
            | Change::Create(_)
            | Change::Merge(_)
            | Change::Cease(_)
            | Change::LeaveGame(..)
            | Change::PhaseOut { .. }
            | Change::PhaseIn(_)
            | Change::Counters(..)
            | Change::Attach(..)
            | Change::Controller(..)
            | Change::FaceDown(..)
            | Change::Designate(..)
            | Change::EnteredNow(_)
            | Change::AttackedBefore(_)
            | Change::Transform(_)
            | Change::Timestamp(_)
            | Change::Flip(_)
            | Change::BeginEffect(_)
            | Change::EndEffect(_)
            | Change::AddLink(_)
            | Change::Encode(..)
            | Change::ChooseWord(..)
            | Change::ChooseName(..)
            | Change::Leave(_)
            | Change::Exhaust(..)
            | Change::UsedUp(..)
            | Change::Hold(_)
            | Change::LetGo(..)
            | Change::Tempt(..)
            | Change::EnteredAs(..)
            | Change::CompleteDungeon(_)
            | Change::Undesignate(..)
    )
}

/// Whether no state-based action can apply because of it alone, so long as the layers make the same of all objects.
pub(super) const fn is_quiet(change: &Change) -> bool {
    matches!(
        change,
        Change::Pass
            | Change::Priority(_)
            | Change::BeginStep(_)
            | Change::AddMana(..)
            | Change::SpendMana(..)
            | Change::LoseMana(..)
            | Change::TurnMana(..)
            | Change::EndKeeping(..)
            | Change::Tap(..)
            | Change::Announce(..)
            | Change::Occurred(_)
            | Change::Entered(_)
            | Change::DealtExcess(_)
            | Change::LandPlayed(_)
            | Change::Drawn(_)
            | Change::CastCounted(_)
            | Change::Resolves(..)
            | Change::SpentOnSpells(..)
            | Change::Used(..)
            | Change::Lapse(..)
            | Change::LapseWaiting(..)
            | Change::FindAgain(..)
    )
}
