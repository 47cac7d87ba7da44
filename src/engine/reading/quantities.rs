//! How many, how much.

use crate::engine::additional::keyword_abilities::station;
use crate::engine::additional::merging_with_permanents;
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::spells::linked_abilities;
use crate::engine::view::View;
use crate::game::{ObjectId, Origin, PlayerId, Thing};
use crate::ir::instruction::ManaType;
use crate::ir::quantity::{Measure, Rounding};
use crate::ir::{
    Ability, Color, Comparison, CounterKind, Filter, ManaSymbol, Quantity, RuleChange, Selection, Zone,
};

use super::filters::{counters, known, lacks_power_and_toughness, mana_value, told};
use super::left;
use super::occurrences;
use super::paid;
use super::selections::{each, informing, players, select};
use super::{Frame, Sight};

/// Why a number is never told, whatever the game is like; nothing for one that may be.
pub(in crate::engine) fn gap_of(quantity: &Quantity) -> Option<Why> {
    let kept = "which headjudge does not keep";
    Some(match quantity {
        Quantity::Happened(event) => return occurrences::gap_of(event),
        Quantity::AmountHappened(event) => return occurrences::gap_of_amount(event),
        Quantity::HappenedThisGame(_) => "it counts how often something has happened this game".into(),
        Quantity::TimesResolved => format!("it counts how often it has resolved this turn, {kept}").into(),
        Quantity::ManaSpentOn(_) => format!("it counts the mana spent on a spell, {kept}").into(),
        Quantity::PartyOf(_) => "it counts the creatures of a party".into(),
        Quantity::Fixed(_)
        | Quantity::X
        | Quantity::ThatMuch
        | Quantity::Count(_)
        | Quantity::HowMany(_)
        | Quantity::MostOfOneOwner(_)
        | Quantity::Players(_)
        | Quantity::PowerOf(_)
        | Quantity::ToughnessOf(_)
        | Quantity::ManaValueOf(_)
        | Quantity::CountersOn(..)
        | Quantity::Greatest(..)
        | Quantity::Least(..)
        | Quantity::LevelOf(_)
        | Quantity::TimesMutated(_)
        | Quantity::LifeOf(_)
        | Quantity::LowestLife(_)
        | Quantity::StartingLifeOf(_)
        | Quantity::PlayerCounters(..)
        | Quantity::SpeedOf(_)
        | Quantity::TemptedOf(_)
        | Quantity::HandOf(_)
        | Quantity::GraveyardOf(_)
        | Quantity::LibraryOf(_)
        | Quantity::DrawnThisStep(_)
        | Quantity::Devotion(_)
        | Quantity::DevotionToChosen(_)
        | Quantity::Domain(_)
        | Quantity::ColorsAmong(_)
        | Quantity::TypesAmong(_)
        | Quantity::NamesAmong(_)
        | Quantity::AttackedWith(_)
        | Quantity::MostCastLastTurn
        | Quantity::ColorsSpentOn(_)
        | Quantity::StationedBy
        | Quantity::TimesPaid(_)
        | Quantity::Chosen(_)
        | Quantity::AnyNumber
        | Quantity::Slot(_)
        | Quantity::Plus(_)
        | Quantity::Minus(..)
        | Quantity::Times(..)
        | Quantity::Half(..)
        | Quantity::Negative(_) => return None,
    })
}

