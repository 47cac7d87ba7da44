//! Whether something is so.

use crate::engine::additional::keyword_abilities::{kicker, start_your_engines::MAXIMUM};
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::view::View;
use crate::game::{Daytime, ObjectId, PlayerId, Thing};
use crate::ir::condition::TimeOfDay;
use crate::ir::event::Step as EventStep;
use crate::ir::filter::Shared;
use crate::ir::instruction::ManaType;
use crate::ir::part::{Part, mentions};
use crate::ir::{
    Ability, Comparison, Condition, DesignationName, Event, Filter, NamedDeed, Players, Quantity, Selection,
    Symbol, Trait, Verb, Zone,
};

use super::filters::{self, known, matches, objects, shares};
use super::left;
use super::measures;
use super::occurrences;
use super::paid;
use super::points;
use super::quantities::{compare, value};
use super::selections::{each, players, select};
use super::{Frame, Sight, all_are, any_is, found};

/// Why a question is never answered, whatever the game is like; nothing for one that may be.
pub(in crate::engine) fn gap_of(condition: &Condition) -> Option<Why> {
    match condition {
        Condition::Happened(event) if exhausts(event).is_some() => None,
        Condition::Happened(event) => occurrences::gap_of_happening(event),
        Condition::Designated(_, name) => (!name.is_of_player()).then(|| {
            format!("it asks whether a player has the designation `{name}`, which no player can have").into()
        }),
        Condition::Past(step) => (*step != EventStep::Upkeep)
            .then(|| format!("it asks whether the step `{}` is over", step.word()).into()),
        Condition::All(_)
        | Condition::Any(_)
        | Condition::Not(_)
        | Condition::Exists(_)
        | Condition::Compare(..)
        | Condition::Is(..)
        | Condition::TurnOf(_)
        | Condition::Paid(_)
        | Condition::KickedWith(_)
        | Condition::Spent(..)
        | Condition::WasCast(_)
        | Condition::Did
        | Condition::WonClash
        | Condition::State(_)
        | Condition::During(..)
        | Condition::Combat(_)
        | Condition::Chose(..)
        | Condition::TwoShare(..)
        | Condition::Same(..) => None,
    }
}

/// Whose exhaust abilities an event is about, if it is about that (702.177a).
fn exhausts(event: &Event) -> Option<&Players> {
    let Event::Does(who, what) = event else { return None };
    (*what == NamedDeed::Does(Verb::Exhaust)).then_some(who)
}

/// Whether the condition is true now.
///
/// # Errors
/// [`Halt::Undecided`] for what can't be told.
pub fn holds(sight: Sight<'_>, frame: &Frame, condition: &Condition) -> Outcome<bool> {
    if let Some(why) = gap_of(condition) {
        return Err(Halt::gap(frame.source, why));
    }
    Ok(match condition {
        Condition::All(conditions) => all_are(conditions, |condition| holds(sight, frame, condition))?,
        Condition::Any(conditions) => any_is(conditions, |condition| holds(sight, frame, condition))?,
        // What a choice that was never made is asked for does nothing, turned around or not (607.5a).
        Condition::Not(other) => !holds(sight, frame, other)? && !undefined(sight, frame, condition),
        Condition::Exists(filter) => exists(sight, frame, filter)?,
        Condition::Compare(quantity, comparison) => {
            compares(sight, frame, quantity, comparison)? && !undefined(sight, frame, condition)
        }
        Condition::Is(selection, filter) => are(sight, frame, selection, filter)?,
        Condition::TurnOf(who) => {
            players(sight, frame, who)?.iter().any(|player| sight.game.is_active(*player))
        }
        Condition::Paid(name) => paid::times(sight, frame, *name)? > instances_before(sight, frame, *name),
        Condition::KickedWith(cost) => {
            let kicker = kicker::of_cost(&sight.game.object(frame.source).base, cost);
            let none = || Halt::undecided(frame.source, "it asks for a kicker that the object does not have");
            paid::times(sight, frame, kicker.ok_or_else(none)?)? > 0
        }
        Condition::Spent(kind, least) => was_spent(sight, frame, *kind, *least)?,
        Condition::WasCast(by) => {
            let announced = sight.game.object(frame.source).announced.as_ref();
            match (announced.and_then(|its| its.cast), by) {
                (Some(caster), Some(by)) => players(sight, frame, by)?.contains(&caster),
                (caster, _) => caster.is_some(),
            }
        }
        Condition::Did | Condition::WonClash => frame.did,
        Condition::TwoShare(what, of) => two_share(sight, frame, *what, of)?,
        Condition::Same(one, other) => {
            let others = select(sight, frame, other)?;
            select(sight, frame, one)?.iter().any(|thing| others.contains(thing))
        }
        Condition::Chose(link, word) => sight
            .game
            .word(frame.link(*link))
            .is_some_and(|chosen| chosen.as_str().eq_ignore_ascii_case(word)),
        Condition::Happened(event) => match exhausts(event) {
            Some(who) => {
                players(sight, frame, who)?.iter().any(|player| sight.game.player(*player).exhausted)
            }
            None => occurrences::happened(sight, frame, event)?,
        },
        Condition::Designated(who, name) => is_designated(sight, frame, who, *name)?,
        Condition::State(TimeOfDay::Day) => sight.game.daytime() == Some(Daytime::Day),
        Condition::State(TimeOfDay::Night) => sight.game.daytime() == Some(Daytime::Night),
        Condition::During(step, who) => {
            let turn = sight.game.turn();
            let players = players(sight, frame, who)?;
            points::is_during(*step, turn) && players.iter().any(|player| sight.game.is_active(*player))
        }
        // What is skipped is passed as though it did not exist (500.11), so that nothing comes after it.
        Condition::Past(_) => sight.game.turn().upkeep_over,
        Condition::Combat(point) => points::is_at(sight.game, point),
    })
}

