//! CR 702.188: Web-slinging

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::{CardType, Cost, Filter, KeywordName, Players, Quantity, Trait};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// It may be cast for its web-slinging cost and a tapped creature that returns to its owner's hand (702.188a).
pub(super) const WAY: Way = Way::named("web-slinging", cr!("702.188a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let mut costs =
        casting.cost_of(play, KeywordName::WebSlinging, (cr!("702.188a"), "it has no web-slinging"))?;
    let tapped = Filter::All(vec![
        Filter::Is(Trait::Tapped),
        Filter::Type(CardType::Creature),
        Filter::ControlledBy(Players::You),
    ]);
    for cost in &mut costs {
        cost.0.push(Cost::Return(tapped.clone(), Quantity::Fixed(1)));
    }
    start.costs = costs;
    Ok(())
}
