//! CR 702.131: Ascend

use crate::engine::additional::designations;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, Hold, ObjectId, PlayerId};
use crate::ir::{KeywordName, Symbol};
use crate::rules::cr;

/// The name of the designation that ascend gives, which no rule looks at (702.131c).
pub(in crate::engine) const BLESSING: Symbol = Symbol::literal("city's blessing");

/// How many permanents it takes.
const PERMANENTS: usize = 10;

/// What the designation is to a game.
pub(in crate::engine) const fn hold(player: PlayerId) -> Hold {
    Hold { player, name: BLESSING, sole: false, marker: None }
}

/// A player gets the city's blessing for the rest of the game.
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn bless(play: &mut Play<'_>, cause: Cause, player: PlayerId) -> Outcome {
    if !play.game.holds(player, BLESSING) && !play.game.player(player).gone {
        designations::hold(play, cause, hold(player));
    }
    Ok(())
}

/// Any time a player controls ten or more permanents, one of them with ascend (702.131b).
///
/// # Errors
/// If the layers can't be applied.
pub(in crate::engine) fn at_any_time(play: &mut Play<'_>) -> Outcome {
    let view = play.view()?;
    for player in play.game.apnap() {
        let own = |object: &&ObjectId| view.controller(&play.game, **object) == player;
        let ascends = |object: &&ObjectId| view.has(&play.game, **object, KeywordName::Ascend);
        let source = play.game.battlefield().iter().filter(own).find(ascends).copied();
        let Some(source) = source else { continue };
        if play.game.battlefield().iter().filter(own).count() >= PERMANENTS {
            bless(play, Cause::new(CauseKind::Ability(source), cr!("702.131b")), player)?;
        }
    }
    Ok(())
}

/// A resolving instant or sorcery spell with ascend looks once (702.131a).
///
/// # Errors
/// If the layers can't be applied.
pub(in crate::engine) fn as_it_resolves(play: &mut Play<'_>, spell: ObjectId, player: PlayerId) -> Outcome {
    let view = play.view()?;
    let own = |object: &&ObjectId| view.controller(&play.game, **object) == player;
    if view.has(&play.game, spell, KeywordName::Ascend)
        && play.game.battlefield().iter().filter(own).count() >= PERMANENTS
    {
        bless(play, Cause::new(CauseKind::Resolution(spell, player), cr!("702.131a")), player)?;
    }
    Ok(())
}
