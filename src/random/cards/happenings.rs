//! What happens to a card and around it, caused by nobody.

use fastrand::Rng;

use crate::engine::fiat::Fiat;
use crate::game::{Game, ObjectId, PlayerId, Position, Thing};
use crate::ir::{CardType, CounterKind, KeywordName, Layout, Zone};
use crate::random::decks::one_of;

use super::board::Subject;

/// Something that might happen now; nothing if chance finds nothing.
pub(super) fn any(game: &Game, subject: &Subject, own: &[ObjectId], rng: &mut Rng) -> Option<Fiat> {
    let player = PlayerId(u8::from(rng.bool()));
    match rng.u32(0..24) {
        0 => Some(Fiat::Draw(player, 1)),
        1 => Some(Fiat::Mill(player, 2)),
        2 => Some(Fiat::Life(player, 2)),
        3 => Some(Fiat::Life(player, -2)),
        4 => Some(Fiat::Damage(Thing::Player(player), 2, one(game, own, rng, Zone::Battlefield))),
        5 => one(game, own, rng, Zone::Hand).map(Fiat::Discard),
        6 => one(game, own, rng, Zone::Graveyard).map(|card| Fiat::Exile(card, false)),
        7 | 8 => {
            let zone = one_of(rng, &[Zone::Hand, Zone::Graveyard, Zone::Library, Zone::Exile])?;
            let card = one(game, own, rng, zone)?;
            enters(game, card, rng)
        }
        9 => one(game, own, rng, Zone::Stack).map(Fiat::Counter),
        10 => {
            one(game, own, rng, Zone::Graveyard).map(|card| Fiat::Put(card, Zone::Hand, None, Position::Top))
        }
        11 => {
            let waiting = |card: &ObjectId| {
                game.object(*card).exists && game.object(*card).counters_of(CounterKind::TIME) > 0
            };
            let cards: Vec<ObjectId> = own.iter().copied().filter(waiting).collect();
            one_of(rng, &cards).map(|card| Fiat::Counters(card, CounterKind::TIME, -1))
        }
        _ => {
            let object = one(game, own, rng, Zone::Battlefield)?;
            about(game, subject, object, rng)
        }
    }
}

/// Something that might happen to a permanent.
pub(super) fn about(game: &Game, subject: &Subject, object: ObjectId, rng: &mut Rng) -> Option<Fiat> {
    let its = game.object(object);
    let put = |zone| Fiat::Put(object, zone, None, Position::Top);
    Some(match rng.u32(0..24) {
        0 => Fiat::Destroy(object),
        1 => Fiat::Sacrifice(object),
        2 => put(Zone::Graveyard),
        3 => Fiat::Exile(object, false),
        4 => put(Zone::Hand),
        5..8 => Fiat::Tap(object, !its.tapped),
        8 => Fiat::Control(object, PlayerId(u8::from(rng.bool()))),
        9 | 10 if its.base.is(CardType::Creature) || its.base.is(CardType::Planeswalker) => {
            let source = one_of(rng, game.battlefield());
            Fiat::Damage(Thing::Object(object), rng.u32(1..3), source)
        }
        11..15 => {
            let kind = if its.base.is(CardType::Planeswalker) && rng.bool() {
                CounterKind::LOYALTY
            } else if its.base.has_subtype_named("Saga") && rng.bool() {
                CounterKind::LORE
            } else {
                one_of(rng, &subject.counters)?
            };
            let fewer = its.counters_of(kind) > 0 && rng.u32(0..3) == 0;
            // Some loyalty abilities cost much.
            let most = if kind == CounterKind::LOYALTY { 8 } else { 3 };
            Fiat::Counters(object, kind, if fewer { -1 } else { rng.i32(1..most) })
        }
        15..17 => {
            let transforms = its.definition.as_ref().is_some_and(|card| card.layout == Layout::Transform);
            if !transforms {
                return None;
            }
            Fiat::Transform(object)
        }
        17..20 => {
            let attaches = ["Aura", "Equipment", "Fortification"];
            if !attaches.iter().any(|subtype| its.base.has_subtype_named(subtype)) {
                return None;
            }
            let creatures: Vec<ObjectId> = game
                .battlefield()
                .iter()
                .copied()
                .filter(|other| *other != object && game.object(*other).base.is(CardType::Creature))
                .collect();
            Fiat::Attach(object, Some(Thing::Object(one_of(rng, &creatures)?)))
        }
        20 if its.base.has(KeywordName::Morph) || rng.bool() => Fiat::Turn(object, !its.is_face_down()),
        20 => Fiat::Regenerate(object),
        21 => Fiat::Phase(object, true),
        _ => return None,
    })
}

/// A card that can be a permanent is put onto the battlefield.
pub(super) fn enters(game: &Game, card: ObjectId, rng: &mut Rng) -> Option<Fiat> {
    let its = game.object(card);
    let player = if rng.u32(0..4) == 0 { PlayerId(u8::from(rng.bool())) } else { its.owner };
    its.base.types.is_permanent().then_some(Fiat::Put(card, Zone::Battlefield, Some(player), Position::Top))
}

/// An object in a zone: mostly the card that is played.
fn one(game: &Game, own: &[ObjectId], rng: &mut Rng, zone: Zone) -> Option<ObjectId> {
    let there = |object: &ObjectId| {
        let its = game.object(*object);
        its.exists && its.zone == zone
    };
    let mine: Vec<ObjectId> = own.iter().copied().filter(there).collect();
    if !mine.is_empty() && rng.u32(0..3) > 0 {
        return one_of(rng, &mine);
    }
    let player = PlayerId(u8::from(rng.bool()));
    one_of(rng, game.zone(zone, player))
}
