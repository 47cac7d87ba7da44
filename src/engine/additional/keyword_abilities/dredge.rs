//! CR 702.52: Dredge

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, conditions};
use crate::game::{CauseKind, PlayerId, Thing};
use crate::ir::instruction::Put;
use crate::ir::{
    Ability, Comparison, Condition, Event, Filter, Instruction, KeywordName, Players, Quantity, Replacement,
    ReplacementResult, Selection, Zone,
};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// With so many cards in the library, the player may mill them and take this from the graveyard instead of drawing (702.52a).
/// Nobody with fewer can (702.52b).
pub(super) fn meaning(count: &Quantity) -> Ability {
    let library = Box::new(Quantity::Count(Box::new(Filter::all_cards_of(Players::You, Zone::Library))));
    Ability::Replacement(Replacement {
        of: Event::Draws(Players::You),
        result: ReplacementResult::Instead(vec![
            Instruction::Mill { who: Players::You, count: count.clone(), slot: None },
            Instruction::Put(Put { from: Some(Zone::Graveyard), ..Put::plain(Selection::This, Zone::Hand) }),
        ]),
        only_if: Some(Condition::Compare(library, Comparison::AtLeast(count.clone()))),
        may: Some(Players::You),
        from: Some(Zone::Graveyard),
    })
}

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
