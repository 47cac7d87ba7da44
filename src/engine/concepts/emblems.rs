//! CR 114: Emblems

use std::sync::Arc;

use crate::engine::additional::keyword_abilities;
use crate::game::{
    AbilityInstance, Change, Characteristics, Game, Nature, NewObject, Object, Origin, PlayerId,
};
use crate::ir::{Ability, Instruction, Zone};

/// An emblem with these abilities that a player has in the command zone (114.1, 114.2).
pub(in crate::engine) fn emblem(game: &Game, player: PlayerId, abilities: &[Ability]) -> NewObject {
    let base = Characteristics { abilities: made_of(abilities), ..(*Characteristics::none()).clone() };
    NewObject::new(game.next_object(), Nature::Emblem, player, Zone::Command, Arc::new(base))
}

/// The abilities of an emblem that is made with these.
fn made_of(abilities: &[Ability]) -> Vec<AbilityInstance> {
    let mut instances = Vec::new();
    for (number, ability) in (0u16..).zip(abilities) {
        keyword_abilities::instances(ability, Origin::Printed(number), &mut instances);
    }
    instances
}

/// Whether an ability of a card makes emblems such as this one (114.1).
pub fn makes(card: &Characteristics, object: &Object) -> bool {
    let mut bodies = card.abilities.iter().filter_map(|instance| instance.ability.body());
    bodies.any(|body| {
        body.does.iter().any(|instruction| {
            let Instruction::Emblem { abilities, .. } = instruction else { return false };
            made_of(abilities) == object.base.abilities
        })
    })
}

/// The emblem that an ability of a card makes, for a player who has it as a scenario begins; none if no ability makes one, or several do.
pub fn from_the_start(game: &Game, player: PlayerId, card: &Characteristics) -> Option<Change> {
    let bodies = card.abilities.iter().filter_map(|instance| instance.ability.body());
    let mut emblems = bodies.flat_map(|body| &body.does).filter_map(|instruction| {
        if let Instruction::Emblem { abilities, .. } = instruction { Some(abilities) } else { None }
    });
    let abilities = emblems.next().filter(|_| emblems.next().is_none())?;
    Some(Change::Create(Box::new(emblem(game, player, abilities))))
}
