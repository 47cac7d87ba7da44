//! CR 700.8: The creatures in a player's party.

use super::Sight;
use crate::game::PlayerId;
use crate::ir::{CardType, Subtype};

/// The roles of a party (700.8).
const ROLES: [&str; 4] = ["Cleric", "Rogue", "Warrior", "Wizard"];

/// How many creatures are in a player's party, 0 to 4: each has one role, and roles are given so that they are the most (700.8a, 700.8b).
pub(super) fn of(sight: Sight<'_>, player: PlayerId) -> usize {
    let roles: Vec<Subtype> = ROLES.iter().filter_map(|role| Subtype::from_word(role)).collect();
    // The sets of roles that some of the creatures can have between them, a bit a role.
    let mut sets = vec![0u8];
    for object in sight.game.battlefield() {
        if sight.view.controller(sight.game, *object) != player || sight.game.object(*object).as_if_there {
            continue;
        }
        let types = &sight.view.characteristics(sight.game, *object).types;
        if !types.is(CardType::Creature) {
            continue;
        }
        for set in sets.clone() {
            for (place, role) in roles.iter().enumerate() {
                let with = set | 1 << place;
                if types.has_subtype(*role) && !sets.contains(&with) {
                    sets.push(with);
                }
            }
        }
    }
    sets.into_iter().map(|set| set.count_ones() as usize).max().unwrap_or(0)
}
