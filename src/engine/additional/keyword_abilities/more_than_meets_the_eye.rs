//! CR 702.162: More Than Meets the Eye

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::KeywordName;
use crate::rules::cr;

use super::ways::{Casting, Way, costs_of};

/// It may be cast converted, with its back face up, for another cost, from wherever it may be cast (702.162a, 712.11a).
pub(super) const WAY: Way =
    Way { face: Some(1), ..Way::named("more than meets the eye", cr!("702.162a"), begin) };

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    // What the front face lets one do is looked at although the back face is cast (712.11d).
    start.costs = costs_of(casting.as_it_lies(play), KeywordName::MoreThanMeetsTheEye);
    if start.costs.is_empty() {
        let refused =
            (KeywordName::MoreThanMeetsTheEye, cr!("702.162a"), "it has no more than meets the eye");
        return Err(casting.lacks(play, refused));
    }
    start.rules = start.rules.and(cr!("712.11a")).and(cr!("712.11d"));
    Ok(())
}
