//! CR 702.168: Disguise

use crate::engine::additional::face_down_spells_and_permanents::cast_face_down;
use crate::game::Characteristics;
use crate::ir::{Costs, KeywordName};

use super::ways::Way;

/// It is cast face down by its disguise ability (702.168b).
pub(super) const WAY: Way = Way::plain("disguise", cast_face_down);

/// What it costs to turn an object with disguise face up, if it has that (702.168a).
pub(in crate::engine) fn cost(of: &Characteristics) -> Option<&Costs> {
    of.keyword_cost(KeywordName::Disguise)
}
