//! CR 614: Replacement Effects. How they change the way a token that is created enters the battlefield (614.12).

use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight, conditions};
use crate::game::effects::ShieldKind;
use crate::game::{Cause, CauseKind, Deed, NewObject, ObjectId, Occasion, Origin, Thing};
use crate::ir::mention::mentions;
use crate::ir::{Ability, CounterKind, Event, Instruction, ReplacementResult};
use crate::rules::{Rules, cr};
use crate::trace::{Level, What, Would};

use super::entering::{
    Arrived, Coming, enter_so, entering_rule, enters_another, in_order, intrinsic, keyword_rules,
    nothing_to_copy, others_watch_entering, own_abilities,
};
use super::{Applicable, Effect, Key, use_up};

/// Lets the effects that change how a token enters do so, its own among them.
///
/// # Errors
/// If one of them does more than headjudge plays for a token.
pub(in crate::engine) fn enter_token(
    play: &mut Play<'_>,
    mut cause: Cause,
    token: &mut NewObject,
    maker: ObjectId,
) -> Outcome<Cause> {
    let view = play.view()?;
    let watched = others_watch_entering(&play.game, &view);
    let mut applied: Vec<(Key, u8)> = Vec::new();
    let mut copies = 0;
    let mut taken = false;
    let mut of_copy = Vec::new();
    loop {
        play.tick("replacement effects apply to one token again and again")?;
        let coming = Coming::Token(token, maker);
        let values = coming.values(&play.game);
        let own = own_abilities(&values).next().is_some();
        let mut applicable = intrinsic(token.new, token.owner, &values)?;
        if !watched && !own && applicable.is_empty() {
            break;
        }
        let coming = Coming::Token(token, maker);
        let arrived = coming.arrived(&play.game)?;
        if watched {
            applicable.extend(of_others(play, &arrived)?);
        }
        for instance in own_abilities(&values) {
            let Ability::Replacement(it) = &*instance.ability else { continue };
            let frame = Frame::of_source(arrived.object, token.controller, instance.origin);
            let holds = match &it.only_if {
                Some(condition) => conditions::holds(arrived.sight(), &frame, condition)?,
                None => true,
            };
            if holds {
                applicable.push(Applicable {
                    source: token.new,
                    controller: token.controller,
                    origin: instance.origin,
                    shield: None,
                    what: Effect::Said(Arc::new(it.clone())),
                });
            }
        }
        let generation = |source: ObjectId| if source == token.new { copies } else { 0 };
        applicable.retain(|effect| !applied.contains(&(effect.key(), generation(effect.source))));
        let (mut applicable, first) = in_order(applicable);
        // What only adds to how it enters leads to the same in any order.
        if applicable.len() > 1 && applicable.iter().any(Applicable::is_copy) {
            return Err(Halt::undecided(maker, "several effects would make the token a copy"));
        }
        if let [one, others @ ..] = applicable.as_slice()
            && one.is_control()
            && others.iter().any(|other| other.controller != one.controller)
        {
            return Err(Halt::undecided(maker, "several players would control the token as it enters"));
        }
        if applicable.is_empty() {
            break;
        }
        let chosen = applicable.remove(0);
        applied.push((chosen.key(), generation(chosen.source)));
        // It applies because of what another effect has made of the event (616.1f).
        cause = if taken { cause.and(cr!("616.1f")) } else { cause };
        taken |= chosen.is_control();
        let was = token.copied.clone();
        cause = apply(play, cause, &chosen, token, maker, &arrived, &mut of_copy)?;
        let copied = match (&was, &token.copied) {
            (None, Some(_)) => true,
            (Some(was), Some(is)) => !std::rc::Rc::ptr_eq(was, is),
            _ => false,
        };
        if copied {
            copies += 1;
            cause = first.map_or(cause, |rule| cause.and(rule));
        }
    }
    super::entering::put_together(&mut token.counters, &mut of_copy);
    super::entering::without_forbidden_counters(play, cause.kind, Coming::Token(token, maker))?;
    Ok(cause)
}

