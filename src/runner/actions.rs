//! The actions of the script, done on the engine.

use crate::board::step_of;
use crate::diag::{Code, Diagnostic, Span, nearest};
use crate::engine::Halt;
use crate::engine::additional::keyword_abilities::{self, ways};
use crate::engine::additional::preparation_cards;
use crate::engine::concepts::special_actions::planar_die;
use crate::engine::concepts::{ending_the_game, special_actions, starting_the_game};
use crate::engine::spells::casting_spells::{self, CastRequest};
use crate::engine::spells::permissions::alternative;
use crate::game::{Object, ObjectId, PlayerId, Step, Thing};
use crate::ir::{Ability, Layout, Symbol, Zone};
use crate::rules::{Rules, cr};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{
    Action, Announcement, Deed, Reference, ReferenceSort, ScriptLine, SpecialAction, Targets,
};
use crate::scenario::vocabulary::WAYS;
use crate::trace::{Attempt, Level, What};
use crate::why::permission::permissions_since;

use super::answers::Announcing;
use super::options::open_payment;
use super::questions::only_way;
use super::stage::{Attempted, Stage, Staged, Stop, Tried};
use super::{companions, declarations, fiat, probing};

mod brackets;
mod choosing;
mod lacking;

use self::activating::activate;
pub(super) use brackets::refuse_announcements;
use brackets::{all_asked_for, from_zone, one_way, said_once};
pub(super) use choosing::try_choices;
pub(super) use time::{go_to, is_for_now};

mod activating;
mod permitted;
mod special;
mod targets;
mod time;
mod unoffered;

/// How many passes it may take to come to a step.
const MOST_PASSES: usize = 5_000;

/// Does an action; one that is only tried leaves the game as it was and keeps whether it is legal.
pub(super) fn perform<'a>(stage: &mut Stage<'_, 'a>, action: &'a Action, group: &'a [ScriptLine]) -> Staged {
    if !action.tries {
        let created = if stage.play.strict_mana && !stage.answers.has_payments() {
            with_mana_abilities(stage, action, group)?
        } else {
            act(stage, action, group)?
        };
        if let (Some(label), Some(object)) = (&action.creates, created) {
            stage.answers.label(&label.text, object);
        }
        return Ok(());
    }
    let before = stage.play.save();
    let outer = stage.answers.tries(true);
    let attempt = |stage: &mut Stage<'_, 'a>| {
        stage.answers.announce(None);
        stage.answers.attack(None);
        stage.answers.block(None);
        act(stage, action, group)
    };
    // Where nothing says how mana is made, any mana abilities may be activated while paying (601.2g).
    let result = match stage.answers.has_payments() {
        true => probing::try_each_way(stage, attempt),
        false => probing::try_with_mana(stage, attempt),
    };
    stage.answers.tries(outer);
    stage.answers.announce(None);
    stage.answers.attack(None);
    stage.answers.block(None);
    let illegal = match result {
        // What would be asked next is a choice among legal things.
        Ok(_) | Err(Stop::Halt(Halt::Open(_) | Halt::Over, _)) => None,
        Err(Stop::Halt(Halt::Illegal(illegal) | Halt::NotAllowed(illegal), _)) => Some(illegal),
        Err(other) => return Err(other),
    };
    // A refusal is part of what happened; what may be done has not happened.
    let permitted = if illegal.is_none() {
        permissions_since(&stage.play.game, &stage.play.trace, before.mark)
    } else {
        Rules::NONE
    };
    let granted = match illegal {
        None => permitted::granted(stage, &before),
        Some(_) => permitted::Told::default(),
    };
    match &illegal {
        None => stage.play.take_back(before),
        Some(_) => stage.play.take_back_all_but_trace(before),
    }
    stage.answers.rewind(&stage.play.game);
    stage.tried = Some(match illegal {
        None => permitted::tried(stage, action, permitted, granted)?,
        Some(illegal) => Tried { legal: false, sentence: stage.refused(&illegal), rules: illegal.rules },
    });
    Ok(())
}

