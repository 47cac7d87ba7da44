//! CR 611: Continuous Effects. How long they last (611.2a-b), and when that is over.

use crate::engine::additional::keyword_abilities::{saddle, soulbond};
use crate::engine::additional::keyword_actions::goad;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::selections::{players, select};
use crate::engine::reading::{Frame, Sight, conditions};
use crate::engine::spells::interaction_of_continuous_effects::noticed;
use crate::game::{Affected, Cause, CauseKind, Change, ContinuousEffect, ObjectId, Over, PlayerId, Thing};
use crate::ir::{Condition, Duration, Event};
use crate::rules::cr;
use crate::trace::Level;

use super::lapses;

/// What lasts for a while: a continuous effect, a delayed triggered ability, a replacement or prevention effect.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Lasting<'a> {
    /// How long it lasts.
    pub duration: &'a Duration,
    /// Who controlled what made it.
    pub controller: PlayerId,
    /// The turn in which it was made.
    pub since_turn: u32,
}

/// Ends what lasts no longer than now, by what the caller says of each.
pub(in crate::engine) fn end_where(play: &mut Play<'_>, cause: Cause, over: impl Fn(Lasting<'_>) -> bool) {
    let game = &play.game;
    let effects = game.effects().iter().filter(|effect| {
        let (controller, since_turn) = (effect.controller, effect.since_turn);
        over(Lasting { duration: &effect.duration, controller, since_turn })
    });
    let as_stated = cause.rules.contains(cr!("611.2a"));
    let by_own_rule = |effect: &ContinuousEffect| match effect.of_action {
        // That a creature is saddled is no continuous effect, and ends by its own rule.
        _ if saddle::is_mark(effect) => Cause::new(cause.kind, cr!("702.171b")),
        // What goads or detains says itself how long that lasts.
        Some(rule) if as_stated => Cause::new(cause.kind, rule),
        None if as_stated && goad::goads(&effect.rules) => Cause::new(cause.kind, cr!("701.15a")),
        Some(_) | None => cause,
    };
    let of_delayed = if as_stated { Cause::new(cause.kind, cr!("603.7b")) } else { cause };
    let effects = effects.map(|effect| (by_own_rule(effect), Level::Detail, Change::EndEffect(effect.id)));
    let delayed = game.delayed().iter().filter_map(|delayed| {
        let (controller, since_turn) = (delayed.controller, delayed.since_turn);
        let duration = delayed.delayed.duration.as_ref()?;
        // That what was for the turn is over then needs no telling.
        let level = if *duration == Duration::EndOfTurn { Level::Hidden } else { Level::Default };
        let is_over = over(Lasting { duration, controller, since_turn });
        is_over.then_some((of_delayed, level, Change::EndDelayed(delayed.id)))
    });
    let shields = game.shields().iter().filter(|shield| {
        let (controller, since_turn) = (shield.controller, shield.since_turn);
        over(Lasting { duration: &shield.duration, controller, since_turn })
    });
    let shields = shields.map(|shield| (cause, Level::Detail, Change::EndShield(shield.id)));
    let changes: Vec<(Cause, Level, Change)> = effects.chain(delayed).chain(shields).collect();
    for (cause, level, change) in changes {
        play.change(cause, level, change);
    }
}

