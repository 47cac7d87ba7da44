//! CR 701.47: Amass

use super::MADE;
use crate::ir::change::TypeChange;
use crate::ir::instruction::{Apply, Choose, Create, TokenFace, TokenSpec};
use crate::ir::{
    CardType, Change, Color, Colors, Condition, CounterKind, Duration, Filter, Instruction, Players,
    Quantity, Selection, Subtype, TypeLine,
};

/// Without an Army a player creates one; then an Army of theirs gets counters and the subtype (701.47a).
pub(super) fn meaning(who: &Players, subtype: Subtype, count: Quantity) -> Vec<Instruction> {
    let Some(army) = Subtype::from_word("Army") else { return Vec::new() };
    let own = Filter::All(vec![
        Filter::Type(CardType::Creature),
        Filter::Subtype(army),
        Filter::ControlledBy(who.clone()),
    ]);
    let face = TokenFace {
        name: None,
        colors: Colors::NONE.union([Color::Black].into_iter().collect()),
        types: TypeLine {
            types: vec![CardType::Creature],
            subtypes: vec![subtype, army],
            ..TypeLine::default()
        },
        power: Some(Quantity::Fixed(0)),
        toughness: Some(Quantity::Fixed(0)),
        abilities: Vec::new(),
    };
    let create = Create { who: who.clone(), ..Create::plain(TokenSpec::New(Box::new(face))) };
    let chosen = Selection::Slot(MADE);
    let of_kind = Condition::Is(Box::new(chosen.clone()), Box::new(Filter::Subtype(subtype)));
    let becomes = TypeChange { subtypes: vec![subtype], ..TypeChange::default() };
    vec![
        Instruction::If {
            condition: Condition::Exists(Box::new(own.clone())),
            then: Vec::new(),
            otherwise: vec![Instruction::Create(create)],
        },
        Instruction::Choose(Choose {
            for_each: None,
            different: None,
            who: who.clone(),
            from: None,
            what: own,
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
            on: chosen.clone(),
            divided: false,
            up_to: false,
            and: Vec::new(),
            slot: None,
        },
        Instruction::If {
            condition: of_kind,
            then: Vec::new(),
            otherwise: vec![Instruction::Apply(Apply {
                to: Some(chosen),
                changes: vec![Change::AddTypes(becomes)],
                rules: Vec::new(),
                duration: Duration::Forever,
            })],
        },
    ]
}
