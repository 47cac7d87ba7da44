//! CR 702.157: Squad

use crate::ir::ability::AdditionalCost;
use crate::ir::event::Moves;
use crate::ir::instruction::Create;
use crate::ir::{
    Ability, Body, Change, Condition, Costs, Event, Filter, Instruction, Quantity, Selection, Symbol,
    TokenSpec, Trait, Triggered, Zone,
};

/// What having paid the squad cost is called.
pub(super) const SQUAD: Symbol = Symbol::literal("squad");

/// A cost that may be paid any number of times as the spell is cast; when the creature enters, a token that is a copy of it is created for
/// each (702.157a).
pub(super) fn meaning(cost: &Costs) -> Vec<Ability> {
    let additional = AdditionalCost { cost: cost.clone(), optional: true, name: Some(SQUAD) };
    vec![Ability::AdditionalCost(additional), copied(SQUAD, Quantity::TimesPaid(SQUAD), Vec::new())]
}

/// When the permanent enters, if a cost of this name was paid for it, tokens are created that are copies of it but for some changes.
pub(super) fn copied(paid: Symbol, count: Quantity, except: Vec<Change>) -> Ability {
    let token = TokenSpec::CopyOf { what: Selection::This, except };
    let create = Instruction::Create(Create { count, ..Create::plain(token) });
    let enters = Moves::between(Filter::Is(Trait::This), &[], &[Zone::Battlefield]);
    Ability::triggered(Triggered {
        only_if: Some(Condition::Paid(paid)),
        ..Triggered::new(Event::Moves(enters), Body::of(vec![create]))
    })
}
