//! CR 701.50: Connive

use crate::ir::instruction::Discard;
use crate::ir::{CardType, CounterKind, Filter, Instruction, Players, Quantity, Selection, Slot};

/// Each permanent's controller draws, then discards; for each nonland card discarded so the permanent gets a counter
/// (701.50a, 701.50d). Who that is comes from last-known information where the permanent is gone (701.50b).
pub(super) fn meaning(what: &Selection, count: Quantity) -> Vec<Instruction> {
    const DISCARDED: Slot = Slot::literal("connived away");
    let who = Players::ControllerOf(Box::new(Selection::It));
    let nonland = Filter::Not(Box::new(Filter::Type(CardType::Land)));
    let counted = Selection::Among(Box::new(Selection::Slot(DISCARDED)), Box::new(nonland));
    vec![Instruction::ForEach {
        of: what.clone(),
        does: vec![
            Instruction::Draw { who: who.clone(), count: count.clone(), up_to: false, slot: None },
            Instruction::Discard(Discard {
                who,
                these: None,
                count,
                what: None,
                whole_hand: false,
                random: false,
                chosen_by: None,
                slot: Some(DISCARDED),
                up_to: false,
            }),
            Instruction::PutCounters {
                kind: CounterKind::PLUS_ONE,
                count: Quantity::HowMany(Box::new(counted)),
                on: Selection::It,
                divided: false,
                up_to: false,
                and: Vec::new(),
                slot: None,
            },
        ],
    }]
}
