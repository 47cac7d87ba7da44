//! CR 613: Interaction of Continuous Effects

use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::engine::card_types::lands;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::reading::selections::{players, select};
use crate::engine::reading::{Frame, Sight, conditions, quantities};
use crate::engine::spells::text_changing_effects::Exchange;
use crate::engine::view::{View, functions};
use crate::game::{
    AbilityInstance, Affected, Characteristics, EffectId, Game, ObjectId, Origin, Pair, PlayerId, Thing,
};
use crate::ir::change::TypeChange;
use crate::ir::{Ability, CardType, Change, Selection, Static, Subtype, SubtypeFamily, Zone};
use crate::rules::{RuleId, cr};

mod alike;
mod dependency;
mod influences;
mod objects;
pub(in crate::engine) mod simultaneous;
mod steady;
mod survey;

use survey::survey;

/// The layers and sublayers in the order in which they apply (613.1, 613.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    /// 613.1a.
    Copy,
    /// 613.1b.
    Control,
    /// 613.1c.
    Text,
    /// 613.1d.
    Type,
    /// 613.1e.
    Color,
    /// 613.1f.
    Ability,
    /// 613.4a.
    DefinePowerToughness,
    /// 613.4b.
    SetPowerToughness,
    /// 613.4c.
    ModifyPowerToughness,
    /// 613.4d.
    SwitchPowerToughness,
}

impl Layer {
    const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// The layers in which changes belong, a bit for each.
    fn of_all(changes: &[Change], defining: bool) -> u16 {
        changes.iter().fold(0, |layers, change| layers | layer_of(change, defining).bit())
    }

    const fn rule(self) -> RuleId {
        match self {
            Self::Copy => cr!("613.1a"),
            Self::Control => cr!("613.1b"),
            Self::Text => cr!("613.1c"),
            Self::Type => cr!("613.1d"),
            Self::Color => cr!("613.1e"),
            Self::Ability => cr!("613.1f"),
            Self::DefinePowerToughness => cr!("613.4a"),
            Self::SetPowerToughness => cr!("613.4b"),
            Self::ModifyPowerToughness => cr!("613.4c"),
            Self::SwitchPowerToughness => cr!("613.4d"),
        }
    }
}

const LAYERS: [Layer; 10] = [
    Layer::Copy,
    Layer::Control,
    Layer::Text,
    Layer::Type,
    Layer::Color,
    Layer::Ability,
    Layer::DefinePowerToughness,
    Layer::SetPowerToughness,
    Layer::ModifyPowerToughness,
    Layer::SwitchPowerToughness,
];

/// One continuous effect as it is being applied.
#[derive(Clone)]
struct Effect<'a> {
    source: ObjectId,
    origin: Origin,
    timestamp: u32,
    /// From a characteristic-defining ability, which comes first in its layer (613.3).
    defining: bool,
    kind: EffectKind<'a>,
    /// In which layers it changes something, a bit for each: most effects do so in one, and each layer asks all of them.
    layers: u16,
    /// What it applies to, settled when it first applied (613.6) or as it was made (611.2c).
    affected: Option<Rc<[ObjectId]>>,
    /// Whether an effect with a later timestamp was applied before it in this layer, because it depends on that, or it
    /// stands in a loop of such (613.8b).
    waited: bool,
    /// Whether it stands in a loop of effects that depend on each other.
    looped: bool,
}

#[derive(Clone)]
enum EffectKind<'a> {
    Static(Arc<Ability>),
    Made(&'a crate::game::ContinuousEffect),
}

impl EffectKind<'_> {
    fn changes(&self) -> &[Change] {
        match self {
            EffectKind::Static(ability) => match &**ability {
                Ability::Static(it) => &it.changes,
                _ => &[],
            },
            EffectKind::Made(effect) => &effect.changes,
        }
    }
}

impl Effect<'_> {
    fn changes(&self) -> &[Change] {
        self.kind.changes()
    }

    const fn is_in(&self, layer: Layer) -> bool {
        self.layers & layer.bit() != 0
    }

    fn ability(&self) -> Option<&Arc<Ability>> {
        match &self.kind {
            EffectKind::Static(ability) => Some(ability),
            EffectKind::Made(_) => None,
        }
    }

    fn static_ability(&self) -> Option<&Static> {
        match self.ability().map(|ability| &**ability) {
            Some(Ability::Static(it)) => Some(it),
            _ => None,
        }
    }
}

