//! CR 701.16: Investigate

use super::MADE;
use crate::ir::instruction::{Create, TokenSpec};
use crate::ir::{Instruction, Players, Quantity, Subtype};

/// A player creates Clue tokens (701.16a).
pub(super) fn meaning(who: &Players, count: Quantity) -> Vec<Instruction> {
    let clue = Subtype::from_word("Clue").map(TokenSpec::Predefined);
    clue.into_iter()
        .map(|token| {
            Instruction::Create(Create {
                who: who.clone(),
                count: count.clone(),
                slot: Some(MADE),
                ..Create::plain(token)
            })
        })
        .collect()
}
