//! What a permanent or player is by what the scenario gives, and no step.

use crate::game::{ObjectId, PlayerId};
use crate::ir::Symbol;
use crate::rules::RuleId;
use crate::trace::Reasons;

use super::Played;
use super::found::Found;
use super::players;

/// That a permanent is marked so from the start, behind "because", or that nothing has marked it, by the rule that says what the mark is; nothing
/// if a step tells of it, or the permanent has come there since.
pub(crate) fn marked(
    played: Played<'_>,
    object: ObjectId,
    (word, holds, reasons): (&str, bool, Reasons),
) -> Option<Found> {
    let rule = unchanged(reasons)?;
    let began = played.game.object(object).previous.is_none() && !played.game.object(object).is_token();
    (began && holds).then(|| (rule, format!("it is {word}, given by the scenario")))
}

/// That a player has had a designation from the start, behind "because".
pub(crate) fn designated(
    played: Played<'_>,
    player: PlayerId,
    (name, told): (Symbol, &str),
) -> Option<Found> {
    let (holds, reasons) = players::has_designation(played, player, name);
    let rule = unchanged(reasons)?;
    holds.then(|| (rule, format!("{told}, given by the scenario")))
}

/// The rule of reasons of which no step tells.
fn unchanged(reasons: Reasons) -> Option<RuleId> {
    let first = reasons.first()?;
    reasons.iter().all(|reason| reason.step.is_none()).then_some(first.rule)
}
