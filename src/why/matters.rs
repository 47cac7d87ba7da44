//! Of what of an object a change speaks: the tables by which the steps are found that bear on an answer. Of what a note speaks stands
//! in its row (`src/trace/notes.rs`).

use crate::game::{Change, ContinuousEffect};
use crate::ir::change::Change as Effect;
use crate::trace::Matter::{
    self, Abilities, Attachment, Being, Colors, Combat, Control, Known, Numbers, Place, Size, Status,
    Triggers, Types,
};
use crate::trace::Would;

/// What of the objects in it a change is about.
pub(crate) fn of_change(change: &Change, told: &mut Vec<Matter>) {
    let fixed: &[Matter] = match change {
        Change::Move(it) => {
            told.push(Place);
            let set = [
                (it.tapped, Status),
                (it.face_down.is_some(), Status),
                (it.face_down.is_some(), Being),
                (it.face_down.is_some(), Known),
                (it.face > 0, Being),
                (it.prepared, Status),
                (!it.counters.is_empty(), Numbers),
                (!it.counters.is_empty(), Size),
                (!it.counters.is_empty(), Abilities),
                (it.attached_to.is_some(), Attachment),
                (it.attacking.is_some() || it.blocking.is_some(), Combat),
                (it.controller.is_some(), Control),
                (it.copied.is_some() || it.being.is_some(), Being),
            ];
            told.extend(set.into_iter().filter(|(is, _)| *is).map(|(_, matter)| matter));
            &[]
        }
        Change::Create(new) => {
            told.extend([Place, Being, Control, Known]);
            let set = [
                (new.tapped, Status),
                (!new.counters.is_empty(), Numbers),
                (new.attached_to.is_some(), Attachment),
                (new.attacking.is_some() || new.blocking.is_some(), Combat),
            ];
            told.extend(set.into_iter().filter(|(is, _)| *is).map(|(_, matter)| matter));
            &[]
        }
        Change::Merge(_) => &[Place, Being, Status],
        Change::Place(..) | Change::Cease(_) | Change::LeaveGame(..) | Change::CompleteDungeon(_) => &[Place],
        Change::Tap(..) | Change::PhaseOut { .. } | Change::PhaseIn(_) => &[Status],
        Change::Damage { .. } | Change::RemoveDamage(_) => &[Numbers],
        // Counters change what it is.
        Change::Counters(..) => &[Numbers, Size, Abilities],
        Change::FaceDown(..) | Change::Transform(_) | Change::Flip(_) => &[Status, Being, Known],
        Change::Designate(..) | Change::Undesignate(..) => &[Status, Being],
        Change::Attach(..) | Change::Encode(..) => &[Attachment],
        Change::Controller(..) => &[Control],
        Change::BeginEffect(effect) => {
            of_effect(effect, told);
            &[]
        }
        Change::Attack(_)
        | Change::Band(_)
        | Change::Block(_)
        | Change::Blocked(_)
        | Change::Unblocked(_)
        | Change::Reselect(..)
        | Change::RemoveFromCombat(_)
        | Change::StaysInCombat { .. } => &[Combat],
        Change::Trigger(_) | Change::AddDelayed(_) => &[Triggers],
        Change::MayLook(..) | Change::AddLink(_) => &[Known],
        _ => &[],
    };
    told.extend_from_slice(fixed);
}

/// What a replacement decides of the object that it is about.
pub(super) const fn of_replacement(would: &Would) -> &'static [Matter] {
    match would {
        Would::Prevented { .. } | Would::Damage { .. } | Would::Redirected { .. } | Would::Counters(..) => {
            &[Numbers]
        }
        // What is replaced as it enters decides how it enters, and so may its leaving.
        Would::Enter { .. } | Would::EnterAsCopy(_) => &[Place, Status, Numbers, Being, Attachment, Triggers],
        Would::EnterUnder(_) => &[Place, Control, Status, Numbers, Triggers],
        _ => &[Place, Status, Numbers],
    }
}

/// What of the objects that it affects a continuous effect is about.
pub(crate) fn of_effect(effect: &ContinuousEffect, told: &mut Vec<Matter>) {
    if effect.copy.is_some() {
        told.push(Being);
    }
    of_changes(&effect.changes, told);
}

/// What of the objects that they are made of such changes are about.
pub(super) fn of_changes(changes: &[Effect], told: &mut Vec<Matter>) {
    told.extend(changes.iter().flat_map(|change| match change {
        Effect::CopyOf { .. } | Effect::Text { .. } | Effect::Exchange { .. } => &[Being][..],
        Effect::GainThis
        | Effect::KeepColors
        | Effect::KeepName
        | Effect::NoManaCost
        | Effect::SetName(_) => &[Being],
        Effect::Control(_) => &[Control],
        // Of which types it is decides which power and toughness it has, and which abilities (305.7).
        Effect::AddTypes(_) | Effect::EveryCreatureType => &[Types],
        Effect::SetTypes(_) | Effect::LoseTypes(_) => &[Types, Abilities],
        Effect::AddColors(_)
        | Effect::SetColors(_)
        | Effect::SetChosenColor(_)
        | Effect::AddChosenColor(_) => &[Colors],
        Effect::Gain(_)
        | Effect::GainActivatedOf(_)
        | Effect::GainPrintedBelow
        | Effect::GainKeywordsOf { .. }
        | Effect::Gained(_)
        | Effect::Lose(_)
        | Effect::LoseAllAbilities
        | Effect::CantHave(_) => &[Abilities],
        Effect::SetPowerToughness { .. }
        | Effect::AddPowerToughness { .. }
        | Effect::SwitchPowerToughness => &[Size],
    }));
}
