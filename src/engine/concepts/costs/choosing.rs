//! CR 118: Costs. What is chosen as a cost is paid, and of which more must be told than how many: counters of any kind, cards of enough
//! mana value in all (701.59a).

use crate::engine::concepts::counters;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::{mana_value, matches};
use crate::engine::reading::{Frame, Sight, quantities, selections};
use crate::game::{Cause, ChoiceKind, Game, Item, ObjectId, PlayerId, Thing};
use crate::ir::{Cost, CounterKind, Filter, Quantity, Selection, Zone};
use crate::rules::{Rules, cr};

use super::one_of;

/// Whether a cost removes several counters of any kind, and doesn't say whether they may come from several permanents.
pub(super) fn removes_from_several(cost: &Cost) -> bool {
    matches!(cost, Cost::RemoveCounters(None, quantity, Selection::Each(_)) if *quantity != Quantity::Fixed(1))
}

/// How many counters of whatever kind an object has.
pub(super) fn all_counters(game: &Game, object: ObjectId) -> u32 {
    game.object(object).counters.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count))
}

/// A player removes so many counters of any kinds from one of these objects, as they choose.
///
/// # Errors
/// If nobody chooses, or the number can't be told.
pub(super) fn remove_any(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    (quantity, from): (&Quantity, &Selection),
    cause: Cause,
) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let count = quantities::amount(sight, frame, quantity)?;
    let objects = selections::select(sight, frame, from)?;
    let with_them = |object: &ObjectId| all_counters(&play.game, *object) >= count;
    let objects: Vec<ObjectId> = objects.into_iter().filter_map(Thing::object).filter(with_them).collect();
    let Some(object) = one_of(play, player, frame.source, cause.rules, objects)? else { return Ok(()) };
    // They are removed at once: each is chosen from those that are left.
    let mut left: Vec<(CounterKind, u32)> = play.game.object(object).counters.to_vec();
    let mut removed: Vec<(CounterKind, i32)> = Vec::new();
    for _ in 0..count {
        left.retain(|(_, count)| *count > 0);
        let kind = match left.as_slice() {
            [] => break,
            [(only, _)] => *only,
            several => {
                let items = several.iter().map(|(kind, _)| Item::Counter(*kind)).collect();
                let asking = Some(frame.asking());
                let picked =
                    play.pick(player, ChoiceKind::Choose, asking, items, 1, 1, false, cause.rules)?;
                let Some(Item::Counter(kind)) = picked.first() else { break };
                *kind
            }
        };
        if let Some((_, count)) = left.iter_mut().find(|(its, _)| *its == kind) {
            *count = count.saturating_sub(1);
        }
        match removed.iter_mut().find(|(its, _)| *its == kind) {
            Some((_, count)) => *count = count.saturating_sub(1),
            None => removed.push((kind, -1)),
        }
    }
    let removed: Vec<_> = removed.into_iter().map(|(kind, count)| (object, kind, count)).collect();
    counters::put(play, cause, &removed)
}

/// The cards of a player's graveyard, each with its mana value.
///
/// # Errors
/// If a card is unknown.
pub(super) fn evidence(sight: Sight<'_>, frame: &Frame, player: PlayerId) -> Outcome<Vec<(ObjectId, i64)>> {
    let mut found = Vec::new();
    for card in sight.game.zone(Zone::Graveyard, player).iter().copied() {
        // Of a card that nobody knows the mana value can't be told.
        matches(sight, frame, &Filter::ManaValue(crate::ir::Comparison::at_least_one()), card)?;
        found.push((card, i64::from(mana_value(sight, card))));
    }
    Ok(found)
}

/// The cards that a player exiles from their graveyard to collect evidence, with enough mana value in all (701.59a).
///
/// # Errors
/// If nobody chooses, or what is chosen is not enough.
pub(super) fn collect_evidence(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    quantity: &Quantity,
    rules: Rules,
) -> Outcome<Vec<ObjectId>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let wanted = i64::from(quantities::amount(sight, frame, quantity)?);
    let cards = evidence(sight, frame, player)?;
    let items: Vec<Item> = cards.iter().map(|(card, _)| Item::Object(*card)).collect();
    // With the dearest first, it takes at least so many.
    let mut dearest: Vec<i64> = cards.iter().map(|(_, value)| *value).collect();
    dearest.sort_unstable_by(|one, other| other.cmp(one));
    let (mut least, mut total) = (0, 0);
    for value in dearest {
        if total >= wanted {
            break;
        }
        (least, total) = (least + 1, total + value);
    }
    let most = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let rules = rules.and(cr!("701.59a"));
    let asking = Some(frame.asking());
    let picked = play.pick(player, ChoiceKind::Exile, asking, items, least, most, false, rules)?;
    let chosen: Vec<_> =
        cards.into_iter().filter(|(card, _)| picked.contains(&Item::Object(*card))).collect();
    if chosen.iter().map(|(_, value)| value).sum::<i64>() < wanted {
        let why = "the cards exiled for it have too little mana value in all";
        return Err(Halt::illegal(player, cr!("701.59a"), why, Some(frame.source)));
    }
    Ok(chosen.into_iter().map(|(card, _)| card).collect())
}
