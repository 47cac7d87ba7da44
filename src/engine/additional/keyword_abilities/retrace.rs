//! CR 702.81: Retrace

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::instruction::Discard;
use crate::ir::{CardType, Cost, Filter, KeywordName, Zone};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// Its owner may cast it from their graveyard for a discarded land card besides its mana cost (702.81a).
pub(super) const WAY: Way = Way::from(Zone::Graveyard, "retrace", cr!("702.81a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let has = casting.as_it_lies(play).has(KeywordName::Retrace);
    if !(has && casting.is_in_own_graveyard(play, start)?) {
        let why = "only a card with retrace in one's own graveyard can be cast by it";
        return Err(casting.lacks(play, (KeywordName::Retrace, cr!("702.81a"), why)));
    }
    start.additional = Some(Cost::Discard(land()));
    Ok(())
}

/// What is discarded for it.
pub(super) fn land() -> Discard {
    Discard { what: Some(Filter::Type(CardType::Land)), ..Discard::plain() }
}
