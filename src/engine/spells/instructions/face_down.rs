//! Instructions about what is or becomes face down, or has its back face up as half of a melded permanent.

use crate::engine::additional::face_down_spells_and_permanents;
use crate::engine::additional::keyword_actions::{Doing, manifest, meld};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::linked_abilities;
use crate::engine::zones::general;
use crate::game::{Cause, Change, FaceDown, ObjectId, Thing};
use crate::ir::instruction::sorts::{
    about_combat, about_objects, about_players, by_themselves, never_followed, of_abilities, that_last,
    with_courses,
};
use crate::ir::{Instruction, Verb, Zone};
use crate::rules::cr;
use crate::trace::Level;

use super::{Frame, amount, cause, objects_there, who_are};

/// Follows the instruction if it turns something over or melds it; says whether it did.
pub(super) fn follow(play: &mut Play<'_>, frame: &Frame, instruction: &Instruction) -> Outcome<bool> {
    match instruction {
        Instruction::TurnFaceDown(what) => {
            let objects = objects_there(play, frame, what)?;
            // What happens as something enters is no instruction of what resolves (614.1c).
            let entering = frame.within.is_none()
                && frame.on_stack.is_none_or(|spell| play.game.object(spell).base.types.is_permanent());
            let by = cause(frame, if entering { cr!("614.1c") } else { cr!("608.2c") });
            face_down_spells_and_permanents::turn_face_down(play, by, &objects);
        }
        Instruction::TurnFaceUp(what) => {
            for object in objects_there(play, frame, what)? {
                let by = match linked_abilities::link_of(what) {
                    Some((link, single)) => {
                        let rules = linked_abilities::rules_of(play, frame, link, single);
                        rules.iter().fold(cause(frame, cr!("608.2c")).without_rules(), Cause::and)
                    }
                    None => cause(frame, cr!("608.2c")),
                };
                let its = play.game.object(object);
                if its.zone == Zone::Exile && its.is_face_down() {
                    play.change(by, Level::Default, Change::FaceDown(object, None));
                    continue;
                }
                face_down_spells_and_permanents::turn_face_up(play, by, object, None)?;
            }
        }
        Instruction::Meld(what) => {
            let objects = objects_there(play, frame, what)?;
            meld::meld(play, cause(frame, cr!("701.42a")), frame.controller, &objects)?;
        }
        with_courses!()
        | of_abilities!()
        | about_objects!()
        | about_players!()
        | that_last!()
        | about_combat!()
        | by_themselves!()
        | never_followed!() => return Ok(false),
    }
    Ok(true)
}

/// Manifests or cloaks cards, the top one of the library unless it says which: several one at a time (701.40e, 701.58e).
pub(super) fn put_face_down(play: &mut Play<'_>, frame: &mut Frame, doing: &Doing<'_>) -> Outcome {
    let (how, rule) = match doing.action {
        Verb::Cloak => (FaceDown::Cloak, cr!("701.58a")),
        _ => (FaceDown::Manifest, cr!("701.40a")),
    };
    let count = match doing.count {
        Some(count) => amount(play, frame, count)?,
        None => 1,
    };
    let mut put = Vec::new();
    for player in who_are(play, frame, doing.who)? {
        let cards: Vec<Option<ObjectId>> = match doing.what {
            Some(what) => objects_there(play, frame, what)?.into_iter().map(Some).collect(),
            None => (0..count).map(|_| None).collect(),
        };
        for card in cards {
            let card = match card {
                Some(card) => Some(card),
                None => general::top_of_library(play, player, 1)?.first().copied(),
            };
            let Some(card) = card else { continue };
            put.extend(manifest::manifest(play, cause(frame, rule), player, card, how)?.map(Thing::Object));
        }
    }
    frame.did = !put.is_empty();
    frame.bind(doing.slot, put);
    Ok(())
}
