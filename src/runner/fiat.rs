//! `event:` lines: what the scenario says happens.

use crate::board::zone_of;
use crate::diag::{Code, Diagnostic};
use crate::engine::Halt;
use crate::engine::fiat::{self, Fiat as Given};
use crate::game::{ObjectId, Position, Thing};
use crate::ir::{CardType, CounterKind, Zone};
use crate::rules::{RuleId, cr};
use crate::scenario::ast::Text;
use crate::scenario::script::{Fiat, LibraryEnd, Reference};

use super::stage::{Stage, Staged, Stop};

/// Makes an `event:` happen.
pub(super) fn happen(stage: &mut Stage<'_, '_>, event: &Fiat) -> Staged {
    let span = stage.span;
    let given = given(stage, event)?;
    fiat::happen(&mut stage.play, &given).map_err(|halt| Stop::Halt(halt, span))
}

/// What is to happen, of the objects that are there.
fn given(stage: &mut Stage<'_, '_>, event: &Fiat) -> Staged<Given> {
    let signed = |amount: u32| i32::try_from(amount).unwrap_or(i32::MAX);
    Ok(match event {
        Fiat::Together(events) => together(stage, events)?,
        Fiat::Destroyed(what) => Given::Destroy(placed(
            stage,
            what,
            Zone::Battlefield,
            "only a permanent can be destroyed",
            cr!("701.8a"),
        )?),
        Fiat::Exiled { what, face_down } => Given::Exile(stage.object(what)?, *face_down),
        Fiat::Sacrificed(what) => {
            let why = "only a permanent can be sacrificed";
            Given::Sacrifice(placed(stage, what, Zone::Battlefield, why, cr!("701.21a"))?)
        }
        Fiat::Dies(what) => {
            let object = placed(stage, what, Zone::Battlefield, "only a permanent can die", cr!("700.4"))?;
            Given::Put(object, Zone::Graveyard, None, Position::Top)
        }
        Fiat::Put { what, zone, whose, end } => put(stage, (what, *zone, whose.as_ref(), *end))?,
        Fiat::Returned(what) => Given::Put(stage.object(what)?, Zone::Hand, None, Position::Top),
        Fiat::Discards(player, what) => discards(stage, player, what)?,
        Fiat::Draws(player, count) => Given::Draw(stage.player(player)?, *count),
        Fiat::Mills(player, count) => Given::Mill(stage.player(player)?, *count),
        Fiat::GainsLife(player, amount) => Given::Life(stage.player(player)?, signed(*amount)),
        Fiat::LosesLife(player, amount) => Given::Life(stage.player(player)?, -signed(*amount)),
        Fiat::Dealt { what, amount, by } => dealt(stage, what, *amount, by.as_ref())?,
        Fiat::GetsCounters(what, count, kind) => counters(stage, what, signed(*count), kind)?,
        Fiat::LosesCounters(what, count, kind) => counters(stage, what, -signed(*count), kind)?,
        Fiat::Tapped(what) => Given::Tap(
            placed(stage, what, Zone::Battlefield, "only a permanent can be tapped", cr!("701.26a"))?,
            true,
        ),
        Fiat::Untapped(what) => {
            let why = "only a permanent can be untapped";
            Given::Tap(placed(stage, what, Zone::Battlefield, why, cr!("701.26b"))?, false)
        }
        Fiat::Control(player, what) => Given::Control(stage.object(what)?, stage.player(player)?),
        Fiat::Countered(what) => {
            let why = "only a spell or ability on the stack can be countered";
            Given::Counter(placed(stage, what, Zone::Stack, why, cr!("701.6a"))?)
        }
        Fiat::Attached(what, to) => Given::Attach(stage.object(what)?, Some(stage.thing(to)?)),
        Fiat::Unattached(what) => Given::Attach(stage.object(what)?, None),
        Fiat::Transforms(what) => Given::Transform(placed(
            stage,
            what,
            Zone::Battlefield,
            "only a permanent can transform",
            cr!("701.27a"),
        )?),
        Fiat::TurnedFaceDown(what) => {
            let why = "only a permanent can be turned face down";
            Given::Turn(placed(stage, what, Zone::Battlefield, why, cr!("708.2a"))?, true)
        }
        Fiat::TurnedFaceUp(what) => {
            let why = "only a permanent can be turned face up";
            Given::Turn(placed(stage, what, Zone::Battlefield, why, cr!("708.7"))?, false)
        }
        Fiat::Shuffles(player) => Given::Shuffle(stage.player(player)?),
        Fiat::BecomesMonarch(player) => Given::Monarch(stage.player(player)?),
        Fiat::TakesInitiative(player) => Given::Initiative(stage.player(player)?),
        Fiat::PhasesOut(what) => {
            let why = "only a permanent can phase out";
            Given::Phase(placed(stage, what, Zone::Battlefield, why, cr!("702.26b"))?, true)
        }
        Fiat::PhasesIn(what) => phases_in(stage, what)?,
        Fiat::LosesAbilities(what) => {
            let why = "only a permanent can lose its abilities by an event";
            Given::LoseAbilities(placed(stage, what, Zone::Battlefield, why, cr!("110.1"))?)
        }
        Fiat::Regenerated(what) => {
            let why = "only a permanent can be regenerated";
            Given::Regenerate(placed(stage, what, Zone::Battlefield, why, cr!("701.19a"))?)
        }
    })
}