/// What the layers make of all objects.
pub(in crate::engine) fn apply_all(game: &Game) -> Outcome<View> {
    apply_onto(game, View::unchanged(game))
}

/// The same onto a view in which nothing is changed yet.
pub(in crate::engine) fn apply_onto(game: &Game, mut view: View) -> Outcome<View> {
    let brought = objects::Brought::at_a_glance(game);
    objects::copies(game, &mut view);
    if brought.face_down {
        objects::face_down(game, &mut view);
    }
    let mut effects: Vec<Effect<'_>> = game
        .effects()
        .iter()
        .filter(|effect| !effect.changes.is_empty())
        .map(|effect| Effect {
            source: effect.source,
            origin: Origin::Rules(0),
            timestamp: effect.timestamp,
            defining: false,
            layers: Layer::of_all(&effect.changes, false),
            affected: match &effect.affected {
                Affected::Objects(objects) => Some(objects.clone()),
                Affected::Rules => Some(Rc::from([])),
            },
            kind: EffectKind::Made(effect),
            waited: false,
            looped: false,
        })
        .collect();
    let quiet = effects.is_empty() && view.copied.is_empty() && !brought.any();
    // Most positions hold no effect at all; then one look is enough.
    let quiet = quiet && {
        let found = survey(game, &mut view)?;
        view.structure = (!found.changes && !found.on_condition).then(|| game.structure());
        view.structure.is_some()
    };
    if !quiet {
        gather(game, &view, &mut effects);
        for layer in LAYERS {
            if !effects.iter().any(|effect| effect.is_in(layer)) && !brought.is_in(layer) {
                continue;
            }
            let changed = apply_layer(game, &mut view, &mut effects, layer, brought)?;
            // These layers may have given an object a static ability that applies from here on.
            if changed && matches!(layer, Layer::Copy | Layer::Text | Layer::Ability) {
                gather(game, &view, &mut effects);
            }
            if changed && layer == Layer::Type {
                for its in view.changed.iter_mut().flatten() {
                    lands::keep_mana_abilities(Arc::make_mut(its));
                }
            }
        }
        let steady = view.copied.is_empty() && effects.iter().all(steady::is_steady);
        let found = survey(game, &mut view)?;
        view.structure = (steady && !found.on_condition).then(|| game.structure());
        view.granted = Vec::new();
    }
    Ok(view)
}

/// Adds the static abilities that objects have now and that are not among the effects yet. An effect that has begun to
/// apply in an earlier layer goes on though its ability is gone (613.6).
fn gather(game: &Game, view: &View, effects: &mut Vec<Effect<'_>>) {
    let mut gathered: SmallVec<[(ObjectId, Origin, *const Ability); 16]> = effects
        .iter()
        .filter_map(|effect| Some((effect.source, effect.origin, Arc::as_ptr(effect.ability()?))))
        .collect();
    gathered.sort_unstable();
    for object in game.objects().iter().filter(|object| object.exists && object.zone != Zone::Library) {
        let own = effects.len();
        for instance in &view.characteristics(game, object.id).abilities {
            let Ability::Static(it) = &*instance.ability else { continue };
            if it.changes.is_empty() || !functions(instance, object.home()) {
                continue;
            }
            let key = (object.id, instance.origin, Arc::as_ptr(&instance.ability));
            let twice = |effect: &Effect<'_>| {
                effect.origin == instance.origin
                    && effect.ability().is_some_and(|its| Arc::ptr_eq(its, &instance.ability))
            };
            let known = gathered.binary_search(&key).is_ok()
                || effects.get(own..).unwrap_or_default().iter().any(twice);
            if !known {
                // An ability that an effect grants defines nothing (604.3a).
                let defining =
                    it.defining && !matches!(instance.origin, Origin::Granted(..) | Origin::Gained(..));
                effects.push(Effect {
                    source: object.id,
                    origin: instance.origin,
                    timestamp: timestamp_of(game, view, object.id, instance),
                    defining,
                    layers: Layer::of_all(&it.changes, defining),
                    kind: EffectKind::Static(instance.ability.clone()),
                    affected: None,
                    waited: false,
                    looped: false,
                });
            }
        }
    }
}

