//! CR 613: Interaction of Continuous Effects. What each change makes of an object.

use std::borrow::Cow;
use std::sync::Arc;

use crate::engine::additional::keyword_abilities;
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::reading::selections::{players, select};
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::text_changing_effects::Exchange;
use crate::engine::view::View;
use crate::game::{
    AbilityInstance, Characteristics, EffectId, Game, Granted, ObjectId, Origin, PlayerId, Thing,
};
use crate::ir::change::TypeChange;
use crate::ir::part::{Part, mentions};
use crate::ir::{
    Ability, CardType, Change, Color, Colors, Keyword, Link, Quantity, Selection, Subtype, SubtypeFamily,
    Symbol, TypeLine,
};

/// Makes one change of one object.
///
/// # Errors
/// If what it asks for can't be told, or it is none that is played here.
pub(super) fn apply_change(
    game: &Game,
    view: &mut View,
    frame: &Frame,
    change: &Change,
    (index, timestamp, made): (u16, u32, Option<EffectId>),
    object: ObjectId,
) -> Outcome {
    if let Some(why) = gap_of(change) {
        return Err(Halt::gap(frame.source, why));
    }
    let number = |view: &View, quantity| quantities::value(Sight { game, view }, frame, quantity);
    let origin_of = |number| {
        let which = made.map_or(Granted::ByStatic(number), |effect| Granted::ByEffect(effect, number));
        Origin::Granted(frame.source, which)
    };
    match change {
        Change::Control(who) => {
            let sight = Sight { game, view };
            let player: Option<PlayerId> = players(sight, frame, who)?.first().copied();
            // Nothing changes to the control of a player who has left the game (800.4b).
            if let Some(player) = player.filter(|player| !game.player(*player).gone) {
                view.set_controller(game, object, player);
            }
        }
        Change::AddTypes(added) => add_types(game, view, frame, added, object)?,
        Change::LoseTypes(lost) => lose_types(&mut view.change(game, object).types, lost),
        Change::SetTypes(set) => set_types_of(game, view, frame, set, object)?,
        Change::EveryCreatureType => add_every_creature_type(&mut view.change(game, object).types.subtypes),
        Change::AddColors(colors) => add_colors(view.change(game, object), colors.iter().copied().collect()),
        Change::SetColors(colors) => view.change(game, object).colors = colors.iter().copied().collect(),
        // Where none was chosen it changes nothing (607.5a).
        Change::SetChosenColor(link) => {
            if let Some(color) = chosen_color(game, frame, *link)? {
                view.change(game, object).colors = std::iter::once(color).collect();
            }
        }
        Change::AddChosenColor(link) => {
            if let Some(color) = chosen_color(game, frame, *link)? {
                add_colors(view.change(game, object), std::iter::once(color).collect());
            }
        }
        Change::Gain(abilities) => {
            let abilities = counted_ahead(Sight { game, view }, (frame, object), abilities)?;
            let instances = granted(frame, &abilities, index, origin_of);
            gain(game, view, object, instances, timestamp);
        }
        Change::GainActivatedOf(of) => {
            let abilities = activated_of(Sight { game, view }, frame, of)?;
            let instances = granted(frame, &abilities, index, origin_of);
            gain(game, view, object, instances, timestamp);
        }
        Change::Gained(abilities) => {
            let instances = granted(frame, abilities, index, |number| {
                made.map_or_else(|| origin_of(number), |effect| Origin::Gained(effect, number))
            });
            gain(game, view, object, instances, timestamp);
        }
        Change::Lose(keywords) => view
            .change(game, object)
            .abilities
            .retain(|instance| !instance.keyword.is_some_and(|keyword| keywords.contains(&keyword))),
        Change::LoseAllAbilities => {
            view.change(game, object).abilities.clear();
            view.stripped.push(object);
        }
        Change::SetPowerToughness { power, toughness } => {
            let power = power.as_ref().map(|power| number(view, power)).transpose()?;
            let toughness = toughness.as_ref().map(|toughness| number(view, toughness)).transpose()?;
            set_power_toughness(view.change(game, object), power, toughness);
        }
        Change::AddPowerToughness { power, toughness } => {
            let added = |quantity| quantities::added(Sight { game, view }, frame, quantity);
            let (power, toughness) = (added(power)?, added(toughness)?);
            add_power_toughness(view.change(game, object), power, toughness);
        }
        Change::SwitchPowerToughness => switch_power_toughness(view.change(game, object)),
        Change::Exchange { from, to } => {
            let exchange = Exchange { from: *from, to: *to };
            exchange.apply(object, view.change(game, object))?;
        }
        Change::SetName(name) => view.change(game, object).name = name.as_str().into(),
        Change::CopyOf { .. }
        | Change::GainThis
        | Change::KeepColors
        | Change::KeepName
        | Change::NoManaCost
        | Change::GainPrintedBelow
        | Change::GainKeywordsOf { .. }
        | Change::Text { .. } => {
            return Err(Halt::gap(frame.source, gap_of(change).unwrap_or_default()));
        }
        // What it has of them it loses, and nothing adds one (113.11).
        Change::CantHave(keywords) => {
            view.cant_have.extend(keywords.iter().map(|keyword| (object, *keyword, frame.source)));
        }
    }
    Ok(())
}

