//! CR 122: Counters. Those that protect a permanent, or keep something from happening to it: shield, stun and finality counters.

use crate::game::{ByRules, CauseKind, Game, ObjectId, Origin};
use crate::ir::event::{Damage, Moves};
use crate::ir::{
    CounterKind, Event, Filter, Instruction, Quantity, Replacement, ReplacementResult, Selection, Symbol,
    Trait, Zone,
};
use crate::rules::{RuleId, cr};

/// A shield counter (122.1c).
const SHIELD: CounterKind = CounterKind::Named(Symbol::literal("shield"));

/// A finality counter (122.1h).
const FINALITY: CounterKind = CounterKind::Named(Symbol::literal("finality"));

/// A stun counter (122.1d).
pub(in crate::engine) const STUN: CounterKind = CounterKind::Named(Symbol::literal("stun"));

const DESTRUCTION: Origin = Origin::Rules(ByRules::ShieldFromDestruction);
const DAMAGE: Origin = Origin::Rules(ByRules::ShieldFromDamage);
const GRAVEYARD: Origin = Origin::Rules(ByRules::Finality);

/// The rule of an effect that such counters create.
pub(in crate::engine) const fn rule(origin: Origin) -> Option<RuleId> {
    match origin {
        DESTRUCTION | DAMAGE => Some(cr!("122.1c")),
        GRAVEYARD => Some(cr!("122.1h")),
        _ => None,
    }
}

/// What the counters of a permanent say of its being destroyed, if that is the result of an effect, and of its going to a
/// graveyard: one effect however many counters of a kind there are.
pub(in crate::engine) fn against_moves(
    game: &Game,
    object: ObjectId,
    cause: CauseKind,
) -> Vec<(Origin, Replacement)> {
    let its = game.object(object);
    let mut found = Vec::new();
    if !its.on_battlefield() || its.counters.is_empty() {
        return found;
    }
    let by_effect = !matches!(cause, CauseKind::StateBased | CauseKind::Cost(..));
    let this = || Filter::Is(Trait::This);
    if by_effect && its.counters_of(SHIELD) > 0 {
        let result = ReplacementResult::Instead(vec![remove_one()]);
        found.push((DESTRUCTION, replacement(Event::Destroyed(this()), result)));
    }
    if its.counters_of(FINALITY) > 0 {
        let dies = Event::Moves(Moves::between(this(), &[Zone::Battlefield], &[Zone::Graveyard]));
        found.push((GRAVEYARD, replacement(dies, ReplacementResult::to(Zone::Exile))));
    }
    found
}

/// What the counters of a permanent say of damage that would be dealt to it.
pub(in crate::engine) fn against_damage(game: &Game, object: ObjectId) -> Option<(Origin, Replacement)> {
    if game.object(object).counters_of(SHIELD) == 0 {
        return None;
    }
    let damage = Damage {
        at_once: false,
        source: Filter::EVERYTHING,
        player: None,
        object: Some(Filter::Is(Trait::This)),
        combat: None,
    };
    let result = ReplacementResult::Prevent { amount: None, then: vec![remove_one()] };
    Some((DAMAGE, replacement(Event::DealsDamage(damage), result)))
}

/// Whether it is the prevention effect of shield counters: of damage from several sources at once it takes one counter.
pub(in crate::engine) fn prevents_damage(origin: Origin) -> bool {
    origin == DAMAGE
}

fn remove_one() -> Instruction {
    Instruction::RemoveCounters {
        kind: Some(SHIELD),
        count: Some(Quantity::Fixed(1)),
        from: Selection::This,
        up_to: false,
        slot: None,
    }
}

const fn replacement(of: Event, result: ReplacementResult) -> Replacement {
    Replacement { of, result, only_if: None, may: None, from: None }
}
