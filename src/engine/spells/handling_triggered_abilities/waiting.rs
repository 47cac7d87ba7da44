//! CR 603: Handling Triggered Abilities, those that have triggered and wait to be put onto the stack.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::engine::concepts::targets;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, conditions};
use crate::engine::spells::{announcing, mana_abilities};
use crate::game::{
    Announced, Cause, CauseKind, Change, Characteristics, ChoiceKind, Item, Nature, NewObject, ObjectId,
    PlayerId, StackAbility, WaitingTrigger,
};
use crate::ir::{Ability, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note, What};

use super::alike::alike;

/// Triggered mana abilities resolve at once, without the stack (605.4a): those that have triggered on mana being made.
///
/// # Errors
/// If one needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn resolve_mana_abilities(play: &mut Play<'_>) -> Outcome {
    while let Some(place) = next_mana_ability(play)? {
        play.tick("mana abilities trigger without end")?;
        let Some(trigger) = play.game.waiting().get(place).cloned() else { break };
        let cause = Cause::new(CauseKind::Ability(trigger.source), cr!("605.4a"));
        play.change(cause, Level::Hidden, Change::TakeTrigger(place));
        let mut frame = Frame::of_source(trigger.source, trigger.controller, trigger.origin)
            .with_occasion(trigger.occasion.clone());
        if let Some(slots) = &trigger.slots {
            frame.inherit(slots);
        }
        // An intervening "if" is asked again (608.2a).
        if let Some(condition) = &trigger.ability.only_if {
            let view = play.view()?;
            if !conditions::holds(Sight { game: &play.game, view: &view }, &frame, condition)? {
                let rules = Rules::of(&[cr!("603.4"), cr!("608.2a")]);
                play.note(Level::Default, cause.kind, rules, Note::ConditionFalse(trigger.source));
                continue;
            }
        }
        let body = &trigger.ability.effect;
        if body.choose.is_some() {
            return Err(Halt::undecided(trigger.source, "it is a triggered mana ability with modes"));
        }
        crate::engine::spells::instructions::run(play, &mut frame, &body.does)?;
    }
    Ok(())
}

