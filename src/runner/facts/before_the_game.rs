//! What is settled of a card before the game begins: whether it is a commander, and its color identity.

use crate::engine::Halt;
use crate::engine::variants::commander;
use crate::game::ObjectId;
use crate::ir::{Color, Colors};
use crate::rules::{Rules, cr};
use crate::runner::claims::Judged;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::script::FactKind;

/// Whether such a fact holds of the card that an object is.
pub(super) fn judge(stage: &Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let game = &stage.play.game;
    let its = game.object(object);
    match fact {
        FactKind::ColorIdentity(wanted) => {
            let card = its.card().and_then(|card| game.card(card).definition.clone());
            let Some(card) = card else {
                let halt = Halt::undecided(object, "only a card that is known has a color identity");
                return Err(Stop::Halt(halt, stage.span));
            };
            let (identity, rules) =
                commander::color_identity(&card).map_err(|halt| Stop::Halt(halt, stage.span))?;
            let wanted = wanted.iter().fold(Colors::NONE, |colors, color| colors.with(*color));
            let words: Vec<&str> = identity.iter().map(Color::word).collect();
            let words = if words.is_empty() { "colorless".to_owned() } else { words.join(" and ") };
            Ok(Judged {
                holds: wanted == identity,
                sentence: format!("has the color identity {words}"),
                rules,
            })
        }
        _ => {
            let is = game.commanders(object).next().is_some();
            let sentence = if is { "is a commander" } else { "is no commander" }.to_owned();
            let merged = its.melded.is_none() && its.components().next().is_some();
            let rule = match its.melded {
                Some(_) => cr!("903.3b"),
                None if merged => cr!("903.3c"),
                None => cr!("903.3"),
            };
            Ok(Judged { holds: is, sentence, rules: Rules::NONE.and(rule) })
        }
    }
}
