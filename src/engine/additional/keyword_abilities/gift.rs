//! CR 702.174: Gift

use crate::ir::ability::AdditionalCost;
use crate::ir::event::Moves;
use crate::ir::instruction::{Create, TokenFace, TokenSpec};
use crate::ir::{
    Ability, Body, CardType, Color, Condition, Cost, Costs, Event, Filter, Instruction, Players, Quantity,
    Subtype, Symbol, Trait, Triggered, TypeLine, Zone,
};

/// What having paid the gift cost is called: the gift was promised then (702.174k).
pub(super) const GIFT: Symbol = Symbol::literal("gift");

/// An opponent may be chosen as the spell is cast. The gift is given as an instant or sorcery resolves, before all else that it does
/// (702.174j), or as the permanent enters (702.174a, 702.174b).
pub(super) fn meaning(what: Symbol) -> Option<Vec<Ability>> {
    let cost = Costs(vec![Cost::ChoosePlayer(Players::Opponents)]);
    let promised = || Condition::Paid(GIFT);
    let given = given(what)?;
    let give = Instruction::If { condition: promised(), then: vec![given.clone()], otherwise: Vec::new() };
    let enters = Event::Moves(Moves::between(Filter::Is(Trait::This), &[], &[Zone::Battlefield]));
    let triggered = Triggered { only_if: Some(promised()), ..Triggered::new(enters, Body::of(vec![given])) };
    Some(vec![
        Ability::AdditionalCost(AdditionalCost { cost, optional: true, repeats: false, name: Some(GIFT) }),
        Ability::Spell(Body::of(vec![give])),
        Ability::triggered(triggered),
    ])
}

/// What is given (702.174d to 702.174i).
fn given(what: Symbol) -> Option<Instruction> {
    let predefined = |word| Subtype::from_word(word).map(TokenSpec::Predefined);
    let create = |token| Create { who: Players::Promised, ..Create::plain(token) };
    Some(match what.as_str() {
        "card" => {
            Instruction::Draw { who: Players::Promised, count: Quantity::Fixed(1), up_to: false, slot: None }
        }
        "extra turn" => Instruction::ExtraTurn(Players::Promised),
        "food" => Instruction::Create(create(predefined("Food")?)),
        "treasure" => Instruction::Create(create(predefined("Treasure")?)),
        "tapped fish" => Instruction::Create(Create { tapped: true, ..create(creature("Fish", 1)?) }),
        "octopus" => Instruction::Create(create(creature("Octopus", 8)?)),
        _ => return None,
    })
}

/// A blue creature of a type, as large in power as in toughness.
fn creature(subtype: &str, size: i32) -> Option<TokenSpec> {
    let face = TokenFace {
        name: None,
        colors: [Color::Blue].into_iter().collect(),
        types: TypeLine {
            types: vec![CardType::Creature],
            subtypes: vec![Subtype::from_word(subtype)?],
            ..TypeLine::default()
        },
        power: Some(Quantity::Fixed(size)),
        toughness: Some(Quantity::Fixed(size)),
        abilities: Vec::new(),
    };
    Some(TokenSpec::New(Box::new(face)))
}
