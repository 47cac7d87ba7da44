//! CR 702.195: Storied

use crate::engine::additional::designations;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, Hold, ObjectId, PlayerId};
use crate::ir::{CardType, KeywordName, Supertype, Symbol};
use crate::rules::cr;

/// The name of the designation that storied gives, which no rule looks at (702.195b).
pub(in crate::engine) const STORY: Symbol = Symbol::literal("enduring story");

/// How many such permanents it takes.
const PERMANENTS: usize = 3;

/// What the designation is to a game: any number of players may have it.
pub(in crate::engine) const fn hold(player: PlayerId) -> Hold {
    Hold { player, name: STORY, sole: false, marker: None }
}

/// A player has an enduring story for the rest of the game.
pub(in crate::engine) fn give(play: &mut Play<'_>, cause: Cause, player: PlayerId) {
    if !play.game.holds(player, STORY) && !play.game.player(player).gone {
        designations::hold(play, cause, hold(player));
    }
}

/// Any time a player controls three or more permanents that are artifacts, Sagas or legendary, and one with storied (702.195a).
///
/// # Errors
/// If the layers can't be applied.
pub(in crate::engine) fn at_any_time(play: &mut Play<'_>) -> Outcome {
    let view = play.view()?;
    for player in play.game.apnap() {
        let own = |object: &&ObjectId| view.controller(&play.game, **object) == player;
        let told = |object: &&ObjectId| view.has(&play.game, **object, KeywordName::Storied);
        let source = play.game.battlefield().iter().filter(own).find(told).copied();
        let Some(source) = source else { continue };
        let counts = |object: &&ObjectId| {
            let its = view.characteristics(&play.game, **object);
            its.is(CardType::Artifact)
                || its.has_supertype(Supertype::Legendary)
                || its.has_subtype_named("Saga")
        };
        if play.game.battlefield().iter().filter(own).filter(counts).count() >= PERMANENTS {
            give(play, Cause::new(CauseKind::Ability(source), cr!("702.195a")), player);
        }
    }
    Ok(())
}
