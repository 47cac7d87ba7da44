//! How many, how much.

use std::sync::Arc;

use crate::engine::additional::keyword_abilities::station;
use crate::engine::additional::merging_with_permanents;
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::spells::linked_abilities;
use crate::engine::variants::commander;
use crate::engine::view::View;
use crate::game::{Occurrence, Origin, PlayerId, Thing};
use crate::ir::quantity::{Rounding, Span, Tally};
use crate::ir::{
    Ability, CardType, Color, Comparison, Filter, Link, ManaSymbol, Measure, Players, Quantity, RuleChange,
    Selection, Trait, Zone,
};

use super::left;
use super::measures;
use super::occurrences;
use super::paid;
use super::selections::{each, gone_since, players, select};
use super::{Frame, Sight};

/// Why a number is never told, whatever the game is like; nothing for one that may be.
pub(in crate::engine) fn gap_of(quantity: &Quantity) -> Option<Why> {
    Some(match quantity {
        Quantity::Happened(event, Tally::Times, Span::Game) if commander::cast_from_home(event).is_some() => {
            return None;
        }
        Quantity::Happened(_, _, Span::Game) => "it counts how often something has happened this game".into(),
        Quantity::Happened(event, Tally::Times, Span::Combat) => return occurrences::gap_in_combat(event),
        Quantity::Happened(_, Tally::Amount, Span::Combat) => {
            "it counts how much of something there was this combat".into()
        }
        Quantity::Happened(event, Tally::Times, Span::Turn) => return occurrences::gap_of(event),
        Quantity::Happened(event, Tally::Amount, Span::Turn) => return occurrences::gap_of_amount(event),
        Quantity::Fixed(_)
        | Quantity::X
        | Quantity::ThatMuch
        | Quantity::Prevented
        | Quantity::Count(_)
        | Quantity::HowMany(_)
        | Quantity::MostOfOneOwner(_)
        | Quantity::Players(_)
        | Quantity::PartyOf(_)
        | Quantity::CommanderColors
        | Quantity::TimesResolved
        | Quantity::SpellsResolved
        | Quantity::Sum(_)
        | Quantity::Greatest(_)
        | Quantity::Least(_)
        | Quantity::Devotion(_)
        | Quantity::DevotionToChosen(_)
        | Quantity::Domain(_)
        | Quantity::Distinct(..)
        | Quantity::CastBefore(..)
        | Quantity::MostCastLastTurn
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

/// Whether all creatures that have attacked in the turn are counted: that looks back, whatever has become of them (608.2i).
pub(in crate::engine) fn of_all_attackers(filter: &Filter) -> bool {
    let part = |part: &Filter| {
        matches!(part, Filter::Type(CardType::Creature) | Filter::Is(Trait::AttackedThisTurn))
    };
    let attacked = |part: &Filter| matches!(part, Filter::Is(Trait::AttackedThisTurn));
    matches!(filter, Filter::All(parts) if parts.iter().all(part) && parts.iter().any(attacked))
}

fn counted(sight: Sight<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<i32> {
    let game = sight.game;
    Ok(match quantity {
        Quantity::Fixed(number) => *number,
        Quantity::X => announced_x(sight, frame),
        Quantity::ThatMuch => {
            frame.occasion.as_ref().map_or(0, |occasion| i32::try_from(occasion.amount).unwrap_or(i32::MAX))
        }
        Quantity::Prevented => frame
            .occasion
            .as_ref()
            .map_or(0, |occasion| i32::try_from(occasion.prevented).unwrap_or(i32::MAX)),
        Quantity::TimesPaid(name) => length(paid::times(sight, frame, *name)?),
        Quantity::Count(filter) if of_all_attackers(filter) => {
            length(game.players().map(|player| game.player(player).attacked_with.len()).sum())
        }
        Quantity::Count(filter) => match filter.cards_of() {
            Some((who, zone)) => cards(sight, frame, who, zone)?,
            None => length(each(sight, frame, filter)?.len()),
        },
        Quantity::HowMany(selection) => how_many(sight, frame, selection)?,
        Quantity::MostOfOneOwner(selection) => most_of_one_owner(sight, frame, selection)?,
        Quantity::Players(who) => length(players(sight, frame, who)?.len() + gone_since(sight, frame, who)?),
        Quantity::Sum(measure) => total(sight, frame, measure)?,
        Quantity::Greatest(measure) => greatest(sight, frame, measure)?,
        Quantity::Least(measure) => least(sight, frame, measure)?,
        Quantity::CastBefore(who, what) => occurrences::cast_before(sight, frame, who, what)?,
        Quantity::MostCastLastTurn => match game.turn().most_cast_before {
            Some(most) => i32::try_from(most).unwrap_or(i32::MAX),
            None => {
                let why = "the scenario does not say how many spells were cast in the turn before";
                return Err(Halt::undecided(frame.source, why));
            }
        },
        Quantity::Devotion(colors) => devotion(sight, frame, colors)?,
        Quantity::DevotionToChosen(link) => devotion_to_chosen(sight, frame, *link)?,
        Quantity::Chosen(link) => chosen(sight, frame, *link)?,
        Quantity::AnyNumber => i32::MAX,
        Quantity::Slot(name) => match frame.numbers.iter().rev().find(|(its_name, _)| its_name == name) {
            Some((_, number)) => *number,
            None => length(frame.slot(*name).unwrap_or_default().len()),
        },
        Quantity::Plus(quantities) => sum(quantities, |quantity| value(sight, frame, quantity))?,
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
        Quantity::Distinct(what, filter) => measures::distinct(sight, frame, *what, filter)?,
        Quantity::StationedBy => sum(station::tapped(frame), |creature| station::worth(sight, creature))?,
        Quantity::Domain(who) => domain(sight, frame, who)?,
        Quantity::Happened(event, Tally::Times, Span::Turn) => {
            length(occurrences::count(sight, frame, event, None)?)
        }
        Quantity::Happened(event, Tally::Amount, Span::Turn) => occurrences::amount(sight, frame, event)?,
        Quantity::CommanderColors => commander_colors(sight, frame)?,
        Quantity::Happened(event, Tally::Times, Span::Game)
            if let Some((who, own)) = commander::cast_from_home(event) =>
        {
            sum(players(sight, frame, who)?, |player| Ok(length(commander::times_cast(game, player, own)?)))?
        }
        Quantity::PartyOf(who) => {
            sum(players(sight, frame, who)?, |player| Ok(length(party(sight, player))))?
        }
        Quantity::SpellsResolved => spells_resolved(sight, frame),
        Quantity::TimesResolved => times_resolved(sight, frame)?,
        Quantity::Happened(event, Tally::Times, Span::Combat) => {
            length(occurrences::count_in_combat(sight, frame, event)?)
        }
        Quantity::Happened(_, _, Span::Game) | Quantity::Happened(_, Tally::Amount, Span::Combat) => {
            return Err(Halt::gap(frame.source, gap_of(quantity).unwrap_or_default()));
        }
    })
}

/// What {X} is. In an ability that an object has gained, by a copy effect or another, it is what that ability says it is, or 0 (107.3j).
fn announced_x(sight: Sight<'_>, frame: &Frame) -> i32 {
    let source = sight.game.object(frame.source);
    let gained = source.copied.is_some()
        || matches!(frame.origin, Origin::Granted(..) | Origin::Gained(..) | Origin::Copied(..));
    let spells = || source.announced.as_ref().filter(|_| !gained);
    let announced = frame.announcement().or_else(spells);
    announced.map_or(0, |announced| i32::try_from(announced.x).unwrap_or(i32::MAX))
}

/// How many of some objects one player owns at most.
fn most_of_one_owner(sight: Sight<'_>, frame: &Frame, selection: &Selection) -> Outcome<i32> {
    let found = select(sight, frame, selection)?;
    let owners: Vec<PlayerId> =
        found.into_iter().filter_map(Thing::object).map(|object| sight.game.object(object).owner).collect();
    let most = owners.iter().map(|owner| owners.iter().filter(|other| *other == owner).count()).max();
    Ok(length(most.unwrap_or_default()))
}

/// How many there are of what is meant; a merged permanent that has moved is as many cards as it was.
fn how_many(sight: Sight<'_>, frame: &Frame, selection: &Selection) -> Outcome<i32> {
    let found = select(sight, frame, selection)?;
    Ok(length(match merging_with_permanents::selects_moved(selection) {
        true => merging_with_permanents::how_many(sight.game, &found).0,
        false => found.len(),
    }))
}

/// The sum of a measure of some objects.
fn total(sight: Sight<'_>, frame: &Frame, measure: &Measure) -> Outcome<i32> {
    let mut total = 0i32;
    measures::each(sight, frame, measure, |number| total = total.saturating_add(number))?;
    Ok(total)
}

/// The greatest measure of some objects.
fn greatest(sight: Sight<'_>, frame: &Frame, measure: &Measure) -> Outcome<i32> {
    let mut greatest = None;
    measures::each(sight, frame, measure, |number| greatest = greatest.max(Some(number)))?;
    Ok(greatest.unwrap_or(0))
}

/// The least measure of some objects.
fn least(sight: Sight<'_>, frame: &Frame, measure: &Measure) -> Outcome<i32> {
    let mut least = None;
    measures::each(sight, frame, measure, |number| {
        least = Some(least.map_or(number, |least: i32| least.min(number)));
    })?;
    Ok(least.unwrap_or(0))
}

/// A player's devotion to the color that was chosen.
fn devotion_to_chosen(sight: Sight<'_>, frame: &Frame, link: Link) -> Outcome<i32> {
    let word = sight.game.word(frame.link(link));
    let chosen =
        Color::ALL.iter().copied().find(|color| word.is_some_and(|word| color.word() == word.as_str()));
    devotion(sight, frame, chosen.as_slice())
}

/// The number that was chosen or noted: of an undefined choice nothing is made (607.5a), and for what is not on the battlefield no number
/// has been chosen (208.2a).
fn chosen(sight: Sight<'_>, frame: &Frame, link: Link) -> Outcome<i32> {
    let game = sight.game;
    let chosen = frame.chosen(game, frame.link(link), "which number", |word| word.as_str().parse().ok());
    // What has left the battlefield is asked for what it last was (608.2h); what is noted is noted as an ability resolves, and so
    // perhaps not yet (607.2e).
    let notes = linked_abilities::notes(sight.view.characteristics(game, frame.source), link);
    let there = game.object(frame.source).zone == Zone::Battlefield && !notes;
    Ok((if there { chosen? } else { chosen.unwrap_or(None) }).unwrap_or(0))
}

/// The sum of some numbers.
fn sum<T>(of: impl IntoIterator<Item = T>, number: impl Fn(T) -> Outcome<i32>) -> Outcome<i32> {
    let mut total = 0i32;
    for each in of {
        total = total.saturating_add(number(each)?);
    }
    Ok(total)
}

/// How many basic land types there are among lands that players control.
fn domain(sight: Sight<'_>, frame: &Frame, who: &Players) -> Outcome<i32> {
    let game = sight.game;
    let who = players(sight, frame, who)?;
    let mut types = std::collections::BTreeSet::new();
    for object in game.battlefield() {
        if who.contains(&sight.view.controller(game, *object)) {
            let subtypes = &sight.view.characteristics(game, *object).types.subtypes;
            types.extend(subtypes.iter().filter_map(|subtype| subtype.basic_land_color()));
        }
    }
    Ok(length(types.len()))
}

/// How many colors there are in the color identity of a player's commander.
fn commander_colors(sight: Sight<'_>, frame: &Frame) -> Outcome<i32> {
    let (identity, _) = commander::identity_of(sight.game, frame.controller)?;
    // Without a commander it is undefined (903.4f).
    let Some(colors) = identity else {
        return Err(Halt::undecided(frame.source, "there is no commander of whose colors it speaks"));
    };
    Ok(i32::try_from(colors.count()).unwrap_or(i32::MAX))
}

/// How many spells of this name the player has had resolve this turn.
fn spells_resolved(sight: Sight<'_>, frame: &Frame) -> i32 {
    let game = sight.game;
    let name = &sight.view.characteristics(game, frame.source).name;
    let own = |(player, its): &&(PlayerId, Arc<str>)| *player == frame.controller && its == name;
    length(game.resolved().iter().filter(own).count())
}

/// How often the ability has resolved this turn.
fn times_resolved(sight: Sight<'_>, frame: &Frame) -> Outcome<i32> {
    let game = sight.game;
    let resolved = Occurrence::Resolved(frame.source, frame.origin);
    Ok(match game.this_turn().iter().filter(|it| **it == resolved).count() {
        0 => {
            let why = "it asks outside its resolution how often it has resolved";
            return Err(Halt::undecided(frame.source, why));
        }
        times => length(times),
    })
}

/// How many creatures are in a player's party: each counts for one of its types, so that they are as many as can be (700.8, 700.8b).
fn party(sight: Sight<'_>, player: PlayerId) -> usize {
    let game = sight.game;
    let theirs = game.battlefield().iter().filter(|object| {
        sight.view.controller(game, **object) == player && !game.object(**object).as_if_there
    });
    // The sets of types that the creatures looked at so far can stand for, each set as a number.
    let mut reached = std::collections::BTreeSet::from([0u8]);
    for object in theirs {
        let its = &sight.view.characteristics(game, *object).types;
        if !its.types.contains(&CardType::Creature) {
            continue;
        }
        let roles = ["Cleric", "Rogue", "Warrior", "Wizard"];
        let bits = roles.into_iter().zip([1u8, 2, 4, 8]);
        let own: Vec<u8> = bits
            .filter(|(role, _)| its.subtypes.iter().any(|subtype| subtype.word() == *role))
            .map(|(_, bit)| bit)
            .collect();
        let more: Vec<u8> = reached.iter().flat_map(|set| own.iter().map(move |bit| set | bit)).collect();
        reached.extend(more);
    }
    reached.into_iter().map(u8::count_ones).max().map_or(0, |most| most as usize)
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

/// A number that is added to power and toughness or to a hand size: as it is written, or as it is worked out, where one below zero is zero (107.1b).
///
/// # Errors
/// As [`value`].
pub(in crate::engine) fn added(sight: Sight<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<i32> {
    Ok(if let Quantity::Fixed(number) = quantity {
        *number
    } else if let Quantity::Negative(quantity) = quantity {
        added(sight, frame, quantity)?.saturating_neg()
    } else if let Quantity::Times(factor, quantity) = quantity {
        factor.saturating_mul(added(sight, frame, quantity)?)
    } else {
        value(sight, frame, quantity)?.max(0)
    })
}

/// Whether a number compares so.
pub fn compare(sight: Sight<'_>, frame: &Frame, number: i32, comparison: &Comparison) -> Outcome<bool> {
    Ok(match comparison {
        Comparison::Exactly(quantity) => number == compared(sight, frame, quantity)?,
        Comparison::AtLeast(quantity) => number >= compared(sight, frame, quantity)?,
        Comparison::AtMost(quantity) => number <= compared(sight, frame, quantity)?,
        Comparison::Even => number.rem_euclid(2) == 0,
        Comparison::Odd => number.rem_euclid(2) == 1,
    })
}

/// A number with which something is compared, which may be below zero: "less than" means at most one less (107.1b).
fn compared(sight: Sight<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<i32> {
    if let Quantity::Minus(one, other) = quantity {
        return Ok(value(sight, frame, one)?.saturating_sub(value(sight, frame, other)?));
    }
    value(sight, frame, quantity)
}

pub(super) fn length(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

/// How many cards players have in a zone of theirs, which everybody knows whatever cards these are (402.3, 404.2).
fn cards(sight: Sight<'_>, frame: &Frame, who: &Players, zone: Zone) -> Outcome<i32> {
    let endless = |player: &PlayerId| sight.game.player(*player).endless_library;
    if zone == Zone::Library && players(sight, frame, who)?.iter().any(endless) {
        let why = "it counts the cards of a library that the scenario does not write out";
        return Err(Halt::undecided(frame.source, why));
    }
    left::zone_size(sight, frame, who, zone)
}
