//! Who controls an object, and by which rules.

use crate::engine::Outcome;
use crate::engine::reading::Frame;
use crate::engine::reading::selections::players;
use crate::game::{Change, ContinuousEffect, MoveAction, Object, ObjectId, Origin, PlayerId, Thing};
use crate::ir::change::Change as Effect;
use crate::ir::{CardType, Subtype, Zone};
use crate::rules::cr;
use crate::trace::layers::Influence;
use crate::trace::{Note, Reason, Reasons, What, Would};

use super::layers::{by_effects, influences};
use super::steps::{Came, coming};
use super::{Played, lost};

/// Who controls an object, if anybody does, and by which rules.
pub(crate) fn control(played: Played<'_>, object: ObjectId) -> Outcome<(Option<PlayerId>, Reasons)> {
    let its = played.game.object(object);
    let controller = controller(played, object);
    let rules = match controller {
        Some(_) if its.zone == Zone::Command => command_control(its),
        Some(_) => rules_of_control(played, object)?,
        None if its.phased_out.is_some() => Reasons::of(&[cr!("702.26b")]),
        None => Reasons::of(&[cr!("109.4")]),
    };
    Ok((controller, rules))
}

/// Whether an effect on the object has done nothing because its duration was over.
fn never_taken(played: Played<'_>, object: ObjectId) -> bool {
    played
        .trace
        .entries()
        .iter()
        .any(|entry| matches!(&entry.what, What::Note(Note::NeverBegins(_, Some(on))) if *on == object))
}

/// Whether effects that apply to an object give control of it to different players.
fn gives_to_several(played: Played<'_>, object: ObjectId) -> Outcome<bool> {
    if played.view.is_as_printed() {
        return Ok(false);
    }
    let influences = influences(played)?;
    let game = played.game;
    let sight = played.sight();
    let mut given: Vec<PlayerId> = Vec::new();
    for influence in influences.iter().filter(|its| its.object == object && its.standing.applies()) {
        for change in influence.changes.iter() {
            let Effect::Control(who) = change else { continue };
            let is_it = |effect: &&ContinuousEffect| Some(effect.id) == influence.made;
            let frame = match game.effects().iter().find(is_it) {
                Some(effect) => Frame::of_effect(effect.source, effect.controller, &effect.bindings),
                None => Frame::of_source(influence.source, influence.controller, Origin::NONE),
            };
            // Where it can't be told, nothing is said of it.
            given.extend(players(sight, &frame, who).ok().and_then(|found| found.first().copied()));
        }
    }
    Ok(given.iter().any(|player| Some(player) != given.first()))
}

/// The rules by which a player controls an object that is on the battlefield or the stack.
fn rules_of_control(played: Played<'_>, object: ObjectId) -> Outcome<Reasons> {
    let view = played.view;
    let game = played.game;
    let its = game.object(object);
    if its.zone == Zone::Stack {
        let ability = its.stack_ability().is_some();
        return Ok(Reasons::of(&[if ability { cr!("113.8") } else { cr!("112.2") }]));
    }
    let controller = view.controller(game, object);
    let default = its.controller;
    let waits = |influence: &Influence| {
        influence.object == object
            && influence.waited
            && influence.changes.iter().any(|change| matches!(change, Effect::Control(_)))
    };
    // Who controls what gives control of it has decided.
    let depends = !view.is_as_printed() && influences(played)?.iter().any(waits);
    let gives = |change: &Effect| matches!(change, Effect::Control(_));
    // Several effects give it to several players: the last of them decides, whether or not it is theirs by default.
    if gives_to_several(played, object)? {
        return by_effects(played, object, &gives, false);
    }
    if controller != default {
        // Who was given the spell controls the permanent that it has become.
        let became = taken_as_a_spell(played, object);
        let rules = Reasons::of(&[cr!("613.1b")]);
        let rules = became.map_or(rules, |became| became.joined(rules));
        return Ok(if depends { rules.and(cr!("613.8b")) } else { rules });
    }
    if depends {
        return Ok(Reasons::of(&[cr!("613.1b"), cr!("613.8b")]));
    }
    // One that gives it to the very player who would control it anyway decides all the same.
    let given = by_effects(played, object, &gives, false)?;
    if given.contains(cr!("613.1b")) {
        return Ok(given);
    }
    let game = played.game;
    let its = game.object(object);
    let equipped = its.attached_to.and_then(Thing::object);
    if let Some(host) = equipped.filter(|host| view.controller(game, *host) != controller) {
        let equipment = Subtype::from_word("Equipment")
            .is_some_and(|equipment| view.characteristics(game, object).has_subtype(equipment));
        // Whoever controls the host, what is attached to it stays whose it was.
        if game.object(host).controller == controller {
            return Ok(Reasons::of(&[if equipment { cr!("301.5d") } else { cr!("303.4e") }, cr!("110.2")]));
        }
    }
    let came = coming(played, object);
    // What it was given to another player by is over.
    let is_new = came.is_some();
    let lost = if is_new { lost::of_itself(played, object, &gives)? } else { Reasons::NONE };
    if let Some(taken) = taken_as_it_entered(played, object).filter(|_| lost.is_empty()) {
        return Ok(taken);
    }
    Ok(match came {
        Some(_) if !lost.is_empty() => lost.and(cr!("110.2")),
        None if never_taken(played, object) => Reasons::of(&[cr!("611.2b"), cr!("110.2")]),
        None => {
            let controls = |change: &Effect| matches!(change, Effect::Control(_));
            lost::by_rule(played, object, &controls, false)?.and(cr!("110.2"))
        }
        Some((entry, Came::Created(_))) => {
            Reasons::NONE.and(Reason { rule: cr!("111.2"), step: Some(entry.id) })
        }
        Some((entry, Came::Moved(it))) => {
            let (rules, names_controller) = (entry.reasons(), it.controller.is_some());
            let said = [cr!("608.3a"), cr!("610.3c"), cr!("702.79a"), cr!("110.2a")];
            if let Some(reason) = said.into_iter().find_map(|rule| rules.get(rule)) {
                Reasons::NONE.and(reason)
            } else if it.action != MoveAction::Put {
                Reasons::of(&[cr!("110.2")])
            } else if names_controller {
                // The effect itself says under whose control.
                let says = Reason { rule: cr!("110.2a"), step: Some(entry.id) };
                Reasons::NONE.and(says).and(cr!("608.2c")).and(cr!("110.2"))
            } else {
                Reasons::NONE.and(Reason { rule: cr!("110.2a"), step: Some(entry.id) })
            }
        }
    })
}

