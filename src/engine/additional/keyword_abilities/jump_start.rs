//! CR 702.133: Jump-Start

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::instruction::Discard;
use crate::ir::{CardType, Cost, KeywordName, Zone};
use crate::rules::cr;

use super::ways::{Casting, Way, was_cast_by};

/// An instant or sorcery card that its owner casts from their graveyard for a discarded card besides its mana cost, and that is
/// exiled as it leaves the stack (702.133a).
pub(super) const WAY: Way = Way {
    exiled: |_, announced| announced.cast.is_some() && was_cast_by(announced, "jump-start"),
    ..Way::from(Zone::Graveyard, "jump-start", cr!("702.133a"), begin)
};

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let face = casting.face;
    let spell = face.is(CardType::Instant) || face.is(CardType::Sorcery);
    let has = spell && casting.as_it_lies(play).has(KeywordName::JumpStart);
    if !(has && casting.is_in_own_graveyard(play, start)?) {
        let why = "only an instant or sorcery card with jump-start in one's own graveyard can be cast by it";
        return Err(casting.lacks(play, (KeywordName::JumpStart, cr!("702.133a"), why)));
    }
    start.additional = Some(Cost::Discard(Discard::plain()));
    Ok(())
}
