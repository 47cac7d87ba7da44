//! CR 702.26: Phasing
//!
//! A phased-out permanent is kept as one that does not exist (702.26b), though nothing has become of it: its zone,
//! counters, attachments and timestamp wait for it, and whatever looks at the game passes it over.

use std::rc::Rc;

use crate::engine::additional::preparation_cards;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::happen;
use crate::game::{Cause, CauseKind, Change, Game, Object, ObjectId, PhasedOut, PlayerId, Thing};
use crate::ir::KeywordName;
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

/// Why nothing is done with a permanent that is phased out: the rule and the reason; nothing of any other object.
pub(in crate::engine) fn why_untouched(game: &Game, object: ObjectId) -> Option<(RuleId, &'static str)> {
    game.object(object).phased_out.map(|_| (cr!("702.26b"), "it is phased out"))
}

/// In the untap step, what the active player controls with phasing phases out, and what had phased out under their control
/// phases in, all at the same time (502.1).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn untap_step(play: &mut Play<'_>) -> Outcome {
    let view = play.view()?;
    let phasing = |object: &&ObjectId| {
        view.has(&play.game, **object, KeywordName::Phasing)
            && play.game.is_active(view.controller(&play.game, **object))
    };
    let out: Vec<ObjectId> = play.game.battlefield().iter().filter(phasing).copied().collect();
    let back = |object: &&Rc<Object>| {
        object
            .phased_out
            .is_some_and(|how| (how.due || play.game.is_active(how.under)) && how.along_with.is_none())
    };
    let back = play.game.objects().iter().filter(back).map(|object| object.id);
    // What is away until something happens does not phase in by this (610.4a).
    let waits =
        |object: &ObjectId| play.game.object(*object).phased_out.is_some_and(|how| how.until_by.is_some());
    let (waiting, back): (Vec<ObjectId>, Vec<ObjectId>) = back.partition(waits);
    for object in waiting {
        let rules = Rules::of(&[cr!("610.4a")]);
        play.note(Level::Default, CauseKind::TurnBased, rules, Note::NotPhasedIn(object));
    }
    if out.is_empty() && back.is_empty() {
        return Ok(());
    }
    let cause = Cause::new(CauseKind::TurnBased, cr!("502.1")).and(cr!("702.26a"));
    let mut changes = leaving(play, cause, &out, None)?;
    let (due, back): (Vec<ObjectId>, Vec<ObjectId>) =
        back.into_iter().partition(|object| play.game.object(*object).phased_out.is_some_and(|how| how.due));
    changes.extend(returning(play, cause, &back));
    changes.extend(returning(play, cause.by(cr!("702.26n")), &due));
    let phased_in = |(_, _, change): &(Cause, Level, Change)| match change {
        Change::PhaseIn(object) => Some(*object),
        _ => None,
    };
    let back: Vec<ObjectId> = changes.iter().filter_map(phased_in).collect();
    happen(play, changes, &[])?;
    preparation_cards::phased_in(play, Cause::new(CauseKind::TurnBased, cr!("502.1")), &back)
}

/// Permanents phase in as an effect says, each tapped if that says so (610.4).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn phase_in(play: &mut Play<'_>, permanents: &[(Cause, ObjectId, bool)]) -> Outcome {
    let mut changes = Changes::new();
    let mut back = Vec::new();
    for (cause, permanent, tapped) in permanents {
        let cause = cause.and(cr!("702.26c"));
        changes.extend(returning(play, cause, &[*permanent]));
        if *tapped && !play.game.object(*permanent).tapped {
            changes.push((cause.and(cr!("701.26a")), Level::Default, Change::Tap(*permanent, true)));
        }
        back.push(*permanent);
    }
    if changes.is_empty() {
        return Ok(());
    }
    happen(play, changes, &[])?;
    preparation_cards::phased_in(play, Cause::new(CauseKind::Rules, cr!("610.4")), &back)
}

