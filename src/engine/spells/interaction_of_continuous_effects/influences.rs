//! CR 613: Interaction of Continuous Effects. What each effect does to each object in each layer, kept where that is asked for.

use std::rc::Rc;
use std::sync::Arc;

use crate::engine::additional::{case_cards, keyword_abilities, leveler_cards};
use crate::engine::reading::{Frame, Sight, filters, quantities, selections};
use crate::engine::spells::instructions::information::is_of_the_game;
use crate::engine::view::View;
use crate::game::{AbilityInstance, Game, Object, ObjectId, Origin, PlayerId};
use crate::ir::change::TypeChange;
use crate::ir::{
    Ability, Change, Color, Condition, CounterKind, DesignationName, Keyword, KeywordName, Link, Players,
    Quantity,
};
use crate::rules::{RuleId, cr};
use crate::trace::layers::{Influence, Standing};

use super::{Effect, EffectKind, Layer, affected, changes, layer_of, objects, still_there};

/// Keeps what an effect that begins to apply does, and on which objects that is a matter of other effects (613.9).
pub(super) fn beginning(
    game: &Game,
    view: &mut View,
    frame: &Frame,
    effect: &Effect<'_>,
    layer: Layer,
    settled: &[ObjectId],
) {
    let mut before = View::unchanged(game);
    objects::copies(game, &mut before);
    objects::face_down(game, &mut before);
    let without = match effect.kind {
        EffectKind::Static(_) => affected(game, &before, frame, effect).unwrap_or_default(),
        EffectKind::Made(_) => settled.to_vec(),
    };
    let (always, now) = parted(settled, &without);
    let (_, stopped) = parted(&without, settled);
    note(game, view, frame, effect, (layer, Standing::Applies), &always);
    note(game, view, frame, effect, (layer, Standing::AppliesNow), &now);
    note(game, view, frame, effect, (layer, Standing::AppliesNoMore), &stopped);
}

/// Keeps what an effect does that began to apply before: also to what it would not apply to if it began now (613.6).
pub(super) fn going_on(game: &Game, view: &mut View, frame: &Frame, effect: &Effect<'_>, layer: Layer) {
    let settled = effect.affected.clone().unwrap_or_default();
    let would_now = match effect.kind {
        EffectKind::Made(_) => settled.to_vec(),
        EffectKind::Static(_) if !still_there(game, view, effect) => Vec::new(),
        EffectKind::Static(_) => affected(game, view, frame, effect).unwrap_or_default(),
    };
    let (always, kept) = parted(&settled, &would_now);
    note(game, view, frame, effect, (layer, Standing::Applies), &always);
    note(game, view, frame, effect, (layer, Standing::GoesOn), &kept);
}

/// Marks what would change the size of a permanent that has none: it does nothing unless that becomes a creature (208.3a).
pub(super) fn of_no_creatures(game: &Game, view: View, influences: &mut [Influence]) {
    let view = Rc::new(view);
    let sight = Sight { game, view: &view };
    let of_size = [cr!("613.4a"), cr!("613.4b"), cr!("613.4c"), cr!("613.4d")];
    let idle = |its: &&mut Influence| {
        of_size.contains(&its.layer)
            && its.standing.applies()
            && filters::lacks_power_and_toughness(sight, its.object)
    };
    influences.iter_mut().filter(idle).for_each(|its| its.standing = Standing::Waits);
}

/// Those of some objects that are among others, and those that are not, in their order. There may be a thousand of each.
fn parted(objects: &[ObjectId], others: &[ObjectId]) -> (Vec<ObjectId>, Vec<ObjectId>) {
    if objects == others {
        return (objects.to_vec(), Vec::new());
    }
    let mut sorted = others.to_vec();
    sorted.sort_unstable();
    objects.iter().copied().partition(|object| sorted.binary_search(object).is_ok())
}

