//! CR 406: Exile

use crate::engine::additional::keyword_abilities::hideaway;
use crate::engine::additional::keyword_actions::reveal;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::continuous_effects::{self, permitted_by};
use crate::game::{
    Answer, Cause, CauseKind, Change, Choice, ChoiceKind, Game, Item, ObjectId, Options, PlayerId,
};
use crate::ir::Zone;
use crate::ir::change::Allowed;
use crate::rules::{Rules, cr};
use crate::trace::Level;

/// Who may look at a face-down card in exile now may go on looking at it for as long as it stays there, whatever becomes of what let
/// them (406.3).
///
/// # Errors
/// If a permission asks for what can't be told.
pub(in crate::engine) fn notice_permissions(play: &mut Play<'_>) -> Outcome {
    let view = play.view()?;
    if !continuous_effects::permits(&view, Allowed::LookAtExiled) {
        return Ok(());
    }
    let mut found: Vec<(ObjectId, PlayerId, ObjectId)> = Vec::new();
    let sight = Sight { game: &play.game, view: &view };
    for card in play.game.exile() {
        let its = play.game.object(*card);
        if !its.is_face_down() {
            continue;
        }
        for player in play.game.players() {
            if its.seen_by.contains(&player) {
                continue;
            }
            if let Some((by, _)) = permitted_by(sight, &[Allowed::LookAtExiled], *card, player)? {
                found.push((*card, player, by));
            }
        }
    }
    for (card, player, by) in found {
        let cause = Cause::new(CauseKind::Ability(by), cr!("406.3"));
        // The card may have gained the ability that lets them by hideaway.
        let gained = hideaway::lets_look(&play.game, card);
        let cause = if gained { cause.led_by(cr!("702.75a")) } else { cause };
        reveal::look(play, cause, &[card], player, Level::Default);
    }
    Ok(())
}

/// A card that is face down in exile is turned face up just before somebody plays it, unless it is cast face down (406.3a).
pub(in crate::engine) fn turn_up_to_play(play: &mut Play<'_>, kind: CauseKind, card: ObjectId) {
    let its = play.game.object(card);
    if its.zone == Zone::Exile && its.is_face_down() {
        play.change(Cause::new(kind, cr!("406.3a")), Level::Default, Change::FaceDown(card, None));
    }
}

/// The first of the cards that went to exile together with a card: what was exiled face down at one time in one way lies in one
/// pile (406.4).
pub fn pile_of(game: &Game, card: ObjectId) -> ObjectId {
    let mut first = card;
    while let Some(before) = game.object(first).together_with {
        first = before;
    }
    first
}

/// Whether a card in exile is face down and a player may not look at it.
pub fn is_hidden(game: &Game, card: ObjectId, player: PlayerId) -> bool {
    let its = game.object(card);
    its.zone == Zone::Exile && its.is_face_down() && !its.seen_by.contains(&player)
}

/// A player chooses some of these objects. Of cards in exile at which they may not look they choose piles, and chance picks a card
/// from each (406.4).
///
/// # Errors
/// If nobody says what is chosen, or what chance does.
pub(in crate::engine) fn pick(
    play: &mut Play<'_>,
    (player, kind, source): (PlayerId, ChoiceKind, Option<ObjectId>),
    from: Vec<ObjectId>,
    (at_least, at_most): (u32, u32),
    rules: Rules,
) -> Outcome<Vec<ObjectId>> {
    let hidden: Vec<ObjectId> =
        from.iter().copied().filter(|card| is_hidden(&play.game, *card, player)).collect();
    let mut items: Vec<Item> = Vec::with_capacity(from.len());
    // Of each pile the first card stands for it, as often as a card of it could be chosen.
    let mut piles: Vec<(ObjectId, Vec<ObjectId>)> = Vec::new();
    for card in from {
        if !hidden.contains(&card) {
            items.push(Item::Object(card));
            continue;
        }
        let first = pile_of(&play.game, card);
        match piles.iter_mut().find(|(its, _)| *its == first) {
            Some((_, cards)) => cards.push(card),
            None => piles.push((first, vec![card])),
        }
    }
    for (_, cards) in &piles {
        let most = cards.len().min(at_most as usize);
        items.extend(cards.first().into_iter().flat_map(|card| std::iter::repeat_n(Item::Pile(*card), most)));
    }
    let rules = if piles.is_empty() { rules } else { rules.led_by(cr!("406.4")) };
    let picked = play.pick(player, kind, source, items, at_least, at_most, false, rules)?;
    let mut chosen: Vec<ObjectId> = Vec::with_capacity(picked.len());
    for item in &picked {
        match item {
            Item::Object(object) => chosen.push(*object),
            Item::Pile(first) => {
                let of_it = piles.iter().find(|(_, cards)| cards.contains(first));
                let left = of_it.into_iter().flat_map(|(_, cards)| cards);
                let left: Vec<ObjectId> = left.copied().filter(|card| !chosen.contains(card)).collect();
                chosen.extend(at_random(play, (player, source), &left)?);
            }
            _ => {}
        }
    }
    Ok(chosen)
}

/// One of the cards of a face-down pile, picked by chance (406.4).
fn at_random(
    play: &mut Play<'_>,
    (player, source): (PlayerId, Option<ObjectId>),
    cards: &[ObjectId],
) -> Outcome<Option<ObjectId>> {
    let unknown = |card: &ObjectId| play.game.object(*card).is_unknown();
    let choice = Choice {
        player,
        kind: ChoiceKind::Random,
        source,
        indifferent: cards.iter().all(unknown),
        options: Options::Pick {
            from: cards.iter().copied().map(Item::Object).collect(),
            at_least: 1,
            at_most: 1,
            ordered: false,
        },
    };
    Ok(match play.choose(choice, Rules::of(&[cr!("406.4")]))? {
        Answer::Picked(picked) => picked.first().and_then(|index| cards.get(*index as usize).copied()),
        _ => None,
    })
}
