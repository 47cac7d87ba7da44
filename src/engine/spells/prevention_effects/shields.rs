//! CR 615: Prevention Effects. Shields: effects that wait until they are used up (614.3, 615.3).

use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::Play;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::replacement_effects::{gap_of_result, is_played};
use crate::game::effects::ShieldKind;
use crate::game::{Cause, CauseKind, Change, ObjectId, Occasion, Shield};
use crate::ir::event::Step;
use crate::ir::{Duration, Event, Filter, Players, Replacement, ReplacementResult};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

/// Why a replacement or prevention effect that lasts is never made; nothing for one that may be.
pub(in crate::engine) fn gap_of_shield(replacement: &Replacement, duration: &Duration) -> Option<Why> {
    let skippable = [Step::Turn, Step::Untap, Step::Upkeep, Step::Draw, Step::Combat];
    let skips_turn = matches!(&replacement.of, Event::Begins(step, _) if skippable.contains(step))
        && replacement.result == ReplacementResult::Nothing
        && *duration == Duration::Forever;
    // What is about a particular object ends with it, for no other is ever that object (400.7).
    let is_among = |filter: &Filter| matches!(filter, Filter::Among(_));
    let of_object = matches!(&replacement.of, Event::Moves(moves) if is_among(&moves.what)
        || matches!(&moves.what, Filter::All(all) if all.iter().any(is_among)));
    let lasts = *duration == Duration::EndOfTurn || of_object && *duration == Duration::Forever;
    let played = lasts && is_played(&replacement.of) && !is_of_abilities_alone(&replacement.of);
    if skips_turn {
        return None;
    }
    match played {
        true => gap_of_result(replacement).map(Why::Borrowed),
        false => Some("it makes a shield that headjudge does not play yet".into()),
    }
}

/// Whether only the abilities of objects are asked whether they replace such an event, and no effect that lasts.
fn is_of_abilities_alone(event: &Event) -> bool {
    event.is_made_of(&mut |event| matches!(event, Event::TurnedFaceUp(_)))
}

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
    if let Some(why) = gap_of_shield(replacement, duration) {
        return Err(Halt::gap(frame.source, why));
    }
    // Each of several players skips a turn, phase or step of their own (614.10a).
    if let (Event::Begins(step, who), Some(_)) = (&replacement.of, uses)
        && replacement.result == ReplacementResult::Nothing
    {
        let view = play.view()?;
        let whose = players(Sight { game: &play.game, view: &view }, frame, who)?;
        // Of a player who is an illegal target nothing is skipped (608.2b).
        if whose.is_empty() {
            return Ok(());
        }
        if whose.len() > 1 {
            let of_one = Event::Begins(*step, Players::It);
            let of_one = Replacement { of: of_one, ..replacement.clone() };
            for player in whose {
                let occasion = Occasion { player: Some(player), ..Occasion::default() };
                let frame = frame.clone().with_occasion(occasion.into());
                begin(play, cause, &frame, &of_one, duration, uses, damage)?;
            }
            return Ok(());
        }
    }
    // The next none are none (107.1b).
    if uses == Some(0) {
        return Ok(());
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
    // One for each of several objects: a shield against the next so much damage to it (615.11).
    let next_damage_to_it = frame.current.is_some() && damage.is_some();
    let cause = if next_damage_to_it { cause.by(cr!("615.11")) } else { cause };
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
