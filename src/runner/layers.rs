//! By which layers an object is what it is, as the effects tell that really apply to it.

use std::rc::Rc;

use crate::engine::View;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};

use crate::game::{
    Affected, Change, Characteristics, ContinuousEffect, MoveAction, Object, ObjectId, Origin, PlayerId,
    Thing,
};
use crate::ir::change::{Change as Effect, TextWord};
use crate::ir::part::{Part, mentions};
use crate::ir::{Ability, CardType, CounterKind, Instruction, KeywordName, Selection, Subtype, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::scenario::script::{Claim, Reference};
use crate::trace::layers::{Influence, Standing, contend};
use crate::trace::{Entry, Note, What};

use super::printed;
use super::stage::{Stage, Staged, Stop};
use super::values::{self, Asked, Kind};

/// The rules by which power and toughness are what they are: the sublayers in which something applied, or what is printed.
pub(super) fn power_and_toughness(
    stage: &mut Stage<'_, '_>,
    object: &Object,
    now: &Characteristics,
) -> Staged<Rules> {
    let mut rules = by_effects(stage, object.id, &changes_power_toughness, true)?;
    let counted = |(kind, _): &(CounterKind, u32)| matches!(kind, CounterKind::PowerToughness(..));
    if object.on_battlefield() && object.counters.iter().any(counted) {
        rules = rules.and(cr!("613.4c")).and(cr!("122.1a"));
    }
    let game = &stage.play.game;
    let honed = |other: ObjectId| game.object(other).counters_of(CounterKind::HONE) > 0;
    if object.on_battlefield() && game.attached_to(Thing::Object(object.id)).any(honed) {
        rules = rules.and(cr!("613.4c")).and(cr!("122.1j"));
    }
    if rules.contains(cr!("613.4a")) {
        rules = printed::defining(object, rules);
    }
    if sums_up(stage, object, now) {
        rules = rules.and(cr!("607.3"));
    }
    let kept = |ability: &Ability| {
        matches!(ability, Ability::Static(it) if it.changes.iter().any(changes_power_toughness))
            && mentions(ability, Part::is_chosen)
    };
    // The number is one that a linked ability has had paid or chosen.
    if now.abilities.iter().any(|instance| kept(&instance.ability)) {
        let pays = |ability: &Ability| {
            mentions(ability, |part| matches!(part, Part::Instruction(Instruction::PayAnyLife { .. })))
        };
        let paid = now.abilities.iter().any(|instance| pays(&instance.ability));
        rules = rules.and(if paid { cr!("607.2g") } else { cr!("607.2d") });
    }
    // What is printed counts again where something else did before.
    if rules.is_empty() {
        rules = super::lost::by_rule(stage, object.id, &changes_power_toughness, true)?;
    }
    let by_layers = [cr!("613.4a"), cr!("613.4b"), cr!("613.4c"), cr!("613.4d")];
    if by_layers.into_iter().any(|layer| rules.contains(layer)) {
        return Ok(rules);
    }
    // Which of several sets of values counts, or what has made it.
    let view = stage.view()?;
    let set = values::of(stage, &view, object, Asked::Size);
    if set.are_others() || set.kind == Kind::Made {
        return Ok(set.rules.iter().fold(rules, Rules::and));
    }
    if (object.base.power, object.base.toughness) != (now.power, now.toughness) {
        return Ok(rules);
    }
    // What became a creature has what is printed from then on (301.7b).
    let vehicle = now.has_subtype_named("Vehicle") && !object.base.is(CardType::Creature);
    let rules = rules.and(if vehicle && object.on_battlefield() { cr!("301.7b") } else { cr!("208.1") });
    Ok(set.rules.iter().fold(rules, Rules::and))
}

/// Whether a static ability of the object asks for a number of "the" exiled card, and there are several (607.3).
fn sums_up(stage: &Stage<'_, '_>, object: &Object, now: &Characteristics) -> bool {
    let game = &stage.play.game;
    let links = game.links().iter().filter(|link| link.key.object == object.id);
    let there = links.filter(|link| game.object(link.object).exists).count();
    let asks = |ability: &Ability| {
        matches!(ability, Ability::Static(it) if it.changes.iter().any(changes_power_toughness))
            && mentions(ability, |part| matches!(part, Part::Selection(Selection::TheLinked(_))))
    };
    there > 1 && now.abilities.iter().any(|instance| asks(&instance.ability))
}

const fn changes_power_toughness(change: &Effect) -> bool {
    matches!(
        change,
        Effect::SetPowerToughness { .. } | Effect::AddPowerToughness { .. } | Effect::SwitchPowerToughness
    )
}

/// Whether a change sets the base power and toughness of an object.
pub(super) const fn sets_power_toughness(change: &Effect) -> bool {
    matches!(change, Effect::SetPowerToughness { .. })
}

/// Whether a change concerns the types of an object.
pub(super) const fn changes_types(change: &Effect) -> bool {
    matches!(
        change,
        Effect::AddTypes(_)
            | Effect::SetTypes(_)
            | Effect::LoseTypes(_)
            | Effect::EveryCreatureType
            | Effect::Exchange { from: TextWord::Subtype(_), .. }
    )
}

/// Whether a change concerns the colors of an object.
pub(super) const fn changes_colors(change: &Effect) -> bool {
    matches!(change, Effect::AddColors(_) | Effect::SetColors(_))
}

/// Whether a change sets the card types of an object, and with them which subtypes it may have (205.1a).
pub(super) fn sets_card_types(change: &Effect) -> bool {
    matches!(change, Effect::SetTypes(set) if !set.types.is_empty())
}

/// Whether an effect sets a land's subtypes to basic land types (305.7).
fn sets_land_types(influence: &Influence) -> bool {
    let is_basic = |subtype: &Subtype| subtype.basic_land_color().is_some();
    influence
        .changes
        .iter()
        .any(|change| matches!(change, Effect::SetTypes(set) if set.subtypes.iter().any(is_basic)))
}

/// The rules by which changes of a kind apply to an object, in the order of the layers; and if that is wanted, where the
/// ability that would make such a change is gone, the layer that takes it.
pub(super) fn by_effects(
    stage: &mut Stage<'_, '_>,
    object: ObjectId,
    is_such: &dyn Fn(&Effect) -> bool,
    gone_too: bool,
) -> Staged<Rules> {
    let view = stage.view()?;
    let settled = settled_earlier(stage, &view, object, is_such);
    let settled = made(stage, object, is_such).iter().fold(settled, Rules::and);
    if view.is_as_printed() || !gone_too && !view.changes(object) {
        return Ok(settled);
    }
    let influences = influences(stage, &view)?;
    let on_it = |influence: &&Influence| influence.object == object && influence.changes.iter().any(is_such);
    let on_it: Vec<&Influence> = influences.iter().filter(on_it).collect();
    let mut rules = settled;
    let shown = |influence: &&&Influence| influence.standing.applies() || gone_too;
    for influence in on_it.iter().filter(shown) {
        // A land set to basic land types has its other ones no more, nor what its text gave it (305.7).
        let set = |object| {
            influences.iter().any(|it| it.object == object && it.standing.applies() && sets_land_types(it))
        };
        match influence.standing {
            Standing::Applies | Standing::AppliesNow | Standing::GoesOn => {
                if sets_land_types(influence) {
                    rules = rules.and(cr!("305.7"));
                }
                rules = rules.and(influence.layer);
            }
            Standing::AppliesNoMore | Standing::Reworded => {}
            Standing::Gone => {
                let granted = influence.granted || !set(influence.source);
                rules = rules.and(if granted { cr!("613.1f") } else { cr!("305.7") });
            }
        }
        match influence.standing {
            Standing::AppliesNow | Standing::AppliesNoMore => rules = rules.and(cr!("613.9")),
            Standing::Reworded => rules = rules.and(cr!("613.1c")).and(cr!("613.9")),
            Standing::GoesOn => rules = rules.and(cr!("613.6")),
            Standing::Applies | Standing::Gone => {}
        }
        let source = stage.play.game.object(influence.source);
        // What an ability has made as it resolved needs no ability that functions there.
        let made = stage.play.game.effects().iter().any(|effect| is_made(effect, influence));
        if source.exists && source.zone == Zone::Command && !made {
            let is = |card_type| source.base.is(card_type);
            rules = rules.and(match () {
                () if is(CardType::Plane) => cr!("311.4"),
                () if is(CardType::Vanguard) => cr!("313.4"),
                () if is(CardType::Scheme) => cr!("314.4"),
                () => cr!("114.4"),
            });
        }
        // What a station symbol stands for makes the permanent a creature with these numbers.
        let made_creature = |change: &Effect| {
            matches!(change, Effect::SetPowerToughness { .. } | Effect::AddTypes(_)) && is_such(change)
        };
        let own = influence.source == object && !influence.granted && source.base.has(KeywordName::Station);
        if own && influence.standing.applies() && influence.changes.iter().any(made_creature) {
            rules = rules.and(cr!("721.2b"));
        }
        if influence.waited {
            rules = rules.and(cr!("613.8b"));
        }
        if influence.granted {
            rules = rules.and(cr!("613.7a"));
        }
    }
    // What an object can't have no effect gives it, whenever it came (113.11).
    let cant_have = |influence: &&&Influence| {
        let is = |change: &Effect| matches!(change, Effect::CantHave(_)) && is_such(change);
        influence.standing.applies() && influence.changes.iter().any(is)
    };
    if on_it.iter().any(|influence| cant_have(&influence)) {
        return Ok(rules.and(cr!("113.11")));
    }
    let pairs = contested(&on_it, is_such);
    if pairs.is_empty() {
        return Ok(rules);
    }
    // What its own characteristic-defining abilities say comes first, whatever has which timestamp.
    let defining = |influence: &Influence| defines(stage, influence);
    if pairs.iter().all(|(one, other)| defining(one) || defining(other)) {
        return Ok(rules.and(cr!("613.3")));
    }
    let latest = on_it
        .iter()
        .filter(|influence| influence.standing.applies())
        .max_by_key(|influence| influence.timestamp);
    let since = latest.and_then(|latest| rule_of_timestamp(stage, latest));
    let rules = since.into_iter().fold(rules.and(cr!("613.7")), Rules::and);
    // What puts it there says what it is, which comes after its own abilities.
    let with_it =
        |own: &Influence, other: &Influence| is_own_since_entering(stage, own) && came_with(stage, other);
    let said = pairs.iter().any(|(one, other)| with_it(one, other) || with_it(other, one));
    let rules = if said { rules.and(cr!("613.7n")) } else { rules };
    let together = pairs.iter().any(|(one, other)| came_together(stage, one, other));
    Ok(if together { rules.and(cr!("613.7m")) } else { rules })
}

/// Whether an effect is that of a characteristic-defining ability of the object itself (604.3).
fn defines(stage: &Stage<'_, '_>, influence: &Influence) -> bool {
    let says = |ability: &Ability| matches!(ability, Ability::Static(it) if it.defining && it.changes.as_slice() == &*influence.changes);
    influence.source == influence.object
        && stage.play.game.object(influence.source).base.abilities.iter().any(|its| says(&its.ability))
}

/// Whether an effect is that of a static ability of the object itself, with the timestamp that the object got as it entered.
fn is_own_since_entering(stage: &Stage<'_, '_>, influence: &Influence) -> bool {
    influence.source == influence.object
        && !influence.granted
        && rule_of_timestamp(stage, influence) == Some(cr!("613.7d"))
}

/// Whether an effect is what the spell or ability that put the object there said that it is (611.2e).
fn came_with(stage: &Stage<'_, '_>, influence: &Influence) -> bool {
    let is_it = |being: &ContinuousEffect| being.source == influence.source;
    stage.play.game.effects().iter().any(|its| is_it(its) && its.timestamp == influence.timestamp)
        && stage.play.trace.entries().iter().any(|entry| match &entry.what {
            What::Changed(Change::Move(it), _) if it.new == influence.object => {
                it.being.as_deref().is_some_and(is_it)
            }
            _ => false,
        })
}

/// Whether an effect that a spell or ability has made is the one that does this.
fn is_made(effect: &ContinuousEffect, influence: &Influence) -> bool {
    effect.source == influence.source && effect.timestamp == influence.timestamp
}

/// The rule by which an effect got its timestamp in the course of the game: the effect itself as it was made, or its source by the last
/// event that gives an object a new one. Nothing of what is there from the start.
fn rule_of_timestamp(stage: &Stage<'_, '_>, influence: &Influence) -> Option<RuleId> {
    if stage.play.game.effects().iter().any(|effect| is_made(effect, influence)) {
        let begins = |entry: &Entry| matches!(&entry.what, What::Changed(Change::BeginEffect(effect), _) if is_made(effect, influence));
        return stage.play.trace.entries().iter().any(begins).then(|| cr!("613.7b"));
    }
    renewal(stage, influence.source).map(|(rule, _)| rule)
}

/// The last event that gave an object a new timestamp: the rule that says so, and which changes are at the same time.
fn renewal(stage: &Stage<'_, '_>, source: ObjectId) -> Option<(RuleId, u32)> {
    let turned = match stage.play.game.object(source).zone {
        Zone::Command => cr!("613.7h"),
        _ => cr!("613.7f"),
    };
    stage.play.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Changed(change, batch) => {
            let rule = match change {
                Change::Attach(object, Some(_)) if *object == source => cr!("613.7e"),
                Change::FaceDown(object, _) if *object == source => turned,
                Change::Transform(object) if *object == source => cr!("613.7g"),
                Change::Move(it) if it.new == source => cr!("613.7d"),
                Change::Create(it) if it.new == source => cr!("613.7d"),
                _ => return None,
            };
            Some((rule, *batch))
        }
        _ => None,
    })
}