/// Ends the effects that last "for as long as" something that is no longer true (611.2a). Says whether there were any.
///
/// # Errors
/// If the condition can't be told.
pub(in crate::engine) fn end_while(play: &mut Play<'_>) -> Outcome<bool> {
    lapses::notice(play)?;
    let conditional = |effect: &&ContinuousEffect| match &effect.duration {
        Duration::While(_) => true,
        Duration::Until(event) => matches!(**event, Event::LosesControl(..)),
        Duration::EndOfTurn
        | Duration::EndOfCombat
        | Duration::YourNextTurn
        | Duration::EndOfYourNextTurn
        | Duration::NextUntapStep
        | Duration::Forever => false,
    };
    if !play.game.effects().iter().any(|effect| conditional(&effect)) {
        return Ok(false);
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut over = Vec::new();
    for effect in play.game.effects().iter().filter(conditional) {
        let frame = Frame::of_source(effect.source, effect.controller, crate::game::Origin::NONE)
            .bound(&effect.bindings);
        match &effect.duration {
            Duration::While(condition) if !lasts(sight, &frame, condition)? => {
                let unseen = cr!("702.26f");
                let rule = match is_phased_out(sight, &frame, condition)? {
                    true => unseen,
                    false if soulbond::is_pairing(effect) => cr!("702.95e"),
                    false => cr!("611.2a"),
                };
                over.push((effect.id, effect.source, rule));
            }
            Duration::Until(event) if has_lost_control(sight, &frame, event, effect)? => {
                over.push((effect.id, effect.source, cr!("611.2a")));
            }
            Duration::EndOfTurn
            | Duration::EndOfCombat
            | Duration::YourNextTurn
            | Duration::EndOfYourNextTurn
            | Duration::NextUntapStep
            | Duration::Until(_)
            | Duration::While(_)
            | Duration::Forever => {}
        }
    }
    // Who has lost control of what is told before what ends for it.
    if !over.is_empty() {
        noticed::notice_changes(play)?;
    }
    for (id, source, rule) in &over {
        let cause = Cause::new(CauseKind::Ended(*source, Over::Otherwise), *rule);
        match play.game.effects().iter().find(|effect| effect.id == *id).and_then(soulbond::pair) {
            Some(both) => soulbond::unpair(play, cause, *id, both),
            None => {
                play.change(cause, Level::Default, Change::EndEffect(*id));
            }
        }
    }
    Ok(!over.is_empty())
}

/// Whether a player has lost control of what an effect lasts for, on the stack or as the permanent that it has become (400.7a). What
/// has phased out is still that player's (702.26d), and of what is gone nothing more is asked.
fn has_lost_control(
    sight: Sight<'_>,
    frame: &Frame,
    event: &Event,
    effect: &ContinuousEffect,
) -> Outcome<bool> {
    let (Event::LosesControl(who, _), Affected::Objects(objects)) = (event, &effect.affected) else {
        return Ok(false);
    };
    let who = players(sight, frame, who)?;
    Ok(objects.iter().any(|object| {
        sight.game.object(*object).exists && !who.contains(&sight.view.controller(sight.game, *object))
    }))
}

/// Whether what a duration asks for is so. It asks for the objects as they are: one that has left is nothing any more.
pub(super) fn lasts(sight: Sight<'_>, frame: &Frame, condition: &Condition) -> Outcome<bool> {
    if let Condition::All(conditions) = condition {
        for condition in conditions {
            if !lasts(sight, frame, condition)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    if let Condition::Is(selection, _) = condition {
        let gone = |thing: &Thing| thing.object().is_some_and(|object| !sight.game.object(object).exists);
        if select(sight, frame, selection)?.iter().any(gone) {
            return Ok(false);
        }
    }
    conditions::holds(sight, frame, condition)
}

/// Whether a permanent that a duration tracks has phased out, so that it can't be seen any more (702.26f).
fn is_phased_out(sight: Sight<'_>, frame: &Frame, condition: &Condition) -> Outcome<bool> {
    if let Condition::All(conditions) = condition {
        for condition in conditions {
            if is_phased_out(sight, frame, condition)? {
                return Ok(true);
            }
        }
    }
    let Condition::Is(selection, _) = condition else { return Ok(false) };
    let is_out = |object: ObjectId| sight.game.object(object).phased_out.is_some();
    let things = select(sight, frame, selection)?;
    Ok(things.iter().any(|thing| thing.object().is_some_and(is_out)))
}

/// Ends the effects that last until the turn of a player which begins now (611.2a); those of a teammate who has left last no longer than
/// that either (800.4m).
pub(in crate::engine) fn end_as_turn_begins(play: &mut Play<'_>) {
    let turn = play.game.turn().number;
    let game = &play.game;
    let active = game.players().filter(|player| game.is_active(*player));
    let (left, present): (Vec<PlayerId>, Vec<PlayerId>) =
        active.partition(|player| game.player(*player).gone);
    let cause = Cause::new(CauseKind::TurnBased, cr!("611.2a"));
    end_where(play, cause, |it| {
        *it.duration == Duration::YourNextTurn && present.contains(&it.controller) && it.since_turn < turn
    });
    let cause = Cause::new(CauseKind::TurnBased, cr!("800.4m"));
    end_where(play, cause, |it| {
        let until = matches!(it.duration, Duration::YourNextTurn | Duration::EndOfYourNextTurn);
        until && left.contains(&it.controller) && it.since_turn < turn
    });
}