/// Does an action under which no mana abilities are written. What mana abilities could pay for is not illegal for want of mana: which
/// of them are activated is a choice (601.2g).
fn with_mana_abilities<'a>(
    stage: &mut Stage<'_, 'a>,
    action: &'a Action,
    group: &'a [ScriptLine],
) -> Staged<Option<ObjectId>> {
    let (kept, mark) = (stage.answers.keep(), stage.play.trace.mark());
    let announced = matches!(action.deed, Deed::Cast { .. } | Deed::Activate { .. } | Deed::Special { .. });
    let result = act(stage, action, group);
    let span = match &result {
        Err(Stop::Halt(Halt::Illegal(illegal), span)) if announced && illegal.lacks_mana() => *span,
        _ => return result,
    };
    let (after, used) = (stage.play.save(), stage.answers.keep());
    stage.answers.put_back(&kept);
    let outer = stage.answers.tries(true);
    let could = probing::try_with_mana(stage, |stage| {
        stage.answers.announce(None);
        act(stage, action, group)
    });
    stage.answers.tries(outer);
    stage.answers.announce(None);
    let activated = stage.play.trace.entries().iter().skip(mark).filter_map(|entry| match &entry.what {
        What::Activates { source, mana: true, .. } => Some(*source),
        _ => None,
    });
    let activated: Vec<ObjectId> = activated.collect();
    match could {
        // A line that answers otherwise than what is asked then, as which permanents pay, makes nothing illegal.
        Ok(_)
        | Err(
            Stop::Halt(Halt::Open(_) | Halt::Over | Halt::Answer(_) | Halt::NotAllowed(..), _)
            | Stop::Fault(_),
        ) if !activated.is_empty() => {
            stage.play.take_back(after);
            stage.play.trace.rewind(mark);
            let player = stage.actor(action)?;
            let table = stage.answers.table();
            Err(Stop::Fault(open_payment(
                &stage.play.game,
                &table,
                player,
                &activated,
                (cr!("601.2g"), span),
            )))
        }
        Err(Stop::Halt(undecided @ Halt::Undecided(_), span)) => Err(Stop::Halt(undecided, span)),
        _ => {
            stage.play.take_back(after);
            stage.answers.put_back(&used);
            result
        }
    }
}