/// An object has types in addition to its own.
fn add_types(game: &Game, view: &mut View, frame: &Frame, added: &TypeChange, object: ObjectId) -> Outcome {
    let mut chosen = chosen_type(game, frame, added)?;
    chosen.extend(copied_types(game, view, frame, added)?);
    let types = &mut view.change(game, object).types;
    extend(&mut types.subtypes, &chosen);
    extend(&mut types.supertypes, &added.supertypes);
    extend(&mut types.types, &added.types);
    extend(&mut types.subtypes, &added.subtypes);
    let families: Vec<Subtype> = added.all_of.iter().flat_map(|family| family.all()).collect();
    extend(&mut types.subtypes, &families);
    Ok(())
}

/// An object loses types.
fn lose_types(types: &mut TypeLine, lost: &TypeChange) {
    types.supertypes.retain(|supertype| !lost.supertypes.contains(supertype));
    types.types.retain(|card_type| !lost.types.contains(card_type));
    // Subtypes go with the card types that they belong to (205.1a).
    let left = types.types.clone();
    let of_what_is_left =
        |family: SubtypeFamily| lost.types.is_empty() || left.iter().any(|kind| family.is_of(*kind));
    types.subtypes.retain(|subtype| {
        !lost.subtypes.contains(subtype)
            && !lost.all_of.iter().any(|family| family.names(*subtype))
            && of_what_is_left(subtype.family())
    });
}

/// An object has types instead of its own.
fn set_types_of(game: &Game, view: &mut View, frame: &Frame, set: &TypeChange, object: ObjectId) -> Outcome {
    let mut more = copied_types(game, view, frame, set)?;
    extend(&mut more, &chosen_type(game, frame, set)?);
    if more.is_empty() {
        set_types(view.change(game, object), set);
    } else {
        let mut set = set.clone();
        extend(&mut set.subtypes, &more);
        set_types(view.change(game, object), &set);
    }
    Ok(())
}

/// An object is every creature type.
fn add_every_creature_type(subtypes: &mut Vec<Subtype>) {
    // Each type is there once in the book's list: only what the object had before can be had already.
    let own = subtypes.clone();
    let all = Subtype::all(SubtypeFamily::Creature);
    subtypes.extend(all.filter(|subtype| !own.contains(subtype)));
}

fn add_colors(its: &mut Characteristics, colors: Colors) {
    its.colors = its.colors.union(colors);
}

/// The color that was chosen as the source of the effect entered (607.2d).
fn chosen_color(game: &Game, frame: &Frame, link: Link) -> Outcome<Option<Color>> {
    frame.chosen(game, frame.link(link), "which color", |word: Symbol| Color::from_word(word.as_str()))
}

/// The subtype that was chosen as the source of the effect entered, if the change speaks of it (607.2d).
fn chosen_type(game: &Game, frame: &Frame, change: &TypeChange) -> Outcome<Vec<Subtype>> {
    let Some(link) = change.chosen else { return Ok(Vec::new()) };
    let read = |word: Symbol| Subtype::from_any_case(word.as_str());
    Ok(frame.chosen(game, frame.link(link), "which type", read)?.into_iter().collect())
}

