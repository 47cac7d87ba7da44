//! What was left undone though nothing that resolved tells so: an ability did not trigger, something was paid for that would have happened else, or
//! nobody could pay; and what was meant for it went elsewhere.

use crate::engine::reading::Frame;
use crate::engine::reading::filters::matches;
use crate::game::{Answer, Change, ChoiceKind, ObjectId, PlayerId, Thing};
use crate::ir::part::{Part, any};
use crate::ir::{Body, Cost, Instruction, Zone};
use crate::rules::cr;
use crate::trace::illegal::targets_of;
use crate::trace::{Entry, Forbidden, Matter, Note, What};

use super::Played;
use super::meant::{bodies_of, frame, might_change};

/// Whether one of the triggered abilities of which an entry tells that they did not trigger does such a thing.
pub(super) fn untriggered(played: Played<'_>, entry: &Entry, does: &dyn Fn(&Frame, &Body) -> bool) -> bool {
    // By where it comes from, or by its number among those of its source.
    let (source, origin, number) = match entry.what {
        What::Note(Note::DoesNotTrigger(source, origin, _) | Note::HasTriggered(source, origin, ..)) => {
            (source, Some(origin), None)
        }
        What::Note(Note::NotPutOnStack(source, _, _, Some(called), _)) => {
            (source, None, Some(usize::from(called.number)))
        }
        _ => return false,
    };
    let Played { game, view, .. } = played;
    let its = game.object(source);
    let known = its.known.as_ref().map_or(&its.base, |known| &known.characteristics);
    let has = if its.exists { view.characteristics(game, source) } else { known };
    let controller = if its.exists { view.controller(game, source) } else { its.controller };
    // Which of several abilities of a keyword it is shows in what is not true.
    let unmet = played.trace.unmet_of(entry.id);
    let triggered =
        has.abilities.iter().filter_map(|instance| Some((instance, instance.ability.as_triggered()?)));
    triggered.enumerate().any(|(place, (instance, ability))| {
        let frame = Frame::of_source(source, controller, instance.origin);
        let is_it = origin == Some(instance.origin) || number == Some(place + 1);
        let fits = unmet.is_none_or(|unmet| ability.only_if.as_ref() == Some(unmet));
        fits && is_it && does(&frame, &ability.effect)
    })
}

/// Whether an entry tells that a player could not pay, or did not choose to, with an object what something asked for as it resolved (118.3).
pub(super) fn unpaid_with(played: Played<'_>, entry: &Entry, object: ObjectId) -> bool {
    let Played { game, view, .. } = played;
    let payer = match &entry.what {
        What::Note(Note::CantPay(player, None)) => *player,
        _ => return false,
    };
    let Some(What::Resolves(doer)) =
        entry.parent.and_then(|parent| played.trace.get(parent)).map(|above| &above.what)
    else {
        return false;
    };
    let doer = game.object(*doer);
    let Some(frame) = frame(doer) else { return false };
    let its = game.object(object);
    let is_sacrificed = |cost: &Cost| {
        let Cost::Sacrifice(sacrifice) = cost else { return false };
        let fits = |kind| matches(played.sight(), &frame, kind, object).unwrap_or(false);
        its.on_battlefield()
            && view.controller(game, object) == payer
            && sacrifice.these.is_none()
            && sacrifice.what.as_ref().is_some_and(fits)
    };
    doer.bodies().any(|body| {
        any(body, &mut |place| match place.part {
            Part::Instruction(Instruction::MayPay { cost, .. }) => cost.0.iter().any(is_sacrificed),
            _ => false,
        })
    })
}

/// Whether an entry tells that a creature which an object blocked assigned its combat damage as though it weren't blocked (510.1b).
pub(super) fn passes_by(played: Played<'_>, entry: &Entry, object: ObjectId) -> bool {
    let What::Note(Note::AsThoughUnblocked(attacker)) = entry.what else { return false };
    let before = played.trace.entries().get(..entry.id.0 as usize).unwrap_or_default();
    before.iter().any(|entry| match &entry.what {
        What::Changed(Change::Block(block), _) => block.blocker == object && block.attacker == attacker,
        _ => false,
    })
}

