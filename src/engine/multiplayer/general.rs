//! CR 800: General

use std::rc::Rc;

use crate::engine::additional::designations;
use crate::engine::additional::face_down_spells_and_permanents;
use crate::engine::additional::keyword_abilities::{cipher, haunt};
use crate::engine::casual::planechase;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::events::{Happening, happen};
use crate::engine::turn::combat_phase;
use crate::engine::zones::general;
use crate::game::{
    Cause, CauseKind, Change, EffectId, Known, Move, MoveAction, Nature, ObjectId, PlayerId, Thing,
};
use crate::ir::{Change as EffectChange, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

/// What becomes of the objects and effects of players who have left a game that goes on: what they own leaves with them, what
/// gives them control ends, what they control on the stack without a card ceases to exist, and all else that they still
/// control is exiled (800.4a).
///
/// # Errors
/// If something on the way needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn leave(play: &mut Play<'_>, leavers: &[PlayerId]) -> Outcome {
    let Some(first) = leavers.first().copied() else { return Ok(()) };
    planechase::before_players_leave(play, leavers);
    face_down_spells_and_permanents::reveal_all(play, CauseKind::PlayerLeft(first), Some(leavers));
    let before = play.view()?;
    let own = |plane: &ObjectId| leavers.contains(&play.game.object(*plane).owner);
    let planes: Vec<ObjectId> = play.game.planes().filter(own).collect();
    leave_with_owner(play, leavers)?;
    let view = play.view()?;
    let controlled = |object: &ObjectId| (*object, view.controller(&play.game, *object));
    let without_card: Vec<(ObjectId, PlayerId)> = play
        .game
        .stack()
        .iter()
        .map(controlled)
        .filter(|(object, player)| {
            leavers.contains(player) && play.game.object(*object).nature.is_ephemeral()
        })
        .collect();
    for (object, player) in without_card {
        let cause = Cause::new(CauseKind::PlayerLeft(player), cr!("800.4a"));
        play.change(cause, Level::Default, Change::Cease(object));
    }
    exile_what_nobody_controls(play, cr!("800.4a"))?;
    planechase::planes_have_left(play, &before, &planes)?;
    let active = play.game.turn().active;
    if leavers.contains(&active) {
        let rules = Rules::of(&[cr!("800.4j")]);
        play.note(Level::Default, CauseKind::PlayerLeft(active), rules, Note::NoActivePlayer(active));
    }
    Ok(())
}

/// The effects of spells and abilities that give one of the players control of something.
fn effects_that_give_control(
    play: &mut Play<'_>,
    leavers: &[PlayerId],
) -> Outcome<Vec<(EffectId, PlayerId)>> {
    let mut found = Vec::new();
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for effect in play.game.effects() {
        let frame = Frame::of_effect(effect.source, effect.controller, &effect.bindings);
        for change in effect.changes.iter() {
            let EffectChange::Control(who) = change else { continue };
            let given = players(sight, &frame, who)?;
            // Who has left is no player that "you" or "that player" finds any more.
            let to = given.first().copied().unwrap_or(effect.controller);
            if leavers.contains(&to) {
                found.push((effect.id, to));
            }
        }
    }
    Ok(found)
}

/// All objects that the players own leave the game, but for those in the ante zone (800.4n); effects that give the players control of
/// anything end, and their designations pass on, at the same time. What leaves the battlefield so is looked at by whatever waits for that
/// (603.6c), but not what has phased out (702.26k).
fn leave_with_owner(play: &mut Play<'_>, leavers: &[PlayerId]) -> Outcome {
    let combat = play.game.combat_as_it_is();
    let view = play.view()?;
    let ending = effects_that_give_control(play, leavers)?;
    let (mut changes, mut happenings) = designations::passing_on(&play.game, leavers);
    let mut gone = Vec::new();
    for object in play.game.objects() {
        let there = object.exists || object.phased_out.is_some();
        // Nobody owns an ability, and what stands for a designation is no object of theirs.
        let stays = object.zone == Zone::Ante
            || matches!(object.nature, Nature::Ability(_))
            || matches!(object.nature, Nature::Marker(_))
            || planechase::stays_of_phenomenon(&play.game, object.id);
        if !there || stays || !leavers.contains(&object.owner) {
            continue;
        }
        let rule = if object.phased_out.is_some() { cr!("702.26k") } else { cr!("800.4a") };
        let level = match object.zone {
            Zone::Hand | Zone::Library => Level::Detail,
            _ => Level::Default,
        };
        let known = Known {
            characteristics: view.shared(&play.game, object.id),
            controller: view.controller(&play.game, object.id),
            attached: play.game.attached_to(Thing::Object(object.id)).collect(),
        };
        let cause = Cause::new(CauseKind::PlayerLeft(object.owner), rule);
        changes.push((cause, level, Change::LeaveGame(object.id, Some(Rc::new(known)))));
        if object.on_battlefield() {
            gone.push(object.id);
            happenings.push(Happening::LeftGame { object: object.id });
        }
    }
    for (id, player) in ending {
        let cause = Cause::new(CauseKind::PlayerLeft(player), cr!("800.4a"));
        changes.push((cause, Level::Default, Change::EndEffect(id)));
    }
    let left: Vec<ObjectId> = changes
        .iter()
        .filter_map(|(_, _, change)| match change {
            Change::LeaveGame(object, _) => Some(*object),
            _ => None,
        })
        .collect();
    happen(play, changes, &happenings)?;
    abilities_cease(play, leavers)?;
    combat_phase::left(play, &combat, &gone);
    cipher::note_encodings_ended(play, &left);
    haunt::note_hauntings_ended(play, &left);
    Ok(())
}

/// The abilities on the stack that players who have left controlled cease to exist, after what those own has left (800.4a).
fn abilities_cease(play: &mut Play<'_>, leavers: &[PlayerId]) -> Outcome {
    let theirs = |id: &ObjectId| {
        let object = play.game.object(*id);
        matches!(object.nature, Nature::Ability(_)) && leavers.contains(&object.controller)
    };
    let abilities: Vec<ObjectId> = play.game.stack().iter().copied().filter(theirs).collect();
    let ceases = abilities.into_iter().map(|id| {
        let cause = Cause::new(CauseKind::PlayerLeft(play.game.object(id).controller), cr!("800.4a"));
        (cause, Level::Default, Change::Cease(id))
    });
    let changes = ceases.collect();
    happen(play, changes, &[])?;
    Ok(())
}

/// What a player who has left the game would control, no effect giving control of it to anybody else, is exiled at once
/// (800.4a, 800.4c).
///
/// # Errors
/// As a zone change.
pub(in crate::engine) fn exile_what_nobody_controls(play: &mut Play<'_>, rule: RuleId) -> Outcome {
    if !play.game.players().any(|player| play.game.player(player).gone) {
        return Ok(());
    }
    let view = play.view()?;
    let objects = play.game.battlefield().iter().chain(play.game.stack());
    let moves: Vec<(Cause, Move)> = objects
        .map(|object| (*object, view.controller(&play.game, *object)))
        .filter(|(_, player)| play.game.player(*player).gone)
        .map(|(object, player)| {
            let cause = Cause::new(CauseKind::PlayerLeft(player), rule);
            (cause, Move::new(object, Zone::Exile, MoveAction::Exile))
        })
        .collect();
    if !moves.is_empty() {
        general::move_each(play, moves)?;
    }
    Ok(())
}
