//! What is settled of a card before the game begins: its color identity.

use crate::engine::Halt;
use crate::engine::variants::commander;
use crate::game::ObjectId;
use crate::ir::{Color, Colors};
use crate::runner::claims::Judged;
use crate::runner::stage::{Stage, Staged, Stop};

use super::say;

/// Whether the card that an object is has this color identity.
pub(super) fn color_identity(stage: &Stage<'_, '_>, object: ObjectId, wanted: &[Color]) -> Staged<Judged> {
    let game = &stage.play.game;
    let card = game.object(object).card().and_then(|card| game.card(card).definition.clone());
    let Some(card) = card else {
        let halt = Halt::undecided(object, "only a card that is known has a color identity");
        return Err(Stop::Halt(halt, stage.span));
    };
    let (identity, rules) = commander::color_identity(&card).map_err(|halt| Stop::Halt(halt, stage.span))?;
    let wanted = wanted.iter().fold(Colors::NONE, |colors, color| colors.with(*color));
    let words: Vec<&str> = identity.iter().map(Color::word).collect();
    let words = if words.is_empty() { "colorless".to_owned() } else { words.join(" and ") };
    Ok(say(wanted == identity, format!("has the color identity {words}"), rules.into()))
}
