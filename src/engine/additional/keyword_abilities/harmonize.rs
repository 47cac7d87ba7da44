//! CR 702.180: Harmonize

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::{CardType, Filter, KeywordName, Zone};
use crate::rules::cr;

use super::given::Given;
use super::ways::{Casting, Way, was_cast_by};

/// Its owner may cast it from their graveyard for its harmonize cost and up to one creature that is tapped, by whose power it costs less
/// generic mana; it is exiled as it leaves the stack (702.180a).
pub(super) const WAY: Way = Way {
    exiled: |_, announced| announced.cast.is_some() && was_cast_by(announced, "harmonize"),
    ..Way::from(Zone::Graveyard, "harmonize", cr!("702.180a"), begin)
};

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let why = "only a card with harmonize in one's own graveyard can be cast by it";
    let harmonize = (KeywordName::Harmonize, cr!("702.180a"), why);
    start.costs = casting.costs_in_graveyard(play, start, harmonize)?;
    let what = Filter::Type(CardType::Creature);
    let (rule, chosen_by) = (cr!("702.180a"), cr!("702.180b"));
    start.given = Some(Given { rule, chosen_by, what, tapped: true, by_mana_cost: false });
    Ok(())
}
