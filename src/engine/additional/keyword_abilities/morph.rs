//! CR 702.37: Morph

use crate::game::Characteristics;
use crate::ir::{Ability, Costs, Keyword, KeywordName};

/// What it costs to turn an object with morph or megamorph face up, if it has one of them (702.37a, 702.37b).
pub(in crate::engine) fn cost(of: &Characteristics) -> Option<&Costs> {
    of.abilities.iter().find_map(|instance| match &*instance.ability {
        Ability::Keyword(Keyword::Cost(KeywordName::Morph | KeywordName::Megamorph, cost)) => Some(cost),
        _ => None,
    })
}
