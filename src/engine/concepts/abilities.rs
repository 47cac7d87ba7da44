//! CR 113: Abilities. The zone out of which an ability moves the object that it is on: there alone it functions (113.6m).

use crate::game::AbilityInstance;
use crate::ir::node::Node;
use crate::ir::part::{Part, Place, any, mentions};
use crate::ir::{Ability, Activated, Cost, Event, Instruction, Replacement, Selection, Triggered, Zone};

/// The zone out of which an ability moves its object, where that alone says where it functions (113.6m).
pub fn where_it_moves_from(instance: &AbilityInstance) -> Option<Zone> {
    if instance.keyword.is_some() {
        return None;
    }
    if let Ability::Activated(it) = &*instance.ability {
        return of_activated(it).filter(|_| it.from.is_none() && !it.cost.0.iter().any(discards_this));
    }
    if let Ability::Triggered(it) = &*instance.ability {
        return of_triggered(it).filter(|_| it.from.is_none());
    }
    None
}

/// The zone in which alone an activated ability functions that says no zone itself, because its cost or effect moves its object out of
/// there (113.6j, 113.6m).
pub(in crate::engine) fn of_activated(it: &Activated) -> Option<Zone> {
    let costs = &it.cost.0;
    if costs.iter().any(discards_this) {
        return Some(Zone::Hand);
    }
    out_of(&it.effect, costs.iter().filter_map(put_by_cost).collect())
}

/// The same of a triggered ability, unless its trigger condition speaks of the object itself or of what it enchants.
pub fn of_triggered(it: &Triggered) -> Option<Zone> {
    out_of(&it.effect, Vec::new()).filter(|_| !is_of_itself(&it.when))
}

/// The same of a replacement effect.
pub(in crate::engine) fn of_replacement(it: &Replacement) -> Option<Zone> {
    out_of(&it.result, Vec::new()).filter(|_| !is_of_itself(&it.of))
}

/// Whether an event may be one that puts the object itself somewhere, or by which what it enchants leaves the battlefield.
fn is_of_itself(event: &Event) -> bool {
    mentions(event, Part::is_its_own)
}

/// The first zone that an effect names out of which it moves its object, be it in a part that is optional, conditional or one of several, or in
/// a triggered ability that it creates: unless the battlefield, or a zone into which an earlier part of the cost or effect puts it.
fn out_of(effect: &impl Node, mut put_into: Vec<Zone>) -> Option<Zone> {
    let mut found = None;
    any(effect, &mut |place| {
        // Whose "this" it is is asked last: it looks at all that stands above.
        let is_own = || !is_of_another(place);
        match place.part {
            Part::Put(put) if put.what == Selection::This && is_own() => {
                found = put.from.filter(|from| *from != Zone::Battlefield && !put_into.contains(from));
                put_into.push(put.to);
            }
            Part::Exile(exile) if exile.what == Selection::This && is_own() => put_into.push(Zone::Exile),
            Part::Sacrifice(sacrifice) if sacrifice.these == Some(Selection::This) && is_own() => {
                put_into.push(Zone::Graveyard);
            }
            Part::Instruction(Instruction::Destroy { what: Selection::This, .. }) if is_own() => {
                put_into.push(Zone::Graveyard);
            }
            Part::Cost(cost) if cost.moves_this() && is_own() => put_into.extend(put_by_cost(cost)),
            _ => {}
        }
        found.is_some()
    });
    found
}

/// Whether "this" is another object where something stands, the one that is given an ability; or the object where the event that is waited for
/// may have put it.
fn is_of_another(place: &Place<'_, '_>) -> bool {
    place.is_within(|above| match above {
        Part::Ability(_) => true,
        Part::Delayed(delayed) => is_of_itself(&delayed.when),
        _ => false,
    })
}

/// Whether the object that a cost is a cost of is discarded to pay it.
fn discards_this(cost: &Cost) -> bool {
    cost.moves_this() && matches!(cost, Cost::Discard(_))
}

/// Where a cost puts the object that it is a cost of.
fn put_by_cost(cost: &Cost) -> Option<Zone> {
    if !cost.moves_this() {
        return None;
    }
    if matches!(cost, Cost::Sacrifice(_) | Cost::Discard(_)) {
        Some(Zone::Graveyard)
    } else if matches!(cost, Cost::Exile(..)) {
        Some(Zone::Exile)
    } else {
        matches!(cost, Cost::Return(..)).then_some(Zone::Hand)
    }
}
