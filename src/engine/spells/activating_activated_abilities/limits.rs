//! CR 602: Activating Activated Abilities. How often and when alone an ability may be activated (602.5), or triggers (603.2h).

use crate::engine::additional::class_cards;
use crate::engine::additional::keyword_abilities::{self, boast, exhaust, forecast, power_up};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, conditions};
use crate::engine::spells::casting_spells::sorcery_timing;
use crate::engine::turn::combat_phase;
use crate::game::{
    AbilityInstance, Cause, CauseKind, Change, Game, ObjectId, Occurrence, Origin, PlayerId, Use,
    WaitingTrigger,
};
use crate::ir::part::{Part, mentions};
use crate::ir::{Ability, Activated, Condition, Instruction, KeywordName, Limit};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::is_loyalty;

/// Whether no limit of an activated ability keeps a player from activating it. Says by which rules it can be although it was, or at
/// the point of the turn that it asks for.
///
/// # Errors
/// [`Halt::Illegal`] if it can't be.
pub(super) fn may_activate(
    play: &mut Play<'_>,
    player: PlayerId,
    (source, instance): (ObjectId, &AbilityInstance),
    frame: &Frame,
    activated: &Activated,
) -> Outcome<Rules> {
    let illegal = |rule: RuleId, why: &'static str| Halt::illegal(player, rule, why, Some(source));
    let mut permitted = Rules::NONE;
    for limit in &activated.limits {
        match limit {
            // Loyalty abilities have that timing by a rule of their own.
            Limit::AsASorcery if is_loyalty(activated) || sorcery_timing(play, player) => {}
            Limit::AsASorcery => {
                // The keyword has the words; what they mean is the timing of a sorcery.
                let why = "it can be activated only in one's own main phase while the stack is empty";
                let refused = illegal(cr!("602.5d"), why).and_rule(cr!("307.5"));
                return Err(match keyword_abilities::rule_of_activated(instance.keyword, activated) {
                    Some(rule) => refused.and_rule(rule),
                    None => refused,
                });
            }
            Limit::TimesEachTurn(times) => {
                let uses = &play.game.object(source).uses;
                let used = uses.iter().find(|its| its.origin == instance.origin);
                if let Some(used) = used.filter(|its| its.count >= *times) {
                    // The object keeps the restriction under another player's control.
                    let rule = if used.by == player { cr!("602.5") } else { cr!("602.5b") };
                    return Err(illegal(rule, "it was already activated as often as it may be this turn"));
                }
            }
            Limit::PowerUp => power_up::may_activate(play, player, source, instance)?,
            Limit::Boast => boast::may_activate(play, player, (source, instance), frame)?,
            Limit::Forecast => forecast::may_activate(play, player, source, instance)?,
            Limit::Once => {
                if play.game.object(source).exhausted.contains(&instance.origin) {
                    // The object keeps the restriction under another player's control.
                    let by_another = |its: &Use| its.origin == instance.origin && its.by != player;
                    let uses = &play.game.object(source).uses;
                    let rule = if uses.iter().any(by_another) { cr!("602.5b") } else { cr!("602.5") };
                    return Err(illegal(rule, "it has been activated already"));
                }
            }
            Limit::Exhaust => {
                let again = exhaust::may_activate(play, player, source, instance)?;
                permitted = again.iter().fold(permitted, Rules::and);
            }
            Limit::OnlyIf(condition) => {
                let met = is_met(play, player, (source, instance), (frame, activated), condition)?;
                permitted = met.iter().fold(permitted, Rules::and);
            }
            // Who has priority could cast an instant; the other is a limit of triggered abilities.
            Limit::AsAnInstant | Limit::DoOnceEachTurn => {}
        }
    }
    Ok(permitted)
}

