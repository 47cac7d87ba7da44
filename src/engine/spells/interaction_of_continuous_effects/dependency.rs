//! CR 613: Interaction of Continuous Effects. Dependency within a layer (613.8), found by trying effects on the unfinished
//! result.

use crate::engine::halt::{Halt, Outcome};
use crate::engine::reading::{Frame, Sight, quantities, selections};
use crate::engine::view::View;
use crate::game::{Game, ObjectId, PlayerId};
use crate::ir::filter::Shared;
use crate::ir::part::{Part, mentions};
use crate::ir::quantity::Measure;
use crate::ir::{Ability, Change, Filter, Quantity, Selection, Subtype, Trait};

use super::{Effect, Layer, affected, apply_effect, changes, frame_of, layer_of, still_there};

/// How many pairs of effects are tried on each other at most.
const MOST_TRIALS: usize = 400;

/// Whether any effect of those waiting could depend on another.
pub(super) fn is_possible(effects: &[Effect<'_>], waiting: &[usize], layer: Layer) -> bool {
    let listed = || waiting.iter().filter_map(|index| effects.get(*index));
    let removes = listed().any(|effect| loses_abilities(effect, layer));
    waiting.len() > 1 && listed().any(|effect| could_depend(effect, layer, removes))
}

/// The place among those waiting, which stand in the order of their timestamps, of the effect that is applied next: the first
/// that depends on no other, or only on such as depend on it in turn (613.8b); and the places of
/// those that stand in a loop with it.
///
/// # Errors
/// If an effect asks for what can't be told, or there are too many to be tried.
pub(super) fn next(
    game: &Game,
    view: &View,
    effects: &[Effect<'_>],
    waiting: &[usize],
    layer: Layer,
) -> Outcome<(usize, Vec<usize>)> {
    let listed: Vec<&Effect<'_>> = waiting.iter().filter_map(|index| effects.get(*index)).collect();
    let removes = listed.iter().any(|effect| loses_abilities(effect, layer));
    let doubtful: Vec<bool> = listed.iter().map(|effect| could_depend(effect, layer, removes)).collect();
    let rows = doubtful.iter().filter(|doubtful| **doubtful).count();
    if listed.len() < 2 || rows == 0 {
        return Ok((0, Vec::new()));
    }
    if rows.saturating_mul(listed.len()) > MOST_TRIALS {
        return Err(Halt::undecided(None, "too many continuous effects may depend on each other"));
    }
    let mut depends: Vec<Vec<usize>> = Vec::with_capacity(listed.len());
    for (place, effect) in listed.iter().enumerate() {
        let mut on = Vec::new();
        if doubtful.get(place) == Some(&true) {
            let now = what_it_does(game, view, effect, layer)?;
            for (other_place, other) in listed.iter().enumerate() {
                // Of a characteristic-defining ability and another effect neither depends on the other (613.8a).
                if other_place == place || other.defining != effect.defining {
                    continue;
                }
                let mut tried = view.clone();
                apply_effect(game, &mut tried, &mut (*other).clone(), layer)?;
                if what_it_does(game, &tried, effect, layer)? != now {
                    on.push(other_place);
                }
            }
        }
        depends.push(on);
    }
    let free = (0..listed.len()).find(|place| {
        let on = depends.get(*place).map(Vec::as_slice).unwrap_or_default();
        on.iter().all(|other| reaches(&depends, *other, *place))
    });
    let place = free.unwrap_or(0);
    let looped = (0..listed.len()).filter(|other| {
        *other != place && reaches(&depends, place, *other) && reaches(&depends, *other, place)
    });
    Ok((place, looped.collect()))
}

/// Whether one effect depends on another, directly or through others.
fn reaches(depends: &[Vec<usize>], from: usize, to: usize) -> bool {
    let mut seen = vec![from];
    let mut next = 0;
    while let Some(place) = seen.get(next).copied() {
        if place == to {
            return true;
        }
        for other in depends.get(place).map(Vec::as_slice).unwrap_or_default() {
            if !seen.contains(other) {
                seen.push(*other);
            }
        }
        next += 1;
    }
    false
}

/// What an effect would do.
#[derive(PartialEq)]
struct Doing {
    /// To what.
    objects: Vec<ObjectId>,
    /// With which numbers.
    numbers: Vec<i32>,
    /// For which players.
    players: Vec<PlayerId>,
    /// Which abilities of other objects it gives.
    abilities: Vec<Ability>,
}

/// What an effect would do now: nothing if it doesn't exist; else to what, and which numbers and players (613.8a).
fn what_it_does(game: &Game, view: &View, effect: &Effect<'_>, layer: Layer) -> Outcome<Option<Doing>> {
    let mut frame = frame_of(game, view, effect);
    let objects = match &effect.affected {
        Some(objects) => objects.to_vec(),
        None if !still_there(game, view, effect) => return Ok(None),
        None => affected(game, view, &frame, effect)?,
    };
    let mut doing = Doing { objects, numbers: Vec::new(), players: Vec::new(), abilities: Vec::new() };
    if doing.objects.is_empty() {
        return Ok(Some(doing));
    }
    for change in effect.changes().iter().filter(|change| layer_of(change, effect.defining) == layer) {
        // What asks about each object by itself may do something else to each.
        let each = if mentions(change, Part::is_each_affected) { doing.objects.len() } else { 1 };
        for object in doing.objects.iter().take(each).copied().collect::<Vec<_>>() {
            frame.affected = Some(object);
            change_to(Sight { game, view }, &frame, change, &mut doing)?;
        }
    }
    Ok(Some(doing))
}

/// With which numbers, players and abilities it would change the object that the frame names.
fn change_to(sight: Sight<'_>, frame: &Frame, change: &Change, doing: &mut Doing) -> Outcome {
    for quantity in change.quantities() {
        doing.numbers.push(quantities::value(sight, frame, quantity)?);
    }
    if let Change::Control(who) = change {
        doing.players.extend(selections::players(sight, frame, who)?);
    }
    if let Change::GainActivatedOf(of) = change {
        doing.abilities.extend(changes::activated_of(sight, frame, of)?);
    }
    Ok(())
}

/// Whether it takes abilities away in this layer.
fn loses_abilities(effect: &Effect<'_>, layer: Layer) -> bool {
    effect.changes().iter().any(|change| match change {
        Change::Lose(_) | Change::LoseAllAbilities => layer == Layer::Ability,
        // A land that is set to basic land types loses what its text gives it (305.7).
        Change::SetTypes(set) => {
            let basic = |subtype: &Subtype| subtype.basic_land_color().is_some();
            layer == Layer::Type && (set.chosen.is_some() || set.subtypes.iter().any(basic))
        }
        Change::CopyOf { .. }
        | Change::Control(_)
        | Change::Text { .. }
        | Change::Exchange { .. }
        | Change::AddTypes(_)
        | Change::LoseTypes(_)
        | Change::EveryCreatureType
        | Change::AddColors(_)
        | Change::SetColors(_)
        | Change::SetChosenColor(_)
        | Change::AddChosenColor(_)
        | Change::Gain(_)
        | Change::GainThis
        | Change::KeepColors
        | Change::KeepName
        | Change::NoManaCost
        | Change::GainActivatedOf(_)
        | Change::GainPrintedBelow
        | Change::GainKeywordsOf { .. }
        | Change::Gained(_)
        | Change::CantHave(_)
        | Change::SetPowerToughness { .. }
        | Change::AddPowerToughness { .. }
        | Change::SwitchPowerToughness
        | Change::SetName(_) => false,
    })
}

/// Whether it is worth trying: something that other effects of the layer change decides what it does.
fn could_depend(effect: &Effect<'_>, layer: Layer, removes: bool) -> bool {
    let counts = effect.changes().iter().any(|change| {
        layer_of(change, effect.defining) == layer
            && change.quantities().iter().any(|quantity| quantity_asks(quantity, layer))
    });
    let gains = |change: &Change| matches!(change, Change::GainActivatedOf(_));
    let counts = counts || layer == Layer::Ability && effect.changes().iter().any(gains);
    let Some(it) = effect.static_ability() else { return counts };
    let begins = effect.affected.is_none();
    let asks = match &it.affects {
        None => false,
        Some(selection) => selection_asks(selection, layer),
    };
    counts || layer == Layer::Control || begins && (removes || it.condition.is_some() || asks)
}

/// Whether a number depends on something that effects of the layer change.
fn quantity_asks(quantity: &Quantity, layer: Layer) -> bool {
    match quantity {
        Quantity::Fixed(_) | Quantity::X | Quantity::Slot(_) => false,
        Quantity::Count(filter) => filter.cards_of().is_none() && filter_asks(filter, layer),
        Quantity::Distinct(what, filter) => match what {
            Shared::Color => layer == Layer::Color || filter_asks(filter, layer),
            Shared::CardType => layer == Layer::Type || filter_asks(filter, layer),
            _ => true,
        },
        Quantity::Sum(measure) | Quantity::Greatest(measure) | Quantity::Least(measure) => {
            measure_asks(measure, layer)
        }
        Quantity::HowMany(selection) | Quantity::MostOfOneOwner(selection) => {
            selection_asks(selection, layer)
        }
        Quantity::Domain(_) => layer <= Layer::Type,
        Quantity::Devotion(_) | Quantity::DevotionToChosen(_) => layer <= Layer::Control,
        Quantity::Plus(quantities) => quantities.iter().any(|quantity| quantity_asks(quantity, layer)),
        Quantity::Minus(one, other) => quantity_asks(one, layer) || quantity_asks(other, layer),
        Quantity::Times(_, quantity) | Quantity::Half(quantity, _) | Quantity::Negative(quantity) => {
            quantity_asks(quantity, layer)
        }
        Quantity::ThatMuch
        | Quantity::Prevented
        | Quantity::Players(_)
        | Quantity::Happened(..)
        | Quantity::MostCastLastTurn
        | Quantity::CastBefore(..)
        | Quantity::TimesResolved
        | Quantity::SpellsResolved
        | Quantity::StationedBy
        | Quantity::PartyOf(_)
        | Quantity::CommanderColors
        | Quantity::TimesPaid(_)
        | Quantity::Chosen(_)
        | Quantity::AnyNumber => true,
    }
}

fn measure_asks(measure: &Measure, layer: Layer) -> bool {
    match measure {
        Measure::PowerOf(_) | Measure::ToughnessOf(_) => measure
            .among()
            .is_none_or(|filter| layer >= Layer::DefinePowerToughness || filter_asks(filter, layer)),
        Measure::ManaValueOf(objects)
        | Measure::CountersOn(_, objects)
        | Measure::UnlockedHalvesOf(objects) => selection_asks(objects, layer),
        Measure::LifeOf(_) | Measure::StartingLifeOf(_) | Measure::TurnsOf(_) | Measure::DrawnThisStep(_) => {
            false
        }
        Measure::LevelOf(_)
        | Measure::TimesMutated(_)
        | Measure::ManaSpentOn(_)
        | Measure::ColorsSpentOn(_)
        | Measure::TargetsOf(_)
        | Measure::PlayerCounters(..)
        | Measure::SpeedOf(_)
        | Measure::TemptedOf(_)
        | Measure::AttackedWith(_) => true,
    }
}

fn selection_asks(selection: &Selection, layer: Layer) -> bool {
    match selection {
        Selection::This | Selection::Attached | Selection::Host | Selection::Grantor | Selection::Itself => {
            false
        }
        Selection::Each(filter) => filter_asks(filter, layer),
        Selection::It
        | Selection::Target(_)
        | Selection::Slot(_)
        | Selection::Linked(_)
        | Selection::TheLinked(_)
        | Selection::Among(..)
        | Selection::Topmost(_)
        | Selection::Last(_)
        | Selection::Top(..)
        | Selection::Other
        | Selection::Players(_)
        | Selection::Several(_)
        | Selection::Haunted
        | Selection::Paid(_)
        | Selection::Outside => true,
    }
}

/// Whether a filter asks for something that effects of the layer change.
fn filter_asks(filter: &Filter, layer: Layer) -> bool {
    let of_type = layer == Layer::Type;
    match filter {
        Filter::All(filters) | Filter::Any(filters) => {
            filters.iter().any(|filter| filter_asks(filter, layer))
        }
        Filter::Not(filter) => filter_asks(filter, layer),
        Filter::Type(_) | Filter::Supertype(_) | Filter::Subtype(_) => of_type,
        Filter::Color(_) | Filter::Colors(_) => layer == Layer::Color,
        // Types give abilities that produce mana, and effects give or take others.
        Filter::CouldProduce(_) => of_type || layer == Layer::Ability,
        Filter::ControlledBy(_) => layer == Layer::Control,
        // Only creatures have power and toughness to ask for.
        Filter::Power(_) | Filter::Toughness(_) => of_type || layer >= Layer::DefinePowerToughness,
        Filter::Has(_) => layer == Layer::Ability,
        Filter::Named(_) => layer == Layer::Text,
        Filter::OwnedBy(_)
        | Filter::In(_)
        | Filter::Counters(..)
        | Filter::ManaValue(_)
        | Filter::ManaCost(_) => false,
        Filter::Is(Trait::ToughnessAbovePower) => of_type || layer >= Layer::DefinePowerToughness,
        Filter::Is(word) => match word {
            Trait::Colorless | Trait::Multicolored | Trait::Monocolored => layer == Layer::Color,
            Trait::PermanentCard | Trait::Historic | Trait::Outlaw => of_type,
            Trait::Enchanted | Trait::Equipped => of_type,
            Trait::Modified => of_type || layer == Layer::Control,
            Trait::NoAbilities | Trait::WithActivatedAbility => layer == Layer::Ability,
            _ => false,
        },
        Filter::NamedLike(_)
        | Filter::Among(_)
        | Filter::AttachedTo(_)
        | Filter::AttachedBy(_)
        | Filter::Targets(_)
        | Filter::TargetsPlayer(_)
        | Filter::TargetsOnly(_)
        | Filter::TargetCount(_)
        | Filter::InCombatWith(_)
        | Filter::PairedWith(_)
        | Filter::Chosen(_)
        | Filter::Shares(..)
        | Filter::DamagedBy(_)
        | Filter::DamagedBySourceOf(_)
        | Filter::LinkedThisTurn(_)
        | Filter::FirstCast(_)
        | Filter::CameFrom(_)
        | Filter::CastBy(_)
        | Filter::Attacking(_)
        | Filter::Source(_) => true,
    }
}
