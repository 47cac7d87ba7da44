//! CR 614: Replacement Effects. Those by which a player skips a turn, a phase or a step (614.10).

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::proposal::Proposal;
use crate::engine::reading::events::{Candidate, occasion};
use crate::engine::reading::{Frame, Sight};
use crate::game::effects::ShieldKind;
use crate::game::{PlayerId, Shield};
use crate::ir::event::Step;

/// The shield that makes a player skip the turn, phase or step that they would begin, or one of their team where teams take turns (805.8),
/// if there is one: the oldest (614.10). Says also whether another waits for a later one (614.10a).
///
/// # Errors
/// If it can't be told whose it is about.
pub(in crate::engine) fn skips(
    play: &mut Play<'_>,
    player: PlayerId,
    what: &dyn Fn(Step) -> bool,
) -> Outcome<Option<(Shield, bool)>> {
    let mut found = all_skips(play, player, what)?.into_iter();
    Ok(found.next().map(|oldest| (oldest, found.next().is_some())))
}

/// All the shields that make a player skip such a one, the oldest first: each for one of them (614.10a).
///
/// # Errors
/// If it can't be told whose it is about.
pub(in crate::engine) fn all_skips(
    play: &mut Play<'_>,
    player: PlayerId,
    what: &dyn Fn(Step) -> bool,
) -> Outcome<Vec<Shield>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let skipping = play.game.whose_turn_it_would_be(player);
    let would = Proposal::Begin(&skipping, what);
    let mut found = Vec::new();
    for shield in play.game.shields() {
        let ShieldKind::Replacement(replacement) = &shield.kind else { continue };
        let frame = Frame::of_effect(shield.source, shield.controller, &shield.bindings);
        if occasion(sight, &frame, &replacement.of, Candidate::Would(&would))?.is_some() {
            found.push(shield.clone());
        }
    }
    Ok(found)
}
