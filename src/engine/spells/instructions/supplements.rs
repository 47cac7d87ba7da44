//! Keyword actions that are done by a function of their own: to fateseal, and those of the casual variants, with planes and schemes.

use crate::engine::additional::keyword_actions::{Doing, abandon, fateseal, planeswalk, set_in_motion};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, after};
use crate::game::{ObjectId, PlayerId};
use crate::ir::NamedDeed;
use crate::ir::{Selection, Verb};
use crate::rules::cr;

use super::{Frame, amount, cause, objects_there, who_are};

/// Follows the instruction if it is one of these; says whether it did.
pub(super) fn follow(play: &mut Play<'_>, frame: &Frame, doing: &Doing<'_>) -> Outcome<bool> {
    match doing.action {
        Verb::Fateseal => {
            let count = match doing.count {
                Some(count) => amount(play, frame, count)?,
                None => 1,
            };
            for player in who_are(play, frame, doing.who)? {
                fateseal::fateseal(play, cause(frame, cr!("701.29a")), frame.asking(), player, count)?;
            }
        }
        Verb::Planeswalk => {
            for player in who_are(play, frame, doing.who)? {
                planeswalk::planeswalk(play, cause(frame, cr!("701.31b")), player)?;
            }
        }
        Verb::ChaosEnsues => {
            ensue(play, frame.controller, frame.source)?;
        }
        Verb::SetInMotion => {
            let count = match doing.count {
                Some(count) => amount(play, frame, count)?,
                None => 1,
            };
            for player in who_are(play, frame, doing.who)? {
                set_in_motion::set_in_motion(play, cause(frame, cr!("701.32b")), player, count)?;
            }
        }
        Verb::Abandon => {
            let schemes = objects_there(play, frame, doing.what.unwrap_or(&Selection::This))?;
            abandon::abandon(play, cause(frame, cr!("701.33b")), &schemes)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Chaos ensues (311.7): the chaos abilities of the planes trigger.
///
/// # Errors
/// If one of them can't be played.
pub(in crate::engine) fn ensue(play: &mut Play<'_>, player: PlayerId, object: ObjectId) -> Outcome {
    let before = play.view()?;
    after(play, &before, &[Happening::Does { player, what: NamedDeed::Does(Verb::ChaosEnsues), object }])
}