/// Whether there is such an object, or was one before what the ability looks back at.
fn exists(sight: Sight<'_>, frame: &Frame, filter: &Filter) -> Outcome<bool> {
    Ok(match left::before_for(sight, frame, filter)? {
        Some(before) => {
            let view = View::of(&before)?;
            !each(Sight { game: &before, view: &view }, frame, filter)?.is_empty()
        }
        None => !each(sight, frame, filter)?.is_empty(),
    })
}

/// Whether a number compares so.
fn compares(sight: Sight<'_>, frame: &Frame, quantity: &Quantity, comparison: &Comparison) -> Outcome<bool> {
    if let Some(holds) = compare_endless(sight, frame, quantity, comparison)? {
        return Ok(holds);
    }
    // What is so of each number that it may be is so.
    if let Some((least, most)) = measures::bounds(sight, frame, quantity)? {
        let holds = compare(sight, frame, least, comparison)?;
        let mut others = (least..=most).skip(1);
        if others.try_fold(true, |same, number| {
            compare(sight, frame, number, comparison).map(|other| same && other == holds)
        })? {
            return Ok(holds);
        }
    }
    compare(sight, frame, value(sight, frame, quantity)?, comparison)
}

/// Whether a condition speaks of a choice that was never made (607.5a).
fn undefined(sight: Sight<'_>, frame: &Frame, condition: &Condition) -> bool {
    mentions(
        condition,
        |part| matches!(part, Part::Filter(Filter::Chosen(link)) if filters::is_undefined(sight, frame, *link)),
    )
}

/// Whether all of what is meant is of a kind. Of all objects of a kind that is so where there are none; of anything else that is meant only
/// where it is there.
fn are(sight: Sight<'_>, frame: &Frame, selection: &Selection, filter: &Filter) -> Outcome<bool> {
    let things = select(sight, frame, selection)?;
    let of_none = matches!(selection, Selection::Each(kind) if !filters::undefined(sight, frame, kind));
    // Where something is, is asked of what it is now: of what has left, of the card that it has become where the ability
    // finds that (400.7e), never of what it was (603.4, 608.2a).
    if asks_where(filter) {
        let now = as_they_are(sight, frame, selection, &things);
        for object in &now {
            if !matches(sight, frame, filter, *object)? {
                return Ok(false);
            }
        }
        return Ok((of_none || !now.is_empty()) && now.len() >= things.len());
    }
    for thing in &things {
        match thing {
            Thing::Object(object) if matches(sight, frame, filter, as_it_was(sight, frame, *object))? => {}
            _ => return Ok(false),
        }
    }
    Ok(of_none || !things.is_empty())
}

/// Whether so much mana of a type was spent on it.
fn was_spent(sight: Sight<'_>, frame: &Frame, kind: ManaType, least: u32) -> Outcome<bool> {
    // An ability that has triggered was not cast: it asks about the spell that its source was (400.7d).
    let of_source = || sight.game.object(frame.source).announced.as_ref();
    let triggered = frame
        .on_stack
        .and_then(|it| sight.game.object(it).stack_ability())
        .is_some_and(|ability| ability.triggered);
    let announced = match frame.announcement() {
        Some(its) if triggered && its.cast.is_none() => of_source(),
        its => its.or_else(of_source),
    };
    Ok(match announced {
        // No mana was spent on what was not cast: a copy (707.10).
        Some(announced) if announced.cast.is_some() => {
            if announced.spent.total() == 0 {
                return Err(Halt::undecided(frame.source, "it asks which mana was spent on it"));
            }
            u64::from(announced.spent.of(kind)) >= u64::from(least)
        }
        _ => false,
    })
}

