//! CR 603: Handling Triggered Abilities

use std::rc::Rc;

use crate::engine::additional::keyword_abilities::{self, deeds, kicker};
use crate::engine::additional::{case_cards, designations};
use crate::engine::card_types::battles;
use crate::engine::concepts::abilities;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::events::{looks_back, may_be, of_haunted, only_this};
use crate::engine::reading::{Frame, Sight, conditions, paid};
use crate::engine::view::View;
use crate::game::{
    ByRules, Called, Cause, CauseKind, Change, Game, Nature, ObjectId, Occasion, Origin, Step, WaitingTrigger,
};
use crate::ir::event::Step as EventStep;
use crate::ir::filter::Shared;
use crate::ir::part::{Part, mentions};
use crate::ir::{Ability, Condition, Event, Filter, Measure, NamedDeed, Quantity, Trait, Verb, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{EntryId, Level, Note, Told, Trace};

use super::activating_activated_abilities::limits;
use super::events::Happening;
use super::linked_abilities;

mod alike;
mod delayed;
mod dying;
mod mana;
mod occasions;
mod of_others;
mod of_teams;
mod recorded;
mod steps;
mod times;
mod unread;

use delayed::look_delayed;
pub(in crate::engine) use delayed::{delay, end_as_turn_begins, gap_of_delayed, reflex};
use dying::{dies, is_said_to_die};
pub(in crate::engine) use mana::resolve_mana_abilities;
use occasions::{Found, occasions};
use of_others::Other;
pub(in crate::engine) use steps::put_on_stack;
use times::Times;
pub(in crate::engine) use times::is_told;

/// An ability that triggers, by which rules and how many times, on which event that the trace tells of, and which others trigger as it does.
type Triggering = (WaitingTrigger, Rules, Times, Option<Told>, Vec<Other>);

/// Lets every triggered ability look at what has happened (603.2).
pub(in crate::engine) fn look(play: &mut Play<'_>, before: &Rc<View>, happenings: &[Happening]) -> Outcome {
    let after = play.view()?;
    unread::stop_at_triggers(&play.game, (before, &after), happenings)?;
    let triggered = triggered((&play.game, &play.trace), (before, &after), happenings)?;
    for (trigger, rules, times, event, others) in triggered {
        if let Some(by) = times.kept_by {
            let called = trigger.called.unwrap_or_default();
            let note = Note::KeptFromTriggering(trigger.source, trigger.origin, called, by);
            let rules = rules.led_by(cr!("101.1"));
            play.note(Level::Default, CauseKind::Ability(trigger.source), rules, note);
            continue;
        }
        for _ in 0..times.more {
            let rules = rules.and(cr!("603.2d"));
            trigger_if_it_may(play, &after, trigger.clone(), (rules, event), &others)?;
        }
        trigger_if_it_may(play, &after, trigger, (rules, event), &others)?;
    }
    look_delayed(play, before, happenings)?;
    look_at_state(play)
}

/// The abilities of objects that trigger, before their conditions are looked at, each with the rules by which it does.
fn triggered(
    (game, trace): (&Game, &Trace),
    (before, after): (&View, &View),
    happenings: &[Happening],
) -> Outcome<Vec<Triggering>> {
    let mut triggered: Vec<Triggering> = Vec::new();
    // Trigger events that look back are asked of the abilities and objects as they were just before (603.10), all others
    // as they are now.
    let mut back = before.triggered.iter().copied().peekable();
    let mut now = after.triggered.iter().copied().peekable();
    loop {
        let back_first = match (back.peek(), now.peek()) {
            (Some(one), Some(other)) => one.object <= other.object,
            (one, _) => one.is_some(),
        };
        let (view, next) = if back_first { (before, back.next()) } else { (after, now.next()) };
        let Some(at) = next else { break };
        if back_first && !before_had(game, at.object, happenings) {
            continue;
        }
        let Some(instance) = view.ability(game, at) else { continue };
        let Ability::Triggered(ability) = &*instance.ability else { continue };
        if !happenings.iter().any(|happening| may_be(&ability.when, happening)) {
            continue;
        }
        let controller = view.controller(game, at.object);
        let frame = Frame::of_source(at.object, controller, instance.origin);
        let sight = Sight { game, view };
        if let Event::State(_) = ability.when {
            continue;
        }
        let found = occasions(sight, &frame, &ability.when, back_first, happenings)?;
        // One event that has several occurrences triggers it for each (603.2c).
        // At the beginning of each player's step it triggers once for a team, unless it speaks of that player (805.4d).
        let mut found = found;
        let words = (&ability.when, ability.only_if.as_ref(), &ability.effect);
        let of_team = of_teams::once_for_team(game, at.object, words, &mut found)?;
        let several = found.len() > 1;
        let abilities = &view.characteristics(game, at.object).abilities;
        for Found { occasion, event, by } in found {
            let times = times::of(sight, at.object, event, &by, happenings)?;
            let shaped = is_shaped(sight, event, &occasion);
            let trigger = WaitingTrigger {
                source: at.object,
                origin: instance.origin,
                number: at.number,
                called: Some(Called::triggered(abilities, instance, at.number)),
                controller,
                ability: ability.clone(),
                occasion: Rc::new(occasion),
                slots: None,
                lapsed: 0,
                on_stack: None,
            };
            let mut rules = rules_of(game, &trigger, event);
            if of_team {
                rules = rules.and(cr!("805.4d"));
            } else if several {
                let chapter = matches!(event, Event::Chapter(_));
                rules = rules.and(if chapter { cr!("714.2c") } else { cr!("603.2c") });
                if matches!(event, Event::GainsLife(_)) {
                    rules = rules.and(cr!("119.9"));
                }
            }
            // Each instance of the keyword triggers by itself.
            if let Some((keyword, rule)) =
                instance.keyword.and_then(|name| Some((name, keyword_abilities::rule_of_several(name)?)))
                && view.characteristics(game, at.object).keywords(keyword).count() > 1
            {
                rules = rules.and(rule);
            }
            if case_cards::is_of_solved(view.characteristics(game, at.object), &instance.ability) {
                rules = rules.and(cr!("719.3c"));
            }
            // With these counters the permanent has entered.
            if is_of_counters_put(event) && has_entered(&trigger.occasion, happenings) {
                rules = occasions::of_entering_counters(event).iter().fold(rules, Rules::and);
            }
            // It asks for the life total of a player, which is that of the team (810.9a).
            if game.shares_life() && ability.only_if.as_ref().is_some_and(asks_for_life) {
                rules = rules.and(cr!("810.9a"));
            }
            if shaped {
                rules = rules.and(cr!("603.6b"));
            }
            let others = of_others::find(game, (before, after), (at.object, event), &by, happenings)?;
            let told = recorded::event(Sight { game, view: after }, trace, &by);
            triggered.push((trigger, rules, times, told, others));
        }
    }
    Ok(triggered)
}

/// Lets an ability trigger, unless its condition is false as it would (603.4) or it has triggered as often this turn as it does.
/// Then the others trigger that wait for that.
fn trigger_if_it_may(
    play: &mut Play<'_>,
    view: &View,
    mut trigger: WaitingTrigger,
    (rules, event): (Rules, Option<Told>),
    others: &[Other],
) -> Outcome {
    let called = trigger.called.unwrap_or_default();
    if !condition_holds(play, view, &trigger)? {
        let note = Note::DoesNotTrigger(trigger.source, trigger.origin, called);
        let cause = CauseKind::Ability(trigger.source);
        let named = trigger.ability.only_if.as_ref().is_some_and(asks_for_different_names);
        let why = if named { Rules::of(&[cr!("603.4"), cr!("201.2b")]) } else { Rules::of(&[cr!("603.4")]) };
        let rules = rules.iter().fold(why, Rules::and);
        let by = Cause { kind: cause, rules };
        let frame = condition_frame(&trigger);
        match &trigger.ability.only_if {
            Some(condition) => play.note_unmet(Level::Default, by, note, (&frame, condition)),
            None => {
                play.note(Level::Default, cause, rules, note);
            }
        }
        return Ok(());
    }
    if let Some((note, rules)) = limits::keeps_from_triggering(play, &trigger, rules) {
        // What a card says of itself goes before the rule by which it would trigger; the game's own abilities say it by theirs.
        let of_game = designations::rule_of_trigger(&play.game, &trigger);
        let of_rule = of_game.is_some() || rules.contains(cr!("603.2h"));
        let rules = if of_rule { rules } else { rules.led_by(cr!("101.1")) };
        play.note(Level::Default, CauseKind::Ability(trigger.source), rules, note);
        return Ok(());
    }
    of_others::deal(play, &mut trigger, others);
    let on_stack = trigger.on_stack;
    let condition = trigger.ability.only_if.clone().filter(|_| play.trace.is_on());
    let condition = condition.map(|condition| (condition_frame(&trigger), condition));
    let id = trigger_now(play, trigger, rules);
    event.iter().for_each(|its| play.trace.keep_event(id, *its));
    condition.iter().for_each(|(frame, its)| play.keep_condition(id, called.keyword, (frame, its)));
    of_others::trigger(play, view, on_stack, (id, others))
}

/// Lets the abilities that wait for a state of the game look at it: each triggers as soon as it is so, and not again while
/// it waits or is on the stack (603.8).
pub(in crate::engine) fn look_at_state(play: &mut Play<'_>) -> Outcome {
    let view = play.view()?;
    if !view.state_triggers {
        return Ok(());
    }
    let mut triggered: Vec<(WaitingTrigger, Times)> = Vec::new();
    for at in &view.triggered {
        let Some(instance) = view.ability(&play.game, *at) else { continue };
        let Ability::Triggered(ability) = &*instance.ability else { continue };
        let Event::State(condition) = &ability.when else { continue };
        if !play.game.object(at.object).exists
            || is_pending(&play.game, at.object, instance.origin, at.number)
        {
            continue;
        }
        let controller = view.controller(&play.game, at.object);
        let frame = Frame::of_source(at.object, controller, instance.origin);
        let sight = Sight { game: &play.game, view: &view };
        if conditions::holds(sight, &frame, condition)? {
            let abilities = &view.characteristics(&play.game, at.object).abilities;
            let times = times::of(sight, at.object, &ability.when, &[], &[])?;
            let trigger = WaitingTrigger {
                source: at.object,
                origin: instance.origin,
                number: at.number,
                called: Some(Called::triggered(abilities, instance, at.number)),
                controller,
                ability: ability.clone(),
                occasion: Rc::default(),
                slots: None,
                lapsed: 0,
                on_stack: None,
            };
            triggered.push((trigger, times));
        }
    }
    for (trigger, times) in triggered {
        if condition_holds(play, &view, &trigger)? {
            for _ in 0..times.more {
                trigger_on_state(play, trigger.clone(), Rules::of(&[cr!("603.8"), cr!("603.2d")]));
            }
            trigger_on_state(play, trigger, Rules::of(&[cr!("603.8")]));
        }
    }
    Ok(())
}

/// Lets an ability trigger on the state for which it waits, which is kept with that (603.8).
fn trigger_on_state(play: &mut Play<'_>, trigger: WaitingTrigger, rules: Rules) {
    let (ability, frame) = (trigger.ability.clone(), condition_frame(&trigger));
    let id = trigger_now(play, trigger, rules);
    if let Event::State(state) = &ability.when {
        play.keep_condition(id, None, (&frame, state));
    }
}

/// Whether a triggered ability of an object waits to be put on the stack, or is there.
fn is_pending(game: &Game, source: ObjectId, origin: Origin, number: u8) -> bool {
    game.waiting()
        .iter()
        .any(|waiting| waiting.source == source && waiting.origin == origin && waiting.number == number)
        || game.stack().iter().any(|on_stack| {
            game.object(*on_stack).stack_ability().is_some_and(|ability| {
                ability.triggered
                    && ability.source == source
                    && ability.origin == origin
                    && ability.number == number
            })
        })
}

/// Whether what enters is of the kind that an ability waits for only through continuous effects, which apply from the moment it
/// is there (603.6b).
fn is_shaped(sight: Sight<'_>, event: &Event, occasion: &Occasion) -> bool {
    let Some(object) = occasion.objects.first() else { return false };
    event.is_made_of(&mut |event| {
        let Event::Moves(moves) = event else { return false };
        moves.to == [Zone::Battlefield]
            && !only_this(&moves.what)
            && sight.view.characteristics(sight.game, *object).types != sight.game.object(*object).base.types
    })
}

/// Whether an object existed just before the event: it is not one that the event made.
fn before_had(game: &Game, object: ObjectId, happenings: &[Happening]) -> bool {
    let new = happenings.iter().any(|happening| match happening {
        Happening::Moved { to, .. } | Happening::Created { object: to } => *to == object,
        _ => false,
    });
    let left_now = happenings.iter().any(|happening| match happening {
        Happening::Moved { from, .. } | Happening::LeftGame { object: from } => *from == object,
        Happening::Named { others, .. } => others.contains(&object),
        Happening::Becomes { object: its, what } => {
            *its == object && *what == NamedDeed::Does(Verb::PlaneswalkAway)
        }
        _ => false,
    });
    !new && (game.object(object).exists || left_now)
}

/// An intervening "if" must be true for the ability to trigger (603.4).
fn condition_holds(play: &Play<'_>, view: &View, trigger: &WaitingTrigger) -> Outcome<bool> {
    let Some(condition) = &trigger.ability.only_if else { return Ok(true) };
    conditions::holds(Sight { game: &play.game, view }, &condition_frame(trigger), condition)
}

/// In which frame the condition of an ability is looked at as it would trigger.
fn condition_frame(trigger: &WaitingTrigger) -> Frame {
    Frame::of_source(trigger.source, trigger.controller, trigger.origin)
        .with_occasion(trigger.occasion.clone())
}

/// Whether a condition asks for a life total.
fn asks_for_life(condition: &Condition) -> bool {
    matches!(condition, Condition::Compare(quantity, _) if matches!(**quantity, Quantity::Sum(Measure::LifeOf(_))))
}

/// Whether a condition counts objects with different names.
fn asks_for_different_names(condition: &Condition) -> bool {
    if let Condition::All(conditions) | Condition::Any(conditions) = condition {
        return conditions.iter().any(asks_for_different_names);
    }
    if let Condition::Not(condition) = condition {
        return asks_for_different_names(condition);
    }
    matches!(condition, Condition::Compare(quantity, _) if matches!(**quantity, Quantity::Distinct(Shared::Name, _)))
}

fn trigger_now(play: &mut Play<'_>, trigger: WaitingTrigger, rules: Rules) -> EntryId {
    // It is a counter that gives the keyword.
    let by_counter = matches!(trigger.origin, Origin::Rules(ByRules::KeywordCounter(..)));
    let rules = if by_counter { rules.and(cr!("122.1b")) } else { rules };
    let cause = Cause { kind: CauseKind::Ability(trigger.source), rules };
    play.change(cause, Level::Default, Change::Trigger(Box::new(trigger)))
}

/// The rule by which such an event is what an ability waits for.
fn rule_of_event(event: &Event) -> RuleId {
    match event {
        Event::OneOrMore(event) | Event::Nth(_, event) | Event::Provided(_, event) => rule_of_event(event),
        Event::Moves(moves) if moves.to == [Zone::Battlefield] => cr!("603.6a"),
        Event::Moves(moves) if moves.from.contains(&Zone::Battlefield) => cr!("603.6c"),
        Event::Begins(EventStep::SecondMain, _) => cr!("505.1b"),
        Event::Begins(..) => cr!("603.2b"),
        Event::Becomes(_, word) if *word == NamedDeed::RevealFirstDraw => cr!("603.11"),
        Event::Becomes(_, word) if *word == NamedDeed::Does(Verb::Mutate) => cr!("702.140d"),
        Event::Becomes(_, word) if deeds::rule_of(*word).is_some() => {
            deeds::rule_of(*word).unwrap_or(cr!("603.2"))
        }
        Event::Chapter(_) => cr!("714.2b"),
        Event::Becomes(_, word) | Event::Does(_, word) if rule_in_planechase(*word).is_some() => {
            rule_in_planechase(*word).unwrap_or(cr!("603.2"))
        }
        Event::Does(_, NamedDeed::Does(Verb::CommitCrime)) => cr!("700.13"),
        Event::Does(_, NamedDeed::UnlockThisDoor) => cr!("709.5h"),
        Event::Does(_, NamedDeed::FullyUnlock) => cr!("709.5i"),
        Event::Becomes(_, word) if *word == NamedDeed::Does(Verb::SetInMotion) => cr!("904.9"),
        Event::Becomes(what, word) if *what == Filter::Is(Trait::This) => of_itself(*word),
        Event::TappedForMana(..) => cr!("106.12a"),
        Event::Transforms(_) => cr!("701.27e"),
        Event::BecomesAttached(..) => cr!("603.2e"),
        Event::BecomesUnattached(..) => cr!("701.3d"),
        Event::Expends(..) => cr!("700.14"),
        Event::Attacks(_) => cr!("508.3a"),
        Event::PlayerAttacked(_, None) => cr!("508.3b"),
        Event::PlayerAttacked(_, Some(_)) => cr!("508.3e"),
        Event::AttacksWith(..) => cr!("508.3c"),
        Event::PlayerAttacks(_) => cr!("508.3d"),
        Event::AttacksUnblocked(_) => cr!("509.3g"),
        Event::BlockedBySoMany(..) => cr!("509.3e"),
        Event::Blocks(_, by) if *by == Filter::EVERYTHING => cr!("509.3a"),
        Event::Blocks(..) => cr!("509.3b"),
        Event::BecomesBlocked(_, by) if *by == Filter::EVERYTHING => cr!("509.3c"),
        Event::BecomesBlocked(..) => cr!("509.3d"),
        Event::Any(_)
        | Event::Moves(_)
        | Event::Casts(..)
        | Event::Copies(..)
        | Event::Activates(..)
        | Event::PlaysLand(..)
        | Event::DealsDamage(_)
        | Event::Draws(_)
        | Event::Discards(..)
        | Event::GainsLife(_)
        | Event::LosesLife(_)
        | Event::Sacrifices(..)
        | Event::BecomesTapped(_)
        | Event::BecomesUntapped(_)
        | Event::BecomesTarget { .. }
        | Event::PlayerBecomesTarget(..)
        | Event::CountersPut(..)
        | Event::CountersRemoved(..)
        | Event::LastCounterRemoved(..)
        | Event::TurnedFaceUp(_)
        | Event::Destroyed(_)
        | Event::Countered(_)
        | Event::LosesControl(..)
        | Event::Triggers { .. }
        | Event::Does(..)
        | Event::Becomes(..)
        | Event::Creates(..)
        | Event::LosesGame(_)
        | Event::DamageReducesLife(..)
        | Event::CausedBy(..)
        | Event::Room(_)
        | Event::State(_)
        | Event::Never => cr!("603.2"),
    }
}

/// What waits for something that is done to the object itself or by it.
fn of_itself(deed: NamedDeed) -> RuleId {
    match deed {
        // "When you do" (607.2h).
        NamedDeed::ExertedAsItAttacks => cr!("701.43d"),
        NamedDeed::Does(Verb::Cycle) => cr!("702.29c"),
        NamedDeed::Does(Verb::Crew) => cr!("702.122b"),
        _ => cr!("603.2"),
    }
}

/// Whether an event is that counters are put on something, at once or for the first time.
fn is_of_counters_put(event: &Event) -> bool {
    if let Event::OneOrMore(event) | Event::Nth(_, event) | Event::CausedBy(_, event) = event {
        return is_of_counters_put(event);
    }
    matches!(event, Event::CountersPut(..))
}

/// Whether what an ability has triggered on has entered the battlefield in the same event.
fn has_entered(occasion: &Occasion, happenings: &[Happening]) -> bool {
    happenings.iter().any(|happening| match happening {
        Happening::Moved { to, .. } | Happening::Created { object: to } => occasion.objects.contains(to),
        _ => false,
    })
}

/// The rules by which an ability triggers on the event, one of those that it names.
fn rules_of(game: &Game, trigger: &WaitingTrigger, event: &Event) -> Rules {
    if let Some(rule) = designations::rule_of_trigger(game, trigger) {
        return Rules::NONE.and(rule);
    }
    if battles::is_defeat(&trigger.ability) {
        return Rules::NONE.and(cr!("310.12b"));
    }
    // What has exploited another creature is there still, and nothing is looked back at.
    let exploits = matches!(event, Event::Becomes(_, word) if *word == NamedDeed::Does(Verb::Exploit));
    let looks_back = looks_back(event) && !(exploits && game.object(trigger.source).exists);
    if let Some(rule) = keyword_abilities::rule_of_trigger(trigger.origin, trigger.called, &trigger.ability) {
        // A keyword's trigger looks back like any other that leaves the battlefield (603.10a).
        let rules = Rules::NONE.and(rule);
        return if looks_back { rules.and(cr!("603.10a")) } else { rules };
    }
    // It is the death of another object that a card in exile waits for (702.55c, 113.6k).
    if of_haunted(event) {
        let rules = Rules::of(&[cr!("702.55c"), cr!("113.6k"), cr!("700.4")]);
        return if looks_back { rules.and(cr!("603.10a")) } else { rules };
    }
    let mut rules = Rules::NONE.and(rule_of_event(event));
    if matches!(event, Event::Does(_, NamedDeed::Does(Verb::RollDice))) && trigger.occasion.objects.is_empty()
    {
        rules = Rules::of(&[cr!("706.7")]);
    }
    // What it is to attack alone (506.5).
    let alone = |event: &Event| matches!(event, Event::Attacks(attacks) if attacks.alone);
    if event.alternatives().iter().any(alone) {
        rules = rules.and(cr!("506.5"));
    }
    // It waits until there is priority again, in the upkeep.
    if game.turn().step == Step::Untap {
        rules = rules.and(cr!("502.4"));
    }
    // Which of several costs was paid is what the ability asks: for the spell that had it printed on it, or never (607.5).
    let only_if = trigger.ability.only_if.as_ref();
    let kicked = matches!(only_if, Some(Condition::KickedWith(_))).then_some(kicker::KICKER);
    let asked = if let Some(Condition::Paid(name)) = only_if { Some(*name) } else { kicked };
    if let Some(name) = asked {
        let its = &game.object(trigger.source).base;
        let acquired = paid::is_acquired(game, (trigger.source, trigger.origin), its, name);
        rules = rules.and(if acquired {
            cr!("607.5")
        } else if paid::is_alternative(its, name) {
            cr!("400.7d")
        } else {
            cr!("607.2i")
        });
        // The copy of a spell was paid for as the spell was, and becomes a token.
        let was_copy = |spell: ObjectId| matches!(game.object(spell).nature, Nature::Copy);
        if game.object(trigger.source).previous.is_some_and(was_copy) {
            rules = rules.and(cr!("707.10"));
        }
    }
    // It is there for the word that was chosen.
    rules = linked_abilities::anchored(game, trigger).into_iter().fold(rules, Rules::and);
    // The static ability in the same paragraph says what it waits for.
    if rules.contains(cr!("701.43d"))
        || matches!(event, Event::Becomes(_, word) | Event::Does(_, word) if *word == NamedDeed::RevealFirstDraw)
    {
        rules = rules.and(cr!("607.2h"));
    }
    // What it waits for is said by a choice that was made for a linked ability.
    if game.has_chosen() && mentions(event, Part::is_chosen) {
        rules = rules.and(cr!("607.2d"));
    }
    // One ability for several chapters (714.2c).
    if matches!(event, Event::Chapter(chapters) if chapters.len() > 1) {
        rules = rules.and(cr!("714.2c"));
    }
    // Going to the graveyard from the battlefield is dying, whatever the cause (700.4); of what is neither creature nor
    // planeswalker it is not said so, nor where the graveyard's owner is named.
    if dies(event) && is_said_to_die(game, &trigger.occasion) {
        rules = Rules::NONE.and(cr!("700.4"));
    }
    // It moves its object out of where that is, and functions nowhere else.
    let moved_from = abilities::of_triggered(&trigger.ability);
    let says = |from| trigger.ability.from.is_none_or(|said| said == from);
    if moved_from.is_some_and(|from| says(from) && from == game.object(trigger.source).home()) {
        rules = rules.and(cr!("113.6m"));
    }
    // It waits for what the ability linked to it has put onto the battlefield, and for nothing else.
    if matches!(event, Event::Moves(moves) if linked_abilities::link_within(&moves.what).is_some()) {
        rules = rules.and(cr!("607.2c"));
    }
    if case_cards::solves(&trigger.ability) {
        rules = rules.and(cr!("719.3a"));
    }
    if trigger.ability.only_if.is_some() {
        rules = rules.and(cr!("603.4"));
    }
    if looks_back {
        rules = rules.and(rule_of_looking_back(event));
    }
    rules
}

/// The rule by which an ability looks back at an event (603.10).
fn rule_of_looking_back(event: &Event) -> RuleId {
    // Who or what has caused it, and what else must hold, makes it no other event.
    let is_made_of = |is: &dyn Fn(&Event) -> bool| event.is_made_of(&mut |event| is(event));
    let planeswalks_away = |event: &Event| matches!(event, Event::Becomes(_, word) if *word == NamedDeed::Does(Verb::PlaneswalkAway));
    if is_made_of(&|event| matches!(event, Event::Countered(_))) {
        cr!("603.10e")
    } else if is_made_of(&|event| matches!(event, Event::BecomesUnattached(..))) {
        cr!("603.10c")
    } else if is_made_of(&|event| matches!(event, Event::LosesControl(..))) {
        cr!("603.10d")
    } else if is_made_of(&|event| matches!(event, Event::LosesGame(_))) {
        cr!("603.10f")
    } else if is_made_of(&planeswalks_away) {
        cr!("603.10g")
    } else {
        cr!("603.10a")
    }
}

/// The rule by which an ability triggers on a named event of this variant.
fn rule_in_planechase(named: NamedDeed) -> Option<RuleId> {
    [
        (NamedDeed::Does(Verb::ChaosEnsues), cr!("311.7")),
        (NamedDeed::Does(Verb::Encounter), cr!("312.5")),
        (NamedDeed::Does(Verb::PlaneswalkTo), cr!("701.31d")),
        (NamedDeed::Does(Verb::PlaneswalkAway), cr!("603.10g")),
    ]
    .into_iter()
    .find_map(|(its, rule)| (its == named).then_some(rule))
}
