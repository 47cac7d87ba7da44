//! What is measured of objects and players, and how many different qualities objects have.

use std::collections::BTreeSet;

use crate::engine::additional::{merging_with_permanents, split_cards};
use crate::engine::halt::{Halt, Outcome};
use crate::game::{Object, ObjectId, Player, PlayerId, Thing};
use crate::ir::filter::Shared;
use crate::ir::instruction::ManaType;
use crate::ir::quantity::Measure;
use crate::ir::{Colors, CounterKind, Filter, Quantity, Selection, SubtypeFamily};

use super::filters::{counters, known, lacks_power_and_toughness, mana_value, targets, told};
use super::informing::informing;
use super::quantities::length;
use super::selections::{self, players};
use super::{Frame, Sight};

/// Gives what is measured of each of the objects or players.
pub(super) fn each(
    sight: Sight<'_>,
    frame: &Frame,
    measure: &Measure,
    mut take: impl FnMut(i32),
) -> Outcome<()> {
    if let Some(who) = measure.players() {
        // The poison counters of teammates are those of their team, which are counted once (810.10a).
        let of_teams = matches!(measure, Measure::PlayerCounters(CounterKind::POISON, _));
        let of_teams = of_teams && sight.game.shares_life();
        let who = players(sight, frame, who)?;
        for (place, player) in who.iter().enumerate() {
            let team = sight.game.keeper_of_totals(*player);
            let earlier = || who.iter().take(place).any(|other| sight.game.keeper_of_totals(*other) == team);
            if !of_teams {
                take(of_player(sight, frame, measure, *player)?);
            } else if !earlier() {
                take(of_player(sight, frame, measure, team)?);
            }
        }
    }
    let Some(selection) = measure.objects() else { return Ok(()) };
    let objects = match measure.among() {
        Some(filter) => selections::each(sight, frame, filter)?,
        None => informing(sight, frame, selection)?,
    };
    for object in objects {
        take(of_object(sight, measure, object)?);
    }
    Ok(())
}

/// What is measured of a player.
fn of_player(sight: Sight<'_>, frame: &Frame, measure: &Measure, player: PlayerId) -> Outcome<i32> {
    let its: &Player = sight.game.player(player);
    let count = match measure {
        Measure::LifeOf(_) => return Ok(its.life),
        Measure::StartingLifeOf(_) => return Ok(its.starting_life),
        // What attacked need not be a creature any more, nor be there (608.2i).
        Measure::AttackedWith(_) => return Ok(length(its.attacked_with.len())),
        Measure::PlayerCounters(CounterKind::POISON, _) => its.poison,
        Measure::PlayerCounters(kind, _) => its.counters_of(*kind),
        Measure::SpeedOf(_) => its.speed.unwrap_or(0),
        Measure::TurnsOf(_) => {
            let why = "how many turns the player has begun this game is not said: `turns 2` does so";
            its.turns.ok_or_else(|| Halt::undecided(frame.source, why))?
        }
        Measure::TemptedOf(_) => its.tempted,
        Measure::DrawnThisStep(_) => its.drawn_this_step,
        Measure::PowerOf(_)
        | Measure::ToughnessOf(_)
        | Measure::ManaValueOf(_)
        | Measure::CountersOn(..)
        | Measure::LevelOf(_)
        | Measure::TimesMutated(_)
        | Measure::UnlockedHalvesOf(_)
        | Measure::ManaSpentOn(_)
        | Measure::ColorsSpentOn(_)
        | Measure::TargetsOf(_) => 0,
    };
    Ok(i32::try_from(count).unwrap_or(i32::MAX))
}

/// What is measured of an object; 0 of its power or toughness where it has none (208.3, 608.2h).
fn of_object(sight: Sight<'_>, measure: &Measure, object: ObjectId) -> Outcome<i32> {
    let its: &Object = sight.game.object(object);
    Ok(match measure {
        Measure::PowerOf(_) | Measure::ToughnessOf(_) => {
            known(sight, object)?;
            let characteristics = sight.view.characteristics(sight.game, object);
            if lacks_power_and_toughness(sight, object) {
                0
            } else if matches!(measure, Measure::PowerOf(_)) {
                told(characteristics.power.unwrap_or(0), object)?
            } else {
                told(characteristics.toughness.unwrap_or(0), object)?
            }
        }
        Measure::ManaValueOf(_) => {
            known(sight, object)?;
            mana_value(sight, object)
        }
        Measure::CountersOn(kind, _) => counters(sight, object, *kind),
        Measure::LevelOf(_) => i32::from(its.level()),
        Measure::UnlockedHalvesOf(_) => {
            length(split_cards::that_are(sight.game, sight.view, object, true).len())
        }
        Measure::TimesMutated(_) => i32::try_from(merging_with_permanents::times(its)).unwrap_or(i32::MAX),
        Measure::ColorsSpentOn(_) => colors_spent(its, object)?,
        Measure::TargetsOf(_) => length(targets(sight, object).len()),
        Measure::ManaSpentOn(_) => match mana_spent(its, object)? {
            (least, most) if least == most => least,
            _ => return Err(Halt::undecided(object, HOW_MUCH)),
        },
        Measure::LifeOf(_)
        | Measure::StartingLifeOf(_)
        | Measure::PlayerCounters(..)
        | Measure::SpeedOf(_)
        | Measure::TurnsOf(_)
        | Measure::TemptedOf(_)
        | Measure::DrawnThisStep(_)
        | Measure::AttackedWith(_) => 0,
    })
}

