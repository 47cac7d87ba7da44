//! CR 603: Handling Triggered Abilities, those that have triggered and wait to be put onto the stack.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::announcing;
use crate::game::{
    Announced, Bindings, Cause, CauseKind, Change, Characteristics, ChoiceKind, Game, Item, Nature,
    NewObject, ObjectId, Occasion, PlayerId, StackAbility, Thing, WaitingTrigger,
};
use crate::ir::mention::mentions;
use crate::ir::{Ability, Event, Symbol, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note, What};

/// Triggered mana abilities resolve at once, without the stack (605.4a): those that have triggered on mana being made.
///
/// # Errors
/// If one needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn resolve_mana_abilities(play: &mut Play<'_>) -> Outcome {
    while let Some(place) = play.game.waiting().iter().position(is_mana_ability) {
        play.tick("mana abilities trigger without end")?;
        let Some(trigger) = play.game.waiting().get(place).cloned() else { break };
        let cause = Cause::new(CauseKind::Ability(trigger.source), cr!("605.4a"));
        play.change(cause, Level::Hidden, Change::TakeTrigger(place));
        let mut frame = Frame::of_source(trigger.source, trigger.controller, trigger.origin)
            .with_occasion(trigger.occasion.clone());
        if let Some(slots) = &trigger.slots {
            frame.inherit(slots);
        }
        crate::engine::spells::instructions::run(play, &mut frame, &trigger.ability.effect.does)?;
    }
    Ok(())
}