/// Does an action, and says what it created.
fn act<'a>(
    stage: &mut Stage<'_, 'a>,
    action: &'a Action,
    group: &'a [ScriptLine],
) -> Staged<Option<ObjectId>> {
    let span = stage.span;
    if let Deed::Cast { announced, .. }
    | Deed::Activate { announced, .. }
    | Deed::Play { announced, .. }
    | Deed::Special { announced, .. } = &action.deed
    {
        said_once(announced)?;
    }
    match &action.deed {
        Deed::Cast { what, announced, targets } => cast(stage, action, what, announced, targets).map(Some),
        Deed::Activate { what, ability, announced, targets } => {
            activate(stage, action, what, ability, announced, targets)
        }
        Deed::Play { what, announced } => play_land(stage, action, what, announced),
        Deed::Attack { .. } => declarations::attack(stage, action, group).map(|()| None),
        Deed::Block { .. } => declarations::block(stage, action, group).map(|()| None),
        Deed::Special { action: SpecialAction::TurnFaceUp, what, announced } => {
            special::turn_face_up(stage, action, what, announced)
        }
        Deed::Special { action: SpecialAction::Suspend, what, announced } => {
            special::suspend_card(stage, action, what, announced).map(|()| None)
        }
        Deed::Special { action: kind @ (SpecialAction::Foretell | SpecialAction::Plot), what, announced } => {
            special::exile_from_hand(stage, action, *kind, what, announced)
        }
        Deed::Special { action: SpecialAction::Unlock, what, announced } => {
            special::unlock(stage, action, what, announced).map(|()| None)
        }
        Deed::Special { action: SpecialAction::Companion, what, announced } => {
            companions::put_into_hand(stage, action, what, announced).map(Some)
        }
        Deed::RollPlanarDie => {
            let player = stage.actor(action)?;
            attempted(stage, player, Attempt::RollPlanarDie, Vec::new())?;
            planar_die::roll(&mut stage.play, player).map_err(|halt| Stop::Halt(halt, span))?;
            Ok(None)
        }
        Deed::Start => start(stage, action),
        Deed::Concede => {
            let player = stage.actor(action)?;
            ending_the_game::concede(&mut stage.play, player).map_err(|halt| Stop::Halt(halt, span))?;
            stage.unsettled = true;
            Ok(None)
        }
        Deed::Pass => pass(stage, action),
        Deed::Resolve => resolve(stage, action),
        // They are no single deed, and have been taken apart before.
        Deed::Repeat(_) | Deed::Propose(..) | Deed::Shorten(_) => {
            Err(Stop::Halt(Halt::undecided(None, "a shortcut can't stand here"), span))
        }
        Deed::GoTo { .. } if stage.passed_over.take().is_some() => Ok(None),
        Deed::GoTo { whose, step } => {
            let whose = match whose {
                Some(name) => Some(stage.player(name)?),
                None => None,
            };
            stage.play.step_level = Level::Default;
            let came = go_to(stage, whose, step_of(step.value));
            stage.play.step_level = Level::Detail;
            came?;
            Ok(None)
        }
        Deed::NextTurn(whose) => {
            let whose = match whose {
                Some(name) => Some(stage.player(name)?),
                None => None,
            };
            time::next_turn(stage, whose)?;
            Ok(None)
        }
        Deed::Event(event) => fiat::happen(stage, event).map(|()| None),
        Deed::Choose(_) => Err(Stop::Fault(Diagnostic::error(
            Code::UnknownStatement,
            "`tries to choose` belongs under the line that leads to the choice",
            span,
            "",
        ))),
    }
}

/// Everybody passes until the top of the stack has resolved.
fn resolve(stage: &mut Stage<'_, '_>, action: &Action) -> Staged<Option<ObjectId>> {
    let span = stage.span;
    let size = stage.play.game.stack().len();
    if size == 0 {
        return Err(Stop::Fault(Diagnostic::error(
            Code::NothingToAnswer,
            "there is nothing on the stack to resolve",
            span,
            "",
        )));
    }
    let top = stage.play.game.stack().last().copied();
    // The label is that of what it makes, as soon as it makes something.
    if let (Some(label), Some(top)) = (&action.creates, top) {
        stage.answers.label(&label.text, top);
    }
    for _ in 0..MOST_PASSES {
        stage.pass()?;
        if top.is_none_or(|top| !stage.play.game.object(top).exists) {
            break;
        }
    }
    Ok(None)
}

/// A player passes, or everybody does until something has come of it.
fn pass(stage: &mut Stage<'_, '_>, action: &Action) -> Staged<Option<ObjectId>> {
    let span = stage.span;
    if let Some(name) = &action.player {
        let player = stage.player(name)?;
        attempted(stage, player, Attempt::Pass, Vec::new())?;
        // A team has priority, and passes by any of its players (805.5, 805.5b).
        let game = &stage.play.game;
        let passes = |holder| holder == player || game.shares_turns() && game.same_team(holder, player);
        if !game.turn().priority.is_some_and(passes) {
            return Err(Stop::Halt(
                Halt::illegal(player, cr!("117.3d"), "the player does not have priority", None),
                span,
            ));
        }
    }
    // Where a scenario passes step by step, the trace shows the steps.
    stage.play.step_level = Level::Default;
    let passed = stage.pass();
    stage.play.step_level = Level::Detail;
    passed?;
    Ok(None)
}

/// The game begins (103.1).
fn start(stage: &mut Stage<'_, '_>, action: &Action) -> Staged<Option<ObjectId>> {
    let span = stage.span;
    if stage.play.game.agenda().starting.is_some() {
        let message = "the game has begun already";
        return Err(Diagnostic::error(Code::IllegalAction, message, span, "").with_rule(cr!("103.1")).into());
    }
    let first = action.player.as_ref().map(|name| stage.player(name)).transpose()?;
    starting_the_game::start(&mut stage.play, first).map_err(|halt| Stop::Halt(halt, span))?;
    Ok(None)
}

