//! CR 603: Handling Triggered Abilities. The step in which the event is told on which an ability triggers.

use crate::engine::reading::Sight;
use crate::engine::spells::events::Happening;
use crate::game::{Change, ChoiceKind, Move, ObjectId, PlayerId, Thing};
use crate::ir::CounterKind;
use crate::trace::{Entry, EntryId, Level, Note, Told, Trace, What};

/// The entry that tells of what has just happened, of which an ability waits for one thing, and how many things at once are the event with
/// that; none where no entry does.
pub(super) fn event(sight: Sight<'_>, trace: &Trace, by: &[&Happening]) -> Option<Told> {
    let mut distinct: Vec<&Happening> = Vec::new();
    for happening in by {
        if !distinct.iter().any(|other| std::ptr::eq(*other, *happening)) {
            distinct.push(happening);
        }
    }
    let told: Vec<Told> = distinct.iter().filter_map(|happening| of_one(sight, trace, happening)).collect();
    let first = *told.first()?;
    Some(if distinct.len() > 1 {
        Told { of: u32::try_from(told.len()).unwrap_or(u32::MAX), ..first }
    } else {
        first
    })
}

/// The entry that tells of one thing that has just happened.
fn of_one(sight: Sight<'_>, trace: &Trace, happening: &Happening) -> Option<Told> {
    let alone = |entry: EntryId| Some(Told { entry, of: 1 });
    // What an attack or block is as a whole, several creatures together are.
    let mut together = since_step(trace).filter(|entry| is_part_of(sight, entry, happening));
    if let Some(last) = together.next() {
        let (count, first) = together.fold((1_u32, last), |(count, _), entry| (count + 1, entry));
        return Some(Told { entry: first.id, of: count });
    }
    let mut recent = since_step(trace).skip_while(|entry| !tells_of(entry, happening));
    let Some(last) = recent.next() else { return alone(of_deed(trace, happening)?) };
    // What comes with something else is told there.
    if last.level == Level::Hidden && !matches!(last.what, What::Note(_)) {
        return alone(
            recent.find(|entry| entry.level != Level::Hidden).filter(|it| comes_with(it, last))?.id,
        );
    }
    // Of several that are alike the first is told; of counters that several sources have removed, that it was not alone.
    let (first, count) =
        first_alike(recent, last, happening).map_or((last, 1), |(first, more)| (first, more + 1));
    let parts = matches!((happening, &last.what), (Happening::Counters { amount, .. }, What::Changed(Change::Counters(_, _, its), _))
        if its != amount);
    Some(Told { entry: first.id, of: if parts { count } else { 1 } })
}

/// The entries since the step or phase began, the last one first: what happened before is no event that is looked at now.
fn since_step(trace: &Trace) -> impl Iterator<Item = &Entry> {
    let mut ended = false;
    trace.entries().iter().rev().take_while(move |entry| {
        let goes_on = !ended;
        ended = matches!(entry.what, What::Step(..));
        goes_on
    })
}

/// The first of the entries before one that tell of the same at the same time, and how many there are.
fn first_alike<'a>(
    before: impl Iterator<Item = &'a Entry>,
    last: &Entry,
    happening: &Happening,
) -> Option<(&'a Entry, u32)> {
    let What::Changed(_, batch) = &last.what else { return None };
    // What happened earlier need not be looked at.
    let since = before.take_while(|entry| !matches!(&entry.what, What::Changed(_, its) if its < batch));
    let alike = since.filter(|entry| {
        entry.level != Level::Hidden
            && matches!(&entry.what, What::Changed(_, its) if its == batch)
            && tells_of(entry, happening)
    });
    alike.fold(None, |found, entry| Some((entry, found.map_or(1, |(_, count)| count + 1))))
}