/// The timestamp of a static ability's effect: its object's, or that of the effect that granted it if later (613.7a).
fn timestamp_of(game: &Game, view: &View, object: ObjectId, instance: &AbilityInstance) -> u32 {
    let own = game.object(object).timestamp;
    let granted = view.granted.iter().find(|(ability, _)| Arc::ptr_eq(ability, &instance.ability));
    granted.map_or(own, |(_, timestamp)| own.max(*timestamp))
}

/// Applies the effects of a layer in the order of their timestamps (613.7), but each after those that it depends on (613.8b).
/// Says whether anything applied.
fn apply_layer(
    game: &Game,
    view: &mut View,
    effects: &mut Vec<Effect<'_>>,
    layer: Layer,
    brought: objects::Brought,
) -> Outcome<bool> {
    let mut waiting = Vec::new();
    wait_in_order(effects, 0, layer, &mut waiting);
    let mut changed = !waiting.is_empty();
    let mut counters = Vec::new();
    if layer == Layer::Ability && brought.counters {
        counters = objects::keyword_counters(game);
        changed |= !counters.is_empty();
    }
    if layer == Layer::Ability && brought.suspected {
        changed |= objects::suspected(game, view);
    }
    let mut in_doubt = dependency::is_possible(effects, &waiting, layer);
    while !waiting.is_empty() {
        let (place, looped) =
            if in_doubt { dependency::next(game, view, effects, &waiting, layer)? } else { (0, Vec::new()) };
        for (other, index) in waiting.iter().enumerate() {
            let depends = other < place || looped.contains(&other) || other == place && !looped.is_empty();
            if let (true, Some(effect)) = (depends, effects.get_mut(*index)) {
                effect.waited = true;
                effect.looped |= looped.contains(&other) || other == place;
            }
        }
        let index = waiting.remove(place);
        let Some(effect) = effects.get_mut(index) else { continue };
        let earlier = counters.partition_point(|counter| counter.timestamp < effect.timestamp);
        counters.drain(..earlier).for_each(|counter| counter.apply(game, view));
        apply_effect(game, view, effect, layer)?;
        let grants = layer == Layer::Ability && grants_static(effect);
        if layer == Layer::ModifyPowerToughness && !in_doubt {
            alike::apply(game, view, effects, index, &mut waiting);
        }
        // A static ability that is gained now may have an effect in this very layer.
        if grants {
            let known = effects.len();
            gather(game, view, effects);
            wait_in_order(effects, known, layer, &mut waiting);
            in_doubt = dependency::is_possible(effects, &waiting, layer);
        }
    }
    counters.into_iter().for_each(|counter| counter.apply(game, view));
    if layer == Layer::Ability {
        for (object, keyword) in std::mem::take(&mut view.cant_have) {
            let abilities = &mut view.change(game, object).abilities;
            abilities.retain(|instance| instance.keyword != Some(keyword));
        }
    }
    if layer == Layer::ModifyPowerToughness && brought.counters {
        objects::power_toughness_counters(game, view);
    }
    Ok(changed)
}