/// A player plays a land (116.2a).
fn play_land(
    stage: &mut Stage<'_, '_>,
    action: &Action,
    what: &Reference,
    announced: &[Spanned<Announcement>],
) -> Staged<Option<ObjectId>> {
    let span = stage.span;
    let player = stage.actor(action)?;
    let (from, others): (Vec<_>, Vec<_>) =
        announced.iter().cloned().partition(|item| matches!(item.value, Announcement::From(_)));
    refuse_announcements(&others)?;
    let zone = from_zone(&from).map_or(Zone::Hand, |(zone, _)| zone);
    let land = stage.object_in(what, (zone, player), |game, _, object| {
        let its = game.object(object);
        its.exists && its.zone == zone && its.owner == player
    })?;
    stands_there(stage, land, from_zone(&from))?;
    let face = face_named(stage, land, &what.name.text);
    attempted(stage, player, Attempt::PlayLand(land, face), Vec::new())?;
    special_actions::play_land(&mut stage.play, player, land, face).map_err(|halt| Stop::Halt(halt, span))?;
    Ok(stage.play.game.object(land).next)
}

/// Keeps what a line sets out to do.
///
/// # Errors
/// [`Halt::Illegal`] where nobody has priority (502.4, 514.3).
pub(super) fn attempted(
    stage: &mut Stage<'_, '_>,
    player: PlayerId,
    attempt: Attempt,
    targets: Vec<Thing>,
) -> Staged {
    stage.attempted = Some(Attempted { player, attempt: attempt.clone(), targets, x: None });
    let Some(step) = stage.without_priority else { return Ok(()) };
    let (rule, why) = match step {
        Step::Cleanup => (cr!("514.3"), "nobody has priority in the cleanup step"),
        _ => (cr!("502.4"), "nobody has priority in the untap step"),
    };
    let refused = Halt::illegal(player, rule, why, None);
    stage.play.attempt(attempt, |_| Err(refused)).map_err(|halt| Stop::Halt(halt, stage.span))
}

