//! What a player could try to do, and the doing of it.

use fastrand::Rng;
use smallvec::SmallVec;

use crate::engine::additional::keyword_abilities::{foretell, kicker, plot, suspend};
use crate::engine::additional::split_cards;
use crate::engine::concepts::{ending_the_game, special_actions, starting_the_game, timing_and_priority};
use crate::engine::fiat::{self, Fiat};
use crate::engine::spells::activating_activated_abilities::{self as activating, activated_abilities};
use crate::engine::spells::casting_spells::{self, CastRequest};
use crate::engine::{Outcome, Play};
use crate::game::{Characteristics, Game, ObjectId, Origin, PlayerId};
use crate::ir::{Ability, CardType, KeywordName, Layout, Symbol, Zone};

use super::decks::one_of;

/// What a player does with priority.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// The game begins, or goes on where nobody has priority.
    Begin,
    /// Passes.
    Pass,
    /// Plays a land, by the index of its face.
    PlayLand(ObjectId, u8),
    /// Casts a card, by the index of its face, in this way, paying these optional costs.
    Cast(ObjectId, u8, Option<Symbol>, SmallVec<[Symbol; 2]>),
    /// Activates an ability.
    Activate(ObjectId, Origin),
    /// Turns a permanent face up.
    TurnFaceUp(ObjectId),
    /// Unlocks a half of a permanent.
    Unlock(ObjectId),
    /// Suspends a card.
    Suspend(ObjectId),
    /// Foretells a card.
    Foretell(ObjectId),
    /// Plots a card.
    Plot(ObjectId),
    /// Concedes.
    Concede,
    /// Nobody does it: it happens.
    Happens(Fiat),
}

impl Deed {
    /// The object that it is done with.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Self::Begin | Self::Pass | Self::Concede | Self::Happens(_) => None,
            Self::PlayLand(object, _)
            | Self::Cast(object, ..)
            | Self::Activate(object, _)
            | Self::TurnFaceUp(object)
            | Self::Unlock(object)
            | Self::Suspend(object)
            | Self::Foretell(object)
            | Self::Plot(object) => Some(*object),
        }
    }
}

/// Does what a player tries.
///
/// # Errors
/// Whatever the engine says; an illegal deed has changed nothing.
pub(super) fn perform(play: &mut Play<'_>, player: PlayerId, deed: &Deed) -> Outcome {
    match deed {
        Deed::Begin => starting_the_game::start(play, None),
        Deed::Pass => timing_and_priority::pass(play),
        Deed::PlayLand(land, face) => special_actions::play_land(play, player, *land, *face),
        Deed::Cast(card, face, way, paying) => {
            let request =
                CastRequest { face: *face, way: *way, paying: paying.clone(), ..CastRequest::default() };
            casting_spells::cast(play, player, *card, &request).map(|_| ())
        }
        Deed::Activate(object, origin) => {
            let found = activated_abilities(play, *object)?.into_iter().find(|its| its.origin == *origin);
            match found {
                Some(instance) => activating::activate(play, player, *object, &instance).map(|_| ()),
                None => Ok(()),
            }
        }
        Deed::TurnFaceUp(object) => special_actions::turn_face_up(play, player, *object, None),
        Deed::Unlock(object) => split_cards::unlock_for_its_cost(play, player, *object, None),
        Deed::Suspend(object) => suspend::suspend(play, player, *object),
        Deed::Foretell(object) => foretell::foretell(play, player, *object),
        Deed::Plot(object) => plot::plot(play, player, *object),
        Deed::Happens(what) => fiat::happen(play, what),
        Deed::Concede => ending_the_game::concede(play, player),
    }
}