/// The number, now.
///
/// # Errors
/// [`Halt::Undecided`] for what can't be told.
pub fn value(sight: Sight<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<i32> {
    let number = match left::before(sight, frame, quantity)? {
        Some(before) => {
            let view = View::of(&before)?;
            counted(Sight { game: &before, view: &view }, frame, quantity)
        }
        None => counted(sight, frame, quantity),
    };
    match number? {
        // Beyond that nothing is counted.
        i32::MIN | i32::MAX if !matches!(quantity, Quantity::Fixed(_) | Quantity::AnyNumber) => {
            Err(Halt::undecided(frame.source, "a number is larger than headjudge can count"))
        }
        number => Ok(number),
    }
}

fn counted(sight: Sight<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<i32> {
    let game = sight.game;
    Ok(match quantity {
        Quantity::Fixed(number) => *number,
        Quantity::X => {
            // In an ability that an object has gained, by a copy effect or another, it is what that ability says it is, or 0 (107.3j).
            let source = game.object(frame.source);
            let gained = source.copied.is_some()
                || matches!(frame.origin, Origin::Granted(..) | Origin::Gained(..) | Origin::Copied(..));
            let spells = || source.announced.as_ref().filter(|_| !gained);
            let announced = frame.announcement().or_else(spells);
            announced.map_or(0, |announced| i32::try_from(announced.x).unwrap_or(i32::MAX))
        }
        Quantity::ThatMuch => {
            frame.occasion.as_ref().map_or(0, |occasion| i32::try_from(occasion.amount).unwrap_or(i32::MAX))
        }
        Quantity::TimesPaid(name) => length(paid::times(sight, frame, *name)?),
        Quantity::Count(filter) => length(each(sight, frame, filter)?.len()),
        Quantity::HowMany(selection) => {
            let found = select(sight, frame, selection)?;
            length(match merging_with_permanents::selects_moved(selection) {
                true => merging_with_permanents::how_many(game, &found).0,
                false => found.len(),
            })
        }
        Quantity::MostOfOneOwner(selection) => {
            let found = select(sight, frame, selection)?;
            let owners: Vec<PlayerId> =
                found.into_iter().filter_map(Thing::object).map(|object| game.object(object).owner).collect();
            let most = owners.iter().map(|owner| owners.iter().filter(|other| *other == owner).count()).max();
            length(most.unwrap_or_default())
        }
        Quantity::Players(who) => length(players(sight, frame, who)?.len()),
        Quantity::PowerOf(selection) => total(sight, frame, selection, Measure::Power)?,
        Quantity::ToughnessOf(selection) => total(sight, frame, selection, Measure::Toughness)?,
        Quantity::LevelOf(selection) => {
            sum(sight, frame, selection, |object| i32::from(game.object(object).level()))?
        }
        Quantity::TimesMutated(selection) => sum(sight, frame, selection, |object| {
            i32::try_from(merging_with_permanents::times(game.object(object))).unwrap_or(i32::MAX)
        })?,
        Quantity::ManaValueOf(selection) => total(sight, frame, selection, Measure::ManaValue)?,
        Quantity::CountersOn(kind, selection) => {
            sum(sight, frame, selection, |object| counters(sight, object, *kind))?
        }
        Quantity::Greatest(measure, filter) => {
            measured(sight, frame, *measure, filter)?.into_iter().max().unwrap_or(0)
        }
        Quantity::Least(measure, filter) => {
            measured(sight, frame, *measure, filter)?.into_iter().min().unwrap_or(0)
        }
        Quantity::LifeOf(who) => {
            players(sight, frame, who)?.into_iter().map(|player| game.player(player).life).sum()
        }
        Quantity::LowestLife(who) => {
            let each = players(sight, frame, who)?.into_iter();
            each.map(|player| game.player(player).life).min().unwrap_or(0)
        }
        Quantity::StartingLifeOf(who) => {
            players(sight, frame, who)?.into_iter().map(|player| game.player(player).starting_life).sum()
        }
        // The poison counters of teammates are those of their team, which are counted once (810.10a).
        Quantity::PlayerCounters(CounterKind::POISON, who) if game.shares_life() => {
            let mut teams: Vec<PlayerId> = Vec::new();
            for player in players(sight, frame, who)? {
                let first = game.keeper_of_totals(player);
                if !teams.contains(&first) {
                    teams.push(first);
                }
            }
            let counts = teams.iter().map(|player| game.player(*player).poison);
            counts.map(|count| i32::try_from(count).unwrap_or(i32::MAX)).fold(0, i32::saturating_add)
        }
        Quantity::PlayerCounters(kind, who) => of_players(sight, frame, who, |its| its.counters_of(*kind))?,
        Quantity::SpeedOf(who) => of_players(sight, frame, who, |its| its.speed.unwrap_or(0))?,
        Quantity::TemptedOf(who) => of_players(sight, frame, who, |its| its.tempted)?,
        Quantity::HandOf(who) => left::zone_size(sight, frame, who, Zone::Hand)?,
        Quantity::LibraryOf(who) => {
            let endless = |player: &PlayerId| game.player(*player).endless_library;
            if players(sight, frame, who)?.iter().any(endless) {
                let why = "it counts the cards of a library that the scenario does not write out";
                return Err(Halt::undecided(frame.source, why));
            }
            left::zone_size(sight, frame, who, Zone::Library)?
        }
        Quantity::GraveyardOf(who) => left::zone_size(sight, frame, who, Zone::Graveyard)?,
        Quantity::MostCastLastTurn => match game.turn().most_cast_before {
            Some(most) => i32::try_from(most).unwrap_or(i32::MAX),
            None => {
                let why = "the scenario does not say how many spells were cast in the turn before";
                return Err(Halt::undecided(frame.source, why));
            }
        },
        Quantity::DrawnThisStep(who) => of_players(sight, frame, who, |its| its.drawn_this_step)?,
        Quantity::Devotion(colors) => devotion(sight, frame, colors)?,
        Quantity::DevotionToChosen(link) => {
            let word = game.word(frame.link(*link));
            let chosen = Color::ALL
                .iter()
                .copied()
                .find(|color| word.is_some_and(|word| color.word() == word.as_str()));
            devotion(sight, frame, chosen.as_slice())?
        }
        // Of an undefined choice nothing is made (607.5a), and for what is not on the battlefield no number has been chosen (208.2a).
        Quantity::Chosen(link) => {
            let chosen =
                frame.chosen(game, frame.link(*link), "which number", |word| word.as_str().parse().ok());
            // What has left the battlefield is asked for what it last was (608.2h); what is noted is noted as an ability resolves, and so
            // perhaps not yet (607.2e).
            let notes = linked_abilities::notes(sight.view.characteristics(game, frame.source), *link);
            let there = game.object(frame.source).zone == Zone::Battlefield && !notes;
            (if there { chosen? } else { chosen.unwrap_or(None) }).unwrap_or(0)
        }
        Quantity::AnyNumber => i32::MAX,
        Quantity::Slot(name) => match frame.numbers.iter().rev().find(|(its_name, _)| its_name == name) {
            Some((_, number)) => *number,
            None => length(frame.slot(*name).unwrap_or_default().len()),
        },
        Quantity::Plus(quantities) => {
            let mut total = 0i32;
            for quantity in quantities {
                total = total.saturating_add(value(sight, frame, quantity)?);
            }
            total
        }
        Quantity::Minus(one, other) => {
            value(sight, frame, one)?.saturating_sub(value(sight, frame, other)?).max(0)
        }
        Quantity::Times(factor, quantity) => factor.saturating_mul(value(sight, frame, quantity)?),
        Quantity::Half(quantity, rounding) => {
            let whole = value(sight, frame, quantity)?;
            match rounding {
                Rounding::Up => whole.saturating_add(1).div_euclid(2),
                Rounding::Down => whole.div_euclid(2),
            }
        }
        Quantity::Negative(quantity) => value(sight, frame, quantity)?.saturating_neg(),
        // What attacked need not be a creature any more, nor be there (608.2i).
        Quantity::AttackedWith(who) => {
            let attacked = |player| length(game.player(player).attacked_with.len());
            players(sight, frame, who)?.into_iter().map(attacked).sum()
        }
        Quantity::TypesAmong(filter) => {
            let mut types = std::collections::BTreeSet::new();
            for object in each(sight, frame, filter)? {
                known(sight, object)?;
                types.extend(sight.view.characteristics(game, object).types.types.iter().copied());
            }
            length(types.len())
        }
        Quantity::NamesAmong(filter) => {
            let mut names = std::collections::BTreeSet::new();
            for object in each(sight, frame, filter)? {
                known(sight, object)?;
                let mut its = sight.view.characteristics(game, object).names();
                names.extend(its.next());
                if its.next().is_some() {
                    return Err(Halt::undecided(
                        object,
                        "it has several names, and different names are counted",
                    ));
                }
            }
            length(names.len())
        }
        Quantity::StationedBy => {
            let mut total = 0i32;
            for creature in station::tapped(frame) {
                total = total.saturating_add(station::worth(sight, creature)?);
            }
            total
        }
        Quantity::ColorsSpentOn(selection) => {
            let mut colors = 0;
            for object in select(sight, frame, selection)?.into_iter().filter_map(Thing::object) {
                let Some(announced) = &game.object(object).announced else { continue };
                if announced.cast.is_none() {
                    continue;
                }
                if !announced.tracked {
                    return Err(Halt::undecided(object, "which mana was spent on it is not tracked"));
                }
                let colored = |kind: &ManaType| matches!(kind, ManaType::Color(_));
                colors += length(announced.spent.types().filter(colored).count());
            }
            colors
        }
        Quantity::ColorsAmong(filter) => {
            let mut colors = crate::ir::Colors::NONE;
            for object in each(sight, frame, filter)? {
                known(sight, object)?;
                colors = colors.union(sight.view.characteristics(game, object).colors);
            }
            i32::try_from(colors.count()).unwrap_or(0)
        }
        Quantity::Domain(who) => {
            let who = players(sight, frame, who)?;
            let mut types = std::collections::BTreeSet::new();
            for object in game.battlefield() {
                if who.contains(&sight.view.controller(game, *object)) {
                    let subtypes = &sight.view.characteristics(game, *object).types.subtypes;
                    types.extend(subtypes.iter().filter_map(|subtype| subtype.basic_land_color()));
                }
            }
            length(types.len())
        }
        Quantity::Happened(event) => length(occurrences::count(sight, frame, event, None)?),
        Quantity::AmountHappened(event) => occurrences::amount(sight, frame, event)?,
        Quantity::HappenedThisGame(_)
        | Quantity::TimesResolved
        | Quantity::ManaSpentOn(_)
        | Quantity::PartyOf(_) => {
            return Err(Halt::gap(frame.source, gap_of(quantity).unwrap_or_default()));
        }
    })
}

/// The devotion of the frame's player to some colours: the mana symbols of these colours in the mana costs of the permanents that they
/// control (700.5).
fn devotion(sight: Sight<'_>, frame: &Frame, colors: &[Color]) -> Outcome<i32> {
    let game = sight.game;
    let mut devotion = 0;
    for object in game.battlefield() {
        // What enters only now is no permanent yet while it is asked how it enters.
        if sight.view.controller(game, *object) != frame.controller || game.object(*object).as_if_there {
            continue;
        }
        if let Some(cost) = &sight.view.characteristics(game, *object).cost {
            let counts = |symbol: &&ManaSymbol| colors.iter().any(|color| symbol.colors().contains(*color));
            devotion += length(cost.symbols.iter().filter(counts).count());
        }
    }
    Ok(devotion.saturating_add(more_devotion(sight, frame.controller)?))
}

/// By how much effects increase a player's devotion. As devotion itself, they are looked at as they are before all effects
/// on characteristics but those that copy or change text (700.5a).
fn more_devotion(sight: Sight<'_>, player: PlayerId) -> Outcome<i32> {
    let mut more = 0i32;
    for object in sight.game.battlefield() {
        let controller = sight.view.controller(sight.game, *object);
        for instance in &sight.view.copiable(sight.game, *object).abilities {
            let Ability::Static(it) = &*instance.ability else { continue };
            for rule in &it.rules {
                let RuleChange::Devotion(who, amount) = rule else { continue };
                let frame = Frame::of_source(*object, controller, instance.origin);
                if players(sight, &frame, who)?.contains(&player) {
                    more = more.saturating_add(value(sight, &frame, amount)?);
                }
            }
        }
    }
    Ok(more)
}

/// The number as an amount: nothing below zero.
pub fn amount(sight: Sight<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<u32> {
    Ok(value(sight, frame, quantity)?.max(0).unsigned_abs())
}

/// Whether a number compares so.
pub fn compare(sight: Sight<'_>, frame: &Frame, number: i32, comparison: &Comparison) -> Outcome<bool> {
    Ok(match comparison {
        Comparison::Exactly(quantity) => number == value(sight, frame, quantity)?,
        Comparison::AtLeast(quantity) => number >= value(sight, frame, quantity)?,
        Comparison::AtMost(quantity) => number <= value(sight, frame, quantity)?,
        Comparison::Even => number.rem_euclid(2) == 0,
        Comparison::Odd => number.rem_euclid(2) == 1,
    })
}

pub(super) fn length(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

fn sum(
    sight: Sight<'_>,
    frame: &Frame,
    selection: &Selection,
    measure: impl Fn(ObjectId) -> i32,
) -> Outcome<i32> {
    let objects = informing(sight, frame, selection)?;
    Ok(objects.into_iter().map(measure).fold(0, i32::saturating_add))
}

/// A number that players have, summed over several.
fn of_players(
    sight: Sight<'_>,
    frame: &Frame,
    who: &crate::ir::Players,
    number: impl Fn(&crate::game::Player) -> u32,
) -> Outcome<i32> {
    let numbers = players(sight, frame, who)?.into_iter().map(|player| number(sight.game.player(player)));
    Ok(numbers.map(|number| i32::try_from(number).unwrap_or(i32::MAX)).fold(0, i32::saturating_add))
}

/// The power (or such) of all these objects together.
fn total(sight: Sight<'_>, frame: &Frame, selection: &Selection, measure: Measure) -> Outcome<i32> {
    let mut total = 0i32;
    for object in informing(sight, frame, selection)? {
        total = total.saturating_add(size(sight, object, measure)?);
    }
    Ok(total)
}

/// The power (or such) of an object; 0 where it has none (208.3, 608.2h).
fn size(sight: Sight<'_>, object: ObjectId, measure: Measure) -> Outcome<i32> {
    known(sight, object)?;
    let characteristics = sight.view.characteristics(sight.game, object);
    Ok(match measure {
        Measure::ManaValue => mana_value(sight, object),
        _ if lacks_power_and_toughness(sight, object) => 0,
        Measure::Power => told(characteristics.power.unwrap_or(0), object)?,
        Measure::Toughness => told(characteristics.toughness.unwrap_or(0), object)?,
    })
}

/// The power (or such) of each object of a kind.
fn measured(sight: Sight<'_>, frame: &Frame, measure: Measure, filter: &Filter) -> Outcome<Vec<i32>> {
    let mut all = Vec::new();
    for object in each(sight, frame, filter)? {
        all.push(size(sight, object, measure)?);
    }
    Ok(all)
}