fn cast(
    stage: &mut Stage<'_, '_>,
    action: &Action,
    what: &Reference,
    announced: &[Spanned<Announcement>],
    targets: &Targets,
) -> Staged<ObjectId> {
    let span = stage.span;
    let player = stage.actor(action)?;
    let written = from_zone(announced);
    let from = written.map(|(zone, _)| zone);
    // Of several of the name, the one that can be meant is the one in the player's hand (or where it says).
    let implied = announced.iter().find_map(|announcement| match &announcement.value {
        Announcement::Way(way) => ways::zone_of(way),
        _ => None,
    });
    let zone = from.or(implied).unwrap_or(Zone::Hand);
    let card = stage.object_in(what, (zone, player), |game, view, object| {
        let its = game.object(object);
        // A copy of a prepare spell is meant by its name without saying that it is in exile.
        let prepared = || {
            from.is_none_or(|zone| zone == Zone::Exile)
                && preparation_cards::may_cast(game, view, player, object)
        };
        its.exists && (its.zone == zone && its.owner == player && !is_inset(its, what) || prepared())
    })?;
    stands_there(stage, card, written)?;
    let mut request = CastRequest::default();
    let mut announcing = announcement(stage, announced, targets)?;
    for item in announced {
        match &item.value {
            Announcement::Way(way)
                if optional_cost(stage, card, way).is_some()
                    || keyword_abilities::is_additional_cost(way) =>
            {
                request.paying.extend(Symbol::parse(way));
            }
            Announcement::Way(way) if ways::is_played(way) || is_alternative(stage, player, card, way) => {
                request.way = Symbol::parse(way);
            }
            Announcement::FaceDown => request.way = Symbol::parse("face-down"),
            Announcement::Kicked(_) | Announcement::KickedWith(_) => {
                let base = &stage.play.game.object(card).base;
                request.paying.extend(brackets::kicked(base, item)?);
            }
            Announcement::Way(way) if !WAYS.contains(&way.as_str()) => {
                if let Some(help) = brackets::paid_with(way) {
                    let message = format!("`{way}` is no way to cast a spell");
                    let fault = Diagnostic::error(Code::UnknownModifier, message, item.span, "");
                    return Err(Stop::Fault(fault.with_help(help)));
                }
                let message = format!("no way to cast a spell is called `{way}`");
                return Err(Stop::Fault(
                    Diagnostic::error(Code::UnknownModifier, message, item.span, "")
                        .did_you_mean(nearest(way, WAYS.iter().copied()))
                        .with_help("`headjudge help language` lists what is announced in brackets"),
                ));
            }
            Announcement::WithoutPaying => request.without_paying = true,
            Announcement::Way(_) => {
                return Err(Stop::Halt(
                    Halt::undecided(card, "headjudge does not play this way of casting it yet"),
                    item.span,
                ));
            }
            Announcement::X(_) | Announcement::Mode(_) | Announcement::From(_) => {}
        }
    }
    one_half(stage, card, what)?;
    // Where it lies only one way may let it be cast, which need not be said; `from graveyard` asks for it without any.
    let elsewhere = !matches!(stage.play.game.object(card).zone, Zone::Hand | Zone::Stack);
    if elsewhere && written.is_none() && request.way.is_none() && !request.without_paying {
        request.way = only_way(stage, player, card)?;
    }
    request.face = face_named(stage, card, &what.name.text);
    // A way may say which face it is, whichever of the names is written.
    request.face = request.way.and_then(ways::face_of).unwrap_or(request.face);
    announcing.object = Some(stage.play.game.next_object());
    let (targets_written, x) = (announcing.targets.clone(), announcing.x);
    stage.answers.announce(Some(announcing));
    attempted(stage, player, Attempt::Cast(card, request.face), targets_written)?;
    stage.attempted.iter_mut().for_each(|tried| tried.x = x);
    // What is refused before it begins is an attempt all the same, and told in the trace.
    if let Err(stop) = one_way(announced, player, card, |way| is_alternative(stage, player, card, way)) {
        let Stop::Halt(halt, at) = stop else { return Err(stop) };
        let attempt = Attempt::Cast(card, request.face);
        return stage.play.attempt(attempt, |_| Err(halt)).map_err(|halt| Stop::Halt(halt, at));
    }
    let mark = stage.play.trace.mark();
    let result = casting_spells::cast(&mut stage.play, player, card, &request);
    let given = stage.answers.announce(None);
    let left = given.as_ref().map(|given| given.targets.clone()).unwrap_or_default();
    let spell = result.map_err(|halt| Stop::Halt(halt, span))?;
    all_asked_for(announced, given)?;
    targets::none_left(stage, action, (Some(spell), mark), &left, targets)?;
    Ok(spell)
}

/// What is said to be cast or played from a zone must be there.
fn stands_there(stage: &mut Stage<'_, '_>, card: ObjectId, from: Option<(Zone, Span)>) -> Staged {
    let Some((zone, span)) = from else { return Ok(()) };
    let view = stage.view()?;
    let game = &stage.play.game;
    if game.object(card).zone == zone {
        return Ok(());
    }
    let table = stage.answers.table();
    let message = format!("`{}` is {}", table.title(game, card), table.place(game, &view, card));
    Err(Stop::Fault(Diagnostic::error(Code::UnknownObject, message, span, "it is not there")))
}

/// Whether a name is only that of the prepare spell of a preparation card, which the card itself is never cast as (722.3).
fn is_inset(its: &Object, what: &Reference) -> bool {
    its.definition.as_ref().is_some_and(|definition| {
        definition.layout == Layout::Prepare
            && definition.faces.iter().skip(1).any(|face| *face.name == *what.name.text)
    })
}