/// Whether two of some objects share something.
fn two_share(sight: Sight<'_>, frame: &Frame, what: Shared, of: &Selection) -> Outcome<bool> {
    let found = objects(sight, frame, of)?;
    for (place, one) in found.iter().enumerate() {
        known(sight, *one)?;
        if found.iter().skip(place + 1).any(|other| shares(sight, what, *one, *other)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether any of some players has a designation.
fn is_designated(sight: Sight<'_>, frame: &Frame, who: &Players, name: DesignationName) -> Outcome<bool> {
    let completed = |player| !sight.game.player(player).completed.is_empty();
    let mut who = players(sight, frame, who)?.into_iter();
    Ok(match name {
        DesignationName::CompletedDungeon => who.any(completed),
        DesignationName::StartingPlayer => {
            let starting = sight.game.agenda().starting.ok_or_else(|| {
                Halt::undecided(
                    frame.source,
                    "it asks who took the first turn, which the scenario does not play",
                )
            })?;
            who.any(|player| player == starting)
        }
        DesignationName::MaxSpeed => who.any(|player| sight.game.player(player).speed == Some(MAXIMUM)),
        held => {
            let held = Symbol::parse(held.word());
            held.is_some_and(|held| who.any(|player| sight.game.holds(player, held)))
        }
    })
}

/// How many instances of an additional cost of this name come before the one that the ability belongs to: each is paid by itself, the
/// first ones first, and the ability is linked to its own (607.2i, 702.78b).
fn instances_before(sight: Sight<'_>, frame: &Frame, name: Symbol) -> usize {
    let abilities = &sight.view.characteristics(sight.game, frame.source).abilities;
    let costs = abilities
        .iter()
        .filter(|its| matches!(&*its.ability, Ability::AdditionalCost(cost) if cost.name == Some(name)));
    costs.map(|its| its.origin).position(|origin| origin == frame.origin).unwrap_or(0)
}

/// How the size of a library that the scenario does not write out compares, where that is certain: it holds as many cards as are
/// needed, and is not empty.
fn compare_endless(
    sight: Sight<'_>,
    frame: &Frame,
    quantity: &Quantity,
    comparison: &Comparison,
) -> Outcome<Option<bool>> {
    let Quantity::Count(filter) = quantity else { return Ok(None) };
    let Some((who, Zone::Library)) = filter.cards_of() else { return Ok(None) };
    let endless = |player: &PlayerId| sight.game.player(*player).endless_library;
    if !players(sight, frame, who)?.iter().any(endless) {
        return Ok(None);
    }
    Ok(match comparison {
        Comparison::AtLeast(_) => Some(true),
        Comparison::Exactly(Quantity::Fixed(..=0)) | Comparison::AtMost(Quantity::Fixed(..=0)) => Some(false),
        Comparison::Exactly(_) | Comparison::AtMost(_) | Comparison::Even | Comparison::Odd => None,
    })
}

/// Whether a kind says where something is.
fn asks_where(filter: &Filter) -> bool {
    filter.demands(&|demanded| matches!(demanded, Filter::In(_) | Filter::Is(Trait::Permanent)))
}

/// The objects of a selection that are still where they are known to be, and what "this" has become where it has left.
fn as_they_are(sight: Sight<'_>, frame: &Frame, selection: &Selection, things: &[Thing]) -> Vec<ObjectId> {
    let game = sight.game;
    if *selection == Selection::This && !game.object(frame.source).exists {
        return found::this(game, frame).into_iter().map(|(object, _)| object).collect();
    }
    things.iter().filter_map(|thing| thing.object()).filter(|object| game.object(*object).exists).collect()
}

/// What a trigger's condition looks at: the object as it was before it moved, where the event looks back (603.10a). What has
/// entered is looked at as it is, or as it last was there (608.2h).
fn as_it_was(sight: Sight<'_>, frame: &Frame, object: ObjectId) -> ObjectId {
    match &frame.occasion {
        Some(occasion)
            if occasion.objects.contains(&object) && sight.game.object(object).zone != Zone::Battlefield =>
        {
            occasion.before.unwrap_or(object)
        }
        _ => object,
    }
}
