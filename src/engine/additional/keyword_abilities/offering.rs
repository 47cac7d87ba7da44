//! CR 702.48: Offering

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::{Filter, Keyword, KeywordName};
use crate::rules::cr;

use super::given::Given;
use super::ways::{Casting, Way};

/// A permanent of the quality may be sacrificed besides, by whose mana cost it costs less, and it may then be cast like an instant
/// (702.48a). It is an additional cost: nothing is paid instead of the mana cost.
pub(super) const WAY: Way = Way::named("offering", cr!("702.48a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let qualities = casting
        .face
        .keywords(KeywordName::Offering)
        .filter_map(|keyword| if let Keyword::Filter(_, what) = keyword { Some(what.clone()) } else { None });
    let what = Filter::Any(qualities.collect());
    if what == Filter::Any(Vec::new()) {
        return Err(casting.lacks(play, (KeywordName::Offering, cr!("702.48a"), "it has no offering")));
    }
    let (rule, chosen_by) = (cr!("702.48a"), cr!("702.48b"));
    start.given = Some(Given { rule, chosen_by, what, tapped: false, by_mana_cost: true });
    start.any_time = true;
    Ok(())
}
