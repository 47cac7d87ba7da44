//! Claims about what has triggered.

use crate::diag::{Code, Diagnostic};
use crate::game::ObjectId;
use crate::runner::stage::{Stage, Staged};
use crate::scenario::script::{Part, Reference};
use crate::trace::Reasons;
use crate::why::standing::Standing;
use crate::why::triggers as why;

use super::{Judged, naming};

pub(super) fn triggers(stage: &mut Stage<'_, '_>, count: Option<u32>, from: &Reference) -> Staged<Judged> {
    let whole = Reference { part: Part::Whole, ..from.clone() };
    let object = naming::ever(stage, &whole)?;
    let number = match from.part {
        Part::Ability(number) => number,
        _ => None,
    };
    there_is(stage, object, number, from)?;
    let (actual, times, rules) = triggered(stage, object, number)?;
    // It is called what it was as it triggered.
    let source = stage.why(|played| Ok(why::last_source(played, object, number)))?;
    let name = stage.answers.table().told(&stage.play.game, source.unwrap_or(object));
    // Of several abilities the one that is asked about.
    let name = match number {
        Some(number) => format!("{name}'s ability {number}"),
        None => name,
    };
    let holds = match count {
        Some(count) => actual == count,
        None => actual > 0,
    };
    Ok(Judged { holds, sentence: format!("{name} {times}"), rules })
}

/// An ability that an object has never had can't have triggered: to ask for it is a slip.
fn there_is(stage: &mut Stage<'_, '_>, object: ObjectId, number: Option<u32>, from: &Reference) -> Staged {
    let Some(number) = number else { return Ok(()) };
    let (most, has_triggered) = stage
        .why(|played| Ok((why::most_abilities(played, object), why::any_has_triggered(played, number))))?;
    if number as usize <= most || has_triggered {
        return Ok(());
    }
    let message = format!("`{}` has no triggered ability {number}", from.name.text);
    let help = match most {
        0 => "it has none".to_owned(),
        most => format!("its triggered abilities are counted from 1 to {most}, as printed"),
    };
    Err(Diagnostic::error(Code::UnknownObject, message, from.span, "").with_help(help).into())
}

/// How often abilities of an object have triggered, as a number and in words, and by which rules; if never, why.
pub(in crate::runner) fn triggered(
    stage: &mut Stage<'_, '_>,
    object: ObjectId,
    number: Option<u32>,
) -> Staged<(u32, String, Reasons)> {
    let found = stage.why(|played| why::triggered(played, object, number))?;
    let words = match (found.why_not, found.count) {
        (Some(why), _) => format!("has not triggered: {why}"),
        (None, 1) => "triggers once".to_owned(),
        (None, count) => format!("triggers {count} times"),
    };
    let rules = Standing::Trigger.behind(&stage.play.game, found.rules);
    Ok((found.count, words, rules))
}
