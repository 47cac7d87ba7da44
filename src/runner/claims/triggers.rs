//! Claims about what has triggered, and what was replaced.

use crate::game::{Change, ObjectId, Thing};
use crate::rules::Rules;
use crate::runner::stage::{Stage, Staged};
use crate::scenario::script::{Part, Reference};
use crate::trace::What;

use super::Judged;

pub(super) fn triggers(stage: &mut Stage<'_, '_>, count: Option<u32>, from: &Reference) -> Staged<Judged> {
    let whole = Reference { part: Part::Whole, ..from.clone() };
    let object = stage.object(&whole)?;
    let number = match from.part {
        Part::Ability(number) => number,
        _ => None,
    };
    let (actual, rules) = triggered(stage, stage.play.game.earliest(object), number);
    let name = stage.answers.table().told(&stage.play.game, object);
    let holds = match count {
        Some(count) => actual == count,
        None => actual > 0,
    };
    let times = match actual {
        0 => "never triggers".to_owned(),
        1 => "triggers once".to_owned(),
        actual => format!("triggers {actual} times"),
    };
    Ok(Judged { holds, sentence: format!("{name} {times}"), rules })
}

/// How often abilities of an object have triggered, and by which rules.
pub(in crate::runner) fn triggered(
    stage: &Stage<'_, '_>,
    root: ObjectId,
    number: Option<u32>,
) -> (u32, Rules) {
    let game = &stage.play.game;
    let mut count = 0;
    let mut rules = Rules::NONE;
    for entry in stage.play.trace.entries() {
        let counts = match &entry.what {
            What::Changed(Change::Trigger(trigger), _) => {
                let right = number.is_none_or(|number| number == u32::from(trigger.number));
                let its = right && game.earliest(trigger.source) == root;
                count += u32::from(its);
                its
            }
            What::PutOnStack(_, source) => game.earliest(*source) == root,
            _ => false,
        };
        if counts {
            entry.rules.iter().for_each(|rule| {
                rules.push(rule);
            });
        }
    }
    (count, rules)
}

pub(super) fn replaced(stage: &mut Stage<'_, '_>, what: &Reference, by: &Reference) -> Staged<Judged> {
    let what = stage.object(what)?;
    let by = stage.object(by)?;
    let game = &stage.play.game;
    let (root, by_root) = (game.earliest(what), game.earliest(by));
    let mut rules = Rules::NONE;
    let mut holds = false;
    for entry in stage.play.trace.entries() {
        if let What::Replaced(Thing::Object(object), effect) = &entry.what {
            if game.earliest(*object) == root && game.earliest(*effect) == by_root {
                holds = true;
                entry.rules.iter().for_each(|rule| {
                    rules.push(rule);
                });
            }
        }
    }
    let table = stage.answers.table();
    let verb = if holds { "replaces" } else { "does not replace" };
    let sentence =
        format!("{} {verb} what would happen to {}", table.title(game, by), table.title(game, what));
    Ok(Judged { holds, sentence, rules })
}
