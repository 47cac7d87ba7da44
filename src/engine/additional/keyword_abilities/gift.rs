//! CR 702.174: Gift

use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::ir::ability::AdditionalCost;
use crate::ir::event::Moves;
use crate::ir::instruction::{Create, TokenFace, TokenSpec};
use crate::ir::{
    Ability, Body, CardType, Color, Condition, Cost, Costs, Event, Filter, Instruction, Players, Quantity,
    Subtype, Symbol, Trait, Triggered, TypeLine, Zone,
};
use crate::rules::{RuleId, cr};

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

/// What can be given, and by which rule.
fn gifts() -> [(Symbol, RuleId); 6] {
    [
        (Symbol::literal("food"), cr!("702.174d")),
        (Symbol::literal("card"), cr!("702.174e")),
        (Symbol::literal("tapped fish"), cr!("702.174f")),
        (Symbol::literal("extra turn"), cr!("702.174g")),
        (Symbol::literal("treasure"), cr!("702.174h")),
        (Symbol::literal("octopus"), cr!("702.174i")),
    ]
}

/// Whether a rule says what is given.
pub(in crate::engine) fn says_what(rule: RuleId) -> bool {
    gifts().iter().any(|(_, its)| *its == rule)
}

/// The rules by which an instruction gives a gift: what is given, and that it is given, before all else by an instant or sorcery
/// (702.174j); nothing of another instruction.
pub(in crate::engine) fn rules_of(
    play: &Play<'_>,
    frame: &Frame,
    instruction: &Instruction,
) -> Option<(RuleId, RuleId)> {
    let is_promised = matches!(
        instruction,
        Instruction::Draw { who: Players::Promised, .. } | Instruction::ExtraTurn(Players::Promised)
    ) || matches!(instruction, Instruction::Create(it) if it.who == Players::Promised);
    if !is_promised {
        return None;
    }
    let (_, what) = gifts().into_iter().find(|(what, _)| given(*what).as_ref() == Some(instruction))?;
    let by_spell = frame.on_stack.is_some_and(|on_stack| play.game.object(on_stack).is_spell());
    Some((what, if by_spell { cr!("702.174j") } else { cr!("702.174b") }))
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
