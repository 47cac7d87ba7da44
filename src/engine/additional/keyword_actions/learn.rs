//! CR 701.48: Learn

use crate::ir::instruction::Discard;
use crate::ir::{Instruction, Players, Quantity};

/// The player may discard a card, and draws one if they do (701.48a). That they might reveal a Lesson from outside the game
/// instead is another choice that nobody makes where no such card is written.
pub(super) fn meaning(who: &Players) -> Vec<Instruction> {
    let one = Quantity::Fixed(1);
    let discard = Discard {
        who: who.clone(),
        these: None,
        what: None,
        count: one.clone(),
        random: false,
        whole_hand: false,
        chosen_by: None,
        slot: None,
    };
    vec![Instruction::May {
        who: who.clone(),
        does: vec![Instruction::Discard(discard)],
        then: vec![Instruction::Draw { who: who.clone(), count: one }],
        otherwise: Vec::new(),
    }]
}