/// Whether an entry tells of one creature of several that together make an attack or block what has happened.
fn is_part_of(sight: Sight<'_>, entry: &Entry, happening: &Happening) -> bool {
    let What::Changed(change, _) = &entry.what else { return false };
    let attacks = |by: PlayerId| match change {
        Change::Attack(it) if sight.view.controller(sight.game, it.attacker) == by => Some(it.defender),
        _ => None,
    };
    match happening {
        Happening::PlayerAttacks { player } => attacks(*player).is_some(),
        Happening::PlayerAttacked { player, by, .. } => attacks(*by) == Some(Thing::Player(*player)),
        Happening::BlockedBySoMany { attacker, .. } => {
            matches!(change, Change::Block(it) if it.attacker == *attacker) && entry.level != Level::Hidden
        }
        Happening::BecomesBlocked { attacker, blockers } => {
            matches!(change, Change::Block(it) if it.attacker == *attacker && blockers.contains(&it.blocker))
                && entry.level != Level::Hidden
        }
        _ => false,
    }
}

/// Whether an entry tells of what another one, which is not shown, is part of: counters that damage removes or with which something enters,
/// and what it enters attached to.
fn comes_with(entry: &Entry, hidden: &Entry) -> bool {
    let (What::Changed(change, _), What::Changed(its, _)) = (&entry.what, &hidden.what) else { return false };
    let (Change::Counters(object, ..) | Change::Attach(object, _)) = its else { return false };
    match change {
        Change::Damage { to, .. } => *to == Thing::Object(*object),
        Change::Create(it) => it.new == *object,
        _ => change.as_move().is_some_and(|it| it.new == *object),
    }
}

/// The last entry before now, of the same spell, ability or action, that tells of something which was done with these objects, or that a
/// player did: what has a name of its own is looked at as soon as it is done.
fn of_deed(trace: &Trace, happening: &Happening) -> Option<EntryId> {
    let shown = || since_step(trace).filter(|entry| entry.level != Level::Hidden && !is_of_triggers(entry));
    let parent = shown().next()?.parent;
    let mut siblings = shown().take_while(|entry| entry.parent == parent);
    let about = |objects: &[ObjectId]| {
        let mut siblings = shown().take_while(|entry| entry.parent == parent);
        siblings.find(|entry| is_done(entry) && entry.objects().iter().any(|it| objects.contains(it)))
    };
    let found = match happening {
        Happening::Named { object, others, .. } => about(others).or_else(|| about(&[*object])),
        Happening::Becomes { object, .. }
        | Happening::Unlocked { permanent: object, .. }
        | Happening::LosesControl { object, .. }
        | Happening::Copied { spell: object, .. }
        | Happening::Crewed { creature: object, .. }
        | Happening::Room { dungeon: object, .. } => about(&[*object]),
        Happening::Does { .. } | Happening::Gets { .. } | Happening::Tempted { .. } => {
            siblings.next().filter(|entry| is_done(entry) || is_by_chance(entry))
        }
        _ => None,
    };
    found.map(|entry| entry.id)
}

/// The entry that tells of what a reflexive triggered ability triggers on, which has been done just before (603.12).
pub(super) fn just_done(trace: &Trace) -> Option<Told> {
    let mut shown = since_step(trace).filter(|entry| entry.level != Level::Hidden && !is_of_triggers(entry));
    let last = shown.next()?;
    let paid = matches!(last.what, What::Note(Note::PaymentTaken(_)));
    (paid || is_done(last) || is_by_chance(last)).then_some(Told { entry: last.id, of: 1 })
}

/// Whether an entry tells that an ability triggers, or does not.
fn is_of_triggers(entry: &Entry) -> bool {
    let not = matches!(
        entry.what,
        What::Note(
            Note::DoesNotTrigger(..)
                | Note::DelayedDoesNotTrigger(_)
                | Note::KeptFromTriggering(..)
                | Note::HasTriggered(..)
                | Note::IsDone(..)
        )
    );
    not || matches!(entry.what, What::Changed(Change::Trigger(_), _))
}

/// Whether an entry tells of something that was done.
fn is_done(entry: &Entry) -> bool {
    matches!(entry.what, What::Changed(..) | What::Reveals(_) | What::Targets(..))
}

/// Whether an entry tells what chance has chosen.
fn is_by_chance(entry: &Entry) -> bool {
    matches!(&entry.what, What::Chose(choice, ..)
        if matches!(choice.kind, ChoiceKind::Random | ChoiceKind::Coin | ChoiceKind::Die))
}

