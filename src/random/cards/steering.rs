//! What a player does who would like the card to be played.

use fastrand::Rng;
use smallvec::SmallVec;

use crate::engine::additional::keyword_abilities::kicker;
use crate::engine::concepts::abilities::functions;
use crate::engine::fiat::Fiat;
use crate::engine::spells::activating_activated_abilities::activated_abilities;
use crate::engine::{Outcome, Play};
use crate::game::{AbilityInstance, Characteristics, Game, Half, ObjectId, Origin, PlayerId};
use crate::ir::{Ability, CardType, CounterKind, KeywordName, Layout, Symbol, Zone};
use crate::random::decks::one_of;
use crate::random::deeds::Deed;

use super::board::Subject;
use super::goals::Goals;
use super::happenings;

/// The counters that station puts on its permanent (702.184a).
const CHARGE: CounterKind = CounterKind::Named(Symbol::literal("charge"));

/// The keywords that are another way of casting the card, what that is called, and from where.
const WAYS: [(KeywordName, &str, Zone); 14] = [
    (KeywordName::Flashback, "flashback", Zone::Graveyard),
    (KeywordName::Escape, "escape", Zone::Graveyard),
    (KeywordName::Disturb, "disturb", Zone::Graveyard),
    (KeywordName::JumpStart, "jump-start", Zone::Graveyard),
    (KeywordName::Foretell, "foretold", Zone::Exile),
    (KeywordName::Plot, "plotted", Zone::Exile),
    (KeywordName::Bestow, "bestow", Zone::Hand),
    (KeywordName::Mutate, "mutate", Zone::Hand),
    (KeywordName::Morph, "morph", Zone::Hand),
    (KeywordName::Megamorph, "megamorph", Zone::Hand),
    (KeywordName::Disguise, "disguise", Zone::Hand),
    (KeywordName::Evoke, "evoke", Zone::Hand),
    (KeywordName::Cleave, "cleave", Zone::Hand),
    (KeywordName::Offering, "offering", Zone::Hand),
];