/// A mana ability can be activated while something is paid, though its controller does not have priority (605.3a).
///
/// # Errors
/// [`Halt::Illegal`] if it can be activated only when an instant could be cast (602.5e).
pub(super) fn may_pay_with(player: PlayerId, source: ObjectId, instance: &AbilityInstance) -> Outcome {
    let limits = instance.ability.as_activated().map_or(&[][..], |activated| &activated.limits);
    if !limits.contains(&Limit::AsAnInstant) {
        return Ok(());
    }
    let why = "the mana ability can be activated only when an instant could be cast, and not while something is paid";
    Err(Halt::illegal(player, cr!("602.5e"), why, Some(source)))
}

/// Whether the condition for activating an ability is met; says by which rules it is that point of the turn.
fn is_met(
    play: &mut Play<'_>,
    player: PlayerId,
    (source, instance): (ObjectId, &AbilityInstance),
    (frame, activated): (&Frame, &Activated),
    condition: &Condition,
) -> Outcome<Rules> {
    let view = play.view()?;
    if conditions::holds(Sight { game: &play.game, view: &view }, frame, condition)? {
        let met = combat_phase::rules_of_time(&play.game, condition);
        return Ok(if met.is_empty() { met } else { met.and(cr!("506.7g")) });
    }
    let rule = if class_cards::is_level_bar(activated) { cr!("716.2a") } else { cr!("602.5") };
    let rules = combat_phase::rules_of_point(&play.game, condition);
    let why = if rules.contains(cr!("506.7e")) {
        combat_phase::of_no_such_point(play.game.turn())
    } else {
        "its condition for being activated is not met"
    };
    let refused = Halt::illegal(player, rule, why, Some(source));
    // What point of the turn it asks for is said already.
    let refused = if rules.is_empty() { refused.only_if(condition) } else { refused };
    // The condition is what the keyword says (702.151a).
    let refused = match instance.keyword {
        Some(KeywordName::Reconfigure) => refused.and_rule(cr!("702.151a")),
        _ => refused,
    };
    // What holds of casting spells holds of activating abilities as well.
    let rules = if rules.is_empty() { rules } else { rules.and(cr!("506.7g")) };
    Err(rules.iter().fold(refused, Halt::and_rule))
}

/// A player begins to activate an ability that can be activated only once.
pub(super) fn begin(
    play: &mut Play<'_>,
    player: PlayerId,
    source: ObjectId,
    instance: &AbilityInstance,
    activated: &Activated,
) {
    if activated.limits.contains(&Limit::Exhaust) {
        exhaust::begin(play, player, source, instance);
    } else if activated.limits.iter().any(|limit| matches!(limit, Limit::Once | Limit::PowerUp)) {
        let cause = Cause::new(CauseKind::Announcement(player), cr!("602.5"));
        play.change(cause, Level::Hidden, Change::UsedUp(source, instance.origin));
    }
}

/// Whether it is counted how often an ability is used in a turn, and by whom.
pub(super) fn counts_times(limits: &[Limit]) -> bool {
    let counts = |limit: &Limit| {
        matches!(
            limit,
            Limit::TimesEachTurn(_) | Limit::Once | Limit::PowerUp | Limit::Boast | Limit::Forecast
        )
    };
    limits.iter().any(counts)
}

/// Whether an ability has been activated this turn, under whoever's control.
pub(in crate::engine) fn is_used(game: &Game, source: ObjectId, origin: Origin) -> bool {
    game.object(source).uses.iter().any(|its| its.origin == origin && its.count > 0)
}

