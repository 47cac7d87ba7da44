//! CR 121: Drawing a Card

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::continuous_effects;
use crate::engine::zones::general;
use crate::game::{Cause, Change, Move, MoveAction, PlayerId, Thing};
use crate::ir::Zone;
use crate::ir::change::Action;
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// A player draws cards, one at a time (121.2).
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn draw(play: &mut Play<'_>, cause: Cause, player: PlayerId, count: u32) -> Outcome {
    // What chance decides of a shuffled library it decides for all of these cards together.
    general::top_of_library(play, player, count as usize)?;
    for _ in 0..count {
        play.tick("cards are drawn without end")?;
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        if let Some(source) = continuous_effects::prohibited(sight, Action::Draw, None, Some(player), None)? {
            play.note(
                Level::Default,
                cause.kind,
                Rules::of(&[cr!("101.2")]),
                Note::Cant(Forbidden::Draw, Thing::Player(player), Some(source)),
            );
            return Ok(());
        }
        let Some(top) = general::top_of_library(play, player, 1)?.first().copied() else {
            // The state-based action of 704.5b remembers it.
            play.change(cause.by(cr!("121.4")), Level::Default, Change::DrewFromEmpty(player));
            continue;
        };
        let moved =
            general::move_one(play, cause.and(cr!("121.1")), Move::new(top, Zone::Hand, MoveAction::Draw))?;
        if moved.is_some() {
            play.change(cause, Level::Hidden, Change::Drawn(player));
        }
    }
    Ok(())
}
