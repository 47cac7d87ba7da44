//! CR 702.56: Replicate

use crate::ir::ability::AdditionalCost;
use crate::ir::{
    Ability, Body, Condition, Costs, Event, Filter, Instruction, Players, Quantity, Selection, Symbol, Trait,
    Triggered,
};

/// What having paid the replicate cost is called.
pub(super) const REPLICATE: Symbol = Symbol::literal("replicate");

/// A cost that may be paid any number of times as the spell is cast; when it is cast it is copied so many times (702.56a).
pub(super) fn meaning(cost: &Costs) -> Vec<Ability> {
    let additional = AdditionalCost { cost: cost.clone(), optional: true, name: Some(REPLICATE) };
    vec![Ability::AdditionalCost(additional), copied(REPLICATE, Quantity::TimesPaid(REPLICATE))]
}

/// When the spell is cast, if a cost of this name was paid, it is copied so many times, with new targets if its controller likes.
pub(super) fn copied(paid: Symbol, count: Quantity) -> Ability {
    let copy = Instruction::CopySpell {
        who: Players::You,
        what: Selection::It,
        count,
        new_targets: true,
        except: Vec::new(),
        targeting: None,
        slot: None,
    };
    Ability::triggered(Triggered {
        only_if: Some(Condition::Paid(paid)),
        ..Triggered::new(Event::Casts(Players::You, Filter::Is(Trait::This)), Body::of(vec![copy]))
    })
}