/// Whether an entry tells that what would have moved an object back from exile was countered, or not put on the stack: another ability of what
/// had exiled it.
pub(super) fn leaves_exiled(played: Played<'_>, entry: &Entry, object: ObjectId) -> bool {
    let game = played.game;
    let source_of =
        |of: ObjectId| game.object(of).stack_ability().map(|ability| game.earliest(ability.source));
    let idle = match &entry.what {
        What::Note(Note::NotPutOnStack(_, _, Some(about), ..)) if is_same(played, *about, object) => {
            return true;
        }
        What::Note(Note::NotPutOnStack(source, ..)) => Some(game.earliest(*source)),
        What::Changed(Change::Cease(ability), _) if entry.rules.contains(cr!("701.6a")) => {
            source_of(*ability)
        }
        _ => None,
    };
    let exiled_by = played.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) if it.new == object && it.to == Zone::Exile => {
            entry.cause.source()
        }
        _ => None,
    });
    let exiler = exiled_by.and_then(source_of);
    game.object(object).exists && idle.is_some() && exiler == idle
}

/// Whether two objects are the same one, as play began and since.
fn is_same(played: Played<'_>, one: ObjectId, other: ObjectId) -> bool {
    played.game.earliest(one) == played.game.earliest(other)
}

/// Whether an entry tells that the targets of something that would have changed this of an object were not changed, or were changed from it
/// (115.7a).
pub(super) fn aims_elsewhere(
    played: Played<'_>,
    entry: &Entry,
    (object, matters): (ObjectId, &[Matter]),
) -> bool {
    let of_target = |spell: ObjectId| {
        let its = played.game.object(spell);
        let Some(frame) = frame(its) else { return false };
        bodies_of(its).iter().any(|body| might_change(played, (&frame, body), (object, matters)))
    };
    match &entry.what {
        What::Note(Note::TargetsStay(spell)) => of_target(*spell),
        What::Changed(Change::Announce(spell, now), _) if entry.rules.contains(cr!("115.7a")) => {
            let is_it = |thing: &Thing| thing.object().is_some_and(|its| is_same(played, its, object));
            let before = played.trace.entries().get(..entry.id.0 as usize).unwrap_or_default();
            let was_aimed = before.iter().any(|entry| match &entry.what {
                What::Targets(its, things) => its == spell && things.iter().any(is_it),
                What::Changed(Change::Announce(its, then), _) => {
                    its == spell && then.targets.iter().flatten().any(is_it)
                }
                _ => false,
            });
            was_aimed && !now.targets.iter().flatten().any(is_it) && of_target(*spell)
        }
        _ => false,
    }
}

/// Whether an entry tells that nothing was found in a library that a player looked through, or would have: in this player's, if one is said, else
/// for the battlefield.
pub(super) fn finds_none(played: Played<'_>, entry: &Entry, of: Option<PlayerId>) -> bool {
    let player = match &entry.what {
        What::Note(Note::Cant(Forbidden::Search, Thing::Player(player), _)) => *player,
        What::Chose(choice, Answer::Picked(picked), _)
            if choice.kind == ChoiceKind::Find && picked.is_empty() =>
        {
            choice.player
        }
        _ => return false,
    };
    let Some(What::Resolves(doer)) =
        entry.parent.and_then(|parent| played.trace.get(parent)).map(|above| &above.what)
    else {
        return false;
    };
    let puts = |body: &Body| {
        any(
            body,
            &mut |place| matches!(place.part, Part::Instruction(Instruction::Put(it)) if it.to == Zone::Battlefield),
        )
    };
    of.map_or_else(|| played.game.object(*doer).bodies().any(puts), |of| of == player)
}

/// Whether what a step tells has left an object as it is only for having come too late: the object had been moved by then, and what did nothing
/// was aimed at what it was before; or what nobody did has brought it there already.
pub(super) fn came_too_late(
    played: Played<'_>,
    (moved, failed): (&Entry, &Entry),
    (doer, is_offer): (Option<ObjectId>, bool),
    object: ObjectId,
) -> bool {
    let What::Changed(Change::Move(it), _) = &moved.what else { return false };
    if !is_same(played, it.object, object) {
        return false;
    }
    let game = played.game;
    let left =
        |illegal: &Entry| [cr!("400.7"), cr!("800.4a")].into_iter().any(|rule| illegal.rules.contains(rule));
    let aimed = |doer: ObjectId| {
        let mut targets = game.object(doer).announced.iter().flat_map(|its| its.targets.iter().flatten());
        let is_it =
            |thing: &Thing| thing.object().is_some_and(|its| its != it.new && is_same(played, its, object));
        targets.any(is_it)
    };
    let source_of = |of: ObjectId| game.object(of).stack_ability().map(|ability| ability.source);
    let of_mover = moved.cause.source().and_then(source_of);
    let by_the_same = doer.and_then(source_of).is_some_and(|source| is_offer && of_mover == Some(source));
    targets_of(played.trace, failed).any(left) || doer.is_some_and(aimed) || by_the_same
}