/// Keeps what an effect does to the objects, each with its own numbers.
fn note(
    game: &Game,
    view: &mut View,
    frame: &Frame,
    effect: &Effect<'_>,
    (layer, standing): (Layer, Standing),
    objects: &[ObjectId],
) {
    let Some(mut influences) = view.influences.take() else { return };
    let of_layer =
        |change: &&Change| layer_of(change, effect.defining) == layer && !is_of_nothing(game, frame, change);
    let changes = || effect.changes().iter().filter(of_layer);
    let numbered = |view: &View, frame: &Frame| -> Rc<[Change]> {
        changes().map(|change| with_numbers(game, view, frame, change)).collect()
    };
    // Most effects do the same to all that they apply to, which may be a thousand objects.
    let keyword = match &effect.kind {
        EffectKind::Made(_) => None,
        EffectKind::Static(ability) => keyword_of(game, view, effect, ability),
    };
    if changes().next().is_none() {
        view.influences = Some(influences);
        return;
    }
    let mut frame = frame.clone();
    let to_all = changes().all(is_the_same_for_all).then(|| numbered(view, &frame));
    for object in objects {
        frame.affected = Some(*object);
        influences.push(Influence {
            object: *object,
            source: effect.source,
            layer: layer.rule(),
            changes: to_all.clone().unwrap_or_else(|| numbered(view, &frame)),
            counted: match &to_all {
                Some(_) => Rc::from([]),
                None => changes().flat_map(|change| counted_for(game, view, &frame, change)).collect(),
            },
            standing,
            timestamp: effect.timestamp,
            waited: effect.waited,
            looped: effect.looped,
            controller: frame.controller,
            to: if layer == Layer::Control { taker(game, view, &frame, effect) } else { None },
            granted: matches!(effect.origin, Origin::Granted(..)),
            made: match effect.kind {
                EffectKind::Made(made) => Some(made.id),
                EffectKind::Static(_) => None,
            },
            given: matches!(effect.kind, EffectKind::Made(made) if made.given),
            defining: effect.defining,
            keyword,
            counters: None,
            suspected: false,
        });
    }
    view.influences = Some(influences);
}

/// Keeps what counters on an object add to its power and toughness, or to those of the creature that it equips.
pub(super) fn by_counters(
    view: &mut View,
    on: &Object,
    counters: (CounterKind, u32),
    object: ObjectId,
    (power, toughness): (i32, i32),
) {
    let added = |number| Quantity::Fixed(number);
    let change = Change::AddPowerToughness { power: added(power), toughness: added(toughness) };
    by_itself(view, on, Some(counters), (object, on.timestamp, Layer::ModifyPowerToughness, change));
}

/// Keeps that an object has a keyword by counters on it, or else for being suspected.
pub(super) fn by_giver(
    view: &mut View,
    on: &Object,
    counters: Option<(CounterKind, u32)>,
    timestamp: u32,
    keyword: KeywordName,
) {
    if view.influences.is_some() {
        let change = Change::Gain(vec![Ability::Keyword(Keyword::Plain(keyword))]);
        by_itself(view, on, counters, (on.id, timestamp, Layer::Ability, change));
    }
}

/// Keeps what is done to an object by counters on one, or else for being suspected, and by no effect.
fn by_itself(
    view: &mut View,
    on: &Object,
    counters: Option<(CounterKind, u32)>,
    (object, timestamp, layer, change): (ObjectId, u32, Layer, Change),
) {
    let Some(influences) = &mut view.influences else { return };
    influences.push(Influence {
        object,
        source: on.id,
        layer: layer.rule(),
        changes: Rc::from([change]),
        counted: Rc::from([]),
        standing: Standing::Applies,
        timestamp,
        waited: false,
        looped: false,
        controller: on.controller,
        to: None,
        granted: false,
        made: None,
        given: false,
        defining: false,
        keyword: None,
        counters,
        suspected: counters.is_none(),
    });
}

/// The rule of the keyword that a static ability stands for, if it does.
fn keyword_of(game: &Game, view: &View, effect: &Effect<'_>, ability: &Arc<Ability>) -> Option<RuleId> {
    let source = view.characteristics(game, effect.source);
    if case_cards::is_of_solved(source, ability) {
        return Some(cr!("719.3c"));
    }
    let at_max_speed =
        |condition: &Condition| matches!(condition, Condition::Designated(_, DesignationName::MaxSpeed));
    if ability.as_static().and_then(|it| it.condition.as_ref()).is_some_and(at_max_speed) {
        return Some(cr!("702.178a"));
    }
    if let Ability::Static(ability) = &**ability
        && let Some(rule) = leveler_cards::rule_of_symbol(source, ability)
    {
        return Some(rule);
    }
    let abilities = &source.abilities;
    let is_it = |instance: &&AbilityInstance| {
        instance.origin == effect.origin && Arc::ptr_eq(&instance.ability, ability)
    };
    let instance = abilities.iter().find(is_it)?;
    keyword_abilities::rule_of_words(instance.keyword?, instance.is_numberless(abilities))
}

/// Whether a change speaks of a color that was never chosen: it changes nothing (607.5a).
fn is_of_nothing(game: &Game, frame: &Frame, change: &Change) -> bool {
    let (Change::SetChosenColor(link) | Change::AddChosenColor(link)) = change else { return false };
    game.word(frame.link(*link)).is_none()
}

/// Whether no number in a change could be another for another object.
fn is_the_same_for_all(change: &Change) -> bool {
    let fixed = |quantity: &Quantity| matches!(quantity, Quantity::Fixed(_));
    let types_of_others = matches!(change, Change::SetTypes(types) | Change::AddTypes(types) if types.creature_types_of.is_some());
    let of_others = types_of_others || matches!(change, Change::Control(who) if !who.are_constant());
    !of_others && change.quantities().into_iter().all(fixed)
}