/// The rules by which a permanent has entered under the control of another than the player who would have got it, if whoever got it so controls
/// it still: an effect has replaced that (614.6), or the spell that it was had come under that player's control (110.2b).
pub(crate) fn taken(played: Played<'_>, object: ObjectId) -> Option<Reasons> {
    taken_as_it_entered(played, object).or_else(|| taken_as_a_spell(played, object))
}

/// The rules by which an effect has replaced under whose control a permanent was to enter (614.6), with those by which that effect came before
/// others (616.1b) or another made it applicable (616.1f).
fn taken_as_it_entered(played: Played<'_>, object: ObjectId) -> Option<Reasons> {
    let (entry, came) = coming(played, object)?;
    let (before, controller) = match came {
        Came::Moved(it) => (it.object, it.controller?),
        Came::Created(it) => (it.new, it.controller),
    };
    if self::controller(played, object) != Some(controller) {
        return None;
    }
    let earlier = played.trace.entries().iter().rev().skip_while(|other| other.id >= entry.id);
    let told = earlier.take_while(|other| other.parent >= entry.parent).find(|other| match &other.what {
        What::Replaced(Thing::Object(its), _, Would::EnterUnder(player)) => {
            *its == before && *player == controller
        }
        _ => false,
    })?;
    let of_order = [cr!("616.1b"), cr!("616.1f")].into_iter().filter(|rule| entry.rules.contains(*rule));
    let of_order = of_order.map(|rule| Reason { rule, step: Some(told.id) });
    Some(of_order.fold(told.reasons(), Reasons::and))
}

/// The rules by which a permanent is under the control of the player who had gained control of the spell that it was (110.2b).
fn taken_as_a_spell(played: Played<'_>, object: ObjectId) -> Option<Reasons> {
    let (entry, came) = coming(played, object)?;
    let Came::Moved(it) = came else { return None };
    let rule = cr!("110.2b");
    let is_theirs = it.controller.is_some() && controller(played, object) == it.controller;
    if !is_theirs || !entry.rules.contains(rule) {
        return None;
    }
    let gives = |effect: &ContinuousEffect| {
        effect.is_on(it.object) && effect.changes.iter().any(|change| matches!(change, Effect::Control(_)))
    };
    let given = played.trace.entries().iter().rev().skip_while(|other| other.id >= entry.id);
    let mut given = given.filter(
        |other| matches!(&other.what, What::Changed(Change::BeginEffect(effect), _) if gives(effect)),
    );
    Some(Reasons::NONE.and(Reason { rule, step: given.next().map(|given| given.id) }))
}

/// The player who controls an object; nobody controls what is neither on the stack nor on the battlefield (109.4).
pub(crate) fn controller(played: Played<'_>, object: ObjectId) -> Option<PlayerId> {
    let Played { game, view, .. } = played;
    let its = game.object(object);
    // A face-up plane, phenomenon, vanguard, scheme or conspiracy has a controller as well (109.4d-g).
    let in_command =
        its.zone == Zone::Command && !its.is_face_down() && its.base.types.stays_in_command_zone();
    let controlled = its.exists && (matches!(its.zone, Zone::Battlefield | Zone::Stack) || in_command);
    controlled.then(|| view.controller(game, object))
}

/// The rule by which a face-up card of a casual variant in the command zone has its controller.
fn command_control(its: &Object) -> Reasons {
    let is = |card_type| its.base.is(card_type);
    Reasons::of(&[match () {
        () if is(CardType::Plane) || is(CardType::Phenomenon) => cr!("901.6"),
        () if is(CardType::Vanguard) => cr!("902.6"),
        () if is(CardType::Scheme) => cr!("904.7"),
        () => cr!("109.4"),
    }])
}
