//! CR 702.138: Escape

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::{KeywordName, Symbol, Zone};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// What a permanent has been cast by that "escaped" (702.138b).
pub(in crate::engine) const ESCAPE: Symbol = Symbol::literal("escape");

/// Its owner may cast it from their graveyard for its escape cost (702.138a).
pub(super) const WAY: Way = Way::from(Zone::Graveyard, "escape", cr!("702.138a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let why = "only a card with escape in one's own graveyard can be cast by it";
    let escape = (KeywordName::Escape, cr!("702.138a"), why);
    start.costs = casting.costs_in_graveyard(play, start, escape)?;
    Ok(())
}