/// Why the mana spent on a spell is not counted.
const HOW_MUCH: &str = "how much mana was spent on it is not told";

/// How much mana was spent to cast what this is or was, at least and at most; none on what was not cast (707.10).
fn mana_spent(its: &Object, object: ObjectId) -> Outcome<(i32, i32)> {
    let Some(announced) = its.announced.as_ref().filter(|its| its.cast.is_some()) else { return Ok((0, 0)) };
    let (least, most) = announced.spent_in_all.ok_or_else(|| Halt::undecided(object, HOW_MUCH))?;
    let told = |number| i32::try_from(number).unwrap_or(i32::MAX);
    Ok((told(least), told(most)))
}

/// Between which numbers the mana lies that was spent to cast a single object; nothing where something else is asked for.
///
/// # Errors
/// If even that is not told.
pub(super) fn bounds(sight: Sight<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<Option<(i32, i32)>> {
    let Quantity::Sum(Measure::ManaSpentOn(selection)) = quantity else { return Ok(None) };
    match informing(sight, frame, selection)?.as_slice() {
        [object] => mana_spent(sight.game.object(*object), *object).map(Some),
        _ => Ok(None),
    }
}

/// How many colours of mana were spent to cast what this is or was.
fn colors_spent(its: &Object, object: ObjectId) -> Outcome<i32> {
    let Some(announced) = &its.announced else { return Ok(0) };
    if announced.cast.is_none() {
        return Ok(0);
    }
    if !announced.tracked {
        return Err(Halt::undecided(object, "which mana was spent on it is not tracked"));
    }
    let colored = |kind: &ManaType| matches!(kind, ManaType::Color(_));
    Ok(length(announced.spent.types().filter(colored).count()))
}

/// How many different qualities of a sort the objects of a kind have.
pub(super) fn distinct(sight: Sight<'_>, frame: &Frame, what: Shared, filter: &Filter) -> Outcome<i32> {
    // Settled objects are asked wherever they are, and as they last were (608.2h).
    let objects = if let Filter::Among(selection) = filter {
        let things = selections::select(sight, frame, selection)?;
        things.into_iter().filter_map(Thing::object).collect()
    } else {
        selections::each(sight, frame, filter)?
    };
    let is_hidden = !matches!(what, Shared::Owner | Shared::Controller | Shared::Sector);
    for object in objects.iter().filter(|_| is_hidden) {
        known(sight, *object)?;
    }
    let game = sight.game;
    let its = |object: &ObjectId| sight.view.characteristics(game, *object);
    let subtypes = |family: SubtypeFamily| {
        let all = objects.iter().flat_map(|object| &its(object).types.subtypes);
        all.filter(|subtype| subtype.family() == family).collect::<BTreeSet<_>>().len()
    };
    Ok(length(match what {
        Shared::Color => {
            let colors = objects.iter().fold(Colors::NONE, |colors, object| colors.union(its(object).colors));
            usize::try_from(colors.count()).unwrap_or_default()
        }
        Shared::CardType => {
            objects.iter().flat_map(|object| &its(object).types.types).collect::<BTreeSet<_>>().len()
        }
        Shared::CreatureType => subtypes(SubtypeFamily::Creature),
        Shared::LandType => subtypes(SubtypeFamily::Land),
        Shared::Name => {
            let mut names = BTreeSet::new();
            for object in &objects {
                let mut of_object = its(object).names();
                names.extend(of_object.next());
                if of_object.next().is_some() {
                    let why = "it has several names, and different names are counted";
                    return Err(Halt::undecided(*object, why));
                }
            }
            names.len()
        }
        Shared::HalfName => {
            objects.iter().flat_map(|object| its(object).names()).collect::<BTreeSet<_>>().len()
        }
        Shared::ManaValue => {
            objects.iter().map(|object| mana_value(sight, *object)).collect::<BTreeSet<_>>().len()
        }
        Shared::Power => {
            let mut powers = BTreeSet::new();
            for object in &objects {
                powers.insert(of_object(sight, &Measure::PowerOf(Box::new(Selection::It)), *object)?);
            }
            powers.len()
        }
        Shared::Owner => {
            objects.iter().map(|object| game.object(*object).owner).collect::<BTreeSet<_>>().len()
        }
        Shared::Controller => {
            objects.iter().map(|object| sight.view.controller(game, *object)).collect::<BTreeSet<_>>().len()
        }
        Shared::Sector => {
            objects.iter().filter_map(|object| game.object(*object).sector()).collect::<BTreeSet<_>>().len()
        }
    }))
}