/// Whether an entry tells of this.
fn tells_of(entry: &Entry, happening: &Happening) -> bool {
    let change = match &entry.what {
        What::Changed(change, _) => change,
        What::Step(active, step) => {
            return matches!(happening, Happening::Begins { step: its, active: whose } if its == step && whose == active);
        }
        What::Casts(player, spell) => {
            return matches!(happening, Happening::Cast { player: who, spell: its } if who == player && its == spell);
        }
        What::Targets(by, targets) => {
            return matches!(happening, Happening::Targeted { thing, by: its, .. } if its == by && targets.contains(thing));
        }
        What::Activates { player, source, mana: true, .. } => {
            return matches!(happening, Happening::TappedForMana { player: who, object, .. } if who == player && object == source);
        }
        What::Note(note) => {
            return match happening {
                Happening::Unblocked { attacker } => *note == Note::NothingBlocks(*attacker),
                Happening::Spent { player, .. } => *note == Note::PaymentTaken(*player),
                _ => false,
            };
        }
        _ => return false,
    };
    let moved = |is_such: &dyn Fn(&Move) -> bool| change.as_move().is_some_and(is_such);
    match happening {
        Happening::Moved { from, to, .. } => moved(&|it| it.object == *from && it.new == *to),
        Happening::Created { object } => matches!(change, Change::Create(it) if it.new == *object),
        Happening::Attacks { attacker, defender, .. } => {
            matches!(change, Change::Attack(it) if it.attacker == *attacker && it.defender == *defender)
        }
        Happening::Blocks { blocker, attacker, .. } => {
            matches!(change, Change::Block(it) if it.blocker == *blocker && it.attacker == *attacker)
        }
        Happening::BecomesBlocked { attacker, .. } => {
            matches!(change, Change::Blocked(its) if its == attacker)
        }
        Happening::Damage { source, to, amount, combat } => {
            matches!(change, Change::Damage { source: its, to: whom, amount: dealt, combat: in_combat, .. }
                if its == source && whom == to && dealt == amount && in_combat == combat)
        }
        Happening::Life { player, amount } => {
            matches!(change, Change::Life(who, much) if who == player && much == amount)
        }
        Happening::Counters { object, kind, amount, .. } => {
            let with = |counters: &[(CounterKind, u32)]| counters.iter().any(|(of, _)| of == kind);
            match change {
                // Damage by several sources removes them together.
                Change::Counters(its, of, many) => {
                    its == object && of == kind && (many == amount || *many < 0 && many >= amount)
                }
                // With them it has entered.
                Change::Create(it) => it.new == *object && *amount > 0 && with(&it.counters),
                _ => moved(&|it| it.new == *object && *amount > 0 && with(&it.counters)),
            }
        }
        Happening::Tapped { object, tapped } => {
            matches!(change, Change::Tap(its, now) if its == object && now == tapped)
        }
        Happening::Transformed { object, .. } => matches!(change, Change::Transform(its) if its == object),
        Happening::TurnedFaceUp { object } => {
            matches!(change, Change::FaceDown(its, None) if its == object)
        }
        Happening::Attached { object, to } => match change {
            Change::Attach(its, host) => its == object && *host == Some(*to),
            Change::Create(it) => it.new == *object && it.attached_to == Some(*to),
            _ => moved(&|it| it.new == *object && it.attached_to == Some(*to)),
        },
        Happening::Unattached { object, from } => match change {
            Change::Attach(its, _) => its == object,
            Change::LeaveGame(its, _) => its == object || its == from,
            _ => moved(&|it| it.object == *object || it.object == *from),
        },
        Happening::LostGame { player } => matches!(change, Change::Leave(its) if its == player),
        Happening::LeftGame { object } => matches!(change, Change::LeaveGame(its, _) if its == object),
        Happening::LosesControl { object, .. } => {
            matches!(change, Change::ControlNoticed(its, _) if its == object)
        }
        Happening::Spent { player, .. } => matches!(change, Change::SpendMana(who, ..) if who == player),
        Happening::TappedForMana { player, object, .. } => {
            matches!(change, Change::AddMana(who, _) if who == player)
                && entry.cause.source() == Some(*object)
        }
        Happening::PlayedLand { land, .. } => moved(&|it| it.new == *land),
        Happening::Daytime { to } => matches!(change, Change::Daytime(its) if its == to),
        _ => false,
    }
}
