//! CR 702.127: Aftermath

use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::engine::view::View;
use crate::game::{Characteristics, ObjectId, PlayerId};
use crate::ir::{KeywordName, Symbol, Zone};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// A half with aftermath can be cast from a graveyard only; its owner may do so, and it is exiled as it leaves the stack then, by
/// whatever it was cast from there (702.127a).
pub(super) const WAY: Way = Way {
    exiled: |spell, announced| {
        announced.cast.is_some()
            && announced.from == Some(Zone::Graveyard)
            && spell.base.has(KeywordName::Aftermath)
    },
    ..Way::from(Zone::Graveyard, "aftermath", cr!("702.127a"), begin)
};

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    // The half has it printed, and the card must have it where it lies.
    let has =
        casting.face.has(KeywordName::Aftermath) && casting.as_it_lies(play).has(KeywordName::Aftermath);
    if has && casting.is_in_own_graveyard(play, start)? {
        return Ok(());
    }
    let why = "only a half with aftermath of a card in one's own graveyard can be cast by it";
    Err(casting.lacks(play, (KeywordName::Aftermath, cr!("702.127a"), why)))
}

/// The way in which a player casts such a half from a graveyard, though nobody says it: there is no other (702.127a).
///
/// # Errors
/// If it can't be told whether they may.
pub(in crate::engine) fn way_of(
    play: &Play<'_>,
    (player, card): (PlayerId, ObjectId),
    face: &Arc<Characteristics>,
    view: &View,
) -> Outcome<Option<Symbol>> {
    if !face.has(KeywordName::Aftermath) {
        return Ok(None);
    }
    let way = Symbol::literal("aftermath");
    match begin(play, &Casting { player, card, face, view, way }, &mut Start::default()) {
        Ok(()) => Ok(Some(way)),
        Err(Halt::Illegal(_)) => Ok(None),
        Err(other) => Err(other),
    }
}

/// A half with aftermath can't be cast from any other zone, whatever lets it be (702.127a).
///
/// # Errors
/// If it would be.
pub(in crate::engine) fn must_be_in_a_graveyard(
    play: &Play<'_>,
    player: PlayerId,
    card: ObjectId,
    face: &Characteristics,
) -> Outcome {
    if !face.has(KeywordName::Aftermath) || play.game.object(card).zone == Zone::Graveyard {
        return Ok(());
    }
    let why = "a half with aftermath can be cast only from a graveyard";
    Err(Halt::illegal(player, cr!("702.127a"), why, Some(card)))
}
