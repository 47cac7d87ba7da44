//! CR 702.192: Paradigm

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::game::{Cause, CauseKind, Change, ObjectId};
use crate::ir::instruction::Cast;
use crate::ir::{KeywordName, Selection, Slot};
use crate::rules::cr;
use crate::trace::Level;

/// A spell with paradigm resolves: it is remembered for as long as the game lasts that its controller's spell of that name has.
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn resolves(play: &mut Play<'_>, frame: &Frame) -> Outcome {
    let view = play.view()?;
    let its = view.characteristics(&play.game, frame.source);
    if its.has(KeywordName::Paradigm) {
        let cause = Cause::new(CauseKind::Resolution(frame.source, frame.controller), cr!("702.192a"));
        play.change(cause, Level::Hidden, Change::Resolves(frame.controller, its.name.clone()));
    }
    Ok(())
}

/// The slot for what has become of a spell with paradigm, as `rules/keywords/paradigm.yaml` names it.
const EXILED: Slot = Slot::literal("exiled");

/// What has become of a spell with paradigm is copied in exile (702.192a).
///
/// # Errors
/// If it is not there any more: whether its last-known information is copied then the rules don't say.
pub(in crate::engine) fn must_be_there(
    play: &mut Play<'_>,
    frame: &Frame,
    cast: &Cast,
    card: Option<ObjectId>,
) -> Outcome {
    let copies = cast.copy.is_some() && cast.what == Selection::Slot(EXILED);
    if !copies || card.is_some_and(|card| play.game.object(card).exists) {
        return Ok(());
    }
    let view = play.view()?;
    if view.has(&play.game, frame.source, KeywordName::Paradigm) {
        let why = "whether paradigm copies what has left exile";
        return Err(Halt::undecided(frame.source, why));
    }
    Ok(())
}