/// What other permanents' effects say of how the token enters.
fn of_others(play: &mut Play<'_>, arrived: &Arrived) -> Outcome<Vec<Applicable>> {
    let view = play.view()?;
    let mut found = Vec::new();
    for at in &view.replacements {
        let Some(instance) = view.ability(&play.game, *at) else { continue };
        let Ability::Replacement(it) = &*instance.ability else { continue };
        let controller = view.controller(&play.game, at.object);
        let frame = Frame::of_source(at.object, controller, instance.origin);
        if !is_entering(&frame, &it.of, arrived)? {
            continue;
        }
        if let Some(condition) = &it.only_if {
            // The token itself is nowhere but among what would be there.
            let of_token = mentions(condition, |it| it.word == "It");
            let sight = Sight { game: &play.game, view: &view };
            let sight = if of_token { arrived.sight() } else { sight };
            let frame = frame.with_occasion(Occasion::of(arrived.object).into());
            if !conditions::holds(sight, &frame, condition)? {
                continue;
            }
        }
        found.push(Applicable {
            source: at.object,
            controller,
            origin: instance.origin,
            shield: None,
            what: Effect::Said(Arc::new(it.clone())),
        });
    }
    for shield in play.game.shields() {
        let ShieldKind::Replacement(it) = &shield.kind else { continue };
        let frame = Frame::of_effect(shield.source, shield.controller, &shield.bindings);
        if !is_entering(&frame, &it.of, arrived)? {
            continue;
        }
        if it.only_if.is_some() {
            return Err(Halt::undecided(
                None,
                "an effect that lasts changes how a token enters, on a condition",
            ));
        }
        found.push(Applicable {
            source: shield.source,
            controller: shield.controller,
            origin: Origin::Rules(0),
            shield: Some(shield.id),
            what: Effect::Said(it.clone()),
        });
    }
    Ok(found)
}

/// Whether that the token is created is an event of this kind, which is not about what enters from some zone.
fn is_entering(frame: &Frame, event: &Event, arrived: &Arrived) -> Outcome<bool> {
    Ok(match event {
        Event::Any(events) => {
            for event in events {
                if is_entering(frame, event, arrived)? {
                    return Ok(true);
                }
            }
            false
        }
        Event::OneOrMore(event) => is_entering(frame, event, arrived)?,
        Event::Moves(moves) => {
            enters_another(event)
                && moves.from.is_empty()
                && moves.caused_by.is_none()
                && arrived.is(frame, &moves.what)?
        }
        _ => false,
    })
}

fn apply(
    play: &mut Play<'_>,
    cause: Cause,
    chosen: &Applicable,
    token: &mut NewObject,
    maker: ObjectId,
    arrived: &Arrived,
    of_copy: &mut Vec<(CounterKind, u32)>,
) -> Outcome<Cause> {
    let replacement = match &chosen.what {
        Effect::Said(replacement) => replacement.clone(),
        Effect::Counters(kind, count, rule) => {
            token.counters.push((*kind, *count));
            return Ok(cause.and(*rule));
        }
        _ => return Ok(cause),
    };
    let own = chosen.source == token.new;
    let mut frame =
        Frame::of_source(if own { arrived.object } else { chosen.source }, chosen.controller, chosen.origin);
    if let Some(shield) = play.game.shields().iter().find(|shield| Some(shield.id) == chosen.shield) {
        frame = frame.bound(&shield.bindings);
    }
    if let ReplacementResult::Under(who) = &replacement.result {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        token.controller = players(sight, &frame, who)?.first().copied().unwrap_or(token.controller);
        let what = What::Replaced(Thing::Object(token.new), chosen.source, Would::Move(None));
        play.record(Level::Default, CauseKind::Replacement(chosen.source), Rules::of(&[cr!("614.6")]), what);
        use_up(play, chosen);
        return Ok(cause.and(cr!("614.6")));
    }
    let ReplacementResult::Enters(enters) = &replacement.result else {
        return Err(Halt::undecided(
            if own { maker } else { chosen.source },
            "it changes how a token enters",
        ));
    };
    // What a condition looks at would have to be there already.
    if own && enters.does.iter().any(|does| matches!(does, Instruction::If { .. })) {
        return Err(Halt::undecided(maker, "a token does something as it enters"));
    }
    if nothing_to_copy(play, &frame, enters, &Coming::Token(token, maker))? {
        return Ok(cause);
    }
    if let Some(who) = &replacement.may {
        let player = players(arrived.sight(), &frame, who)?.first().copied().unwrap_or(chosen.controller);
        let deed = if enters.copy_of.is_some() { Deed::EnterAsCopy } else { Deed::Something };
        if !play.ask_to(player, deed, Some(maker), Rules::of(&[cr!("614.12a")]))? {
            return Ok(cause);
        }
    }
    use_up(play, chosen);
    if !own && enters.copy_of.is_none() {
        let what =
            What::Replaced(Thing::Object(token.new), chosen.source, Would::Enter { tapped: enters.tapped });
        let kind = CauseKind::Replacement(chosen.source);
        play.record(Level::Default, kind, Rules::of(&[cr!("614.1d")]), what);
    }
    let values = Coming::Token(token, maker).values(&play.game);
    let keyword = if own { keyword_rules(&values.abilities, chosen.origin, enters) } else { None };
    enter_so(play, &frame, enters, Coming::Token(token, maker), of_copy, &[])?;
    let cause = cause.and(entering_rule(own, enters)).and(cr!("614.12"));
    Ok(keyword.iter().flat_map(Rules::iter).fold(cause, Cause::and))
}
