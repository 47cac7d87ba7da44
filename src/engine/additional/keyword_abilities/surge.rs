//! CR 702.117: Surge

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::{Condition, Event, Filter, KeywordName, Players};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// It may be cast for its surge cost if its player or a teammate has cast another spell this turn (702.117a).
pub(super) const WAY: Way = Way::named("surge", cr!("702.117a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let cost = casting.cost_of(play, KeywordName::Surge, (cr!("702.117a"), "it has no surge"))?;
    // It has not been cast itself yet, so that every spell that was is another.
    let team = Players::Except(Box::new(Players::Opponents));
    let cast = Condition::Happened(Box::new(Event::Casts(team, Filter::EVERYTHING)));
    let why = "neither the player nor a teammate has cast another spell this turn";
    casting.provided(play, &cast, (cr!("702.117a"), why))?;
    start.costs = cost;
    Ok(())
}
