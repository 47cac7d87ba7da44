//! CR 603: Handling Triggered Abilities, those that an effect makes: delayed ones (603.7) and reflexive ones (603.12).

use std::rc::Rc;
use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::Play;
use crate::engine::reading::events::{Candidate, looks_back, occasion};
use crate::engine::reading::{Frame, Sight, conditions, found};
use crate::engine::spells::events::Happening;
use crate::engine::view::View;
use crate::game::{
    Bindings, Cause, CauseKind, Change, ChoiceKind, DelayedTrigger, EffectId, Item, Occasion, Origin, Step,
    Thing, WaitingTrigger,
};
use crate::ir::ability::Delayed;
use crate::ir::event::Step as EventStep;
use crate::ir::{Condition, Duration, Event, Triggered, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note, Told};

use super::of_others::Other;
use super::{dies, is_said_to_die, of_others, recorded, rule_of_event, times};

/// Lets the delayed triggered abilities look at what has happened (603.7).
pub(super) fn look_delayed(play: &mut Play<'_>, before: &View, happenings: &[Happening]) -> Outcome {
    if play.game.delayed().is_empty() {
        return Ok(());
    }
    let view = play.view()?;
    let turn = play.game.turn().number;
    let of_this_turn = |its: &&DelayedTrigger| !its.delayed.next_turn || turn == its.since_turn + 1;
    let waiting: Vec<DelayedTrigger> = play.game.delayed().iter().filter(of_this_turn).cloned().collect();
    for delayed in waiting {
        let frame = Frame::of_effect(delayed.source, delayed.controller, &delayed.slots);
        let sight = Sight { game: &play.game, view: &view };
        let mut found = Vec::new();
        let mut others = Vec::new();
        for happening in happenings {
            let when = &delayed.delayed.when;
            let its = occasion(sight, &frame, when, Candidate::Happened(happening))?;
            if its.is_some() && !times::is_kept(sight, when, happening, happenings)? {
                let how = (delayed.source, when);
                let its_others = of_others::find(&play.game, (before, &view), how, &[happening], happenings)?;
                let told = recorded::event(sight, &play.trace, &[happening]);
                others.push((its.clone(), told, its_others));
                found.extend(its);
            }
        }
        let words = (&delayed.delayed.when, delayed.delayed.only_if.as_ref(), &delayed.delayed.effect);
        let of_team = super::of_teams::once_for_team(&play.game, delayed.source, words, &mut found)?;
        let once = delayed.delayed.once || delayed.delayed.duration.is_none();
        if once {
            keep_one(play, &delayed, &mut found)?;
        }
        if found.is_empty() {
            continue;
        }
        // An intervening "if" must be true for it to trigger (603.4).
        let mut of_those = Vec::new();
        for occasion in &found {
            let holds = match &delayed.delayed.only_if {
                Some(condition) => {
                    let frame = frame.clone().with_occasion(Rc::new(occasion.clone()));
                    conditions::holds(Sight { game: &play.game, view: &view }, &frame, condition)?
                }
                None => true,
            };
            if holds {
                of_those.push(occasion.clone());
            }
        }
        let is_over = of_those.is_empty();
        if is_over {
            note_unmet(play, &delayed, &frame, &found);
        }
        found = of_those;
        // It triggers once, unless it has a duration (603.7b) and does not say "next".
        if delayed.delayed.duration.is_none() || once && !is_over {
            let cause = Cause::new(CauseKind::Rules, cr!("603.7b"));
            play.change(cause, Level::Hidden, Change::EndDelayed(delayed.id));
        }
        if is_over {
            continue;
        }
        let mut cause = Cause::new(CauseKind::Ability(delayed.source), cr!("603.7"));
        let when = &delayed.delayed.when;
        let died = |occasion: &Occasion| is_said_to_die(&play.game, occasion);
        cause = cause.and(if matches!(when, Event::Begins(EventStep::EndOfCombat, _)) {
            cr!("511.2")
        } else if dies(when) && found.first().is_some_and(died) {
            cr!("700.4")
        } else {
            rule_of_event(when)
        });
        if delayed.delayed.only_if.is_some() {
            cause = cause.and(cr!("603.4"));
        }
        // Once, or as often as it happens in the time that it says.
        cause = cause.and(cr!("603.7b"));
        // Whoever controls its source now.
        let its = play.game.object(delayed.source);
        if its.on_battlefield() && view.controller(&play.game, delayed.source) != delayed.controller {
            cause = cause.and(cr!("603.7e"));
        }
        // Leaving is what it looks back on, not what else it may wait for.
        let left = found.iter().any(|occasion| occasion.before.is_some());
        if left && looks_back(&delayed.delayed.when) {
            cause = cause.and(cr!("603.10a"));
        }
        if matches!(when, Event::LosesControl(..)) {
            cause = cause.and(cr!("603.10d"));
        }
        if of_team {
            cause = cause.and(cr!("805.4d"));
        } else if found.len() > 1 {
            cause = cause.and(cr!("603.2c"));
        }
        trigger_all(play, &view, &delayed, (cause, found), &others)?;
    }
    Ok(())
}

