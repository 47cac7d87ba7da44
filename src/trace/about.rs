//! What an entry of a trace is about: the objects to which something happens by it, or not.

use crate::game::{Affected, Change, ObjectId, Thing};

use super::entry::{Entry, Note, What};

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
            What::Note(note) => of_note(note),
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

/// The objects that a note is about.
fn of_note(note: &Note) -> Vec<ObjectId> {
    match note {
        Note::IllegalTarget(object, thing) => std::iter::once(*object).chain(thing.object()).collect(),
        Note::GoesAlong(card, permanent) | Note::GoesApart(card, permanent, _) => vec![*card, *permanent],
        Note::NoLongerEncoded(card, host) | Note::NoLongerHaunts(card, host) => vec![*card, *host],
        Note::DurationOver(object)
        | Note::StaysPhasedIn(object)
        | Note::NotPhasedIn(object)
        | Note::ShownAfterCost(object)
        | Note::LinkedNothing(object)
        | Note::Counts(object, ..)
        | Note::BelowZero(object, _)
        | Note::DoneAlready(object)
        | Note::NothingNoted(object)
        | Note::NothingToCopy(object)
        | Note::ConditionFalse(object)
        | Note::PartLeftOut(object)
        | Note::NothingKnown(object)
        | Note::NoTarget(object)
        | Note::NotFound(object)
        | Note::TokenStays(object)
        | Note::Ceased(object)
        | Note::DoesNotTrigger(object, ..)
        | Note::HasTriggered(object, ..)
        | Note::KeptFromTriggering(object, ..)
        | Note::IsDone(object, ..)
        | Note::NoTargetFor(object)
        | Note::NoSuchSpell(object)
        | Note::TargetsStay(object)
        | Note::StaysBlocked(object)
        | Note::AssignsNone(object)
        | Note::AsThoughUnblocked(object)
        | Note::KeepsMana(_, _, object)
        | Note::HasNoPower(object)
        | Note::Permits(object)
        | Note::NotDone(object)
        | Note::NotSpent(object, _)
        | Note::StaysAsItIs(object)
        | Note::RemainsIn(object, _)
        | Note::NoLongerBestowed(object)
        | Note::NoLongerMutating(object)
        | Note::SameObject(object)
        | Note::NoCard(object)
        | Note::NotMelded(object)
        | Note::Undefined(object)
        | Note::NotCopied(object)
        | Note::LoyaltyStays(object)
        | Note::NothingAdded(object)
        | Note::NeverAttacks(object)
        | Note::NeverBlocks(object)
        | Note::AttacksNothing(object)
        | Note::Unbound(object)
        | Note::NoToken(object)
        | Note::NoTokenOfSpell(object)
        | Note::ForOneWhoLeft(object, _)
        | Note::AssignsNoneTo(object, _)
        | Note::TooLate(object)
        | Note::NoOpeningAction(object)
        | Note::DamageStays(object)
        | Note::AlreadyAttached(object, _)
        | Note::StillMeant(object) => vec![*object],
        Note::NotPutOnStack(object, _, about) => std::iter::once(*object).chain(*about).collect(),
        Note::Proposes(..) | Note::Shortens(_) => Vec::new(),
        Note::PreventsNothing(by, to) => std::iter::once(*by).chain(to.object()).collect(),
        Note::RedirectsNothing(by, from, to) => {
            std::iter::once(*by).chain(from.object()).chain(to.object()).collect()
        }
        Note::NotCreated(host) => host.and_then(Thing::object).into_iter().collect(),
        Note::Kicked { spell, .. } | Note::PaysAlso { spell, .. } => vec![*spell],
        Note::NotExchanged(permanent, card) => vec![*permanent, *card],
        Note::StaysTapped(object, by) | Note::Obeys(object, by) => vec![*object, *by],
        Note::Unpaired(one, other) => vec![*one, *other],
        Note::NeverBegins(object, on) => std::iter::once(*object).chain(*on).collect(),
        Note::Cant(_, thing, by) => thing.object().into_iter().chain(*by).collect(),
        Note::Impossible(_)
        | Note::Loop(_)
        | Note::RollsPlanarDie(_)
        | Note::RollResult(..)
        | Note::RollListed(..)
        | Note::AttackersGone
        | Note::TakesFirstTurn(_)
        | Note::DrawsHand(..)
        | Note::TakesMulligan(..)
        | Note::NoMoreMulligans(_)
        | Note::MulliganUncounted(_)
        | Note::SkipsFirstDraw(_)
        | Note::Obeyed(_)
        | Note::BlocksObey(_)
        | Note::NothingToObey(_)
        | Note::OnlyDeclaration(..)
        | Note::CostLockedIn(..)
        | Note::MakesManaFor(_)
        | Note::DeclaresBlockers(_)
        | Note::Controls(..)
        | Note::ControlEnds(..)
        | Note::DecidesFor(..)
        | Note::ExtraTurn(_)
        | Note::NoAttackers
        | Note::PriorityInCleanup
        | Note::PaidOtherwise(_)
        | Note::NotHeld(_)
        | Note::PaymentTaken(_)
        | Note::NoActivePlayer(_)
        | Note::TurnNotBegun(_) => Vec::new(),
        Note::CantPay(_, entering) => entering.iter().copied().collect(),
        Note::NoMana(source, _) => vec![*source],
    }
}
