//! The target phrases that come after another, while targets are chosen (601.2c, 603.3d).

use crate::engine::concepts::targets;
use crate::engine::halt::Outcome;
use crate::engine::play::{PhraseToCome, Play};
use crate::engine::reading::{Frame, Sight, quantities, selections};
use crate::game::{Announced, ObjectId, Thing};
use crate::ir::TargetSpec;
use crate::ir::part::mentions;

use super::{is_asked_for, is_trigger};

/// Whether what a phrase asks for depends on the targets of another.
fn depends(spec: &TargetSpec) -> bool {
    mentions(spec, |part| part.target().is_some())
}

/// Whether a triggered ability has a phrase for which there are too few legal targets, whatever is chosen for the others: it is removed, and
/// nobody chooses anything (603.3d).
pub(super) fn any_lacks(
    play: &mut Play<'_>,
    frame: &Frame,
    announced: &Announced,
    specs: &[&TargetSpec],
    on_stack: ObjectId,
) -> Outcome<bool> {
    if specs.len() < 2 || !is_trigger(play, on_stack) {
        return Ok(false);
    }
    for spec in specs.iter().filter(|spec| spec.each_of.is_none() && !depends(spec)) {
        if is_asked_for(play, frame, announced, spec)? && !targets::enough(play, frame, spec, on_stack)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The phrases that come after one, where that can have more targets or fewer, so that whoever has written the targets of all of them in a
/// row may mean several things.
pub(super) fn phrases(
    play: &mut Play<'_>,
    frame: &Frame,
    announced: &Announced,
    (spec, later): (&TargetSpec, &[&TargetSpec]),
    on_stack: ObjectId,
) -> Outcome<Vec<PhraseToCome>> {
    let mut phrases = Vec::new();
    if spec.at_least == spec.at_most {
        return Ok(phrases);
    }
    for spec in later {
        // What depends on other targets may be anything until they are chosen.
        if depends(spec) {
            phrases.push(PhraseToCome { least: 0, most: u32::MAX, legal: None });
            continue;
        }
        if !is_asked_for(play, frame, announced, spec)? {
            continue;
        }
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let least = quantities::amount(sight, frame, &spec.at_least)?;
        let most = quantities::amount(sight, frame, &spec.at_most)?;
        // One that is there for each of some players is asked for once for each.
        let mut frames = vec![frame.clone()];
        if let Some(who) = &spec.each_of {
            let each = selections::players(sight, frame, who)?;
            let of = |player| Frame { current: Some(Thing::Player(player)), ..frame.clone() };
            frames = each.into_iter().map(of).collect();
        }
        for frame in frames {
            let legal = targets::legal(play, &frame, spec, on_stack)?;
            if spec.each_of.is_none() || !legal.is_empty() {
                phrases.push(PhraseToCome { least, most, legal: Some(legal) });
            }
        }
    }
    Ok(phrases)
}
