//! `event:` lines: what the scenario says happens.

use crate::diag::{Code, Diagnostic};
use crate::engine::Halt;
use crate::engine::fiat::{self, Fiat as Given};
use crate::game::{ObjectId, Position, Thing};
use crate::ir::{CounterKind, Zone};
use crate::scenario::ast::Text;
use crate::scenario::script::{Fiat, LibraryEnd, Reference};

use super::setup::zone_of;
use super::stage::{Stage, Staged, Stop};

/// Makes an `event:` happen.
pub(super) fn happen(stage: &mut Stage<'_, '_>, event: &Fiat) -> Staged {
    let span = stage.span;
    let signed = |amount: u32| i32::try_from(amount).unwrap_or(i32::MAX);
    let given = match event {
        Fiat::Destroyed(what) => Given::Destroy(stage.object(what)?),
        Fiat::Exiled { what, face_down } => Given::Exile(stage.object(what)?, *face_down),
        Fiat::Sacrificed(what) => Given::Sacrifice(stage.object(what)?),
        Fiat::Dies(what) => {
            let object = permanent(stage, what)?;
            Given::Put(object, Zone::Graveyard, None, Position::Top)
        }
        Fiat::Put { what, zone, whose, end } => {
            let object = stage.object(what)?;
            let Some(zone) = zone_of(*zone) else {
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
            Given::Put(object, zone, whose, position)
        }
        Fiat::Returned(what) => Given::Put(stage.object(what)?, Zone::Hand, None, Position::Top),
        Fiat::Discards(_, what) => Given::Discard(stage.object(what)?),
        Fiat::Draws(player, count) => Given::Draw(stage.player(player)?, *count),
        Fiat::Mills(player, count) => Given::Mill(stage.player(player)?, *count),
        Fiat::GainsLife(player, amount) => Given::Life(stage.player(player)?, signed(*amount)),
        Fiat::LosesLife(player, amount) => Given::Life(stage.player(player)?, -signed(*amount)),
        Fiat::Dealt { what, amount, by } => {
            let to = stage.thing(what)?;
            let by = match by {
                Some(source) => Some(stage.object(source)?),
                None => None,
            };
            Given::Damage(to, *amount, by)
        }
        Fiat::GetsCounters(what, count, kind) => counters(stage, what, signed(*count), kind)?,
        Fiat::LosesCounters(what, count, kind) => counters(stage, what, -signed(*count), kind)?,
        Fiat::Tapped(what) => Given::Tap(stage.object(what)?, true),
        Fiat::Untapped(what) => Given::Tap(stage.object(what)?, false),
        Fiat::Control(player, what) => Given::Control(stage.object(what)?, stage.player(player)?),
        Fiat::Countered(what) => Given::Counter(stage.object(what)?),
        Fiat::Attached(what, to) => Given::Attach(stage.object(what)?, Some(stage.thing(to)?)),
        Fiat::Unattached(what) => Given::Attach(stage.object(what)?, None),
        Fiat::Shuffles(player) => Given::Shuffle(stage.player(player)?),
        Fiat::Regenerated(_)
        | Fiat::TurnedFaceDown(_)
        | Fiat::TurnedFaceUp(_)
        | Fiat::Transforms(_)
        | Fiat::PhasesOut(_)
        | Fiat::PhasesIn(_)
        | Fiat::LosesAbilities(_) => return Err(undecided(stage)),
    };
    fiat::happen(&mut stage.play, &given).map_err(|halt| Stop::Halt(halt, span))
}

fn undecided(stage: &Stage<'_, '_>) -> Stop {
    Stop::Halt(Halt::undecided(None, "headjudge does not play this event yet"), stage.span)
}

/// The permanent that a reference means.
fn permanent(stage: &mut Stage<'_, '_>, what: &Reference) -> Staged<ObjectId> {
    let object = stage.object(what)?;
    if stage.play.game.object(object).on_battlefield() {
        return Ok(object);
    }
    Err(Stop::Fault(
        Diagnostic::error(Code::IllegalAction, "only a permanent can die", what.span, "")
            .with_rule(crate::rules::cr!("700.4")),
    ))
}

fn counters(stage: &mut Stage<'_, '_>, what: &Reference, count: i32, kind: &Text) -> Staged<Given> {
    let thing = stage.thing(what)?;
    let kind = CounterKind::parse(&kind.text).ok_or_else(|| {
        let message = format!("`{}` is not a kind of counter", kind.text);
        Stop::Fault(Diagnostic::error(Code::UnknownStatement, message, kind.span, ""))
    })?;
    match thing {
        Thing::Object(object) => Ok(Given::Counters(object, kind, count)),
        Thing::Player(_) => Err(undecided(stage)),
    }
}