/// Something to be done with one of the card's objects; nothing if chance finds nothing.
pub(super) fn with_the_card(
    play: &mut Play<'_>,
    player: PlayerId,
    subject: &Subject,
    goals: &Goals,
    own: &[ObjectId],
    rng: &mut Rng,
) -> Outcome<Option<Deed>> {
    let view = play.view()?;
    let game = &play.game;
    let usable = |object: &ObjectId| {
        let its = game.object(*object);
        its.exists
            && match its.zone {
                Zone::Battlefield => view.controller(game, *object) == player,
                Zone::Stack | Zone::Library | Zone::Ante => false,
                _ => its.owner == player,
            }
    };
    // An ability that the card has given to something else is used there.
    if rng.u32(0..4) == 0 {
        let mut given = Vec::new();
        for object in game.battlefield().iter().filter(|object| view.controller(game, **object) == player) {
            for instance in &view.characteristics(game, *object).abilities {
                let its_own = own.contains(object) && matches!(instance.origin, Origin::Printed(_));
                if !its_own && instance.ability.as_activated().is_some() && goals.is_within(&instance.ability)
                {
                    given.push(Deed::Activate(*object, instance.origin));
                }
            }
        }
        if let Some(deed) = one_of(rng, &given) {
            return Ok(Some(deed));
        }
    }
    let usable: Vec<ObjectId> = own.iter().copied().filter(usable).collect();
    let Some(object) = one_of(rng, &usable) else { return Ok(None) };
    let zone = game.object(object).zone;
    let there: Vec<AbilityInstance> =
        activated_abilities(play, object)?.into_iter().filter(|instance| functions(instance, zone)).collect();
    let wanted: Vec<AbilityInstance> =
        there.iter().filter(|instance| goals.wants(&instance.ability)).cloned().collect();
    let activated = if wanted.is_empty() { one_of(rng, &there) } else { one_of(rng, &wanted) };
    let activation = activated.map(|instance| Deed::Activate(object, instance.origin));
    let game = &play.game;
    if zone == Zone::Battlefield {
        if game.object(object).is_face_down() && rng.u32(0..4) > 0 {
            let up =
                if rng.bool() { Deed::TurnFaceUp(object) } else { Deed::Happens(Fiat::Turn(object, false)) };
            return Ok(Some(up));
        }
        let its = &game.object(object).base;
        if its.has(KeywordName::Station) && (activation.is_none() || rng.bool()) && rng.bool() {
            return Ok(Some(Deed::Happens(Fiat::Counters(object, CHARGE, 8))));
        }
        let locked = Half::BOTH.into_iter().any(|half| !game.object(object).is_unlocked(half));
        if its.halves.is_some() && locked && rng.u32(0..4) > 0 {
            return Ok(Some(Deed::Unlock(object)));
        }
        if its.is(CardType::Planeswalker) && !wanted.is_empty() && rng.u32(0..3) == 0 {
            return Ok(Some(Deed::Happens(Fiat::Counters(object, CounterKind::LOYALTY, 7))));
        }
        if activation.is_some() && (!wanted.is_empty() || rng.bool()) && rng.u32(0..4) > 0 {
            return Ok(activation);
        }
        return Ok(happenings::about(game, subject, object, rng).map(Deed::Happens));
    }
    if activation.is_some() && rng.bool() {
        return Ok(activation);
    }
    let base = game.object(object).base.clone();
    if game.object(object).counters_of(CounterKind::TIME) > 0 && rng.u32(0..3) > 0 {
        return Ok(Some(Deed::Happens(Fiat::Counters(object, CounterKind::TIME, -1))));
    }
    if base.has(KeywordName::Suspend) && rng.u32(0..3) == 0 {
        return Ok(Some(Deed::Suspend(object)));
    }
    if base.has(KeywordName::Foretell) && zone == Zone::Hand && rng.u32(0..3) == 0 {
        return Ok(Some(Deed::Foretell(object)));
    }
    if base.has(KeywordName::Plot) && zone == Zone::Hand && rng.u32(0..3) == 0 {
        return Ok(Some(Deed::Plot(object)));
    }
    // From elsewhere few cards can be cast.
    if zone != Zone::Hand && rng.u32(0..3) == 0 {
        return Ok(happenings::enters(game, object, rng).map(Deed::Happens));
    }
    Ok(Some(casting(game, rng, object, &base)))
}

/// The playing of a card by any of its faces, in any of its ways.
fn casting(game: &Game, rng: &mut Rng, object: ObjectId, base: &Characteristics) -> Deed {
    let its = game.object(object);
    let definition = its.definition.as_ref();
    let faces = definition.map_or(1, |definition| match definition.layout {
        Layout::Transform | Layout::Meld | Layout::Flip | Layout::Prepare => 1,
        _ => u8::try_from(definition.faces.len()).unwrap_or(1),
    });
    let face = rng.u8(0..faces.max(1));
    let base = match definition.and_then(|definition| definition.faces.get(usize::from(face))) {
        Some(face) => face,
        None => base,
    };
    if base.is(CardType::Land) {
        return Deed::PlayLand(object, face);
    }
    let there = WAYS.iter().filter(|(keyword, _, from)| *from == its.zone && base.has(*keyword));
    let mut ways: Vec<Symbol> = there.filter_map(|(_, way, _)| Symbol::parse(way)).collect();
    let mut paying = SmallVec::new();
    for instance in &base.abilities {
        match &*instance.ability {
            Ability::AlternativeCost(cost) => {
                ways.extend(cost.name.or_else(|| Symbol::parse("alternative cost")));
            }
            Ability::AdditionalCost(cost) => {
                paying.extend(cost.name.filter(|_| cost.optional && rng.bool()));
            }
            _ => {}
        }
    }
    let way = one_of(rng, &ways).filter(|_| its.zone != Zone::Hand || rng.bool());
    let kickers = kicker::costs(base).count();
    for place in 0..kickers {
        if rng.bool() {
            let name = if kickers > 1 { kicker::name_of(place) } else { Some(kicker::KICKER) };
            paying.extend(name);
        }
    }
    // By disturb the other face is cast.
    let face = if way == Symbol::parse("disturb") { 1 } else { face };
    Deed::Cast(object, face, way, paying)
}
