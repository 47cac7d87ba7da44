//! CR 702.78: Conspire

use crate::ir::ability::AdditionalCost;
use crate::ir::filter::Shared;
use crate::ir::{
    Ability, Body, CardType, Condition, Cost, Costs, Event, Filter, Instruction, Players, Quantity,
    Selection, Symbol, Trait, Triggered,
};

/// What having paid the conspire cost is called.
pub(super) const CONSPIRE: Symbol = Symbol::literal("conspire");

/// What is paid for it.
fn cost() -> Cost {
    let creature = Filter::All(vec![
        Filter::Type(CardType::Creature),
        Filter::ControlledBy(Players::You),
        Filter::Shares(Shared::Color, Box::new(Selection::This)),
    ]);
    Cost::TapOthers(creature, Quantity::Fixed(2))
}

/// Whether a cost is what is paid for conspire.
pub(super) fn is_cost(its: &Cost) -> bool {
    matches!(its, Cost::TapOthers(..)) && *its == cost()
}

/// As the spell is cast, its controller may tap two untapped creatures of theirs that each share a color with it; if they have, they copy
/// it when it is cast, with new targets if they like (702.78a).
pub(super) fn meaning() -> Vec<Ability> {
    let cost = AdditionalCost { cost: Costs(vec![cost()]), optional: true, name: Some(CONSPIRE) };
    let copy = Instruction::CopySpell {
        what: Selection::It,
        who: Players::You,
        count: Quantity::Fixed(1),
        new_targets: true,
        except: Vec::new(),
        targeting: None,
        slot: None,
    };
    let cast = Triggered {
        only_if: Some(Condition::Paid(CONSPIRE)),
        ..Triggered::new(Event::Casts(Players::You, Filter::Is(Trait::This)), Body::of(vec![copy]))
    };
    vec![Ability::AdditionalCost(cost), Ability::triggered(cast)]
}

/// Whether a triggered ability is what conspire stands for.
pub(super) fn is(ability: &Triggered) -> bool {
    ability.only_if == Some(Condition::Paid(CONSPIRE))
}
