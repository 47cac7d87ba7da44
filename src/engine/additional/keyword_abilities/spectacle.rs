//! CR 702.137: Spectacle

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::{Condition, Event, KeywordName, Players};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// It may be cast for its spectacle cost if an opponent has lost life this turn (702.137a).
pub(super) const WAY: Way = Way::named("spectacle", cr!("702.137a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let cost = casting.cost_of(play, KeywordName::Spectacle, (cr!("702.137a"), "it has no spectacle"))?;
    let lost = Condition::Happened(Box::new(Event::LosesLife(Players::Opponents)));
    casting.provided(play, &lost, (cr!("702.137a"), "no opponent has lost life this turn"))?;
    start.costs = cost;
    Ok(())
}
