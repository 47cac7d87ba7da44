//! CR 613: Interaction of Continuous Effects

use crate::trace::layers::Influence;
use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::engine::card_types::lands;
use crate::engine::concepts::abilities::functions;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::reading::filters::UNKNOWN;
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight, conditions};
use crate::engine::view::View;
use crate::game::{AbilityInstance, Affected, Game, Mark, Object, ObjectId, Origin, Thing};
use crate::ir::{Ability, Change, Selection, Static, Zone};

mod alike;
pub(in crate::engine) mod changes;
mod dependency;
mod influences;
mod layer;
pub(in crate::engine) mod noticed;
mod objects;
pub(in crate::engine) mod simultaneous;
mod steady;
mod survey;
pub(in crate::engine) mod unmade;
mod unread;

pub(in crate::engine) use changes::{extend, set_types};

use changes::apply_change;
use layer::{LAYERS, Layer, layer_of};
use survey::survey;

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
            EffectKind::Static(ability) => ability.as_static().map_or(&[], |it| &it.changes),
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
        self.ability().and_then(|ability| ability.as_static())
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
    if brought.halves || !view.copied.is_empty() {
        objects::locked(game, &mut view);
    }
    let mut effects: Vec<Effect<'_>> = game
        .effects()
        .iter()
        .filter(|effect| !effect.changes.is_empty())
        .map(|effect| Effect {
            source: effect.source,
            origin: Origin::NONE,
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
                changes::keep_subtypes(its);
                lands::keep_mana_abilities(Arc::make_mut(its));
            }
        }
    }
    let steady = effects.iter().all(steady::is_steady);
    let on_condition = survey(game, &mut view)?;
    view.structure = (steady && !on_condition).then(|| game.structure());
    view.granted = Vec::new();
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
    for object in view.marked(game, Mark::Brings).chain(outside(game)) {
        let apart = is_apart(object);
        if apart && !defines_itself(object) {
            continue;
        }
        let own = effects.len();
        for instance in &view.characteristics(game, object.id).abilities {
            let Ability::Static(it) = &*instance.ability else { continue };
            if it.changes.is_empty() || apart && !it.defining || !functions(instance, object.home()) {
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

/// An object that the layers pass over although they would find something to do with it: there must be none.
pub(crate) fn passed_over(game: &Game, view: &View) -> Option<ObjectId> {
    objects::passed_over(game, view)
}

/// Whether an object is in a library or outside the game, where nothing of it functions but what defines what it is (604.3, 400.11c).
pub(super) fn is_apart(object: &Object) -> bool {
    object.zone == Zone::Library || !object.exists
}

/// The cards outside the game that are known.
pub(super) fn outside(game: &Game) -> impl Iterator<Item = &Object> {
    game.players().flat_map(|player| &game.player(player).outside).map(|card| game.object(*card))
}

/// Whether printed abilities of an object define its characteristics (604.3).
pub(super) fn defines_itself(object: &Object) -> bool {
    let defining = |ability: &Ability| matches!(ability, Ability::Static(it) if it.defining);
    object.base.abilities.iter().any(|instance| defining(&instance.ability))
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
    let mut givers = Vec::new();
    if layer == Layer::Ability && (brought.counters || brought.suspected) {
        givers = objects::givers(game);
        changed |= !givers.is_empty();
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
        let earlier = givers.partition_point(|giver| giver.timestamp < effect.timestamp);
        givers.drain(..earlier).for_each(|giver| giver.apply(game, view));
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
    givers.into_iter().for_each(|giver| giver.apply(game, view));
    if layer == Layer::Ability {
        let mut kept = Vec::with_capacity(view.cant_have.len());
        for (object, keyword, by) in std::mem::take(&mut view.cant_have) {
            let abilities = &mut view.change(game, object).abilities;
            abilities.retain(|instance| instance.keyword != Some(keyword));
            kept.push((object, keyword, by));
        }
        view.cant_have = kept;
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
    effect.changes().iter().any(|change| {
        let Change::Gain(abilities) = change else { return false };
        abilities.iter().any(|ability| matches!(ability, Ability::Static(_)))
    })
}

/// Whose effect it is, and what was settled as it was made.
fn frame_of(game: &Game, view: &View, effect: &Effect<'_>) -> Frame {
    let of = |controller| Frame::of_source(effect.source, controller, effect.origin);
    match effect.kind {
        EffectKind::Made(made) => of(made.controller).bound(&made.bindings),
        EffectKind::Static(_) => of(view.controller(game, effect.source)),
    }
}

fn apply_effect(game: &Game, view: &mut View, effect: &mut Effect<'_>, layer: Layer) -> Outcome {
    let mut frame = frame_of(game, view, effect);
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
            // A card outside the game is only what it is itself (604.3).
            if game.object(*object).exists || effect.defining && *object == effect.source {
                frame.affected = Some(*object);
                let applied =
                    apply_change(game, view, &frame, change, (index, effect.timestamp, made), *object);
                match applied {
                    Err(Halt::Undecided(_)) if effect.defining && waits(game, change, *object) => {
                        let its = view.change(game, *object);
                        (its.power, its.toughness) = (Some(UNKNOWN), Some(UNKNOWN));
                    }
                    applied => applied?,
                }
            }
        }
    }
    Ok(())
}

/// Whether nobody needs to know the size of a card yet: where it is no permanent, only what asks for it.
fn waits(game: &Game, change: &Change, object: ObjectId) -> bool {
    let zone = game.object(object).zone;
    matches!(change, Change::SetPowerToughness { .. }) && !matches!(zone, Zone::Battlefield | Zone::Stack)
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

impl View {
    /// The view of a position.
    ///
    /// # Errors
    /// If an ability on the table says something that can't be played.
    pub fn of(game: &Game) -> Outcome<Self> {
        apply_all(game)
    }

    /// What the layers do to the objects of a position, in the order in which they do it.
    ///
    /// # Errors
    /// If an ability on the table says something that can't be played.
    pub fn influences(game: &Game) -> Outcome<Vec<Influence>> {
        let mut view = Self::unchanged(game);
        view.influences = Some(Vec::new());
        let mut view = apply_onto(game, view)?;
        let mut influences = view.influences.take().unwrap_or_default();
        influences::of_no_creatures(game, view, &mut influences);
        Ok(influences)
    }
}
