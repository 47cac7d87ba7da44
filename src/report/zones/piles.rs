//! The piles in exile: what lies together, and why (406.4, 406.5).

use crate::engine::additional::keyword_abilities::haunt::HAUNTS;
use crate::engine::zones::exile::pile_of;
use crate::game::effects::Linked;
use crate::game::{Game, ObjectId};
use crate::trace::effects;
use crate::trace::names::Names;
use crate::trace::styled::{Style, Text};

/// A pile in exile.
pub(in crate::report) struct Pile {
    /// What may take its cards from there, or finds them there; nothing for cards that are there for good.
    pub(in crate::report) why: Text,
    /// Of a face-down pile the first card that was put there.
    pub(in crate::report) face_down: Option<ObjectId>,
    pub(in crate::report) cards: Vec<ObjectId>,
}

/// The cards in exile in piles, in the order in which the first of each pile came: those that are there for the same reason together
/// (406.5), but of face-down cards only those that were exiled together (406.4).
pub(in crate::report) fn of(game: &Game, names: &Names<'_>) -> Vec<Pile> {
    let mut piles: Vec<Pile> = Vec::new();
    for card in game.exile() {
        let why = reason(game, names, *card);
        let face_down = game.object(*card).is_face_down().then(|| pile_of(game, *card));
        match piles.iter_mut().find(|its| its.why == why && its.face_down == face_down) {
            Some(pile) => pile.cards.push(*card),
            None => piles.push(Pile { why, face_down, cards: vec![*card] }),
        }
    }
    // Those that stay for good last.
    piles.sort_by_key(|pile| pile.why.is_empty());
    piles
}

/// Why a card is in exile: what may take it from there, or what finds it there.
fn reason(game: &Game, names: &Names<'_>, card: ObjectId) -> Text {
    let mut text = Text::new();
    if let Some(until) =
        game.untils().iter().find(|until| until.moved.iter().any(|(moved, _)| *moved == card))
    {
        let duration = crate::ir::Duration::Until(Box::new((*until.event).clone()));
        effects::write_duration(names, &mut text, &duration, until.source, until.controller);
        return text;
    }
    if let Some(creature) = game.encoded_on(card) {
        text.push("encoded on ", Style::Plain);
        names.write_object(&mut text, creature);
        return text;
    }
    if let Some(link) = game.links().iter().find(|link| link.key.object == card && link.key.name == HAUNTS) {
        text.push("haunting ", Style::Plain);
        names.write_object(&mut text, link.object);
        return text;
    }
    if let Some(link) = game.links().iter().find(|link| link.object == card && link.key.object != card) {
        // What a token finds that the ability which has created it has exiled, it has not exiled itself (607.1d).
        let word = if link.how == Linked::Elsewhere { "linked to " } else { "exiled with " };
        text.push(word, Style::Plain);
        names.write_object(&mut text, link.key.object);
        return text;
    }
    let awaits = game
        .delayed()
        .iter()
        .find(|delayed| delayed.slots.things().any(|thing| thing.object() == Some(card)));
    if let Some(delayed) = awaits {
        text.push("awaited by a delayed ability of ", Style::Plain);
        names.write_object(&mut text, delayed.source);
    }
    text
}
