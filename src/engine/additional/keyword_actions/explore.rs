//! CR 701.44: Explore

use crate::ir::instruction::Put;
use crate::ir::{
    CardType, Condition, CounterKind, Filter, Instruction, Players, Quantity, Selection, Slot, Zone,
};

/// Each permanent's controller reveals the top card of their library. A land goes into their hand; otherwise the permanent
/// gets a counter, and the card may go into the graveyard (701.44a).
pub(super) fn meaning(what: &Selection) -> Vec<Instruction> {
    const REVEALED: Slot = Slot::literal("explored");
    let who = Players::ControllerOf(Box::new(Selection::It));
    let card = Selection::Slot(REVEALED);
    let land = Condition::Is(Box::new(card.clone()), Box::new(Filter::Type(CardType::Land)));
    let to = |zone| Instruction::Put(Put { from: Some(Zone::Library), ..Put::plain(card.clone(), zone) });
    vec![Instruction::ForEach {
        of: what.clone(),
        does: vec![
            Instruction::Reveal {
                what: Selection::Top(Box::new(Quantity::Fixed(1)), who.clone()),
                slot: Some(REVEALED),
            },
            Instruction::If {
                condition: land,
                then: vec![to(Zone::Hand)],
                otherwise: vec![
                    Instruction::PutCounters {
                        kind: CounterKind::PLUS_ONE,
                        count: Quantity::Fixed(1),
                        on: Selection::It,
                        divided: false,
                        up_to: false,
                        and: Vec::new(),
                        slot: None,
                    },
                    Instruction::May {
                        who,
                        does: vec![to(Zone::Graveyard)],
                        then: Vec::new(),
                        otherwise: Vec::new(),
                    },
                ],
            },
        ],
    }]
}
