//! CR 701.39: Bolster

use super::MADE;
use crate::ir::instruction::Choose;
use crate::ir::quantity::Measure;
use crate::ir::{CardType, Comparison, CounterKind, Filter, Instruction, Players, Quantity, Selection};

/// A creature with the least toughness among those a player controls gets counters (701.39a).
pub(super) fn meaning(who: &Players, count: Quantity) -> Vec<Instruction> {
    let own = Filter::All(vec![Filter::Type(CardType::Creature), Filter::ControlledBy(who.clone())]);
    let least = Quantity::Least(Measure::ToughnessOf(Box::new(Selection::Each(Box::new(own.clone())))));
    vec![
        Instruction::Choose(Choose {
            for_each: None,
            different: None,
            who: who.clone(),
            from: None,
            what: Filter::All(vec![own, Filter::Toughness(Comparison::Exactly(least))]),
            count: Quantity::Fixed(1),
            up_to: false,
            random: false,
            slot: MADE,
            rest: None,
            piles: false,
            together: None,
        }),
        Instruction::PutCounters {
            kind: CounterKind::PLUS_ONE,
            count,
            on: Selection::Slot(MADE),
            divided: false,
            up_to: false,
            and: Vec::new(),
            slot: None,
        },
    ]
}
