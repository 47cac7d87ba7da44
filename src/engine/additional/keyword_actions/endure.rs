//! CR 701.63: Endure

use super::MADE;
use crate::ir::instruction::{Create, TokenFace, TokenSpec};
use crate::ir::{
    CardType, Color, Colors, Comparison, Condition, CounterKind, Instruction, Players, Quantity, Selection,
    Subtype, TypeLine,
};

/// Each permanent's controller creates a white Spirit of that size unless they put so many counters on the permanent (701.63a); for 0
/// nothing happens (701.63b).
pub(super) fn meaning(what: &Selection, count: Quantity) -> Vec<Instruction> {
    let Some(spirit) = Subtype::from_word("Spirit") else { return Vec::new() };
    let who = Players::ControllerOf(Box::new(Selection::It));
    let face = TokenFace {
        name: None,
        colors: Colors::NONE.union([Color::White].into_iter().collect()),
        types: TypeLine { types: vec![CardType::Creature], subtypes: vec![spirit], ..TypeLine::default() },
        power: Some(count.clone()),
        toughness: Some(count.clone()),
        abilities: Vec::new(),
    };
    let create =
        Create { who: who.clone(), slot: Some(MADE), ..Create::plain(TokenSpec::New(Box::new(face))) };
    let counters = Instruction::PutCounters {
        kind: CounterKind::PLUS_ONE,
        count: count.clone(),
        on: Selection::It,
        divided: false,
        up_to: false,
        and: Vec::new(),
        slot: None,
    };
    let either = Instruction::May {
        who,
        does: vec![counters],
        then: Vec::new(),
        otherwise: vec![Instruction::Create(create)],
    };
    vec![Instruction::If {
        condition: Condition::Compare(Box::new(count), Comparison::at_least_one()),
        then: vec![Instruction::ForEach { of: what.clone(), does: vec![either] }],
        otherwise: Vec::new(),
    }]
}
