//! CR 701.70: Recruit

use super::MADE;
use crate::ir::instruction::{Create, Discard, TokenFace, TokenSpec};
use crate::ir::{
    CardType, Color, Colors, Comparison, Condition, Filter, Instruction, Players, Quantity, Selection, Slot,
    Subtype, TypeLine,
};

/// A player draws a card and discards one; if that was no land, they create a token (701.70a).
pub(super) fn meaning(who: &Players) -> Vec<Instruction> {
    const DISCARDED: Slot = Slot::literal("discarded to recruit");
    let nonland = Filter::Not(Box::new(Filter::Type(CardType::Land)));
    let discarded = Selection::Among(Box::new(Selection::Slot(DISCARDED)), Box::new(nonland));
    let face = TokenFace {
        name: None,
        colors: Colors::NONE.union([Color::White].into_iter().collect()),
        types: TypeLine {
            types: vec![CardType::Creature],
            subtypes: ["Human", "Soldier"].into_iter().filter_map(Subtype::from_word).collect(),
            ..TypeLine::default()
        },
        power: Some(Quantity::Fixed(1)),
        toughness: Some(Quantity::Fixed(1)),
        abilities: Vec::new(),
    };
    let create =
        Create { who: who.clone(), slot: Some(MADE), ..Create::plain(TokenSpec::New(Box::new(face))) };
    vec![
        Instruction::Draw { who: who.clone(), count: Quantity::Fixed(1), up_to: false, slot: None },
        Instruction::Discard(Discard { who: who.clone(), slot: Some(DISCARDED), ..Discard::plain() }),
        Instruction::If {
            condition: Condition::Compare(
                Box::new(Quantity::HowMany(Box::new(discarded))),
                Comparison::AtLeast(Quantity::Fixed(1)),
            ),
            then: vec![Instruction::Create(create)],
            otherwise: Vec::new(),
        },
    ]
}