/// Whether two effects have the timestamps of their sources, which got them at the same time: in APNAP order, or in that of a player's
/// choice (613.7m).
fn came_together(stage: &Stage<'_, '_>, one: &Influence, other: &Influence) -> bool {
    // One that was made has its own (613.7b), and so may one of an ability that was granted (613.7a).
    let of_source = |its: &Influence| {
        !its.granted && !stage.play.game.effects().iter().any(|effect| is_made(effect, its))
    };
    if one.source == other.source || !of_source(one) || !of_source(other) {
        return false;
    }
    let (Some((_, one)), Some((_, other))) = (renewal(stage, one.source), renewal(stage, other.source))
    else {
        return false;
    };
    one == other
}

/// What the effects do to the object of a claim, in the order of the layers; nothing where no effect changes any object.
pub(super) fn of_claim(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Vec<Influence>> {
    match claim {
        Claim::Object { what, .. } => of_object(stage, what),
        _ => Ok(Vec::new()),
    }
}

/// What the effects do to an object, in the order of the layers.
pub(super) fn of_object(stage: &mut Stage<'_, '_>, what: &Reference) -> Staged<Vec<Influence>> {
    let object = stage.object(what)?;
    let view = stage.view()?;
    if !stage.play.trace.is_on() || view.is_as_printed() {
        return Ok(Vec::new());
    }
    let influences = influences(stage, &view)?;
    Ok(influences.iter().filter(|influence| influence.object == object).cloned().collect())
}

/// What the effects do to the objects of the position that this is the view of. Several expectations ask for that in a row, each
/// for more than one reason, and to keep account takes several times as long as to apply the layers.
fn influences(stage: &mut Stage<'_, '_>, view: &Rc<View>) -> Staged<Rc<[Influence]>> {
    if let Some((of, known)) = &stage.influences {
        if Rc::ptr_eq(of, view) {
            return Ok(known.clone());
        }
    }
    let found = View::influences(&stage.play.game).map_err(|halt| Stop::Halt(halt, stage.span))?;
    let found: Rc<[Influence]> = found.into();
    stage.influences = Some((view.clone(), found.clone()));
    Ok(found)
}

/// The pairs of effects between whose changes of a kind the order decides, the earlier first: they contend, and none in that layer has
/// waited for what it depends on.
fn contested<'a>(
    influences: &[&'a Influence],
    is_such: &dyn Fn(&Effect) -> bool,
) -> Vec<(&'a Influence, &'a Influence)> {
    let waited = |layer| influences.iter().any(|it| it.waited && it.standing.applies() && it.layer == layer);
    let before = |(index, later): (usize, &&'a Influence)| {
        let later = *later;
        let earlier = influences.iter().take(index).copied();
        let contends =
            earlier.filter(move |earlier| contend(earlier, later, is_such) && !waited(later.layer));
        contends.map(|earlier| (earlier, later)).collect::<Vec<_>>()
    };
    influences.iter().enumerate().flat_map(before).collect()
}

/// The rules by which an effect that was made is on the object as it is: a spell keeps what let its card be cast (400.7g), a list of
/// keywords stands for each of their variants (702.1c), and what a keyword or keyword action makes it makes by its own rule.
fn made(stage: &Stage<'_, '_>, object: ObjectId, is_such: &dyn Fn(&Effect) -> bool) -> Rules {
    let game = &stage.play.game;
    let its = game.object(object);
    let mut rules = Rules::NONE;
    for effect in game.effects().iter().filter(|effect| effect.changes.iter().any(is_such)) {
        let Affected::Objects(objects) = &effect.affected else { continue };
        if !objects.contains(&object) {
            continue;
        }
        if its.zone == Zone::Stack && its.previous.is_some_and(|card| objects.contains(&card)) {
            rules = rules.and(cr!("400.7g"));
        }
        let began = stage.play.trace.entries().iter().find(|entry| match &entry.what {
            What::Changed(Change::BeginEffect(began), _) => began.id == effect.id,
            _ => false,
        });
        // What a keyword or a keyword action does it does by its own rule; how long it lasts says nothing of that.
        let own = |rule: &RuleId| matches!(rule.number().section(), Some(701 | 702));
        let its = began.map_or(Rules::NONE, |entry| entry.rules);
        rules = its.iter().filter(own).fold(rules, Rules::and);
    }
    rules
}

/// The rule by which a resolved effect on all objects of a kind affects this one though it is not of the kind any more, or doesn't
/// though it has become so: the set was determined as the effect began (611.2c).
fn settled_earlier(
    stage: &Stage<'_, '_>,
    view: &View,
    object: ObjectId,
    is_such: &dyn Fn(&Effect) -> bool,
) -> Rules {
    let game = &stage.play.game;
    let on_battlefield = game.object(object).on_battlefield();
    for effect in game.effects().iter().filter(|effect| on_battlefield && effect.changes.iter().any(is_such))
    {
        let (Some(of), Affected::Objects(objects)) = (&effect.of, &effect.affected) else { continue };
        let frame = Frame::of_effect(effect.source, effect.controller, &effect.bindings);
        // Where it can't be told, nothing is said of it.
        let Ok(fits) = matches(Sight { game, view }, &frame, of, object) else { continue };
        // An effect whose parts do not all apply to each of its objects is kept in several (113.11).
        let same = |other: &ContinuousEffect| {
            (other.source, other.timestamp) == (effect.source, effect.timestamp) && other.is_on(object)
        };
        let contained = objects.contains(&object) || game.effects().iter().any(same);
        if fits != contained {
            return Rules::of(&[cr!("611.2c")]);
        }
    }
    Rules::NONE
}

/// Whether an effect on the object has done nothing because its duration was over.
fn never_taken(stage: &Stage<'_, '_>, object: ObjectId) -> bool {
    stage
        .play
        .trace
        .entries()
        .iter()
        .any(|entry| matches!(&entry.what, What::Note(Note::NeverBegins(_, Some(on))) if *on == object))
}

/// Whether effects that apply to an object give control of it to different players.
fn gives_to_several(stage: &mut Stage<'_, '_>, view: &Rc<View>, object: ObjectId) -> Staged<bool> {
    if view.is_as_printed() {
        return Ok(false);
    }
    let influences = influences(stage, view)?;
    let game = &stage.play.game;
    let sight = Sight { game, view };
    let mut given: Vec<PlayerId> = Vec::new();
    for influence in influences.iter().filter(|its| its.object == object && its.standing.applies()) {
        for change in influence.changes.iter() {
            let Effect::Control(who) = change else { continue };
            let is_it = |effect: &&ContinuousEffect| {
                effect.source == influence.source && effect.timestamp == influence.timestamp
            };
            let frame = match game.effects().iter().find(is_it) {
                Some(effect) => Frame::of_effect(effect.source, effect.controller, &effect.bindings),
                None => Frame::of_source(influence.source, influence.controller, Origin::NONE),
            };
            // Where it can't be told, nothing is said of it.
            given.extend(players(sight, &frame, who).ok().and_then(|found| found.first().copied()));
        }
    }
    Ok(given.iter().any(|player| Some(player) != given.first()))
}

/// The rules by which a player controls an object that is on the battlefield or the stack.
pub(super) fn control(stage: &mut Stage<'_, '_>, object: ObjectId) -> Staged<Rules> {
    let view = stage.view()?;
    let game = &stage.play.game;
    let its = game.object(object);
    if its.zone == Zone::Stack {
        let ability = its.stack_ability().is_some();
        return Ok(Rules::of(&[if ability { cr!("113.8") } else { cr!("112.2") }]));
    }
    let controller = view.controller(game, object);
    let default = its.controller;
    let waits = |influence: &Influence| {
        influence.object == object
            && influence.waited
            && influence.changes.iter().any(|change| matches!(change, Effect::Control(_)))
    };
    // Who controls what gives control of it has decided.
    let depends = !view.is_as_printed() && influences(stage, &view)?.iter().any(waits);
    let gives = |change: &Effect| matches!(change, Effect::Control(_));
    // Several effects give it to several players: the last of them decides, whether or not it is theirs by default.
    if gives_to_several(stage, &view, object)? {
        return by_effects(stage, object, &gives, false);
    }
    if controller != default {
        // Who was given the spell controls the permanent that it has become.
        let became = stage.play.trace.entries().iter().any(|entry| match &entry.what {
            What::Changed(Change::Move(it), _) => {
                it.new == object && it.controller == Some(controller) && entry.rules.contains(cr!("110.2b"))
            }
            _ => false,
        });
        let rules = Rules::of(&[cr!("613.1b")]);
        let rules = if became { rules.led_by(cr!("110.2b")) } else { rules };
        return Ok(if depends { rules.and(cr!("613.8b")) } else { rules });
    }
    if depends {
        return Ok(Rules::of(&[cr!("613.1b"), cr!("613.8b")]));
    }
    // One that gives it to the very player who would control it anyway decides all the same.
    let given = by_effects(stage, object, &gives, false)?;
    if given.contains(cr!("613.1b")) {
        return Ok(given);
    }
    let game = &stage.play.game;
    let its = game.object(object);
    let equipped = its.attached_to.and_then(Thing::object);
    if let Some(host) = equipped.filter(|host| view.controller(game, *host) != controller) {
        let equipment = Subtype::from_word("Equipment")
            .is_some_and(|equipment| view.characteristics(game, object).has_subtype(equipment));
        // Whoever controls the host, what is attached to it stays whose it was.
        if game.object(host).controller == controller {
            return Ok(Rules::of(&[if equipment { cr!("301.5d") } else { cr!("303.4e") }, cr!("110.2")]));
        }
    }
    let came = stage.play.trace.entries().iter().find_map(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) if it.new == object => Some((entry.rules, Some(it))),
        What::Changed(Change::Create(new), _) if new.new == object => Some((entry.rules, None)),
        _ => None,
    });
    // What it was given to another player by is over.
    let is_new = came.is_some();
    let came = came.map(|(rules, it)| (rules, it.map(|it| (it.action, it.controller.is_some()))));
    let lost = if is_new { super::lost::of_itself(stage, object, &gives)? } else { Rules::NONE };
    Ok(match came {
        Some(_) if !lost.is_empty() => lost.and(cr!("110.2")),
        None if never_taken(stage, object) => Rules::of(&[cr!("611.2b"), cr!("110.2")]),
        None => {
            let controls = |change: &Effect| matches!(change, Effect::Control(_));
            super::lost::by_rule(stage, object, &controls, false)?.and(cr!("110.2"))
        }
        Some((_, None)) => Rules::of(&[cr!("111.2")]),
        Some((rules, Some((action, names_controller)))) => {
            let said = [cr!("608.3a"), cr!("610.3c"), cr!("702.79a"), cr!("110.2a")];
            // What replaces how it enters says under whose control (616.1b where several do).
            let taken = [cr!("614.6"), cr!("616.1b")].into_iter().filter(|rule| rules.contains(*rule));
            if names_controller && rules.contains(cr!("614.6")) {
                taken.fold(Rules::NONE, Rules::and)
            } else if let Some(rule) = said.into_iter().find(|rule| rules.contains(*rule)) {
                Rules::of(&[rule])
            } else if action != MoveAction::Put {
                Rules::of(&[cr!("110.2")])
            } else if names_controller {
                // The effect itself says under whose control.
                Rules::of(&[cr!("608.2c"), cr!("110.2")])
            } else {
                Rules::of(&[cr!("110.2a")])
            }
        }
    })
}
