//! CR 702.37: Morph

use crate::engine::additional::face_down_spells_and_permanents::cast_face_down;
use crate::game::Characteristics;
use crate::ir::{Costs, Keyword, KeywordName};

use super::ways::Way;

/// It is cast face down by its morph ability (702.37c).
pub(super) const WAY: Way = Way::plain("morph", cast_face_down);
/// The same of a card with megamorph (702.37b).
pub(super) const MEGAMORPH: Way = Way::plain("megamorph", cast_face_down);
/// It is cast face down by whichever of its abilities lets it be.
pub(super) const FACE_DOWN: Way = Way::plain("face-down", cast_face_down);

/// What it costs to turn an object with morph or megamorph face up, if it has one of them (702.37a, 702.37b).
pub(in crate::engine) fn cost(of: &Characteristics) -> Option<&Costs> {
    of.abilities.iter().find_map(|instance| {
        let Keyword::Cost(name, cost) = instance.ability.as_keyword()? else { return None };
        matches!(name, KeywordName::Morph | KeywordName::Megamorph).then_some(cost)
    })
}