/// A turn of a player who has left would have begun: what had phased out under that player's control phases in during the next untap
/// step (702.26n).
pub(in crate::engine) fn turn_not_begun(play: &mut Play<'_>, cause: Cause, player: PlayerId) {
    let away = |object: &Rc<Object>| {
        let how = object.phased_out.filter(|how| how.under == player && !how.due)?;
        Some((object.id, PhasedOut { due: true, ..how }, object.known.clone()))
    };
    let away: Vec<_> = play.game.objects().iter().filter_map(away).collect();
    for (object, how, known) in away {
        play.change(cause.by(cr!("702.26n")), Level::Hidden, Change::PhaseOut { object, how, known });
    }
}

/// Permanents phase out, with all that is attached to them (702.26b, 702.26g); until something happens if a spell or ability says so.
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn phase_out(
    play: &mut Play<'_>,
    cause: Cause,
    permanents: &[ObjectId],
    until_by: Option<ObjectId>,
) -> Outcome {
    let there: Vec<ObjectId> =
        permanents.iter().copied().filter(|object| play.game.object(*object).on_battlefield()).collect();
    let changes = leaving(play, cause, &there, until_by)?;
    happen(play, changes, &[])?;
    Ok(())
}

type Changes = Vec<(Cause, Level, Change)>;

fn leaving(
    play: &mut Play<'_>,
    cause: Cause,
    permanents: &[ObjectId],
    until_by: Option<ObjectId>,
) -> Outcome<Changes> {
    let mut all: Vec<(ObjectId, Option<ObjectId>)> = Vec::new();
    for permanent in permanents {
        all.push((*permanent, None));
    }
    // What is attached goes along, and what is attached to that; it goes indirectly even if it was to go itself (702.26h).
    let mut next = 0;
    while let Some((host, _)) = all.get(next).copied() {
        next += 1;
        for attached in play.game.attached_to(Thing::Object(host)) {
            match all.iter_mut().find(|(object, _)| *object == attached) {
                Some(entry) => entry.1 = Some(host),
                None => all.push((attached, Some(host))),
            }
        }
    }
    let mut changes = Changes::new();
    for (object, along_with) in all {
        let known = play.known(object)?;
        let until_by = until_by.filter(|_| along_with.is_none());
        let how = PhasedOut { under: known.controller, along_with, until_by, due: false };
        let cause = if along_with.is_some() { cause.and(cr!("702.26g")) } else { cause };
        let combat = play.game.combat();
        if combat.attack_of(object).is_some() || combat.is_blocking(object) || combat.is_attacked(object) {
            changes.push((cause.by(cr!("506.4")), Level::Default, Change::RemoveFromCombat(object)));
        }
        changes.push((cause, Level::Default, Change::PhaseOut { object, how, known: Some(known) }));
    }
    Ok(changes)
}

fn returning(play: &Play<'_>, cause: Cause, permanents: &[ObjectId]) -> Changes {
    let mut changes = Changes::new();
    let mut all: Vec<(ObjectId, Cause)> = permanents.iter().map(|object| (*object, cause)).collect();
    let mut next = 0;
    while let Some((object, cause)) = all.get(next).copied() {
        next += 1;
        changes.push((cause, Level::Default, Change::PhaseIn(object)));
        let along = |other: &&Rc<Object>| other.phased_out.is_some_and(|how| how.along_with == Some(object));
        all.extend(
            play.game.objects().iter().filter(along).map(|other| (other.id, cause.and(cr!("702.26g")))),
        );
    }
    // What phased out by itself is attached as before only if its host is still there (702.26i).
    for permanent in permanents {
        let lost = match play.game.object(*permanent).attached_to {
            Some(Thing::Object(host)) => {
                !play.game.object(host).on_battlefield() && !all.iter().any(|(object, _)| *object == host)
            }
            Some(Thing::Player(player)) => play.game.player(player).gone,
            None => false,
        };
        if lost {
            let cause = cause.by(cr!("702.26i"));
            changes.push((cause, Level::Default, Change::Attach(*permanent, None)));
        }
    }
    changes
}