/// Lets a delayed triggered ability trigger on each of these occurrences, and the others that trigger as it does on each.
fn trigger_all(
    play: &mut Play<'_>,
    view: &View,
    delayed: &DelayedTrigger,
    (cause, found): (Cause, Vec<Occasion>),
    others: &[(Option<Occasion>, Option<Told>, Vec<Other>)],
) -> Outcome {
    for occasion in found {
        let its = others.iter().find(|(of, ..)| of.as_ref() == Some(&occasion));
        let event = its.and_then(|(_, told, _)| *told);
        let others = its.or_else(|| others.first()).map_or(&[][..], |(.., others)| others);
        let mut trigger = waiting_of(delayed, occasion);
        of_others::deal(play, &mut trigger, others);
        let on_stack = trigger.on_stack;
        let id = play.change(cause, Level::Default, Change::Trigger(Box::new(trigger)));
        event.iter().for_each(|its| play.trace.keep_event(id, *its));
        of_others::trigger(play, view, on_stack, (id, others))?;
    }
    Ok(())
}

/// Why it is never seen that a delayed triggered ability waits no longer; nothing for one of which it is.
pub(in crate::engine) fn gap_of_delayed(delayed: &Delayed) -> Option<Why> {
    let unseen =
        matches!(delayed.duration, Some(Duration::Until(_) | Duration::While(_) | Duration::NextUntapStep));
    unseen.then_some(Why::Borrowed("it waits for so long as headjudge does not let an ability wait"))
}

/// As a turn begins: what was to trigger in the one before, in a step that was skipped, won't (614.10a).
pub(in crate::engine) fn end_as_turn_begins(play: &mut Play<'_>) {
    let turn = play.game.turn().number;
    let passed = |its: &&DelayedTrigger| its.delayed.next_turn && its.since_turn + 1 < turn;
    let skipped: Vec<EffectId> = play.game.delayed().iter().filter(passed).map(|its| its.id).collect();
    let cause = Cause::new(CauseKind::TurnBased, cr!("614.10a"));
    for id in skipped {
        play.change(cause, Level::Default, Change::EndDelayed(id));
    }
}

/// Of several occurrences at once, the controller of a delayed triggered ability without a duration chooses the one on which it
/// triggers (603.7b).
fn keep_one(play: &mut Play<'_>, delayed: &DelayedTrigger, found: &mut Vec<Occasion>) -> Outcome {
    let alike = found.windows(2).all(|pair| matches!(pair, [one, other] if one == other));
    if found.len() < 2 || alike {
        found.truncate(1);
        return Ok(());
    }
    let objects = found.iter().filter_map(|occasion| occasion.objects.first());
    let items: Vec<Item> = objects.copied().map(Item::Object).collect();
    if items.len() != found.len() {
        let why =
            "which of several events a delayed ability triggers on is a choice that headjudge does not offer";
        return Err(Halt::undecided(delayed.source, why));
    }
    let rules = Rules::of(&[cr!("603.7b")]);
    let source = Some(delayed.source);
    let picked =
        play.pick(delayed.controller, ChoiceKind::Choose, source, items.clone(), 1, 1, false, rules)?;
    let index = picked.first().and_then(|picked| items.iter().position(|item| item == picked)).unwrap_or(0);
    *found = found.get(index).cloned().into_iter().collect();
    Ok(())
}

