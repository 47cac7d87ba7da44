//! CR 701.3: Attach

use crate::engine::additional::keyword_abilities::bestow;
use crate::engine::additional::state_based_actions::may_be_attached;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::events::{Happening, happen};
use crate::game::{Cause, Change, ObjectId, Thing};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// Attaches an Aura, Equipment or Fortification to something (701.3a). If it can't be attached there, or is already, it
/// doesn't move (701.3b).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn attach(play: &mut Play<'_>, cause: Cause, object: ObjectId, to: Thing) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let same = play.game.object(object).attached_to == Some(to);
    if same || !play.game.object(object).on_battlefield() || !may_be_attached(sight, object, to)? {
        play.note(
            Level::Default,
            cause.kind,
            Rules::of(&[cr!("701.3b")]),
            Note::Cant(Forbidden::Attach(to), Thing::Object(object), None),
        );
        return Ok(());
    }
    let cause = cause.and(cr!("701.3a"));
    happen(
        play,
        vec![(cause, Level::Default, Change::Attach(object, Some(to)))],
        &[Happening::Attached { object, to }],
    )?;
    Ok(())
}

/// Unattaches an object: it stays on the battlefield, attached to nothing (701.3d).
pub(in crate::engine) fn unattach(play: &mut Play<'_>, cause: Cause, object: ObjectId) {
    if play.game.object(object).attached_to.is_some() {
        play.change(cause.and(cr!("701.3d")), Level::Default, Change::Attach(object, None));
        bestow::end(play, cause.kind, object, Rules::of(&[cr!("702.103f")]));
    }
}
