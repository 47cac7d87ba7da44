//! CR 305: Lands

use std::sync::{Arc, LazyLock};

use crate::engine::view::View;
use crate::game::{AbilityInstance, Game, Origin};
use crate::ir::instruction::{AddMana, ManaProduced, ManaType};
use crate::ir::{
    Ability, Activated, Body, CardType, Color, Cost, Costs, Instruction, Players, Quantity, Zone,
};

/// The mana ability that each basic land type gives (305.6), in the order of [`Color::ALL`].
static ABILITIES: LazyLock<Vec<Arc<Ability>>> = LazyLock::new(|| {
    let ability = |color: &Color| {
        Arc::new(Ability::Activated(Activated {
            cost: Costs(vec![Cost::Tap]),
            effect: Body {
                does: vec![Instruction::AddMana(AddMana {
                    who: Players::You,
                    mana: ManaProduced::OneOf(vec![ManaType::Color(*color)]),
                    count: Quantity::Fixed(1),
                    only_for: None,
                })],
                ..Body::default()
            },
            from: None,
            sorcery_timing: false,
            times_each_turn: None,
            only_if: None,
            by: None,
        }))
    };
    Color::ALL.iter().map(ability).collect()
});

/// Gives lands the mana abilities of their basic land types (305.6).
pub(in crate::engine) fn grant_mana_abilities(game: &Game, view: &mut View) {
    for object in game.battlefield() {
        let characteristics = view.characteristics(game, *object);
        if !characteristics.is(CardType::Land) || game.object(*object).zone != Zone::Battlefield {
            continue;
        }
        let colors: Vec<Color> =
            characteristics.types.subtypes.iter().filter_map(|subtype| subtype.basic_land_color()).collect();
        for color in colors {
            let Some(ability) = ABILITIES.get(color as usize) else { continue };
            view.change(game, *object).abilities.push(AbilityInstance {
                origin: Origin::Rules(color as u16),
                keyword: None,
                ability: ability.clone(),
            });
        }
    }
}