/// The change with its numbers as they are now, and the qualities, colors and types that were chosen or are those of other objects, as far as they
/// can be told.
fn with_numbers(game: &Game, view: &View, frame: &Frame, change: &Change) -> Change {
    let number = |quantity: &Quantity| {
        quantities::value(Sight { game, view }, frame, quantity)
            .map_or_else(|_| quantity.clone(), Quantity::Fixed)
    };
    if let Change::SetPowerToughness { power, toughness } = change {
        let (power, toughness) = (power.as_ref().map(number), toughness.as_ref().map(number));
        return Change::SetPowerToughness { power, toughness };
    }
    if let Change::AddPowerToughness { power, toughness } = change {
        let added = |quantity: &Quantity| {
            quantities::added(Sight { game, view }, frame, quantity)
                .map_or_else(|_| quantity.clone(), Quantity::Fixed)
        };
        return Change::AddPowerToughness { power: added(power), toughness: added(toughness) };
    }
    let color = |link: &Link| Color::from_word(game.word(frame.link(*link))?.as_str());
    let types = |types: &TypeChange| changes::with_types(game, view, frame, types);
    let chosen = if let Change::Gain(abilities) = change {
        let sight = Sight { game, view };
        Some(Change::Gain(
            abilities.iter().map(|ability| filters::keyword_with_choices(sight, frame, ability)).collect(),
        ))
    } else if let Change::SetChosenColor(link) = change {
        color(link).map(|color| Change::SetColors(vec![color]))
    } else if let Change::AddChosenColor(link) = change {
        color(link).map(|color| Change::AddColors(vec![color]))
    } else if let Change::SetTypes(set) = change {
        types(set).map(Change::SetTypes)
    } else if let Change::AddTypes(added) = change {
        types(added).map(Change::AddTypes)
    } else {
        None
    };
    chosen.unwrap_or_else(|| change.clone())
}

/// What the game is asked for to know the size that a change makes, each once, and how much it is now.
fn counted_for(game: &Game, view: &View, frame: &Frame, change: &Change) -> Vec<(Quantity, i32)> {
    let mut found = Vec::new();
    if let Change::SetPowerToughness { power, toughness } = change {
        power.iter().chain(toughness).for_each(|quantity| counted_in(quantity, &mut found));
    }
    if let Change::AddPowerToughness { power, toughness } = change {
        [power, toughness].into_iter().for_each(|quantity| counted_in(quantity, &mut found));
    }
    let sight = Sight { game, view };
    let told = |quantity: &Quantity| quantities::value(sight, frame, quantity).ok();
    found.into_iter().filter_map(|quantity| Some((quantity.clone(), told(quantity)?))).collect()
}

/// The parts of a number that the game has to be asked for.
fn counted_in<'a>(quantity: &'a Quantity, found: &mut Vec<&'a Quantity>) {
    if let Quantity::Plus(parts) = quantity {
        parts.iter().for_each(|part| counted_in(part, found));
    } else if let Quantity::Minus(one, other) = quantity {
        counted_in(one, found);
        counted_in(other, found);
    } else if let Quantity::Times(_, of) | Quantity::Half(of, _) | Quantity::Negative(of) = quantity {
        counted_in(of, found);
    } else if is_of_the_game(quantity) && !found.contains(&quantity) {
        found.push(quantity);
    }
}

/// Who controls an object by an effect, if it changes that.
fn taker(game: &Game, view: &View, frame: &Frame, effect: &Effect<'_>) -> Option<PlayerId> {
    let who = effect.changes().iter().find_map(who_takes)?;
    selections::players(Sight { game, view }, frame, who).ok()?.first().copied()
}

/// The players to whom a change gives control.
fn who_takes(change: &Change) -> Option<&Players> {
    if let Change::Control(who) = change { Some(who) } else { None }
}

/// Keeps what an effect would have done whose ability was lost before it began to apply (613.6).
pub(super) fn lost(
    game: &Game,
    view: &mut View,
    frame: &Frame,
    effect: &Effect<'_>,
    layer: Layer,
    would: &[ObjectId],
) {
    // An ability whose text has been changed is still there, and says something else; that of one which was granted never is (612.3).
    let granted = matches!(effect.origin, Origin::Granted(..));
    let reworded = !granted
        && view.characteristics(game, effect.source).abilities.iter().any(|instance| {
            instance.origin == effect.origin && matches!(&*instance.ability, Ability::Static(_))
        });
    let standing = if reworded { Standing::Reworded } else { Standing::Gone };
    note(game, view, frame, effect, (layer, standing), would);
}
