//! CR 701.36: Populate

use super::MADE;
use crate::ir::instruction::{Choose, Create, TokenSpec};
use crate::ir::{CardType, Condition, Filter, Instruction, Players, Quantity, Selection, Slot, Trait};

/// A player chooses a creature token they control and creates a copy of it (701.36a); without one, nothing (701.36b).
pub(super) fn meaning(who: &Players) -> Vec<Instruction> {
    const CHOSEN: Slot = Slot::literal("populated");
    let token = Filter::All(vec![
        Filter::Type(CardType::Creature),
        Filter::Is(Trait::Token),
        Filter::ControlledBy(who.clone()),
    ]);
    let copy = TokenSpec::CopyOf { what: Selection::Slot(CHOSEN), except: Vec::new() };
    vec![Instruction::If {
        condition: Condition::Exists(Box::new(token.clone())),
        then: vec![
            Instruction::Choose(Choose {
                for_each: None,
                different: None,
                who: who.clone(),
                from: None,
                what: token,
                count: Quantity::Fixed(1),
                up_to: false,
                random: false,
                slot: CHOSEN,
                rest: None,
                piles: false,
                together: None,
            }),
            Instruction::Create(Create { who: who.clone(), slot: Some(MADE), ..Create::plain(copy) }),
        ],
        otherwise: Vec::new(),
    }]
}
