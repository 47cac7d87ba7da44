//! CR 305: Lands

use std::sync::{Arc, LazyLock};

use crate::game::{AbilityInstance, ByRules, Characteristics, Origin};
use crate::ir::instruction::{AddMana, ManaProduced, ManaType};
use crate::ir::{
    Ability, Activated, Body, CardType, Color, Cost, Costs, Instruction, Players, Quantity, Subtype,
};

/// The mana ability that each basic land type gives (305.6), in the order of [`Color::ALL`].
static ABILITIES: LazyLock<Vec<Arc<Ability>>> = LazyLock::new(|| {
    let ability = |color: &Color| {
        Arc::new(Ability::Activated(Activated::new(
            Costs(vec![Cost::Tap]),
            Body::of(vec![Instruction::AddMana(AddMana {
                who: Players::You,
                mana: ManaProduced::OneOf(vec![ManaType::Color(*color)]),
                count: Quantity::Fixed(1),
                only_for: None,
                keep: None,
                if_spent: None,
            })]),
        )))
    };
    Color::ALL.iter().map(ability).collect()
});

/// Gives a land the mana abilities of the basic land types it has, and takes those of the types it has no more (305.6).
pub(in crate::engine) fn keep_mana_abilities(its: &mut Characteristics) {
    for (&color, ability) in Color::ALL.iter().zip(&*ABILITIES) {
        let of_type = |subtype: &Subtype| subtype.basic_land_color() == Some(color);
        let wanted = its.is(CardType::Land) && its.types.subtypes.iter().any(of_type);
        let has = its.abilities.iter().any(|instance| instance.origin == origin(color));
        match (wanted, has) {
            (true, false) => its.abilities.push(AbilityInstance {
                origin: origin(color),
                keyword: None,
                ability: ability.clone(),
            }),
            (false, true) => its.abilities.retain(|instance| instance.origin != origin(color)),
            _ => {}
        }
    }
}

const fn origin(color: Color) -> Origin {
    Origin::Rules(ByRules::BasicLandType(color))
}