/// The change with the types that were chosen, or are those of other objects, among its own; nothing if it speaks of none, or that can't be
/// told.
pub(super) fn with_types(game: &Game, view: &View, frame: &Frame, change: &TypeChange) -> Option<TypeChange> {
    let mut more = chosen_type(game, frame, change).ok()?;
    more.extend(copied_types(game, view, frame, change).ok()?);
    if more.is_empty() {
        return None;
    }
    let mut subtypes = change.subtypes.clone();
    extend(&mut subtypes, &more);
    Some(TypeChange { subtypes, chosen: None, creature_types_of: None, ..change.clone() })
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

/// An object can't gain a subtype of none of its card types (205.3d). An effect that gives it one waits for those that give it the
/// type, on which it depends (613.8a): what it is once all have been applied tells.
pub(super) fn keep_subtypes(its: &mut Arc<Characteristics>) {
    if !its.types.is_possible() {
        Arc::make_mut(its).types.drop_impossible();
    }
}

/// Why no layer makes a change of an object; nothing for one that is made.
pub(in crate::engine) fn gap_of(change: &Change) -> Option<Why> {
    let types = "it changes types in a way that headjudge does not play";
    let why = match change {
        Change::CopyOf { .. } => "it makes something a copy",
        Change::Text { .. } => "it changes text",
        Change::SetTypes(set) if !set.all_of.is_empty() => types,
        Change::LoseTypes(lost) if lost.chosen.is_some() || lost.creature_types_of.is_some() => types,
        Change::GainThis
        | Change::KeepColors
        | Change::KeepName
        | Change::NoManaCost
        | Change::GainPrintedBelow
        | Change::GainKeywordsOf { .. } => "it changes something in a way that headjudge does not play",
        Change::Control(_)
        | Change::Exchange { .. }
        | Change::AddTypes(_)
        | Change::SetTypes(_)
        | Change::LoseTypes(_)
        | Change::EveryCreatureType
        | Change::AddColors(_)
        | Change::SetColors(_)
        | Change::SetChosenColor(_)
        | Change::AddChosenColor(_)
        | Change::Gain(_)
        | Change::GainActivatedOf(_)
        | Change::Gained(_)
        | Change::Lose(_)
        | Change::LoseAllAbilities
        | Change::CantHave(_)
        | Change::SetPowerToughness { .. }
        | Change::AddPowerToughness { .. }
        | Change::SwitchPowerToughness
        | Change::SetName(_) => return None,
    };
    Some(why.into())
}

/// All activated abilities of some objects, each kept apart from its twin on another. What other effects of this layer give to those and take
/// from them comes before, for what has them depends on that (613.8a).
///
/// # Errors
/// If they are linked ones (607.5).
pub(super) fn activated_of(sight: Sight<'_>, frame: &Frame, of: &Selection) -> Outcome<Vec<Ability>> {
    let mut found = Vec::new();
    for object in select(sight, frame, of)?.into_iter().filter_map(Thing::object) {
        let its = &sight.view.characteristics(sight.game, object).abilities;
        let abilities = its.iter().map(|instance| &*instance.ability);
        found.extend(abilities.filter(|ability| matches!(ability, Ability::Activated(_))).cloned());
    }
    if mentions(&found, |part| matches!(part, Part::Link(_))) {
        let why = "it has linked activated abilities of others, and to what they are linked is not kept";
        return Err(Halt::undecided(frame.source, why));
    }
    Ok(found)
}

/// The abilities that an object gains, where the number behind a keyword has to be known before the ability triggers as it is now.
fn counted_ahead<'a>(
    sight: Sight<'_>,
    (frame, object): (&Frame, ObjectId),
    abilities: &'a [Ability],
) -> Outcome<Cow<'a, [Ability]>> {
    if !abilities.iter().any(|ability| keyword_abilities::counted_ahead(ability).is_some()) {
        return Ok(Cow::Borrowed(abilities));
    }
    let its = Frame::of_source(object, sight.view.controller(sight.game, object), frame.origin);
    let counted = |ability: &Ability| -> Outcome<Ability> {
        let Some((name, quantity)) = keyword_abilities::counted_ahead(ability) else {
            return Ok(ability.clone());
        };
        let number = quantities::value(sight, &its, quantity)?.max(0);
        Ok(Ability::Keyword(Keyword::Number(name, Quantity::Fixed(number))))
    };
    Ok(Cow::Owned(abilities.iter().map(counted).collect::<Outcome<_>>()?))
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
        keyword_abilities::instances(ability, origin, &mut instances);
    }
    instances
}

/// Power and toughness are switched (613.4d).
fn switch_power_toughness(its: &mut Characteristics) {
    std::mem::swap(&mut its.power, &mut its.toughness);
}

/// The power and the toughness become numbers, where they do.
fn set_power_toughness(its: &mut Characteristics, power: Option<i32>, toughness: Option<i32>) {
    its.power = power.or(its.power);
    its.toughness = toughness.or(its.toughness);
}

/// A creature gets so much more power and toughness.
pub(super) fn add_power_toughness(its: &mut Characteristics, power: i32, toughness: i32) {
    if its.is(CardType::Creature) {
        its.power = Some(its.power.unwrap_or(0).saturating_add(power));
        its.toughness = Some(its.toughness.unwrap_or(0).saturating_add(toughness));
    }
}

/// Adds to a list what it does not hold yet.
pub(in crate::engine) fn extend<T: Copy + PartialEq>(list: &mut Vec<T>, added: &[T]) {
    for one in added {
        if !list.contains(one) {
            list.push(*one);
        }
    }
}
