//! CR 615: Prevention Effects. Shields: effects that wait until they are used up (614.3, 615.3), and how they are shared out (615.7).

use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::game::effects::ShieldKind;
use crate::game::{
    Answer, Cause, CauseKind, Change, Choice, ChoiceKind, EffectId, Item, ObjectId, Options, Shield, Thing,
};
use crate::ir::event::Step;
use crate::ir::{Duration, Event, Filter, Replacement, ReplacementResult};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::{DamageEvent, is_such_damage};

/// Makes a replacement or prevention effect that lasts until it is used up or the turn ends (614.3, 615.3).
///
/// # Errors
/// If it lasts for another time, or asks for what can't be told.
pub(in crate::engine) fn begin(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    replacement: &Replacement,
    duration: &Duration,
    uses: Option<u32>,
    damage: Option<u32>,
) -> Outcome {
    let skippable = [Step::Turn, Step::Untap, Step::Upkeep, Step::Draw, Step::Combat];
    let skips_turn = matches!(&replacement.of, Event::Begins(step, _) if skippable.contains(step))
        && replacement.result == ReplacementResult::Nothing
        && *duration == Duration::Forever;
    // What is about a particular object ends with it, for no other is ever that object (400.7).
    let of_object = match &replacement.of {
        Event::Moves(moves) => matches!(moves.what, Filter::Among(_)),
        _ => false,
    };
    let lasts = *duration == Duration::EndOfTurn || of_object && *duration == Duration::Forever;
    let played = lasts && crate::engine::spells::replacement_effects::is_played(&replacement.of);
    if !(skips_turn || played) {
        return Err(Halt::undecided(frame.source, "it makes a shield that headjudge does not play yet"));
    }
    let shield = Shield {
        keyword: play.keyword_rule(frame),
        id: play.game.next_effect(),
        source: frame.source,
        controller: frame.controller,
        protects: None,
        kind: ShieldKind::Replacement(Arc::new(replacement.clone())),
        since_turn: play.game.turn().number,
        duration: duration.clone(),
        uses,
        damage,
        bindings: frame.bindings(),
    };
    // One for each of several objects (615.11).
    let cause = if frame.current.is_some() { cause.by(cr!("615.11")) } else { cause };
    play.change(cause, Level::Default, Change::AddShield(Box::new(shield)));
    note_too_late(play, frame, replacement);
    Ok(())
}

/// Damage that a target of a prevention effect has been dealt already stays where it is (615.4).
fn note_too_late(play: &mut Play<'_>, frame: &Frame, replacement: &Replacement) {
    if !matches!(replacement.result, ReplacementResult::Prevent { .. }) || frame.current.is_some() {
        return;
    }
    let targets = frame.announced.iter().flat_map(|announced| announced.targets.iter().flatten());
    let damaged = |object: &ObjectId| {
        let its = play.game.object(*object);
        its.on_battlefield() && its.damage > 0
    };
    let late: Vec<ObjectId> = targets.filter_map(|target| target.object()).filter(damaged).collect();
    for object in late {
        let rules = Rules::of(&[cr!("615.4")]);
        play.note(Level::Default, CauseKind::Ability(frame.source), rules, Note::DamageStays(object));
    }
}

/// Where damage from several sources at once meets a shield that is too small for all of it, the affected player or the
/// permanent's controller chooses which damage it prevents (615.7). Says so for each damage.
///
/// # Errors
/// If nobody makes the choice, or it is between several shields as well.
pub(in crate::engine) fn share_shields(
    play: &mut Play<'_>,
    events: &[DamageEvent],
) -> Outcome<Vec<Vec<(EffectId, u32)>>> {
    let mut shares: Vec<Vec<(EffectId, u32)>> = vec![Vec::new(); events.len()];
    let limited: Vec<Shield> =
        play.game.shields().iter().filter(|shield| shield.damage.is_some()).cloned().collect();
    if events.len() < 2 {
        return Ok(shares);
    }
    next_times(play, events)?;
    for shield in limited {
        let (Some(most), ShieldKind::Replacement(replacement)) = (shield.damage, &shield.kind) else {
            continue;
        };
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let frame = Frame::of_effect(shield.source, shield.controller, &shield.bindings);
        let mut met: Vec<usize> = Vec::new();
        for (index, event) in events.iter().enumerate() {
            let Event::DealsDamage(damage) = &replacement.of else { continue };
            if event.preventable && event.amount > 0 && is_such_damage(sight, &frame, damage, event)? {
                met.push(index);
            }
        }
        let among: Vec<DamageEvent> = met.iter().filter_map(|index| events.get(*index)).copied().collect();
        let total = among.iter().fold(0u32, |total, event| total.saturating_add(event.amount));
        let Some(first) = among.first().filter(|_| among.len() > 1 && total > most) else { continue };
        let sources: Vec<Item> = among.iter().filter_map(|event| event.source).map(Item::Object).collect();
        let one_recipient = among.iter().all(|event| event.to == first.to) && sources.len() == among.len();
        let shared_before =
            met.iter().any(|index| shares.get(*index).is_some_and(|shares| !shares.is_empty()));
        if !one_recipient || shared_before || replacement.only_if.is_some() {
            return Err(Halt::undecided(
                shield.source,
                "which of several damages shields prevent is a choice",
            ));
        }
        let player = match first.to {
            Thing::Player(player) => player,
            Thing::Object(object) => view.controller(&play.game, object),
        };
        let choice = Choice {
            player,
            kind: ChoiceKind::Divide,
            source: Some(shield.source),
            options: Options::Divide { amount: most, among: sources.into(), each: 0 },
            indifferent: false,
        };
        let Answer::Divided(prevented) = play.choose(choice, Rules::of(&[cr!("615.7")]))? else { continue };
        for ((index, event), prevented) in met.into_iter().zip(&among).zip(prevented) {
            if prevented > event.amount {
                let why = "the shield can't prevent more damage from a source than it would deal".to_owned();
                return Err(Halt::Answer(why));
            }
            if let Some(shares) = shares.get_mut(index) {
                shares.push((shield.id, prevented));
            }
        }
    }
    Ok(shares)
}

/// Refuses to say what becomes of damage that one source would deal to several at once, where a shield is for the next time that it
/// deals damage.
///
/// # Errors
/// If there is such damage.
fn next_times(play: &mut Play<'_>, events: &[DamageEvent]) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for shield in play.game.shields().iter().filter(|shield| shield.uses.is_some() && shield.damage.is_none())
    {
        let ShieldKind::Replacement(replacement) = &shield.kind else { continue };
        let Event::DealsDamage(damage) = &replacement.of else { continue };
        let frame = Frame::of_effect(shield.source, shield.controller, &shield.bindings);
        let mut met = 0;
        for event in events.iter().filter(|event| event.amount > 0) {
            met += usize::from(is_such_damage(sight, &frame, damage, event)?);
        }
        if met > 1 {
            return Err(Halt::undecided(shield.source, "the next damage is dealt to several at once"));
        }
    }
    Ok(())
}