/// Whether an ability that has triggered is a mana ability (605.1b).
fn is_mana_ability(trigger: &WaitingTrigger) -> bool {
    matches!(trigger.ability.when, Event::TappedForMana(..))
        && crate::engine::spells::activating_activated_abilities::could_add_mana(&trigger.ability.effect)
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
            let bound = trigger.slots.iter().flat_map(|slots| slots.iter()).flat_map(|(_, things)| things);
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
            let several = of_ability.get(&(card(trigger), trigger.number)).is_some_and(|count| *count > 1);
            let alone = |about| about_one.get(&(card(trigger), trigger.number, Some(about))) == Some(&1);
            Item::AbilityOf(
                trigger.source,
                number,
                about_of(trigger).filter(|about| several && alone(*about)),
            )
        })
        .collect();
    let alike = own.windows(2).all(|pair| match pair {
        [one, other] => one.controller == other.controller && alike(play, one, other),
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

/// The first object of the event that a trigger is about which is not its source.
fn about_of(trigger: &WaitingTrigger) -> Option<ObjectId> {
    let mut objects = trigger.occasion.objects.iter().chain(&trigger.occasion.others);
    objects.find(|object| **object != trigger.source).copied()
}

/// Whether nothing tells two triggers apart: the same words and no object of their own. Modes and targets are chosen for each
/// as it is put on the stack, so that any choice can be had in any order.
fn alike(play: &Play<'_>, one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let name = |trigger: &WaitingTrigger| play.game.object(trigger.source).base.name.clone();
    // Of what a designation does when its holder is struck it matters only whose the creature is (725.2).
    let whose = |trigger: &WaitingTrigger| -> Vec<PlayerId> {
        trigger.occasion.objects.iter().map(|object| play.game.object(*object).controller).collect()
    };
    if matches!(play.game.object(one.source).nature, Nature::Marker(_))
        && one.source == other.source
        && one.ability == other.ability
        && whose(one) == whose(other)
    {
        return true;
    }
    one.ability == other.ability
        && name(one) == name(other)
        && (of_one_source(one, other) || interchangeable(play, one.source, other.source))
        && (one.occasion == other.occasion
            || !asks_of_its_event(one, other)
            || each_of_its_own(play, one, other))
}

/// Whether two triggers have the same event but that each is about its own source, and those sources are tokens that have ceased to
/// exist, which nothing tells apart.
fn each_of_its_own(play: &Play<'_>, one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let game = &play.game;
    let first = |object: &ObjectId| game.earliest(*object);
    let (own, others) = (first(&one.source), first(&other.source));
    let seen_by = |trigger: &WaitingTrigger, exchanged: bool| {
        let exchange = |object: &ObjectId| match first(object) {
            it if exchanged && it == own => others,
            it if exchanged && it == others => own,
            it => it,
        };
        let its = &trigger.occasion;
        let objects: Vec<ObjectId> = its.objects.iter().map(exchange).collect();
        let mut together: Vec<ObjectId> = its.others.iter().map(exchange).collect();
        together.sort_unstable();
        (objects, its.before.as_ref().map(exchange), together, its.player, its.amount, its.mana, its.since)
    };
    // Which of two cards comes back first can be seen; of tokens that have ceased to exist nothing can.
    let ceased = |trigger: &WaitingTrigger| game.object(game.latest(trigger.source)).has_ceased();
    ceased(one)
        && ceased(other)
        && seen_by(one, true) == seen_by(other, false)
        && interchangeable(play, one.source, other.source)
}

/// Whether the effect of two triggers speaks of no source, or the source is the same.
fn of_one_source(one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    one.source == other.source || !mentions(&one.ability.effect, |it| is_of_its_source(it.word))
}

/// Whether a word of an effect speaks of its source, or of what is linked with that (607.2).
fn is_of_its_source(word: &str) -> bool {
    matches!(word, "Linked" | "TheLinked") || word.ends_with("This")
}

/// Whether nothing tells two objects of one name apart, so that it is the same which of them comes first.
fn interchangeable(play: &Play<'_>, one: ObjectId, other: ObjectId) -> bool {
    let game = &play.game;
    let state = |object: ObjectId| {
        let its = game.object(object);
        let place = (its.exists, its.zone, its.owner, its.controller, its.is_token());
        let shape = (its.face, its.flipped, its.face_down.is_some(), its.copied.is_some(), its.tapped);
        let marks = (its.damage, its.counters.clone(), its.attached_to, its.designations.clone(), its.sick);
        let past = (
            its.entered_turn == game.turn().number,
            its.upkeeps,
            its.deathtouched,
            its.uses.clone(),
            its.exhausted.clone(),
        );
        let cast = its.announced.as_ref().map(|cast| (cast.x, cast.paid.clone(), cast.from, cast.cast));
        (place, shape, marks, past, cast, its.known.clone())
    };
    let plain = |object: ObjectId| {
        let thing = Thing::Object(object);
        game.attached_to(thing).next().is_none()
            && game.combat().attack_of(object).is_none()
            && !game.combat().is_blocking(object)
            && !game.links().iter().any(|link| link.key.object == object || link.object == object)
            && !game.encodings().iter().any(|(card, host)| [*card, *host].contains(&object))
            // What has ceased to exist nothing finds any more.
            && (game.object(game.latest(object)).has_ceased() || !is_kept_in_mind(game, object))
    };
    state(one) == state(other) && plain(one) && plain(other)
}

/// Whether something that lasts, waits or is on the stack points at this very object.
fn is_kept_in_mind(game: &Game, object: ObjectId) -> bool {
    let thing = Thing::Object(object);
    let slots = |slots: &[(Symbol, Vec<Thing>)]| slots.iter().any(|(_, things)| things.contains(&thing));
    let occasion = |its: &Option<Rc<Occasion>>| {
        its.as_ref().is_some_and(|its| {
            its.objects.contains(&object) || its.others.contains(&object) || its.before == Some(object)
        })
    };
    let announced = |its: &Option<Rc<Announced>>| {
        its.as_ref().is_some_and(|its| its.targets.iter().flatten().any(|target| *target == thing))
    };
    let bindings = |its: &Bindings| slots(&its.slots) || occasion(&its.occasion) || announced(&its.announced);
    game.effects()
        .iter()
        .any(|effect| effect.source == object || effect.is_on(object) || bindings(&effect.bindings))
        || game.shields().iter().any(|shield| {
            shield.protects == Some(object) || shield.source == object || bindings(&shield.bindings)
        })
        || game.delayed().iter().any(|delayed| delayed.source == object || slots(&delayed.slots))
        || game.untils().iter().any(|until| {
            until.source == object
                || until.moved.iter().any(|(moved, _)| *moved == object)
                || until.phased_out.contains(&object)
                || occasion(&until.occasion)
        })
        || game.stack().iter().any(|on_stack| {
            let its = game.object(*on_stack);
            announced(&its.announced)
                || its.stack_ability().is_some_and(|ability| {
                    ability.source == object
                        || occasion(&ability.occasion)
                        || ability.slots.as_ref().is_some_and(|its| slots(its))
                })
        })
}

/// Whether the effect of two triggers that are alike speaks of what is not the same for both: the object, the player or the number
/// of its event, or a source that is another's.
fn asks_of_its_event(one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let same_player = one.occasion.player == other.occasion.player;
    let same_source = one.source == other.source;
    // What is done to no target is done to whatever is there then, and each source has its own (607.2).
    let untargeted = one.ability.effect.targets.is_empty();
    mentions(&one.ability.effect, |it| match it.word {
        // "That player", and not "that object".
        "It" if matches!(it.before, "Players" | "who") => !same_player,
        "Some" if it.before == "link" => untargeted && !same_source,
        "It" | "Itself" | "ItsManaCost" | "Other" | "ThatMuch" => true,
        word => !same_source && is_of_its_source(word),
    })
}

/// Puts one triggered ability on the stack with its modes and targets (603.3c, 603.3d).
fn put_one(play: &mut Play<'_>, trigger: &WaitingTrigger, rule: RuleId) -> Outcome {
    play.tick("abilities trigger without end")?;
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
