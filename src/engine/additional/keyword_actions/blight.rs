//! CR 701.68: Blight

use super::MADE;
use crate::ir::instruction::Choose;
use crate::ir::{CardType, CounterKind, Filter, Instruction, Players, Quantity, Selection};

/// A player puts -1/-1 counters on a creature that they control (701.68a), the blighted creature (701.68c).
pub(in crate::engine) fn meaning(who: &Players, count: Quantity) -> Vec<Instruction> {
    let own = vec![Filter::Type(CardType::Creature), Filter::ControlledBy(who.clone())];
    vec![
        Instruction::Choose(Choose {
            for_each: None,
            different: None,
            who: who.clone(),
            from: None,
            what: Filter::All(own),
            count: Quantity::Fixed(1),
            up_to: false,
            random: false,
            slot: MADE,
            rest: None,
            piles: false,
            together: None,
        }),
        Instruction::PutCounters {
            kind: CounterKind::MINUS_ONE,
            count,
            on: Selection::Slot(MADE),
            divided: false,
            up_to: false,
            and: Vec::new(),
            slot: None,
        },
    ]
}

/// Whether it is the choice of the creature to blight, on which counters are put then: what can't have any can't be chosen (701.68b).
pub(in crate::engine) fn chooses(choice: &Choose, after: &[Instruction]) -> bool {
    let put = after.first();
    choice.slot == MADE
        && matches!(put, Some(Instruction::PutCounters { on, .. }) if *on == Selection::Slot(MADE))
}