/// What is phased out phases in (702.26c).
fn phases_in(stage: &mut Stage<'_, '_>, what: &Reference) -> Staged<Given> {
    let object = stage.object(what)?;
    if stage.play.game.object(object).phased_out.is_none() {
        let why = "only what is phased out can phase in";
        let fault = Diagnostic::error(Code::IllegalAction, why, what.span, "");
        return Err(Stop::Fault(fault.with_rule(cr!("702.26c"))));
    }
    Ok(Given::Phase(object, false))
}

/// Damage is dealt to what can be dealt it (120.1).
fn dealt(stage: &mut Stage<'_, '_>, what: &Reference, amount: u32, by: Option<&Reference>) -> Staged<Given> {
    let to = stage.thing(what)?;
    if let Thing::Object(object) = to {
        let view = stage.view()?;
        let characteristics = view.characteristics(&stage.play.game, object);
        let damaged = [CardType::Creature, CardType::Planeswalker, CardType::Battle];
        if !stage.play.game.object(object).on_battlefield()
            || !damaged.iter().any(|card_type| characteristics.is(*card_type))
        {
            let message = "damage is dealt only to creatures, planeswalkers, battles and players";
            return Err(Stop::Fault(
                Diagnostic::error(Code::IllegalAction, message, what.span, "").with_rule(cr!("120.1")),
            ));
        }
    }
    let by = match by {
        Some(source) => Some(stage.object(source)?),
        None => None,
    };
    Ok(Given::Damage(to, amount, by))
}

/// A player discards a card from their own hand (701.9a).
fn discards(stage: &mut Stage<'_, '_>, player: &Text, what: &Reference) -> Staged<Given> {
    let object = placed(stage, what, Zone::Hand, "only a card in a hand can be discarded", cr!("701.9a"))?;
    let player = stage.player(player)?;
    if stage.play.game.object(object).owner != player {
        let message = "a player discards only cards from their own hand";
        return Err(Stop::Fault(
            Diagnostic::error(Code::IllegalAction, message, what.span, "").with_rule(cr!("701.9a")),
        ));
    }
    Ok(Given::Discard(object))
}

/// An object is put into a zone.
fn put(
    stage: &mut Stage<'_, '_>,
    (what, zone, whose, end): (
        &Reference,
        crate::scenario::vocabulary::Zone,
        Option<&Text>,
        Option<LibraryEnd>,
    ),
) -> Staged<Given> {
    let object = stage.object(what)?;
    let Some(zone) = zone_of(zone) else {
        return Err(undecided(stage));
    };
    let whose = match whose {
        Some(name) => Some(stage.player(name)?),
        None => None,
    };
    let position = match end {
        Some(LibraryEnd::Bottom) => Position::Bottom,
        _ => Position::Top,
    };
    Ok(Given::Put(object, zone, whose, position))
}

/// Several things that happen at the same time.
fn together(stage: &mut Stage<'_, '_>, events: &[Fiat]) -> Staged<Given> {
    let mut together = Vec::with_capacity(events.len());
    let mut objects = Vec::with_capacity(events.len());
    for event in events {
        let each = given(stage, event)?;
        // Nothing happens to one thing twice at the same time.
        if let Some(object) = fiat::object_of(&each) {
            if objects.contains(&object) {
                let message = "one object is named twice: `@label` tells several of one name apart";
                return Err(Stop::Fault(Diagnostic::error(Code::AmbiguousName, message, stage.span, "")));
            }
            objects.push(object);
        }
        together.push(each);
    }
    Ok(Given::Together(together))
}

fn undecided(stage: &Stage<'_, '_>) -> Stop {
    Stop::Halt(Halt::undecided(None, "headjudge does not play this event yet"), stage.span)
}

/// The object that a reference means, which must be in the zone in which such a thing can happen to it.
fn placed(
    stage: &mut Stage<'_, '_>,
    what: &Reference,
    zone: Zone,
    why: &str,
    rule: RuleId,
) -> Staged<ObjectId> {
    let object = stage.object_where(what, |game, _, object| game.object(object).zone == zone)?;
    let its = stage.play.game.object(object);
    if its.exists && its.zone == zone {
        return Ok(object);
    }
    let (why, rule) = match its.phased_out {
        Some(_) if zone == Zone::Battlefield => ("it is phased out", cr!("702.26b")),
        _ => (why, rule),
    };
    Err(Stop::Fault(Diagnostic::error(Code::IllegalAction, why, what.span, "").with_rule(rule)))
}

fn counters(stage: &mut Stage<'_, '_>, what: &Reference, count: i32, kind: &Text) -> Staged<Given> {
    let thing = stage.thing(what)?;
    let kind = CounterKind::parse(&kind.text).ok_or_else(|| {
        let message = format!("`{}` is not a kind of counter", kind.text);
        Stop::Fault(Diagnostic::error(Code::UnknownStatement, message, kind.span, ""))
    })?;
    match thing {
        Thing::Object(object) => Ok(Given::Counters(object, kind, count)),
        Thing::Player(player) => Ok(Given::PlayerCounters(player, kind, count)),
    }
}
