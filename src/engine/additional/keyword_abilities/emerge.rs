//! CR 702.119: Emerge

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::{CardType, Filter, KeywordName};
use crate::rules::cr;

use super::given::Given;
use super::ways::{Casting, Way};

/// It may be cast for its emerge cost and a creature that is sacrificed, by whose mana value it costs less generic mana (702.119a).
pub(super) const WAY: Way = Way::named("emerge", cr!("702.119a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    start.costs = casting.cost_of(play, KeywordName::Emerge, (cr!("702.119a"), "it has no emerge"))?;
    let what = Filter::Type(CardType::Creature);
    start.given = Some(Given { rule: cr!("702.119a"), chosen_by: cr!("702.119c"), what, tapped: false });
    Ok(())
}
