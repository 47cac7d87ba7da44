//! What an entry of a trace is about: the objects to which something happens by it, or not.

use crate::game::{Affected, Change, ObjectId, Thing};

use super::entry::{Entry, What};

impl Entry {
    /// The objects that something happens to, or not, by this entry.
    pub fn objects(&self) -> Vec<ObjectId> {
        match &self.what {
            What::Changed(change, _) => of_change(change),
            What::Casts(_, object)
            | What::PlaysLand(_, object)
            | What::TurnsFaceUp(_, object)
            | What::Unlocks(_, object, _)
            | What::Suspends(_, object)
            | What::ByKeyword(_, _, object)
            | What::Resolves(object)
            | What::Fizzles(object) => vec![*object],
            What::TotalCost { of, .. } => vec![*of],
            What::Reveals(cards) => cards.clone(),
            What::Activates { source, .. } => vec![*source],
            What::PutOnStack(object, source) => vec![*object, *source],
            What::Targets(object, things) => {
                std::iter::once(*object).chain(things.iter().filter_map(|thing| thing.object())).collect()
            }
            What::Replaced(thing, by, _) => thing.object().into_iter().chain([*by]).collect(),
            What::Note(note) => note.objects(),
            What::Chose(choice, ..) => choice.source.into_iter().collect(),
            What::Refused(refusal) => {
                refusal.object.into_iter().chain(refusal.target.and_then(Thing::object)).collect()
            }
            What::Step(..) | What::StateBased | What::Fiat => Vec::new(),
        }
    }
}

/// The objects that a change is about.
fn of_change(change: &Change) -> Vec<ObjectId> {
    match change {
        Change::Move(it) => vec![it.object, it.new],
        Change::Create(new) => vec![new.new],
        Change::Merge(it) => vec![it.object, it.permanent],
        Change::Cease(object)
        | Change::Place(object, _)
        | Change::LeaveGame(object, _)
        | Change::CompleteDungeon(object)
        | Change::Tap(object, _)
        | Change::RemoveDamage(object)
        | Change::Counters(object, _, _)
        | Change::FaceDown(object, _)
        | Change::Transform(object)
        | Change::Flip(object)
        | Change::MayLook(object, _)
        | Change::Controller(object, _)
        | Change::Designate(object, _)
        | Change::Undesignate(object, _)
        | Change::PhaseOut { object, .. }
        | Change::PhaseIn(object)
        | Change::RemoveFromCombat(object)
        | Change::StaysInCombat { object, .. } => vec![*object],
        Change::Damage { source, to, .. } => source.iter().copied().chain(to.object()).collect(),
        Change::Attach(object, to) => std::iter::once(*object).chain(to.and_then(Thing::object)).collect(),
        Change::Attack(attack) => vec![attack.attacker],
        Change::Reselect(attacker, _) | Change::Blocked(attacker) | Change::Unblocked(attacker) => {
            vec![*attacker]
        }
        Change::Band(band) => band.to_vec(),
        Change::Block(block) => vec![block.blocker, block.attacker],
        Change::Trigger(trigger) => {
            let bound = trigger.slots.iter().flat_map(|slots| slots.things());
            std::iter::once(trigger.source).chain(bound.filter_map(|thing| thing.object())).collect()
        }
        Change::Encode(card, host) => vec![*card, *host],
        Change::AddDelayed(delayed) => {
            let bound = delayed.slots.things();
            bound.filter_map(|thing| thing.object()).collect()
        }
        Change::BeginEffect(effect) => match &effect.affected {
            Affected::Objects(objects) => objects.to_vec(),
            Affected::Rules => vec![effect.source],
        },
        _ => Vec::new(),
    }
}
