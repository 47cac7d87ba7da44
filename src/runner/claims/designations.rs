//! Claims about designations of players and of the game.

use crate::game::{Daytime, PlayerId};
use crate::ir::Symbol;
use crate::runner::stage::{Stage, Staged};
use crate::trace::Reasons;
use crate::why::found::Found;
use crate::why::{given, players};

use super::Judged;

/// Whether a player has a designation.
pub(super) fn player(
    stage: &mut Stage<'_, '_>,
    player: PlayerId,
    name: &str,
    wanted: bool,
) -> Staged<Judged> {
    let (title, (holds, rules)) = match name {
        "completed-dungeon" => {
            ("completed a dungeon", stage.why(|played| Ok(players::has_completed_a_dungeon(played, player)))?)
        }
        "max-speed" => ("max speed", stage.why(|played| Ok(players::has_max_speed(played, player)))?),
        name => {
            let title = title(name);
            let Some(name) = Symbol::parse(name) else {
                return Ok(Judged { holds: false, sentence: String::new(), rules: Reasons::NONE });
            };
            (title, stage.why(|played| Ok(players::has_designation(played, player, name)))?)
        }
    };
    let verb = match (name, holds) {
        ("monarch", true) => "is",
        ("monarch", false) => "is not",
        (_, true) => "has",
        ("completed-dungeon", false) => "has not",
        (_, false) => "doesn't have",
    };
    let who = stage.answers.table().name_of(player).to_owned();
    Ok(Judged { holds: holds == wanted, sentence: format!("{who} {verb} {title}"), rules })
}

/// What a designation of players is called.
fn title(name: &str) -> &'static str {
    match name {
        "monarch" => "the monarch",
        "initiative" => "the initiative",
        "enduring story" => "an enduring story",
        _ => "the city's blessing",
    }
}

/// That a player has had a designation from the start, behind "because".
pub(super) fn found(stage: &mut Stage<'_, '_>, player: PlayerId, name: &str) -> Staged<Option<Found>> {
    let designated = ["monarch", "initiative", "enduring story", "city's blessing"].contains(&name);
    let Some(symbol) = Symbol::parse(name).filter(|_| designated) else { return Ok(None) };
    let words = if name == "monarch" { "is" } else { "has" };
    let told = format!("{} {words} {}", stage.answers.table().name_of(player), title(name));
    stage.why(|played| Ok(given::designated(played, player, (symbol, &told))))
}

/// Whether it is day or night, or neither.
pub(super) fn daytime(stage: &mut Stage<'_, '_>, wanted: Option<Daytime>) -> Staged<Judged> {
    let (actual, rules) = stage.why(|played| Ok(players::daytime(played)))?;
    let sentence = match actual {
        Some(Daytime::Day) => "it is day",
        Some(Daytime::Night) => "it is night",
        None => "it is neither day nor night",
    };
    Ok(Judged { holds: actual == wanted, sentence: sentence.to_owned(), rules })
}