/// The optional additional cost of this name that a card has.
fn optional_cost(stage: &Stage<'_, '_>, card: ObjectId, name: &str) -> Option<Symbol> {
    let abilities = &stage.play.game.object(card).base.abilities;
    abilities.iter().find_map(|instance| {
        let Ability::AdditionalCost(cost) = &*instance.ability else { return None };
        cost.name.filter(|its| cost.optional && its.as_str() == name)
    })
}

/// Whether a card says itself that a cost of this name may be paid rather than its mana cost, or this is what any such cost is called.
fn is_alternative(stage: &Stage<'_, '_>, player: PlayerId, card: ObjectId, name: &str) -> bool {
    let given = alternative::names_as_cast(&stage.play, player, card, 0);
    if given.iter().any(|its| its.as_str() == name) {
        return true;
    }
    let its = stage.play.game.object(card);
    let faces = its.definition.iter().flat_map(|definition| &definition.faces).map(|face| &**face);
    let mut all = faces.chain([&*its.base]).flat_map(alternative::names);
    name == alternative::UNNAMED.as_str() || all.any(|its| its.as_str() == name)
}

/// A split card is cast as one of its halves, and the player chooses which (709.3): its whole name says neither.
fn one_half(stage: &Stage<'_, '_>, card: ObjectId, what: &Reference) -> Staged {
    let definition = stage.play.game.object(card).definition.as_ref();
    let Some(split) = definition.filter(|definition| definition.layout == Layout::Split) else {
        return Ok(());
    };
    if what.sort == ReferenceSort::Name && split.faces.iter().any(|face| *face.name == *what.name.text) {
        return Ok(());
    }
    let halves: Vec<String> = split.faces.iter().map(|face| format!("`{}`", face.name)).collect();
    Err(Stop::Fault(
        Diagnostic::error(Code::AmbiguousName, "which half of the split card is cast?", what.span, "")
            .with_help(format!("write {}", halves.join(" or ")))
            .with_rule(cr!("709.3")),
    ))
}

/// The face that a name means, by index: naming a face or half casts that one.
pub(super) fn face_named(stage: &Stage<'_, '_>, card: ObjectId, name: &str) -> u8 {
    let definition = stage.play.game.object(card).definition.as_ref();
    let faces = definition.map(|definition| definition.faces.as_slice()).unwrap_or_default();
    let index = faces.iter().position(|face| *face.name == *name).unwrap_or(0);
    u8::try_from(index).unwrap_or(0)
}

/// What stands in brackets and behind the arrow, for the questions that announcing asks.
fn announcement(
    stage: &mut Stage<'_, '_>,
    announced: &[Spanned<Announcement>],
    targets: &Targets,
) -> Staged<Announcing> {
    let mut announcing = Announcing::default();
    match targets {
        Targets::Unstated => {}
        Targets::Nothing => announcing.stated = true,
        Targets::These(references) => {
            announcing.stated = true;
            for reference in references {
                // Of several that nothing tells apart, another one each time.
                let thing =
                    if reference.sort == ReferenceSort::Player {
                        stage.thing(reference)?
                    } else {
                        let earlier = announcing.targets.clone();
                        Thing::Object(stage.object_where(reference, |_, _, object| {
                            !earlier.contains(&Thing::Object(object))
                        })?)
                    };
                announcing.targets.push(thing);
            }
        }
    }
    for item in announced {
        match &item.value {
            Announcement::X(x) => announcing.x = Some(*x),
            Announcement::Mode(mode) => announcing.modes.push(*mode),
            _ => {}
        }
    }
    // Targets are announced as the modes are printed: behind modes in another order, nobody can tell which is whose.
    if !announcing.modes.is_sorted() && announcing.targets.len() > 1 {
        let span = announced.first().map_or(stage.span, |item| item.span);
        let message = "with several targets the modes stand in the order in which they are printed";
        return Err(Stop::Fault(
            Diagnostic::error(Code::UnexpectedText, message, span, "")
                .with_help("or write each target with its mode under the line: `mode: 3 -> X; 1 -> Y`"),
        ));
    }
    Ok(announcing)
}
