//! What a step of the trace is about, and the last step that tells something of an object.

use crate::game::{Affected, Change, Game, Move, NewObject, ObjectId, Thing};
use crate::ir::{CounterKind, Zone};
use crate::trace::{Entry, Note, Reasons, What};

use super::Played;

/// The rules of the last change of a kind that an object went through.
pub(crate) fn rules_about(played: Played<'_>, object: ObjectId, kind: impl Fn(&Change) -> bool) -> Reasons {
    let game = played.game;
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(change, _) if kind(change) => {
            objects_of(entry).first().is_some_and(|first| is_meant(game, *first, object))
        }
        _ => false,
    });
    last.map_or(Reasons::NONE, |entry| entry.reasons())
}

/// Whether what is about one object is about another: a permanent has nothing to do with what its card was before (400.7); what
/// has left the battlefield is spoken of as it was there.
pub(crate) fn is_meant(game: &Game, one: ObjectId, object: ObjectId) -> bool {
    one == object || !game.object(object).on_battlefield() && game.earliest(one) == game.earliest(object)
}

/// The rules of the last note of a kind about an object.
pub(crate) fn notes_about(played: Played<'_>, object: ObjectId, kind: impl Fn(&Note) -> bool) -> Reasons {
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Note(note) if kind(note) => objects_of(entry).first() == Some(&object),
        _ => false,
    });
    last.map_or(Reasons::NONE, |entry| entry.reasons())
}

/// How an object has come to be where it is.
#[derive(Clone, Copy)]
pub(crate) enum Came<'a> {
    /// It moved there.
    Moved(&'a Move),
    /// It was created there.
    Created(&'a NewObject),
}

impl<'a> Came<'a> {
    /// What a step tells of an object's coming, if it does.
    pub(crate) fn of(entry: &'a Entry) -> Option<Self> {
        match &entry.what {
            What::Changed(Change::Move(it), _) => Some(Self::Moved(it)),
            What::Changed(Change::Create(it), _) => Some(Self::Created(it)),
            _ => None,
        }
    }

    /// The object.
    pub(crate) fn object(self) -> ObjectId {
        match self {
            Self::Moved(it) => it.new,
            Self::Created(it) => it.new,
        }
    }

    /// Whether it came tapped onto the battlefield.
    pub(crate) fn enters_tapped(self) -> bool {
        match self {
            Self::Moved(it) => it.to == Zone::Battlefield && it.tapped,
            Self::Created(it) => it.zone == Zone::Battlefield && it.tapped,
        }
    }

    /// The counters with which it came.
    pub(crate) fn counters(self) -> &'a [(CounterKind, u32)] {
        match self {
            Self::Moved(it) => &it.counters,
            Self::Created(it) => &it.counters,
        }
    }

    /// What it came attached to.
    pub(crate) fn attached_to(self) -> Option<Thing> {
        match self {
            Self::Moved(it) => it.attached_to,
            Self::Created(it) => it.attached_to,
        }
    }

    /// What it came attacking.
    pub(crate) fn attacking(self) -> Option<Thing> {
        match self {
            Self::Moved(it) => it.attacking,
            Self::Created(it) => it.attacking,
        }
    }
}

/// The step in which an object has come to be where it is, if it has since play began.
pub(crate) fn coming(played: Played<'_>, object: ObjectId) -> Option<(&Entry, Came<'_>)> {
    let steps = played.trace.entries().iter();
    let mut came = steps.filter_map(|entry| Some((entry, Came::of(entry)?)));
    came.find(|(_, came)| came.object() == object)
}

/// The objects that an entry of the trace is about, and what is behind it.
pub(crate) fn objects_of(entry: &Entry) -> Vec<ObjectId> {
    let mut objects = objects_in(entry);
    objects.extend(entry.cause.source());
    objects
}

/// The objects that something happens to, or not, by an entry of the trace.
pub(crate) fn objects_in(entry: &Entry) -> Vec<ObjectId> {
    match &entry.what {
        What::Changed(change, _) => match change {
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
            Change::Attach(object, to) => {
                std::iter::once(*object).chain(to.and_then(Thing::object)).collect()
            }
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
        },
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
        What::Note(note) => match note {
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
        },
        What::Chose(choice, ..) => choice.source.into_iter().collect(),
        What::Refused(refusal) => {
            refusal.object.into_iter().chain(refusal.target.and_then(Thing::object)).collect()
        }
        What::Step(..) | What::StateBased | What::Fiat => Vec::new(),
    }
}
