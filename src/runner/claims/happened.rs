//! Claims about what was replaced or prevented on the way, and who was asked.

use crate::game::Thing;
use crate::runner::stage::{Stage, Staged};
use crate::scenario::ast::Text;
use crate::scenario::script::{Part, Reference};
use crate::why::{asked as questions, replaced as replacements};

use super::{Judged, naming};

/// Whether something that would have happened to something was replaced, by an effect of this object if that is said.
pub(super) fn replaced(
    stage: &mut Stage<'_, '_>,
    what: &Reference,
    by: Option<&Reference>,
    negated: bool,
) -> Staged<Judged> {
    let what = naming::thing_ever(stage, what)?;
    let by = match by {
        Some(by) => Some(naming::ever(stage, by)?),
        None => None,
    };
    let found = stage.why(|played| replacements::by(played, what, by))?;
    let game = &stage.play.game;
    let table = stage.answers.table();
    let to = table.told_of(game, what);
    let said = match (by, found.has) {
        (Some(by), true) => format!("{} replaces what would happen to {to}", table.told(game, by)),
        (Some(by), false) => format!("{} does not replace what would happen to {to}", table.told(game, by)),
        (None, true) => format!("something that would happen to {to} is replaced"),
        (None, false) => format!("nothing that would happen to {to} is replaced"),
    };
    Ok(judged(said, found, negated))
}

/// Whether damage to something was prevented.
pub(super) fn prevented(stage: &mut Stage<'_, '_>, to: &Reference, negated: bool) -> Staged<Judged> {
    let to = naming::thing_ever(stage, to)?;
    let found = stage.why(|played| Ok(replacements::prevented(played, to)))?;
    let name = stage.answers.table().told_of(&stage.play.game, to);
    let said = match found.has {
        true => format!("damage to {name} is prevented"),
        false => format!("no damage to {name} is prevented"),
    };
    Ok(judged(said, found, negated))
}

/// Whether a player was given a choice, by this object or an ability of its if that is said.
pub(super) fn asked(
    stage: &mut Stage<'_, '_>,
    player: &Text,
    by: Option<&Reference>,
    negated: bool,
) -> Staged<Judged> {
    let player = stage.player(player)?;
    let by = match by {
        Some(by) => Some(naming::ever(stage, &Reference { part: Part::Whole, ..by.clone() })?),
        None => None,
    };
    let found = stage.why(|played| questions::asked(played, player, by))?;
    let table = stage.answers.table();
    let name = table.told_of(&stage.play.game, Thing::Player(player));
    let by = by.map_or_else(String::new, |by| format!(" by {}", table.told(&stage.play.game, by)));
    let said = format!("{name} is {}asked{by}", if found.has { "" } else { "not " });
    Ok(judged(said, found, negated))
}

fn judged(said: String, found: replacements::Happened, negated: bool) -> Judged {
    let sentence = match found.why_not {
        Some(why) => format!("{said}: {why}"),
        None => said,
    };
    Judged { holds: found.has != negated, sentence, rules: found.rules }
}
