//! Attaching objects, and unattaching them (701.3).

use crate::engine::additional::keyword_actions::attach;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::instructions::{Frame, cause, objects_there, things};
use crate::game::Thing;
use crate::ir::{Selection, Slot};
use crate::rules::cr;

/// Objects are attached to others (701.3a).
pub(super) fn attach_objects(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (what, to): (&Selection, &Selection),
    as_creature: bool,
    slot: Option<Slot>,
) -> Outcome {
    let hosts = things(play, frame, to)?;
    let by = cause(frame, cr!("701.3a"));
    let by = match play.keyword_rule(frame) {
        Some(rule) => by.by(rule),
        // Which objects those are is known from what they were attached to.
        None if frame.because == Some(cr!("608.2h")) => by.without_rules().and(cr!("608.2h")),
        None => by.without_rules(),
    };
    let mut these = Vec::new();
    for object in objects_there(play, frame, what)? {
        these.extend(attach::one_of(play, object, &hosts)?.map(|host| (object, host)));
    }
    let attached = attach::attach_each(play, by, &these, as_creature)?;
    frame.bind(slot, attached.into_iter().map(Thing::Object).collect());
    Ok(())
}

/// Objects are unattached (701.3d).
pub(super) fn unattach_objects(play: &mut Play<'_>, frame: &mut Frame, what: &Selection) -> Outcome {
    for object in objects_there(play, frame, what)? {
        let by = match play.keyword_rule(frame) {
            Some(rule) => cause(frame, rule).and(cr!("701.3d")),
            None => cause(frame, cr!("701.3d")),
        };
        attach::unattach(play, by, object)?;
    }
    Ok(())
}
