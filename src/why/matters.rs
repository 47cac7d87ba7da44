//! Of what of an object a change and a note speak: the tables by which the steps are found that bear on an answer.

use crate::game::{Change, ContinuousEffect, ObjectId};
use crate::ir::change::Change as Effect;
use crate::trace::{Forbidden, Note, Would};

/// What of an object something is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Matter {
    /// Where it is, and which object.
    Place,
    /// Tapped, face down, phased out, transformed, designated.
    Status,
    /// Damage and counters on it.
    Numbers,
    /// What it is as a whole: its copiable values, and what it is a copy of.
    Being,
    /// Its power and toughness.
    Size,
    /// Its types.
    Types,
    /// Its colors.
    Colors,
    /// Which abilities it has.
    Abilities,
    /// Who controls it.
    Control,
    /// What it is attached to or encoded on.
    Attachment,
    /// Whether it attacks or blocks.
    Combat,
    /// Whether its abilities have triggered.
    Triggers,
    /// Who may look at it, in which pile it is, with what it is linked.
    Known,
}

use Matter::{
    Abilities, Attachment, Being, Colors, Combat, Control, Known, Numbers, Place, Size, Status, Triggers,
    Types,
};

impl Matter {
    /// Whether what is told of this is told of that as well: what makes it another thing changes all that is part of what it is.
    pub(crate) fn covers(self, asked: Self) -> bool {
        self == asked || self == Being && matches!(asked, Size | Types | Colors | Abilities)
    }

    /// Whether what was told of it before an object changed zones may say something of it afterwards: what changes a spell changes
    /// the permanent (400.7a), and what triggered has triggered.
    pub(crate) fn lasts(self) -> bool {
        matches!(self, Being | Size | Types | Colors | Abilities | Triggers | Known)
    }
}

/// The note of something that was to be done and was not: whose instruction it was, where that is told.
pub(crate) const fn idle(note: &Note) -> Option<Option<ObjectId>> {
    match note {
        Note::LinkedNothing(of)
        | Note::NothingToCopy(of)
        | Note::ConditionFalse(of)
        | Note::PartLeftOut(of)
        | Note::DoneAlready(of)
        | Note::NothingNoted(of)
        | Note::Counts(of, 0, false)
        | Note::BelowZero(of, _)
        | Note::NothingKnown(of)
        | Note::DoesNotTrigger(of, ..)
        | Note::HasTriggered(of, ..)
        | Note::KeptFromTriggering(of, ..)
        | Note::IsDone(of, ..)
        | Note::NoTarget(of)
        | Note::NotDone(of)
        | Note::NotCopied(of)
        | Note::Undefined(of)
        | Note::NoToken(of)
        | Note::NoTokenOfSpell(of)
        | Note::NoTargetFor(of)
        | Note::NoSuchSpell(of)
        | Note::NotPutOnStack(of, ..) => Some(Some(*of)),
        Note::Impossible(_) | Note::CantPay(..) | Note::NotCreated(_) | Note::NotHeld(_) => Some(None),
        _ => None,
    }
}

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
        Would::Prevented { .. } | Would::Damage { .. } | Would::Counters(..) => &[Numbers],
        // What is replaced as it enters decides how it enters, and so may its leaving.
        Would::Enter { .. } | Would::EnterAsCopy(_) => &[Place, Status, Numbers, Being, Attachment, Triggers],
        _ => &[Place, Status, Numbers],
    }
}

/// What of the objects that it affects a continuous effect is about.
pub(crate) fn of_effect(effect: &ContinuousEffect, told: &mut Vec<Matter>) {
    if effect.copy.is_some() {
        told.push(Being);
    }
    told.extend(effect.changes.iter().flat_map(|change| match change {
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

/// What of the objects in it a note is about.
pub(crate) const fn of_note(note: &Note) -> &'static [Matter] {
    match note {
        Note::Cant(what, ..) => match what {
            Forbidden::Counter
            | Forbidden::Destroy
            | Forbidden::DestroyIndestructible
            | Forbidden::Regenerate
            | Forbidden::Sacrifice
            | Forbidden::Enter
            | Forbidden::Dredge => &[Place],
            Forbidden::TurnFaceUp => &[Status, Being],
            Forbidden::EnterAttached(_) => &[Place, Attachment],
            Forbidden::Attach(_) => &[Attachment],
            Forbidden::Counters | Forbidden::GetCounters(_) | Forbidden::Damage { .. } => &[Numbers],
            Forbidden::Have(_) => &[Abilities],
            Forbidden::Block(_) => &[Combat],
            Forbidden::GainLife
            | Forbidden::LoseLife
            | Forbidden::Draw
            | Forbidden::Search
            | Forbidden::LoseGame
            | Forbidden::WinGame => &[],
        },
        Note::DurationOver(_) => &[Place, Status, Control, Being],
        Note::StaysPhasedIn(_) | Note::NotPhasedIn(_) | Note::StaysTapped(..) => &[Status],
        Note::StaysAsItIs(_) | Note::NoLongerBestowed(_) | Note::NoLongerMutating(_) => {
            &[Status, Being, Attachment]
        }
        Note::IllegalTarget(..) => &[Place, Status, Numbers, Being, Control, Attachment, Combat],
        Note::NotFound(_)
        | Note::TokenStays(_)
        | Note::Ceased(_)
        | Note::GoesAlong(..)
        | Note::GoesApart(..)
        | Note::NotMelded(_)
        | Note::NoSuchSpell(_)
        | Note::RemainsIn(..)
        | Note::StillMeant(_)
        | Note::NoCard(_)
        | Note::TooLate(_)
        | Note::Permits(_)
        | Note::NoOpeningAction(_) => &[Place],
        Note::SameObject(_) => &[Place, Status, Being],
        Note::NotExchanged(..) => &[Place, Attachment, Control],
        Note::ForOneWhoLeft(..) => &[Place, Control],
        Note::NoLongerEncoded(..) => &[Attachment],
        Note::NoLongerHaunts(..) => &[Attachment, Triggers],
        Note::DamageStays(_)
        | Note::LoyaltyStays(_)
        | Note::PreventsNothing(..)
        | Note::RedirectsNothing(..)
        | Note::NothingNoted(_)
        | Note::BelowZero(..)
        | Note::Counts(_, 0, false) => &[Numbers],
        // What becomes neither attached nor unattached has nothing that waits for that trigger.
        Note::AlreadyAttached(..) => &[Attachment, Triggers],
        Note::DoesNotTrigger(..)
        | Note::HasTriggered(..)
        | Note::KeptFromTriggering(..)
        | Note::IsDone(..)
        | Note::NotPutOnStack(..)
        | Note::ConditionFalse(_)
        | Note::NoTarget(_) => &[Triggers],
        Note::PartLeftOut(_) | Note::DoneAlready(_) | Note::NothingKnown(_) => {
            &[Place, Status, Numbers, Being]
        }
        Note::NeverAttacks(_)
        | Note::NeverBlocks(_)
        | Note::Unbound(_)
        | Note::AttacksNothing(_)
        | Note::Obeys(..)
        | Note::StaysBlocked(_) => &[Combat],
        Note::AssignsNone(_) | Note::HasNoPower(_) | Note::AsThoughUnblocked(_) | Note::AssignsNoneTo(..) => {
            &[Combat]
        }
        Note::ShownAfterCost(_) => &[Known],
        Note::Undefined(_) => &[Being],
        _ => &[],
    }
}
