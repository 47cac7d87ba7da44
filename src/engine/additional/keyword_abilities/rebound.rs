//! CR 702.88: Rebound

use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::handling_triggered_abilities;
use crate::engine::view::View;
use crate::game::{Cause, Game, ObjectId, Origin, PlayerId, Thing};
use crate::ir::ability::Delayed;
use crate::ir::event::Step;
use crate::ir::instruction::Cast;
use crate::ir::{Body, Costs, Event, Instruction, KeywordName, Players, Selection, Slot, Zone};
use crate::rules::{RuleId, cr};

const REBOUNDS: Slot = Slot::literal("rebounds");

/// Whether a spell rebounds as it resolves: it has the ability and was cast from the hand of who controls it now, whoever has cast
/// it (702.88a).
pub(in crate::engine) fn applies(game: &Game, view: &View, spell: ObjectId) -> bool {
    let its = game.object(spell);
    let from_hand = its.announced.as_ref().is_some_and(|it| it.cast.is_some() && it.from == Some(Zone::Hand));
    from_hand && its.owner == view.controller(game, spell) && view.has(game, spell, KeywordName::Rebound)
}

/// The rule by which a card is cast that has rebounded.
pub(in crate::engine) fn rule_of_cast(what: &Selection) -> Option<RuleId> {
    (*what == Selection::Slot(REBOUNDS)).then_some(cr!("702.88a"))
}

/// The card that was exiled instead of going to the graveyard may be cast from there by the spell's controller, at the beginning of their next
/// upkeep and without paying its mana cost (702.88a).
pub(in crate::engine) fn wait(play: &mut Play<'_>, cause: Cause, card: ObjectId, controller: PlayerId) {
    // Its static ability replaces where the card goes, and so makes the delayed one.
    let cause = cause.by(cr!("603.7a")).and(cr!("702.88a")).and(cr!("603.7f"));
    let mut frame = Frame::of_source(card, controller, Origin::NONE);
    frame.bind(Some(REBOUNDS), vec![Thing::Object(card)]);
    let cast = Instruction::Cast(Cast::of(Selection::Slot(REBOUNDS), Costs::default()));
    let delayed = Delayed {
        only_if: None,
        when: Event::Begins(Step::Upkeep, Players::You),
        effect: Body::of(vec![cast]),
        next_turn: false,
        duration: None,
        once: false,
    };
    handling_triggered_abilities::delay(play, cause, &frame, &delayed);
}
