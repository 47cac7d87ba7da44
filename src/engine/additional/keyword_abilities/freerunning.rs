//! CR 702.173: Freerunning

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::game::Struck;
use crate::ir::{KeywordName, Subtype};
use crate::rules::cr;

use super::prowl::has_struck;
use super::ways::{Casting, Way};

/// It may be cast for its freerunning cost if an Assassin or a commander of its player's has dealt a player combat damage this turn
/// (702.173a).
pub(super) const WAY: Way = Way::named("freerunning", cr!("702.173a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let costs =
        casting.cost_of(play, KeywordName::Freerunning, (cr!("702.173a"), "it has no freerunning"))?;
    let assassin = Subtype::from_word("Assassin");
    let such = |struck: Struck| match struck {
        Struck::Kind(its) => Some(its) == assassin,
        Struck::Commander => true,
    };
    let why =
        "neither an Assassin nor a commander of the player's has dealt a player combat damage this turn";
    has_struck(play, casting, such, (cr!("702.173a"), why))?;
    start.costs = costs;
    Ok(())
}
