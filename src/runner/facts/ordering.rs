//! The rules by which an object has its place in a library or graveyard.

use crate::engine::Halt;
use crate::game::{Answer, Choice, Item, ObjectId, Options};
use crate::ir::Zone;
use crate::rules::{RuleId, Rules, cr};
use crate::runner::claims::last_move_of;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::script::{Claim, FactKind, LineKind, ScriptLine};
use crate::scenario::vocabulary::Zone as WrittenZone;
use crate::trace::What;
use crate::trace::entry::How;

/// Why an object lies in this place, counted from the top: what comes into a graveyard comes on top (404.1), of several at the same time
/// as their owner likes (404.3, 401.4), and what lies there keeps its place (400.5).
///
/// # Errors
/// If its owner arranged it among others, and nobody says how.
pub(super) fn rules_of_place(
    stage: &Stage<'_, '_>,
    object: ObjectId,
    from_top: Option<usize>,
) -> Staged<Rules> {
    let its = stage.play.game.object(object);
    let mut rules = last_move_of(stage, object);
    let came = its.previous.is_some();
    let arranged = match its.zone {
        Zone::Graveyard => arranged(stage, object, cr!("404.3")),
        Zone::Library => arranged(stage, object, cr!("401.4")),
        _ => None,
    };
    match arranged {
        Some((choice, How::Indifferent))
            if its.zone == Zone::Graveyard && lies_among(stage, object, choice) =>
        {
            let why = "its owner arranges the cards that came into the graveyard at the same time: a `graveyard` line says how";
            return Err(Stop::Halt(Halt::undecided(object, why), stage.span));
        }
        Some((_, How::Written)) => {
            rules = rules.led_by(if its.zone == Zone::Graveyard { cr!("404.3") } else { cr!("401.4") });
        }
        _ => {}
    }
    // Others came on top of it, and it is still below them.
    if came && from_top.is_some_and(|place| place > 1) && matches!(its.zone, Zone::Graveyard | Zone::Library)
    {
        rules = rules.and(cr!("400.5"));
    }
    Ok(if its.zone == Zone::Graveyard && came { rules.led_by(cr!("404.1")) } else { rules })
}

/// How the order was chosen in which the object went to where it is, among others, if there was a choice by that rule.
fn arranged<'a>(stage: &'a Stage<'_, '_>, object: ObjectId, rule: RuleId) -> Option<(&'a Choice, How)> {
    let before = stage.play.game.object(object).previous;
    let is_it = |chosen: ObjectId| chosen == object || Some(chosen) == before;
    stage.play.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Chose(choice, Answer::Picked(_), how)
            if entry.rules.contains(rule) && choice.objects().any(is_it) =>
        {
            Some((&**choice, *how))
        }
        _ => None,
    })
}

/// Whether another card that was arranged together with this one still lies where that put it.
fn lies_among(stage: &Stage<'_, '_>, object: ObjectId, choice: &Choice) -> bool {
    let game = &stage.play.game;
    let Options::Pick { from, .. } = &choice.options else { return false };
    from.iter().any(|item| match item {
        Item::Object(other) => game.object(*other).next.is_some_and(|now| {
            now != object && game.object(now).exists && game.object(now).zone == Zone::Graveyard
        }),
        _ => false,
    })
}

/// Whether a script looks at the place of anything in a graveyard.
pub(in crate::runner) fn look_into_graveyards(script: &[ScriptLine]) -> bool {
    let of_order = |claim: &Claim| match claim {
        Claim::Object { facts, .. } => facts
            .iter()
            .any(|fact| matches!(fact.value.kind, FactKind::Position { zone: WrittenZone::Graveyard, .. })),
        _ => false,
    };
    script.iter().any(|line| {
        matches!(&line.kind, LineKind::Expect(expectation) if of_order(&expectation.claim))
            || look_into_graveyards(&line.children)
    })
}