/// Something that a player might do now, legal or not; nothing if chance finds nothing.
///
/// # Errors
/// If the layers can't be worked out.
pub(super) fn propose(
    play: &mut Play<'_>,
    rng: &mut Rng,
    player: PlayerId,
    left_out: impl Fn(&Game, ObjectId) -> bool,
) -> Outcome<Option<Deed>> {
    if rng.u32(0..4000) == 0 {
        return Ok(Some(Deed::Concede));
    }
    let game = &play.game;
    let (zone, owner) = match rng.u32(0..20) {
        0..10 => (Zone::Hand, player),
        10..16 => (Zone::Battlefield, player),
        16 => (Zone::Graveyard, player),
        17 => (Zone::Exile, player),
        18 => (Zone::Command, player),
        _ => {
            let players: Vec<PlayerId> = game.apnap().to_vec();
            let whose = one_of(rng, &players).unwrap_or(player);
            (one_of(rng, &[Zone::Library, Zone::Graveyard, Zone::Hand]).unwrap_or(Zone::Hand), whose)
        }
    };
    let there = game.zone(zone, owner);
    let found = if zone == Zone::Library { there.last().copied() } else { one_of(rng, there) };
    let Some(object) = found.filter(|object| !left_out(game, *object)) else { return Ok(None) };
    if zone == Zone::Battlefield {
        if game.object(object).is_face_down() && rng.bool() {
            return Ok(Some(Deed::TurnFaceUp(object)));
        }
        if game.object(object).base.halves.is_some() && rng.bool() {
            return Ok(Some(Deed::Unlock(object)));
        }
        return activation(play, rng, object);
    }
    let base = game.object(object).base.clone();
    let has_activated =
        base.abilities.iter().any(|instance| matches!(*instance.ability, Ability::Activated(_)));
    if has_activated && rng.u32(0..4) == 0 {
        return activation(play, rng, object);
    }
    if base.is(CardType::Land) && rng.u32(0..16) > 0 {
        return Ok(Some(Deed::PlayLand(object, 0)));
    }
    if let Some(face) = land_on_the_back(game, object).filter(|_| rng.bool()) {
        return Ok(Some(Deed::PlayLand(object, face)));
    }
    if base.has(KeywordName::Suspend) && rng.bool() {
        return Ok(Some(Deed::Suspend(object)));
    }
    Ok(Some(casting(game, rng, object, &base)))
}

/// The back face of a modal double-faced card, by index, if it is a land (712.12).
fn land_on_the_back(game: &Game, object: ObjectId) -> Option<u8> {
    let definition = game.object(object).definition.as_ref()?;
    let modal = definition.layout == Layout::Modal;
    let place = definition.faces.iter().skip(1).position(|face| modal && face.is(CardType::Land))?;
    u8::try_from(place + 1).ok()
}

fn activation(play: &mut Play<'_>, rng: &mut Rng, object: ObjectId) -> Outcome<Option<Deed>> {
    let abilities = activated_abilities(play, object)?;
    Ok(one_of(rng, &abilities).map(|instance| Deed::Activate(object, instance.origin)))
}

/// The casting of a card in one of the ways that there are for it.
fn casting(game: &Game, rng: &mut Rng, object: ObjectId, base: &Characteristics) -> Deed {
    let its = game.object(object);
    let face = match &its.definition {
        Some(definition) if definition.faces.len() > 1 => {
            let halves = definition.layout == Layout::Split;
            let any = rng.u32(0..if halves { 2 } else { 3 });
            u8::try_from(any.min(1)).unwrap_or(0)
        }
        _ => 0,
    };
    let mut ways = Vec::new();
    if its.zone == Zone::Graveyard && base.has(KeywordName::Flashback) {
        ways.push("flashback");
    }
    for (keyword, way) in [
        (KeywordName::Bestow, "bestow"),
        (KeywordName::Mutate, "mutate"),
        (KeywordName::Morph, "morph"),
        (KeywordName::Megamorph, "megamorph"),
        (KeywordName::Disguise, "disguise"),
    ] {
        if base.has(keyword) && rng.bool() {
            ways.push(way);
        }
    }
    let way = one_of(rng, &ways).and_then(Symbol::parse);
    let mut paying = SmallVec::new();
    let kickers = kicker::costs(base).count();
    for place in 0..kickers {
        if rng.bool() {
            let name = if kickers > 1 { kicker::name_of(place) } else { Some(kicker::KICKER) };
            paying.extend(name);
        }
    }
    for instance in &base.abilities {
        if let Ability::AdditionalCost(cost) = &*instance.ability {
            paying.extend(cost.name.filter(|_| cost.optional && rng.bool()));
        }
    }
    Deed::Cast(object, face, way, paying)
}