/// Why a triggered ability that would trigger does not because of its limits, if it does not; otherwise it is counted that it does.
pub(in crate::engine::spells) fn keeps_from_triggering(
    play: &mut Play<'_>,
    trigger: &WaitingTrigger,
    rules: Rules,
) -> Option<(Note, Rules)> {
    let called = trigger.called.unwrap_or_default();
    let (source, origin) = (trigger.source, trigger.origin);
    for limit in &trigger.ability.limits {
        let its = play.game.object(source);
        let used = its.uses.iter().find(|its| its.origin == origin).map_or(0, |its| its.count);
        match limit {
            Limit::DoOnceEachTurn if is_done(&play.game, source, origin, trigger.controller) => {
                let note = Note::IsDone(source, origin, called);
                return Some((note, rules.led_by(cr!("603.2h"))));
            }
            Limit::TimesEachTurn(times) if used >= *times => {
                return Some((Note::HasTriggered(source, origin, called, *times), rules));
            }
            Limit::Once if its.exhausted.contains(&origin) => {
                return Some((Note::IsDone(source, origin, called), rules));
            }
            Limit::DoOnceEachTurn
            | Limit::TimesEachTurn(_)
            | Limit::Once
            | Limit::Exhaust
            | Limit::PowerUp
            | Limit::Boast
            | Limit::Forecast
            | Limit::AsASorcery
            | Limit::AsAnInstant
            | Limit::OnlyIf(_) => {}
        }
    }
    for limit in &trigger.ability.limits {
        let cause = Cause { kind: CauseKind::Rules, rules };
        if let Limit::TimesEachTurn(_) = limit {
            play.change(cause, Level::Hidden, Change::Used(source, origin, trigger.controller));
        } else if *limit == Limit::Once {
            play.change(cause, Level::Hidden, Change::UsedUp(source, origin));
        }
    }
    None
}

/// Whether a player has done this turn what a triggered ability lets them do only once.
fn is_done(game: &Game, source: ObjectId, origin: Origin, player: PlayerId) -> bool {
    game.this_turn().contains(&Occurrence::Done(source, origin, player))
}

/// Whether what the ability that resolves does is to be done only once each turn, and has been: then nobody may do it again (603.2h).
pub(in crate::engine::spells) fn is_done_already(play: &mut Play<'_>, frame: &Frame) -> bool {
    let done = limited(play, frame)
        .is_some_and(|(source, origin)| is_done(&play.game, source, origin, frame.controller));
    if done {
        let rules = Rules::of(&[cr!("603.2h")]);
        let kind = frame
            .on_stack
            .map_or(CauseKind::Ability(frame.source), |top| CauseKind::Resolution(top, frame.controller));
        play.note(Level::Default, kind, rules, Note::DoneAlready(frame.asking()));
    }
    done
}

/// What the ability that resolves does is done, which may be only once each turn (603.2h).
pub(in crate::engine::spells) fn do_it(play: &mut Play<'_>, frame: &Frame) {
    if let Some((source, origin)) = limited(play, frame) {
        let kind = frame
            .on_stack
            .map_or(CauseKind::Ability(frame.source), |top| CauseKind::Resolution(top, frame.controller));
        let change = Change::Occurred(Occurrence::Done(source, origin, frame.controller));
        play.change(Cause::new(kind, cr!("603.2h")), Level::Hidden, change);
    }
}

/// The source of the triggered ability that resolves, and which it is, if what it does is to be done only once each turn.
fn limited(play: &Play<'_>, frame: &Frame) -> Option<(ObjectId, Origin)> {
    let its = frame.on_stack.and_then(|top| play.game.object(top).stack_ability())?;
    let limits = &its.ability.as_triggered()?.limits;
    limits.contains(&Limit::DoOnceEachTurn).then_some((its.source, its.origin))
}

/// Whether a triggered ability lets nobody choose whether to do what is done only once each turn: all of it is that.
pub(in crate::engine::spells) fn is_done_as_a_whole(ability: &Ability) -> bool {
    let optional = |part: Part<'_>| {
        matches!(
            part,
            Part::Instruction(Instruction::May { .. } | Instruction::MayPay { .. } | Instruction::Cast(_))
        )
    };
    ability.as_triggered().is_some_and(|triggered| {
        triggered.limits.contains(&Limit::DoOnceEachTurn) && !mentions(&triggered.effect, optional)
    })
}