/// The ability that has triggered. Where its event is of no object, "it" is what it was for the effect that made it, settled then.
fn waiting_of(delayed: &DelayedTrigger, occasion: Occasion) -> WaitingTrigger {
    let mut bound = Rc::clone(&delayed.slots);
    let keeps = !delayed.delayed.when.names_an_object();
    // Whose step it is "that player" is, whomever the effect spoke of.
    let keeps_current = keeps && matches!(bound.current, Some(Thing::Object(_)));
    if !keeps_current && bound.current.is_some() {
        bound = Rc::new(Bindings { current: None, ..(*bound).clone() });
    }
    let occasion = match bound.occasion.as_deref().filter(|_| keeps) {
        Some(outer) => {
            let amount = if occasion.amount == 0 { outer.amount } else { occasion.amount };
            Occasion { player: occasion.player.or(outer.player), amount, ..outer.clone() }
        }
        None => occasion,
    };
    WaitingTrigger {
        source: delayed.source,
        origin: Origin::NONE,
        number: 0,
        called: None,
        controller: delayed.controller,
        ability: Arc::new(Triggered {
            only_if: delayed.delayed.only_if.clone(),
            ..Triggered::new(delayed.delayed.when.clone(), delayed.delayed.effect.clone())
        }),
        occasion: Rc::new(Occasion { since: Some(delayed.made), ..occasion }),
        slots: Some(bound),
        lapsed: 0,
        on_stack: None,
    }
}

/// Makes a delayed triggered ability that waits from now on (603.7a, which the cause cites).
pub(in crate::engine) fn delay(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    delayed: &Delayed,
) -> EffectId {
    let id = play.game.next_effect();
    // What a keyword has wait is done by the keyword's rule.
    let of_keyword = |rule: &RuleId| rule.section().is_some_and(|section| section.as_str() == "702");
    let keyword = cause.rules.iter().find(of_keyword);
    let made = DelayedTrigger {
        id,
        delayed: Arc::new(delayed.clone()),
        source: frame.source,
        controller: frame.controller,
        slots: Rc::new(Bindings { keyword, ..found::bindings(&play.game, frame) }),
        since_turn: play.game.turn().number,
        made: play.game.clock(),
    };
    let mut cause = cause;
    // Which source and which controller it has is settled now: those of the spell or ability that makes it, or of the static ability by
    // which a player has shown the card before the game.
    match frame.on_stack.map(|maker| play.game.object(maker).stack_ability().is_some()) {
        Some(true) => cause = cause.and(cr!("603.7e")),
        Some(false) => cause = cause.and(cr!("603.7d")),
        None if play.game.object(frame.source).zone == Zone::Hand => cause = cause.and(cr!("603.7g")),
        None => {}
    }
    // Made during an end step, it waits for the next turn's (513.2).
    let awaits_end_step = matches!(delayed.when, Event::Begins(EventStep::End, _));
    if awaits_end_step && play.game.turn().step == Step::End {
        cause = cause.and(cr!("513.2"));
    }
    play.change(cause, Level::Default, Change::AddDelayed(Box::new(made)));
    id
}

/// A reflexive triggered ability: it triggers at once on what the effect did before (603.12).
pub(in crate::engine) fn reflex(
    play: &mut Play<'_>,
    frame: &Frame,
    only_if: Option<&Condition>,
    body: &crate::ir::Body,
) {
    let mut ability = Triggered::new(Event::Never, body.clone());
    ability.only_if = only_if.cloned();
    let keyword = play.keyword_rule(frame);
    let trigger = WaitingTrigger {
        source: frame.source,
        origin: frame.origin,
        number: 0,
        called: None,
        controller: frame.controller,
        ability: Arc::new(ability),
        occasion: frame.occasion.clone().unwrap_or_default(),
        slots: Some(Rc::new(Bindings { keyword, ..found::bindings(&play.game, frame) })),
        lapsed: 0,
        on_stack: None,
    };
    let cause = Cause::new(CauseKind::Ability(frame.source), cr!("603.12"));
    let cause = if only_if.is_some() { cause.and(cr!("603.4")) } else { cause };
    let done = recorded::just_done(&play.trace);
    let id = play.change(cause, Level::Default, Change::Trigger(Box::new(trigger)));
    done.iter().for_each(|its| play.trace.keep_event(id, *its));
}

/// Says of a delayed triggered ability that its condition is not true as it would trigger (603.4).
fn note_unmet(play: &mut Play<'_>, delayed: &DelayedTrigger, frame: &Frame, found: &[Occasion]) {
    let rules = Rules::of(&[cr!("603.4"), cr!("603.7")]);
    let by = Cause { kind: CauseKind::Ability(delayed.source), rules };
    let note = Note::DelayedDoesNotTrigger(delayed.source);
    if let (Some(condition), Some(occasion)) = (&delayed.delayed.only_if, found.first()) {
        let frame = frame.clone().with_occasion(Rc::new(occasion.clone()));
        play.note_unmet(Level::Default, by, note, (&frame, condition));
    }
}
