//! CR 701.53: Incubate

use super::MADE;
use crate::ir::instruction::{Create, TokenSpec};
use crate::ir::{CounterKind, Instruction, Players, Quantity, Subtype};

/// A player creates an Incubator token with so many +1/+1 counters (701.53a).
pub(super) fn meaning(who: &Players, count: Quantity) -> Vec<Instruction> {
    let incubator = Subtype::from_word("Incubator").map(TokenSpec::Predefined);
    let create = |token| Create {
        who: who.clone(),
        counters: vec![(CounterKind::PowerToughness(1, 1), count)],
        slot: Some(MADE),
        ..Create::plain(token)
    };
    incubator.map(create).map(Instruction::Create).into_iter().collect()
}
