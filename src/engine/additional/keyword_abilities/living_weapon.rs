//! CR 702.92: Living Weapon

use crate::ir::event::Moves;
use crate::ir::instruction::{Create, TokenFace, TokenSpec};
use crate::ir::{
    Ability, Body, CardType, Color, Event, Filter, Instruction, Quantity, Selection, Slot, Subtype, Trait,
    Triggered, TypeLine, Zone,
};
use crate::rules::{RuleId, cr};

use super::{for_mirrodin, job_select};

/// When this enters, a 0/0 black Phyrexian Germ is created, and this attached to it (702.92a).
pub(super) fn meaning() -> Vec<Ability> {
    vec![brings(&["Phyrexian", "Germ"], Some(Color::Black), 0)]
}

/// When this enters, create a creature token of these types, this colour and as much power as toughness, then attach this to it.
pub(super) fn brings(types: &[&str], color: Option<Color>, size: i32) -> Ability {
    const BEARER: Slot = Slot::literal("bearer");
    let face = TokenFace {
        name: None,
        colors: color.into_iter().collect(),
        types: TypeLine {
            types: vec![CardType::Creature],
            subtypes: types.iter().filter_map(|word| Subtype::from_word(word)).collect(),
            ..TypeLine::default()
        },
        power: Some(Quantity::Fixed(size)),
        toughness: Some(Quantity::Fixed(size)),
        abilities: Vec::new(),
    };
    let create = Create { slot: Some(BEARER), ..Create::plain(TokenSpec::New(Box::new(face))) };
    let attach = Instruction::Attach {
        what: Selection::This,
        to: Selection::Slot(BEARER),
        as_creature: false,
        slot: None,
    };
    Ability::triggered(Triggered::new(
        Event::Moves(Moves::between(Filter::Is(Trait::This), &[], &[Zone::Battlefield])),
        Body::of(vec![Instruction::Create(create), attach]),
    ))
}

/// The rule of the keyword that a triggered ability is what is meant by, if it is one of those that bring a bearer along.
pub(super) fn rule_of(ability: &Triggered) -> Option<RuleId> {
    let [Instruction::Create(_), Instruction::Attach { .. }] = ability.effect.does.as_slice() else {
        return None;
    };
    let is = |meaning: Vec<Ability>| {
        meaning.iter().any(|meaning| matches!(meaning, Ability::Triggered(meaning) if **meaning == *ability))
    };
    if is(meaning()) {
        Some(cr!("702.92a"))
    } else if is(for_mirrodin::meaning()) {
        Some(cr!("702.163a"))
    } else {
        is(job_select::meaning()).then_some(cr!("702.182a"))
    }
}
