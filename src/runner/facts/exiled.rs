//! What is so of a card because it is in exile.

use crate::diag::{Code, Diagnostic};
use crate::engine::additional::keyword_abilities::{haunt, suspend};
use crate::engine::reading::Sight;
use crate::engine::zones::exile::pile_of;
use crate::game::{LinkKey, ObjectId};
use crate::ir::{CounterKind, Zone};
use crate::rules::{Rules, cr};
use crate::runner::claims::Judged;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::script::{FactKind, Reference};

/// Whether a card lies face down in a pile: one that has a name, or that of another card (406.4).
pub(super) fn in_pile(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let (pile, called) = match fact {
        FactKind::InPileOf(card) => {
            let card = stage.object(card)?;
            (card, stage.answers.table().told(&stage.play.game, card))
        }
        FactKind::InPile(name) => {
            let table = stage.answers.table();
            let named = table.piles.iter().find(|(its, _)| *its == name.text).map(|(_, card)| *card);
            let Some(card) = named else {
                let message = format!("no pile is called `{}`", name.text);
                return Err(Stop::Fault(Diagnostic::error(Code::UnknownWord, message, name.span, "")));
            };
            (card, name.text.clone())
        }
        _ => (object, String::new()),
    };
    let game = &stage.play.game;
    let lies = |card: ObjectId| {
        let its = game.object(card);
        its.exists && its.zone == Zone::Exile && its.is_face_down()
    };
    let holds = lies(object) && pile_of(game, object) == pile_of(game, pile);
    let sentence =
        if holds { format!("is in the pile of {called}") } else { format!("is not in the pile of {called}") };
    Ok(Judged { holds, sentence, rules: Rules::of(&[cr!("406.4")]) })
}

/// Whether the card haunts an object (702.55b).
pub(super) fn haunting(
    stage: &mut Stage<'_, '_>,
    object: ObjectId,
    what: Option<&Reference>,
) -> Staged<Judged> {
    let haunted = match what {
        Some(what) => Some(stage.object(what)?),
        None => None,
    };
    let game = &stage.play.game;
    let key = LinkKey::own(object, haunt::HAUNTS);
    let holds = game.object(object).exists
        && game.linked(key).any(|linked| haunted.is_none_or(|haunted| linked == haunted));
    let name = haunted.map(|what| stage.answers.table().told(game, what));
    let sentence = match (name, holds) {
        (Some(name), true) => format!("haunts {name}"),
        (Some(name), false) => format!("does not haunt {name}"),
        (None, true) => "haunts something".to_owned(),
        (None, false) => "haunts nothing".to_owned(),
    };
    Ok(Judged { holds, sentence, rules: Rules::of(&[cr!("702.55b")]) })
}

/// Whether a creature is haunted, by this card if that is said (702.55b).
pub(super) fn haunted(stage: &mut Stage<'_, '_>, object: ObjectId, by: Option<&Reference>) -> Staged<Judged> {
    let card = match by {
        Some(by) => Some(stage.object(by)?),
        None => None,
    };
    let game = &stage.play.game;
    let haunts = |card: ObjectId| {
        game.object(card).exists
            && game.linked(LinkKey::own(card, haunt::HAUNTS)).any(|linked| linked == object)
    };
    let holds = match card {
        Some(card) => haunts(card),
        None => game.links().iter().any(|link| haunts(link.key.object)),
    };
    let not = if holds { "" } else { "not " };
    let sentence = match card {
        Some(card) => format!("is {not}haunted by {}", stage.answers.table().told(game, card)),
        None => format!("is {not}haunted"),
    };
    Ok(Judged { holds, sentence, rules: Rules::of(&[cr!("702.55b")]) })
}

/// Whether the card is suspended, with so many time counters if that is said (702.62b).
pub(super) fn suspended(stage: &mut Stage<'_, '_>, object: ObjectId, count: Option<u32>) -> Staged<Judged> {
    let view = stage.view()?;
    let game = &stage.play.game;
    let is = suspend::is_suspended(Sight { game, view: &view }, object);
    let actual = game.object(object).counters_of(CounterKind::TIME);
    let sentence = match is {
        true => {
            let plural = if actual == 1 { "" } else { "s" };
            format!("is suspended with {actual} time counter{plural}")
        }
        false => "is not suspended".to_owned(),
    };
    let holds = is && count.is_none_or(|count| count == actual);
    Ok(Judged { holds, sentence, rules: Rules::of(&[cr!("702.62b")]) })
}
