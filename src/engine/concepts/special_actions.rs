//! CR 116: Special Actions

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::reading::{Sight, quantities, selections};
use crate::engine::spells::casting_spells::sorcery_timing;
use crate::engine::spells::continuous_effects;
use crate::engine::spells::events::{Happening, after};
use crate::engine::zones::general;
use crate::game::{Cause, CauseKind, Change, Move, MoveAction, ObjectId, PlayerId};
use crate::ir::change::Action;
use crate::ir::{CardType, RuleChange, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Attempt, Level, What};

use super::timing_and_priority;

/// A player plays a land (116.2a, 305.1). It doesn't use the stack.
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it; then nothing has happened.
pub fn play_land(play: &mut Play<'_>, player: PlayerId, land: ObjectId) -> Outcome {
    play.attempt(Attempt::PlayLand(land), |play| {
        timing_and_priority::must_have_priority(play, player)?;
        let illegal = |rule, why| Err(Halt::illegal(player, rule, why, Some(land)));
        let view = play.view()?;
        if !view.characteristics(&play.game, land).is(CardType::Land) {
            return illegal(cr!("305.1"), "only a land card can be played as a land");
        }
        let object = play.game.object(land);
        if object.zone != Zone::Hand || object.owner != player {
            return illegal(cr!("305.1"), "a land is played from its player's hand");
        }
        if play.game.turn().active != player {
            return illegal(cr!("305.3"), "a land can be played only in one's own turn");
        }
        if !sorcery_timing(play, player) {
            return illegal(cr!("305.1"), "a land is played in a main phase while the stack is empty");
        }
        let sight = Sight { game: &play.game, view: &view };
        if continuous_effects::prohibited(sight, Action::PlayLand, Some(land), Some(player), None)?.is_some()
        {
            return illegal(cr!("101.2"), "an effect says that it can't be played");
        }
        if i64::from(play.game.player(player).lands_played) >= lands_each_turn(sight, player)? {
            return illegal(cr!("305.2b"), "no more lands can be played this turn");
        }
        let entry = play.record(
            Level::Default,
            CauseKind::SpecialAction(player),
            Rules::of(&[cr!("116.2a"), cr!("305.1")]),
            What::PlaysLand(player, land),
        );
        play.under(entry, |play| {
            let mut cause = Cause::new(CauseKind::SpecialAction(player), cr!("305.1"));
            // That it is not the first of the turn some effect allows (305.2a).
            if play.game.player(player).lands_played > 0 {
                cause = cause.and(cr!("305.2a"));
            }
            let mut it = Move::new(land, Zone::Battlefield, MoveAction::Play);
            it.controller = Some(player);
            let moved = general::move_one(play, cause, it)?;
            play.change(cause, Level::Hidden, Change::LandPlayed(player));
            if let Some(land) = moved {
                let before = play.view()?;
                after(play, &before, &[Happening::PlayedLand { player, land }])?;
            }
            Ok(())
        })?;
        // The player who had priority gets it again (117.3c).
        timing_and_priority::give_priority(play, player)
    })
}

/// How many lands a player can play this turn (305.2).
fn lands_each_turn(sight: Sight<'_>, player: PlayerId) -> Outcome<i64> {
    let mut lands = 1i64;
    for active in &sight.view.rules {
        for rule in active.rules.as_slice() {
            if let RuleChange::ExtraLands(who, count) = rule {
                let frame = Frame::of_source(active.source, active.controller, active.origin);
                if selections::players(sight, &frame, who)?.contains(&player) {
                    lands += i64::from(quantities::value(sight, &frame, count)?);
                }
            }
        }
    }
    Ok(lands)
}
