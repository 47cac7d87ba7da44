//! Counters that an instruction puts on objects and players, or removes (122).

use crate::engine::additional::keyword_abilities::deeds;
use crate::engine::concepts::counters;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::game::{Cause, ObjectId, Thing};
use crate::ir::quantity::Tally;
use crate::ir::{CounterKind, Quantity, Selection, Slot};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::super::{Frame, amount, cause, information, objects_there};
use super::{any_number, counts, is_announced, players_of, shares_of, stationed, up_to_so_many};

/// Counters of a kind are removed from objects and players (122.1).
pub(super) fn remove_counters(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (kind, count, from): (CounterKind, Option<&Quantity>, &Selection),
    up_to: bool,
    slot: Option<Slot>,
) -> Outcome {
    let mut list = Vec::new();
    let any = count == Some(&Quantity::AnyNumber);
    let most = match count {
        Some(count) if !any => i32::try_from(amount(play, frame, count)?).unwrap_or(i32::MAX),
        _ => i32::MAX,
    };
    for object in objects_there(play, frame, from)? {
        let there = play.game.object(object).counters_of(kind);
        let removed = match any {
            true => any_number(play, frame, there)?,
            false if up_to => {
                let there = i32::try_from(there).unwrap_or(i32::MAX);
                up_to_so_many(play, frame, most.min(there))?
            }
            false => most,
        };
        list.push((object, kind, removed.saturating_neg()));
    }
    let keyword = play.keyword_rule(frame);
    let before = counts(play, &list);
    counters::put(play, cause(frame, keyword.unwrap_or(cr!("122.1"))), &list)?;
    let fewer = before
        .into_iter()
        .map(|(object, count)| count.saturating_sub(play.game.object(object).counters_of(kind)));
    let removed = fewer.fold(0, u32::saturating_add);
    let players = players_of(play, frame, from)?;
    if slot.is_some() && !players.is_empty() {
        return Err(Halt::undecided(frame.source, "how many counters a player loses is not kept"));
    }
    frame.numbers.extend(slot.map(|slot| (slot, i32::try_from(removed).unwrap_or(i32::MAX))));
    if (any || up_to) && !players.is_empty() {
        return Err(Halt::undecided(frame.source, "how many counters a player loses is not asked"));
    }
    let by = keyword.into_iter().fold(cause(frame, cr!("122.1")), Cause::and);
    counters::put_on_players(play, by, &players, kind, most.saturating_neg())?;
    Ok(())
}

/// Counters are put on objects (122.6) and on players (122.1).
pub(super) fn put_counters(
    play: &mut Play<'_>,
    frame: &mut Frame,
    ((kind, count), and, on): ((CounterKind, &Quantity), &[(CounterKind, Quantity)], &Selection),
    (divided, up_to): (bool, bool),
    slot: Option<Slot>,
) -> Outcome {
    let shares = if divided { shares_of(play, frame, on, count)? } else { None };
    let fixed = divided && is_announced(frame, on, count);
    let each = if fixed { 0 } else { i32::try_from(amount(play, frame, count)?).unwrap_or(i32::MAX) };
    let others = amounts_of(play, frame, and)?;
    let objects = objects_there(play, frame, on)?;
    let mut list = Vec::with_capacity(objects.len());
    for (index, object) in objects.into_iter().enumerate() {
        let share = shares.as_ref().and_then(|shares| shares.get(index)).copied();
        let count = share.map_or(each, |share| i32::try_from(share).unwrap_or(i32::MAX));
        for (kind, count) in std::iter::once((kind, count)).chain(others.iter().copied()) {
            let count = if up_to { up_to_so_many(play, frame, count)? } else { count };
            list.push((object, kind, count));
        }
    }
    let by = match play.keyword_rule(frame) {
        Some(rule) => cause(frame, rule).and(cr!("122.6")),
        // On what is no permanent they are put by the instruction alone.
        None if list.iter().any(|(object, ..)| !play.game.object(*object).on_battlefield()) => {
            cause(frame, cr!("122.1"))
        }
        None => cause(frame, cr!("122.6")),
    };
    let by = if fixed { by.and(cr!("601.2d")) } else { information::informed(play, frame, by, count)? };
    let by = if *count == Quantity::StationedBy { stationed(play, frame, by)? } else { by };
    // Nothing has happened to what is another object by now.
    let new = |(object, ..): &(ObjectId, CounterKind, i32)| play.game.object(*object).previous.is_some();
    if each == 0
        && matches!(count, Quantity::Happened(event, Tally::Amount, _) if event.names_an_object())
        && list.iter().any(new)
    {
        let rules = Rules::of(&[cr!("400.7"), cr!("608.2i")]);
        play.note(Level::Default, by.kind, rules, Note::Counts(frame.asking(), 0, false));
    }
    let before = counts(play, &list);
    counters::put(play, by, &list)?;
    let got = |((object, kind, _), (_, count)): (&(ObjectId, CounterKind, i32), (ObjectId, u32))| {
        (play.game.object(*object).counters_of(*kind) > count).then_some(Thing::Object(*object))
    };
    let mut got: Vec<Thing> = list.iter().zip(before).filter_map(got).collect();
    got.dedup();
    let there = play.view()?;
    let mut on_which: Vec<ObjectId> = list.iter().map(|(object, ..)| *object).collect();
    on_which.dedup();
    deeds::tell(play, frame, &there, (on_which, !got.is_empty()))?;
    frame.bind(slot, got);
    let players = players_of(play, frame, on)?;
    if up_to && !players.is_empty() {
        return Err(Halt::undecided(frame.source, "how many counters a player gets is not asked"));
    }
    let by = play.keyword_rule(frame).into_iter().fold(cause(frame, cr!("122.1")), Cause::and);
    counters::put_on_players(play, by, &players, kind, each)?;
    for (kind, count) in others {
        counters::put_on_players(play, by, &players, kind, count)?;
    }
    Ok(())
}

/// How many counters of each of these kinds.
fn amounts_of(
    play: &mut Play<'_>,
    frame: &Frame,
    kinds: &[(CounterKind, Quantity)],
) -> Outcome<Vec<(CounterKind, i32)>> {
    let of_kind = |(kind, count): &(CounterKind, Quantity)| {
        Ok((*kind, i32::try_from(amount(play, frame, count)?).unwrap_or(i32::MAX)))
    };
    kinds.iter().map(of_kind).collect()
}
