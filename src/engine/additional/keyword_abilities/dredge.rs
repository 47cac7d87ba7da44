//! CR 702.52: Dredge

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, conditions};
use crate::game::{CauseKind, PlayerId, Thing};
use crate::ir::{Ability, KeywordName, Replacement, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// Notes of the cards in a player's graveyard that can't be dredged as a card would be drawn, since too few are left to mill (702.52b).
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn note_too_few(play: &mut Play<'_>, player: PlayerId) -> Outcome {
    let view = play.view()?;
    let mut found = Vec::new();
    for card in play.game.zone(Zone::Graveyard, player) {
        for instance in &view.characteristics(&play.game, *card).abilities {
            if instance.keyword != Some(KeywordName::Dredge) {
                continue;
            }
            let Ability::Replacement(Replacement { only_if: Some(condition), .. }) = &*instance.ability
            else {
                continue;
            };
            let sight = Sight { game: &play.game, view: &view };
            let frame = Frame::of_source(*card, player, instance.origin);
            if !conditions::holds(sight, &frame, condition)? {
                found.push(*card);
            }
        }
    }
    for card in found {
        let note = Note::Cant(Forbidden::Dredge, Thing::Object(card), None);
        play.note(Level::Default, CauseKind::Ability(card), Rules::of(&[cr!("702.52b")]), note);
    }
    Ok(())
}
