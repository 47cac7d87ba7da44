//! CR 702.44: Sunburst

use crate::ir::event::Moves;
use crate::ir::replacement::Enters;
use crate::ir::{
    Ability, CardType, Condition, CounterKind, Event, Filter, Measure, Quantity, Replacement,
    ReplacementResult, Selection, Symbol, Trait, Zone,
};

/// It enters with a counter for each colour of mana spent on it: +1/+1 counters if it enters as a creature, else charge
/// counters (702.44a).
pub(super) fn meaning() -> Vec<Ability> {
    let creature = Condition::Is(Box::new(Selection::This), Box::new(Filter::Type(CardType::Creature)));
    let charge = CounterKind::Named(Symbol::literal("charge"));
    vec![
        enters_with(CounterKind::PLUS_ONE, colors(), Some(creature.clone())),
        enters_with(charge, colors(), Some(Condition::Not(Box::new(creature)))),
    ]
}

/// The number that sunburst stands for: how many colours of mana were spent to cast the object (702.44a, 702.44c).
pub(super) fn colors() -> Quantity {
    Measure::ColorsSpentOn(Box::new(Selection::This)).into()
}

/// "Enters with so many counters", perhaps under a condition.
pub(super) fn enters_with(kind: CounterKind, count: Quantity, only_if: Option<Condition>) -> Ability {
    let enters = Enters { counters: vec![(kind, count)], ..Enters::default() };
    Ability::Replacement(Replacement {
        of: Event::Moves(Moves::between(Filter::Is(Trait::This), &[], &[Zone::Battlefield])),
        result: ReplacementResult::Enters(enters),
        only_if,
        may: None,
        from: None,
    })
}