/// Adds the effects from an index on that change something in the layer to those that wait, which stand in order: those from
/// characteristic-defining abilities first (613.3), then by timestamp (613.7).
fn wait_in_order(effects: &[Effect<'_>], from: usize, layer: Layer, waiting: &mut Vec<usize>) {
    waiting.extend(
        effects
            .iter()
            .enumerate()
            .skip(from)
            .filter_map(|(index, effect)| effect.is_in(layer).then_some(index)),
    );
    waiting
        .sort_by_key(|index| effects.get(*index).map(|effect| (!effect.defining, effect.timestamp, *index)));
}

fn grants_static(effect: &Effect<'_>) -> bool {
    effect.changes().iter().any(|change| match change {
        Change::Gain(abilities) => abilities.iter().any(|ability| matches!(ability, Ability::Static(_))),
        _ => false,
    })
}

fn apply_effect(game: &Game, view: &mut View, effect: &mut Effect<'_>, layer: Layer) -> Outcome {
    let controller = match effect.kind {
        EffectKind::Made(made) => made.controller,
        EffectKind::Static(_) => view.controller(game, effect.source),
    };
    let mut frame = Frame::of_source(effect.source, controller, effect.origin);
    if let EffectKind::Made(made) = effect.kind {
        frame = frame.bound(&made.bindings);
    }
    if effect.affected.is_none() {
        // An ability that was lost before its effect began to apply makes none (613.6).
        if !still_there(game, view, effect) {
            if view.influences.is_some() {
                let would = affected(game, view, &frame, effect).unwrap_or_default();
                influences::lost(game, view, &frame, effect, layer, &would);
            }
            return Ok(());
        }
        let settled = affected(game, view, &frame, effect)?;
        if view.influences.is_some() {
            influences::beginning(game, view, &frame, effect, layer, &settled);
        }
        effect.affected = Some(settled.into());
    } else if view.influences.is_some() {
        influences::going_on(game, view, &frame, effect, layer);
    }
    let affected = effect.affected.clone().unwrap_or_default();
    (effect.waited, effect.looped) = (false, false);
    let of_layer = |change: &&Change| layer_of(change, effect.defining) == layer;
    let made = match effect.kind {
        EffectKind::Made(made) => Some(made.id),
        EffectKind::Static(_) => None,
    };
    for (index, change) in (0u16..).zip(effect.changes().iter().filter(of_layer)) {
        for object in affected.iter() {
            if game.object(*object).exists {
                frame.affected = Some(*object);
                apply_change(game, view, &frame, change, (index, effect.timestamp, made), *object)?;
            }
        }
    }
    Ok(())
}

/// Whether the object still has the static ability whose effect it is.
fn still_there(game: &Game, view: &View, effect: &Effect<'_>) -> bool {
    let EffectKind::Static(ability) = &effect.kind else { return true };
    view.characteristics(game, effect.source)
        .abilities
        .iter()
        .any(|instance| instance.origin == effect.origin && Arc::ptr_eq(&instance.ability, ability))
}

/// What a static ability's effect applies to now.
fn affected(game: &Game, view: &View, frame: &Frame, effect: &Effect<'_>) -> Outcome<Vec<ObjectId>> {
    let Some(it) = effect.static_ability() else { return Ok(Vec::new()) };
    let sight = Sight { game, view };
    if let Some(condition) = &it.condition {
        if !conditions::holds(sight, frame, condition)? {
            return Ok(Vec::new());
        }
    }
    let selection = it.affects.as_ref().unwrap_or(&Selection::This);
    let things = select(sight, frame, selection)?;
    Ok(things.into_iter().filter_map(Thing::object).collect())
}

fn apply_change(
    game: &Game,
    view: &mut View,
    frame: &Frame,
    change: &Change,
    (index, timestamp, made): (u16, u32, Option<EffectId>),
    object: ObjectId,
) -> Outcome {
    let number = |view: &View, quantity| quantities::value(Sight { game, view }, frame, quantity);
    match change {
        Change::Control(who) => {
            let sight = Sight { game, view };
            let player: Option<PlayerId> = players(sight, frame, who)?.first().copied();
            // Nothing changes to the control of a player who has left the game (800.4b).
            if let Some(player) = player.filter(|player| !game.player(*player).gone) {
                view.set_controller(game, object, player);
            }
        }
        Change::AddTypes(added) => {
            if !added.all_of.is_empty() {
                return Err(unplayed(frame, change));
            }
            let mut chosen = chosen_type(game, frame, added)?;
            chosen.extend(copied_types(game, view, frame, added)?);
            let types = &mut view.change(game, object).types;
            extend(&mut types.subtypes, &chosen);
            extend(&mut types.supertypes, &added.supertypes);
            extend(&mut types.types, &added.types);
            extend(&mut types.subtypes, &added.subtypes);
            extend(&mut types.subtypes, chosen.as_slice());
        }
        Change::LoseTypes(lost) => {
            let types = &mut view.change(game, object).types;
            types.supertypes.retain(|supertype| !lost.supertypes.contains(supertype));
            types.types.retain(|card_type| !lost.types.contains(card_type));
            // Subtypes go with the card types that they belong to (205.1a).
            let left = types.types.clone();
            let of_what_is_left =
                |family: SubtypeFamily| lost.types.is_empty() || left.iter().any(|kind| family.is_of(*kind));
            types.subtypes.retain(|subtype| {
                !lost.subtypes.contains(subtype)
                    && !lost.all_of.iter().any(|family| family.family() == subtype.family())
                    && of_what_is_left(subtype.family())
            });
        }
        Change::SetTypes(set) => {
            if set.chosen.is_some() || !set.all_of.is_empty() {
                return Err(unplayed(frame, change));
            }
            match copied_types(game, view, frame, set)? {
                copied if copied.is_empty() => set_types(view.change(game, object), set),
                copied => {
                    let mut set = set.clone();
                    extend(&mut set.subtypes, &copied);
                    set_types(view.change(game, object), &set);
                }
            }
        }
        Change::EveryCreatureType => {
            // Each type is there once in the book's list: only what the object had before can be had already.
            let subtypes = &mut view.change(game, object).types.subtypes;
            let own = subtypes.clone();
            let all = Subtype::all(SubtypeFamily::Creature);
            subtypes.extend(all.filter(|subtype| !own.contains(subtype)));
        }
        Change::AddColors(colors) => {
            let its = view.change(game, object);
            its.colors = its.colors.union(colors.iter().copied().collect());
        }
        Change::SetColors(colors) => view.change(game, object).colors = colors.iter().copied().collect(),
        Change::Gain(abilities) => {
            let instances = granted(frame, abilities, index, |number| Origin::Granted(frame.source, number));
            gain(game, view, object, instances, timestamp);
        }
        Change::Gained(abilities) => {
            let instances = granted(frame, abilities, index, |number| {
                made.map_or(Origin::Granted(frame.source, number), |effect| Origin::Gained(effect, number))
            });
            gain(game, view, object, instances, timestamp);
        }
        Change::Lose(keywords) => view
            .change(game, object)
            .abilities
            .retain(|instance| !instance.keyword.is_some_and(|keyword| keywords.contains(&keyword))),
        Change::LoseAllAbilities => view.change(game, object).abilities.clear(),
        Change::SetPowerToughness { power, toughness } => {
            let power = power.as_ref().map(|power| number(view, power)).transpose()?;
            let toughness = toughness.as_ref().map(|toughness| number(view, toughness)).transpose()?;
            let its = view.change(game, object);
            its.power = power.or(its.power);
            its.toughness = toughness.or(its.toughness);
        }
        Change::AddPowerToughness { power, toughness } => {
            let (power, toughness) = (number(view, power)?, number(view, toughness)?);
            add_power_toughness(view.change(game, object), power, toughness);
        }
        Change::SwitchPowerToughness => {
            let its = view.change(game, object);
            std::mem::swap(&mut its.power, &mut its.toughness);
        }
        Change::Exchange { from, to } => {
            let exchange = Exchange { from: *from, to: *to };
            exchange.apply(object, view.change(game, object))?;
        }
        Change::SetName(name) => view.change(game, object).name = name.as_str().into(),
        Change::CopyOf { .. }
        | Change::GainThis
        | Change::KeepColors
        | Change::NoManaCost
        | Change::GainActivatedOf(_)
        | Change::GainKeywordsOf { .. }
        | Change::SetChosenColor(_)
        | Change::Text { .. } => {
            return Err(unplayed(frame, change));
        }
        // What it has of them it loses, and nothing adds one (113.11).
        Change::CantHave(keywords) => {
            view.cant_have.extend(keywords.iter().map(|keyword| (object, *keyword)));
        }
    }
    Ok(())
}

/// The subtype that was chosen as the source of the effect entered, if the change speaks of it (607.2d).
fn chosen_type(game: &Game, frame: &Frame, change: &TypeChange) -> Outcome<Vec<Subtype>> {
    let Some(link) = change.chosen else { return Ok(Vec::new()) };
    let key = frame.link(link);
    match game.word(key).and_then(|word| Subtype::from_any_case(word.as_str())) {
        Some(subtype) => Ok(vec![subtype]),
        // Nothing was chosen for a pair of abilities that it has gained: the choice is undefined (607.5a).
        None if key.pair != Pair::Own => Ok(Vec::new()),
        None => Err(Halt::undecided(frame.source, "nothing says which type was chosen as it entered")),
    }
}

/// The creature types of other objects that the change speaks of.
fn copied_types(game: &Game, view: &View, frame: &Frame, change: &TypeChange) -> Outcome<Vec<Subtype>> {
    let Some(of) = &change.creature_types_of else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for object in select(Sight { game, view }, frame, of)?.into_iter().filter_map(Thing::object) {
        let types = view.characteristics(game, object).types.subtypes.iter().copied();
        found.extend(types.filter(|subtype| subtype.family() == SubtypeFamily::Creature));
    }
    Ok(found)
}

/// An object gains abilities by an effect with this timestamp, which counts for what they do (613.7a).
fn gain(game: &Game, view: &mut View, object: ObjectId, instances: Vec<AbilityInstance>, timestamp: u32) {
    let lasting = instances.iter().filter(|instance| matches!(&*instance.ability, Ability::Static(_)));
    view.granted.extend(lasting.map(|instance| (instance.ability.clone(), timestamp)));
    view.change(game, object).abilities.extend(instances);
}

/// Has these types instead of its others of the same sort (205.1a). Set to basic land types, a land loses its other land types
/// and what its rules text gives it (305.7); the mana abilities of its types come and go by themselves (305.6).
/// New types or subtypes in place of all that it has of that sort (205.1a).
pub(in crate::engine) fn set_types(its: &mut Characteristics, set: &TypeChange) {
    if !set.supertypes.is_empty() {
        its.types.supertypes.clone_from(&set.supertypes);
    }
    if !set.types.is_empty() {
        its.types.types.clone_from(&set.types);
        // Subtypes of card types that it has no more are gone with them.
        let types = its.types.types.clone();
        its.types.subtypes.retain(|subtype| types.iter().any(|kind| subtype.family().is_of(*kind)));
    }
    if set.subtypes.iter().any(|subtype| subtype.basic_land_color().is_some()) && its.is(CardType::Land) {
        its.abilities.retain(|instance| matches!(instance.origin, Origin::Granted(..) | Origin::Rules(_)));
    }
    its.types.subtypes.retain(|old| set.subtypes.iter().all(|new| new.family() != old.family()));
    extend(&mut its.types.subtypes, &set.subtypes);
}

fn unplayed(frame: &Frame, change: &Change) -> Halt {
    let what = match change {
        Change::CopyOf { .. } => "it makes something a copy",
        Change::Text { .. } => "it changes text",
        Change::SetTypes(_) | Change::AddTypes(_) => "it changes types in a way that headjudge does not play",
        _ => "it changes something in a way that headjudge does not play",
    };
    Halt::undecided(frame.source, what)
}

/// The abilities that an effect grants, each with what its keyword stands for.
fn granted(
    frame: &Frame,
    abilities: &[Ability],
    change: u16,
    origin: impl Fn(u16) -> Origin,
) -> Vec<AbilityInstance> {
    let mut instances = Vec::new();
    // Each static ability of the grantor has numbers of its own.
    let first = match frame.origin {
        Origin::Printed(number) => number.saturating_mul(1000),
        _ => 0,
    };
    for (number, ability) in (0u16..).zip(abilities) {
        let origin = origin(first.saturating_add(change * 100 + number));
        crate::engine::additional::keyword_abilities::instances(ability, origin, &mut instances);
    }
    instances
}

const fn layer_of(change: &Change, defining: bool) -> Layer {
    match change {
        Change::CopyOf { .. } => Layer::Copy,
        Change::Control(_) => Layer::Control,
        Change::Text { .. } | Change::Exchange { .. } | Change::SetName(_) => Layer::Text,
        Change::AddTypes(_) | Change::SetTypes(_) | Change::LoseTypes(_) | Change::EveryCreatureType => {
            Layer::Type
        }
        Change::AddColors(_) | Change::SetColors(_) | Change::SetChosenColor(_) => Layer::Color,
        Change::Gain(_)
        | Change::Gained(_)
        | Change::GainThis
        | Change::KeepColors
        | Change::NoManaCost
        | Change::GainActivatedOf(_)
        | Change::GainKeywordsOf { .. }
        | Change::Lose(_)
        | Change::LoseAllAbilities
        | Change::CantHave(_) => Layer::Ability,
        Change::SetPowerToughness { .. } => {
            if defining {
                Layer::DefinePowerToughness
            } else {
                Layer::SetPowerToughness
            }
        }
        Change::AddPowerToughness { .. } => Layer::ModifyPowerToughness,
        Change::SwitchPowerToughness => Layer::SwitchPowerToughness,
    }
}

fn add_power_toughness(its: &mut Characteristics, power: i32, toughness: i32) {
    if its.is(CardType::Creature) {
        its.power = Some(its.power.unwrap_or(0).saturating_add(power));
        its.toughness = Some(its.toughness.unwrap_or(0).saturating_add(toughness));
    }
}

fn extend<T: Copy + PartialEq>(list: &mut Vec<T>, added: &[T]) {
    for one in added {
        if !list.contains(one) {
            list.push(*one);
        }
    }
}