/// The first of the abilities that wait which is a mana ability (605.1b).
fn next_mana_ability(play: &Play<'_>) -> Outcome<Option<usize>> {
    for (place, trigger) in play.game.waiting().iter().enumerate() {
        if mana_abilities::is_triggered(trigger)? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// Puts the waiting triggered abilities on the stack, each player's in APNAP order and in the order the player likes
/// (603.3b). Says whether there were any.
pub(in crate::engine) fn put_on_stack(play: &mut Play<'_>) -> Outcome<bool> {
    if play.game.waiting().is_empty() {
        return Ok(false);
    }
    let waiting: Vec<WaitingTrigger> = play.game.waiting().to_vec();
    let cause = Cause::new(CauseKind::Rules, cr!("603.3b"));
    play.change(cause, Level::Hidden, Change::TakeTriggers);
    for trigger in &waiting {
        if play.game.player(trigger.controller).gone {
            let rules = Rules::of(&[cr!("800.4d")]);
            let bound = trigger.slots.iter().flat_map(|slots| slots.things());
            let about = bound.filter_map(|thing| thing.object()).next();
            let note = Note::NotPutOnStack(trigger.source, trigger.controller, about);
            play.note(Level::Default, CauseKind::Rules, rules, note);
        }
    }
    // The order is a matter only where several have triggered (603.3b).
    let rule = if waiting.len() > 1 { cr!("603.3b") } else { cr!("603.3") };
    let mut asked: Vec<PlayerId> = Vec::new();
    for player in play.game.apnap() {
        if asked.contains(&player) {
            continue;
        }
        // Teammates who take turns together put theirs on the stack in an order that they choose together; of them the first in turn order
        // is asked, who sits rightmost and decides where they don't agree (805.2).
        let mates = play.game.whose_turn_it_would_be(player);
        let own: Vec<&WaitingTrigger> =
            waiting.iter().filter(|trigger| mates.contains(&trigger.controller)).collect();
        let several =
            own.iter().any(|trigger| own.first().is_some_and(|it| it.controller != trigger.controller));
        let by = if several { cr!("805.7") } else { cr!("603.3b") };
        let put = if several { by } else { rule };
        asked.extend(mates);
        for index in order(play, player, &own, by)? {
            if let Some(trigger) = own.get(index) {
                put_one(play, trigger, put)?;
            }
        }
    }
    Ok(true)
}

/// The order in which a player, or a team, puts several abilities on the stack, by this rule.
fn order(
    play: &mut Play<'_>,
    player: PlayerId,
    own: &[&WaitingTrigger],
    rule: RuleId,
) -> Outcome<Vec<usize>> {
    if own.len() < 2 {
        return Ok((0..own.len()).collect());
    }
    // The abilities of a card that has become a new object in between are of one name, and of two objects.
    let card = |trigger: &WaitingTrigger| play.game.earliest(trigger.source);
    // How many wait of each ability, and of those how many are about the same; a delayed one has no number of its own.
    let mut of_ability: BTreeMap<(ObjectId, u8), usize> = BTreeMap::new();
    let mut about_one: BTreeMap<(ObjectId, u8, Option<ObjectId>), usize> = BTreeMap::new();
    for trigger in own {
        *of_ability.entry((card(trigger), trigger.number)).or_default() += 1;
        *about_one.entry((card(trigger), trigger.number, about_of(trigger))).or_default() += 1;
    }
    // Where a number stands for none or for two, those of the source are counted instead.
    let counted = of_ability.iter().filter(|((_, number), count)| *number == 0 || **count > 1);
    let counted: BTreeSet<ObjectId> = counted.map(|((card, _), _)| *card).collect();
    let mut places: BTreeMap<ObjectId, u8> = BTreeMap::new();
    let items: Vec<Item> = own
        .iter()
        .map(|trigger| {
            let place = places.entry(card(trigger)).or_default();
            *place = place.saturating_add(1);
            let number = if counted.contains(&card(trigger)) { *place } else { trigger.number };
            // What tells those of one ability apart, if that does.
            let several = of_ability.get(&(card(trigger), trigger.number)).is_some_and(|count| *count > 1)
                || trigger.number == 0 && own.iter().any(|other| is_of_its_twin(play, trigger, other));
            let alone = |about| about_one.get(&(card(trigger), trigger.number, Some(about))) == Some(&1);
            Item::AbilityOf(
                trigger.source,
                number,
                about_of(trigger).filter(|about| several && alone(*about)),
            )
        })
        .collect();
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    // What has no legal target is removed as it is put there (603.3d), wherever in the order it comes.
    let staying: Vec<&WaitingTrigger> =
        own.iter().copied().filter(|trigger| !is_removed(sight, trigger)).collect();
    let alike = staying.windows(2).all(|pair| match pair {
        [one, other] => one.controller == other.controller && alike(sight, one, other),
        _ => true,
    });
    let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let choice = crate::game::Choice {
        player,
        kind: ChoiceKind::Order,
        source: None,
        options: crate::game::Options::Pick {
            from: items.into(),
            at_least: count,
            at_most: count,
            ordered: true,
        },
        indifferent: alike,
    };
    match play.choose(choice, Rules::of(&[rule]))? {
        crate::game::Answer::Picked(picked) => Ok(picked.into_iter().map(|index| index as usize).collect()),
        _ => Ok((0..own.len()).collect()),
    }
}

/// Whether a trigger is removed from the stack at once, whatever is put there before it: it has a phrase for which there are not enough
/// targets (603.3d).
fn is_removed(sight: Sight<'_>, trigger: &WaitingTrigger) -> bool {
    let mut frame = Frame::of_source(trigger.source, trigger.controller, trigger.origin)
        .with_occasion(trigger.occasion.clone());
    if let Some(slots) = &trigger.slots {
        frame.inherit(slots);
    }
    let specs = &trigger.ability.effect.targets;
    specs.iter().any(|spec| targets::too_few(sight, &frame, spec).unwrap_or(false))
}

/// Whether two delayed triggered abilities are of two objects of one name, which what they are about tells apart.
fn is_of_its_twin(play: &Play<'_>, one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let name = |trigger: &WaitingTrigger| &play.game.object(trigger.source).base.name;
    one.source != other.source && name(one) == name(other) && about_of(one) != about_of(other)
}

/// The first object that a trigger is about which is not its source: of its event or, of a delayed one, of what was bound for it.
fn about_of(trigger: &WaitingTrigger) -> Option<ObjectId> {
    let of_event = trigger.occasion.objects.iter().chain(&trigger.occasion.others).copied();
    let bound = trigger.slots.iter().flat_map(|slots| slots.things());
    let mut objects = of_event.chain(bound.filter_map(|thing| thing.object()));
    objects.find(|object| *object != trigger.source)
}

/// Puts one triggered ability on the stack with its modes and targets (603.3c, 603.3d).
fn put_one(play: &mut Play<'_>, trigger: &WaitingTrigger, rule: RuleId) -> Outcome {
    play.tick("abilities trigger without end")?;
    // What would be one has been followed before (605.4a), unless that can't be told.
    mana_abilities::is_triggered(trigger)?;
    let new = play.game.next_object();
    let ability = StackAbility {
        source: trigger.source,
        origin: trigger.origin,
        triggered: true,
        number: trigger.number,
        called: trigger.called,
        ability: Arc::new(Ability::Triggered(trigger.ability.clone())),
        occasion: Some(trigger.occasion.clone()),
        slots: trigger.slots.clone(),
        copied: false,
    };
    let object = NewObject::new(
        new,
        Nature::Ability(Rc::new(ability)),
        trigger.controller,
        Zone::Stack,
        Characteristics::none(),
    );
    let cause = Cause::new(CauseKind::Ability(trigger.source), cr!("603.3"));
    play.change(cause, Level::Hidden, Change::Create(Box::new(object)));
    if trigger.lapsed != 0 {
        play.change(cause, Level::Hidden, Change::Lapse(new, trigger.lapsed));
    }
    let entry =
        play.record(Level::Default, cause.kind, Rules::NONE.and(rule), What::PutOnStack(new, trigger.source));
    play.under(entry, |play| {
        let mut frame = Frame::of_source(trigger.source, trigger.controller, trigger.origin)
            .with_occasion(trigger.occasion.clone());
        frame.on_stack = Some(new);
        if let Some(slots) = &trigger.slots {
            frame.inherit(slots);
        }
        let mut announced = Announced::default();
        // The values that the trigger's source had as it was cast stay readable ("X" of the spell it was, 400.7d).
        if let Some(of_source) = &play.game.object(trigger.source).announced {
            announced.x = of_source.x;
            announced.paid.clone_from(&of_source.paid);
            announced.used.clone_from(&of_source.used);
        }
        // So do those of the spell or ability that has made it (107.3n).
        if let Some(of_maker) = trigger.slots.as_ref().and_then(|bound| bound.announced.as_ref()) {
            announced.x = of_maker.x;
            announced.used.clone_from(&of_maker.used);
        }
        let legal =
            announcing::modes_and_targets(play, &frame, &trigger.ability.effect, &mut announced, new)?;
        if !legal {
            let rules = Rules::of(&[cr!("603.3d")]);
            play.note(Level::Default, CauseKind::Ability(trigger.source), rules, Note::NoTarget(new));
            let cause = Cause::new(CauseKind::Rules, cr!("603.3d"));
            play.change(cause, Level::Hidden, Change::Cease(new));
            return Ok(());
        }
        let cause = Cause::new(CauseKind::Ability(trigger.source), cr!("603.3d"));
        announcing::targets_and_division(play, cause, &frame, &trigger.ability.effect, &mut announced, new)?;
        Ok(())
    })
}
