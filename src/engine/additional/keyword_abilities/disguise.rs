//! CR 702.168: Disguise

use crate::game::Characteristics;
use crate::ir::{Ability, Costs, Keyword, KeywordName};

/// What it costs to turn an object with disguise face up, if it has that (702.168a).
pub(in crate::engine) fn cost(of: &Characteristics) -> Option<&Costs> {
    of.abilities.iter().find_map(|instance| match &*instance.ability {
        Ability::Keyword(Keyword::Cost(KeywordName::Disguise, cost)) => Some(cost),
        _ => None,
    })
}
