//! CR 113: Abilities. The zone out of which an ability moves the object that it is on: there alone it functions (113.6m).

use crate::engine::reading::events::{of_haunted, only_this};
use crate::game::AbilityInstance;
use crate::ir::change::{Action, Allowed};
use crate::ir::node::Node;
use crate::ir::part::{Part, Place, any, mentions};
use crate::ir::{
    Ability, Activated, Condition, Cost, Event, Filter, Instruction, Replacement, Selection, Triggered, Zone,
};
use crate::ir::{Change, KeywordName, NamedDeed, RuleChange, Static, Verb};

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
    if is_of_itself(&it.when) { None } else { out_of(&it.effect, Vec::new()) }
}

/// The same of a replacement effect.
pub(in crate::engine) fn of_replacement(it: &Replacement) -> Option<Zone> {
    if is_of_itself(&it.of) { None } else { out_of(&it.result, Vec::new()) }
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

/// Whether an ability of an object functions in the zone the object is in (113.6).
pub fn functions(instance: &AbilityInstance, zone: Zone) -> bool {
    let at_home = zone == Zone::Battlefield;
    match &*instance.ability {
        Ability::Static(it) => {
            it.defining
                || it.also_from == Some(zone)
                || it
                    .from
                    .or_else(|| it.condition.as_ref().and_then(said_zone))
                    .map_or_else(|| usual_zone(it, zone), |from| from == zone)
        }
        Ability::Triggered(it) if it.also_from == Some(zone) => true,
        Ability::Triggered(it) => it
            .from
            .or_else(|| of_triggered(it))
            .map_or_else(|| default_zone(&it.when, zone), |from| from == zone),
        Ability::Activated(it) => it.from.or_else(|| of_activated(it)).map_or(at_home, |from| from == zone),
        Ability::Replacement(it) => it
            .from
            .or_else(|| of_replacement(it))
            .map_or(at_home || from_anywhere(&it.of), |from| from == zone),
        Ability::Keyword(_)
        | Ability::Spell(_)
        | Ability::Cleaved(_)
        | Ability::AdditionalCost(_)
        | Ability::AlternativeCost(_)
        | Ability::CastOnly(_)
        | Ability::ManaFrom(_)
        | Ability::Room(_)
        | Ability::OpeningHand(_)
        | Ability::DeckLimit(_)
        | Ability::CanBeCommander
        | Ability::Unsupported(_) => false,
    }
}

/// The zone outside the battlefield in which an object has to be for a condition to be true: an ability that applies only then says so where
/// it functions (113.6b).
fn said_zone(condition: &Condition) -> Option<Zone> {
    if let Condition::All(all) = condition {
        return all.iter().find_map(said_zone);
    }
    let Condition::Is(what, a) = condition else { return None };
    (**what == Selection::This).then(|| zone_asked_for(a)).flatten()
}

/// The one zone other than the battlefield that a filter asks for.
fn zone_asked_for(filter: &Filter) -> Option<Zone> {
    if let Filter::All(all) = filter {
        return all.iter().find_map(zone_asked_for);
    }
    let Filter::In(zones) = filter else { return None };
    let [zone] = zones.as_slice() else { return None };
    (*zone != Zone::Battlefield).then_some(*zone)
}

/// Whether a zone is where a static ability functions that does not say it.
fn usual_zone(it: &Static, zone: Zone) -> bool {
    if grants_itself_ways_of_casting(it) {
        return zone == Zone::Stack;
    }
    zone == Zone::Battlefield || of_itself(it, zone)
}

/// Whether a static ability gives its own object nothing but keywords that say how it is cast or what happens as it is: that functions
/// on the stack only (113.6e).
pub fn grants_itself_ways_of_casting(it: &Static) -> bool {
    let of_casting = |ability: &Ability| {
        matches!(ability, Ability::Keyword(keyword) if {
            matches!(
                keyword.name(),
                KeywordName::Flash
                    | KeywordName::Affinity
                    | KeywordName::Assist
                    | KeywordName::Cascade
                    | KeywordName::Convoke
                    | KeywordName::Delve
                    | KeywordName::Improvise
                    | KeywordName::Storm
                    | KeywordName::Undaunted
            )
        })
    };
    let gains =
        |change: &Change| matches!(change, Change::Gain(abilities) if abilities.iter().all(of_casting));
    it.affects == Some(Selection::This)
        && it.rules.is_empty()
        && !it.changes.is_empty()
        && it.changes.iter().all(gains)
}

/// Whether a static ability says only how its own object is cast or played, for what costs, or that it can't be countered: that
/// functions where the object can be cast or played from, or on the stack (113.6d to 113.6g).
fn of_itself(it: &Static, zone: Zone) -> bool {
    let on_stack = zone == Zone::Stack;
    let elsewhere = !matches!(zone, Zone::Battlefield | Zone::Stack);
    let counts = |rule: &RuleChange| match rule {
        RuleChange::CostChange(change) => on_stack && !change.abilities && only_this(&change.of),
        RuleChange::Cant(cant) if cant.what.as_ref().is_some_and(only_this) => match cant.action {
            Action::Be(Verb::Counter) => on_stack,
            Action::Do(Verb::Cast | Verb::PlayLand) => elsewhere,
            _ => false,
        },
        RuleChange::May(may) if may.what == Some(Selection::This) => {
            let plays = matches!(
                may.action,
                Allowed::Cast | Allowed::Play | Allowed::PlayLand | Allowed::CastAsThoughFlash
            );
            elsewhere && plays
        }
        RuleChange::Cant(_)
        | RuleChange::Must(_)
        | RuleChange::May(_)
        | RuleChange::ExtraLands(..)
        | RuleChange::HandSize(..)
        | RuleChange::Skip(..)
        | RuleChange::PlayerHas(..)
        | RuleChange::PlayerProtection(..)
        | RuleChange::PlayerHexproof(..)
        | RuleChange::CombatDamage(..)
        | RuleChange::StationsByToughness(_)
        | RuleChange::CrewsAsThoughGreater(..)
        | RuleChange::UntapsDuring(..)
        | RuleChange::KeepsMana(..)
        | RuleChange::LostManaBecomes(..)
        | RuleChange::ExtraTrigger { .. }
        | RuleChange::NoTrigger { .. }
        | RuleChange::AnyColor(_)
        | RuleChange::LifeForMana(..)
        | RuleChange::DamageCantBePrevented
        | RuleChange::NoLegendRule(_)
        | RuleChange::Devotion(..)
        | RuleChange::Revealed(..)
        | RuleChange::MostCounters { .. }
        | RuleChange::AsYouCascade { .. }
        | RuleChange::Goaded(_)
        | RuleChange::Marked(_)
        | RuleChange::Unsupported(_) => false,
    };
    it.changes.is_empty() && !it.rules.is_empty() && it.rules.iter().all(counts)
}

/// Whether a replacement effect is one of what would be put somewhere "from anywhere", the object itself: that says that it functions
/// wherever the object is (113.6b).
fn from_anywhere(event: &Event) -> bool {
    let Event::Moves(moves) = event else { return false };
    moves.from.is_empty()
        && !moves.to.is_empty()
        && !moves.to.contains(&Zone::Battlefield)
        && only_this(&moves.what)
}

/// Where a triggered ability functions that does not say it: on the battlefield, or on the stack for "when you cast this spell" (113.6k).
fn default_zone(event: &Event, zone: Zone) -> bool {
    // Each trigger condition functions where it can be met (113.6k).
    event.is_made_of(&mut |event| may_be_met_in(event, zone))
}

/// Whether a plain trigger condition functions in a zone.
fn may_be_met_in(event: &Event, zone: Zone) -> bool {
    if matches!(event, Event::Casts(_, what) if only_this(what)) {
        return zone == Zone::Stack;
    }
    // Nothing but a spell is countered that has such an ability (603.10e).
    if matches!(event, Event::Countered(what) if only_this(what)) {
        return zone == Zone::Stack;
    }
    if of_haunted(event) {
        return zone == Zone::Exile;
    }
    // "When this is put into a graveyard from anywhere" triggers from there, and does not look back (603.6c).
    if let Event::Moves(moves) = event
        && moves.from.is_empty()
        && !moves.to.contains(&Zone::Battlefield)
        && only_this(&moves.what)
    {
        return moves.to.contains(&zone);
    }
    // "When you cycle this card" triggers from wherever the card was put (702.29c).
    // So does "when you discard this card": that looks at the card where it has been put.
    if matches!(event, Event::Becomes(what, word) if only_this(what) && *word == NamedDeed::Does(Verb::Cycle))
        || matches!(event, Event::Discards(_, what) if only_this(what))
    {
        return !matches!(zone, Zone::Battlefield | Zone::Hand | Zone::Library);
    }
    zone == Zone::Battlefield
}
