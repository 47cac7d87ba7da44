//! CR 702.88: Rebound

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::{handling_triggered_abilities, replacement_effects};
use crate::engine::zones::general;
use crate::game::{Cause, CauseKind, Move, MoveAction, ObjectId, Origin, PlayerId, Thing};
use crate::ir::ability::Delayed;
use crate::ir::event::Step;
use crate::ir::{Body, Costs, Event, Instruction, KeywordName, Players, Quantity, Selection, Symbol, Zone};
use crate::rules::cr;

const REBOUNDS: Symbol = Symbol::literal("rebounds");

/// Whether a spell rebounds as it resolves: it has the ability and was cast from its player's hand (702.88a).
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn applies(play: &mut Play<'_>, spell: ObjectId) -> Outcome<bool> {
    let its = play.game.object(spell);
    let from_hand = its.announced.as_ref().is_some_and(|it| it.cast && it.from == Some(Zone::Hand));
    Ok(from_hand && play.view()?.has(&play.game, spell, KeywordName::Rebound))
}

/// Instead of going to the graveyard as it resolves the card is exiled, and its player may cast it from there at the beginning of their next
/// upkeep without paying its mana cost (702.88a).
///
/// # Errors
/// If another effect would replace its way to the graveyard too.
pub(in crate::engine) fn rebound(play: &mut Play<'_>, spell: ObjectId, controller: PlayerId) -> Outcome {
    let to_graveyard = Move::new(spell, Zone::Graveyard, MoveAction::Resolve);
    if replacement_effects::is_replaced(play, &to_graveyard)? {
        return Err(Halt::undecided(
            spell,
            "another effect than rebound would replace its way to the graveyard",
        ));
    }
    let cause = Cause::new(CauseKind::Resolution(spell, controller), cr!("702.88a"));
    let exiled = general::move_one(play, cause, Move::new(spell, Zone::Exile, MoveAction::Exile))?;
    // A copy of a spell ceases to exist there, and is no card to be cast.
    let Some(card) = exiled.filter(|card| play.game.object(*card).zone == Zone::Exile) else { return Ok(()) };
    let mut frame = Frame::of_source(card, controller, Origin::Rules(0));
    frame.bind(Some(REBOUNDS), vec![Thing::Object(card)]);
    let cast = Instruction::Cast {
        who: Players::You,
        what: Selection::Slot(REBOUNDS),
        copy: false,
        cost: Some(Costs::default()),
        count: Quantity::Fixed(1),
        transformed: false,
        or_play: false,
        slot: None,
    };
    let delayed = Delayed {
        when: Event::Begins(Step::Upkeep, Players::You),
        effect: Body { does: vec![cast], ..Body::default() },
        duration: None,
    };
    handling_triggered_abilities::delay(play, cause, &frame, &delayed);
    Ok(())
}
