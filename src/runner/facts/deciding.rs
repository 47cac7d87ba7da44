//! The rules that decide what can hold of an object, from what has happened to it.

use crate::engine::View;
use crate::engine::reading::{Frame, Sight, filters, selections};
use crate::game::{Change, Characteristics, Game, ObjectId, Step, Thing};
use crate::ir::change::Change as Effect;
use crate::ir::{Ability, CardType, Selection, Supertype, Zone};
use crate::rules::{Rules, cr};
use crate::runner::claims;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::trace::{Note, What};

/// The rules of the last change of a kind that an object went through.
pub(super) fn rules_about(stage: &Stage<'_, '_>, object: ObjectId, kind: impl Fn(&Change) -> bool) -> Rules {
    let game = &stage.play.game;
    let root = game.earliest(object);
    let last = stage.play.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(change, _) if kind(change) => {
            claims::objects_of(entry).first().is_some_and(|first| game.earliest(*first) == root)
        }
        _ => false,
    });
    last.map_or(Rules::NONE, |entry| entry.rules)
}

/// The rules by which an object was last dealt damage.
pub(super) fn rules_of_damage(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let game = &stage.play.game;
    let last = stage.play.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Damage { to: Thing::Object(to), .. }, _) => {
            game.earliest(*to) == game.earliest(object)
        }
        _ => false,
    });
    last.map_or(Rules::NONE, |entry| entry.rules)
}

/// Whether another player controls a legendary permanent of the same name as this one.
pub(super) fn twin_of_another_player(game: &Game, view: &View, object: ObjectId) -> bool {
    let legendary = |object: ObjectId| {
        let its = game.object(object);
        its.exists
            && its.on_battlefield()
            && view.characteristics(game, object).has_supertype(Supertype::Legendary)
    };
    let name = &view.characteristics(game, object).name;
    legendary(object)
        && game.objects().iter().any(|other| {
            other.id != object
                && legendary(other.id)
                && view.characteristics(game, other.id).name == *name
                && view.controller(game, other.id) != view.controller(game, object)
        })
}

/// The rules by which an Aura that no spell became, or one that did, is attached to something as it enters.
pub(super) fn entered_attached(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let came = stage.play.trace.entries().iter().find_map(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) if it.new == object && it.attached_to.is_some() => {
            Some((entry.rules, stage.play.game.object(it.object).zone))
        }
        _ => None,
    });
    match came {
        Some((rules, Zone::Stack)) => rules.led_by(cr!("608.3c")),
        Some((rules, _)) => rules.led_by(cr!("303.4f")),
        None => Rules::NONE,
    }
}

/// The rules by which a permanent entered tapped, if it did.
pub(super) fn entered_tapped(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let came = stage.play.trace.entries().iter().find(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => it.new == object && it.tapped,
        What::Changed(Change::Create(it), _) => it.new == object && it.tapped,
        _ => false,
    });
    came.map_or(Rules::NONE, |entry| entry.rules)
}

/// Whether an untap step of its controller has passed since the object was tapped.
pub(super) fn kept_tapped(stage: &Stage<'_, '_>, object: ObjectId) -> bool {
    let controller = stage.play.game.object(object).controller;
    let entries = stage.play.trace.entries();
    let since = entries
        .iter()
        .rev()
        .take_while(|entry| !matches!(&entry.what, What::Changed(Change::Tap(its, _), _) if *its == object));
    let untap_step = |entry: &crate::trace::Entry| matches!(&entry.what, What::Step(active, Step::Untap) if *active == controller);
    since.into_iter().any(untap_step)
}

/// The rules that say what being face down has to do with being a copy, of an object that is one: that is not copied (707.2), and what
/// is face down stays so (708.10).
pub(super) fn status_of_a_copy(game: &Game, object: ObjectId) -> Rules {
    let by_effect = game.effects().iter().any(|effect| match &effect.affected {
        crate::game::Affected::Objects(objects) => effect.copy.is_some() && objects.contains(&object),
        crate::game::Affected::Rules => false,
    });
    if by_effect {
        Rules::of(&[cr!("708.10"), cr!("707.3")])
    } else if game.object(object).copied.is_some() {
        Rules::of(&[cr!("707.2")])
    } else {
        Rules::NONE
    }
}

/// The rules by which an object stayed as it was when it would have been turned over.
pub(super) fn stayed(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let last = stage
        .play
        .trace
        .entries()
        .iter()
        .rev()
        .find(|entry| matches!(&entry.what, What::Note(Note::StaysAsItIs(stays)) if *stays == object));
    last.map_or(Rules::NONE, |entry| entry.rules)
}

/// The rules by which an object was turned over, or came to be face down, last.
pub(super) fn turned(stage: &Stage<'_, '_>, object: ObjectId) -> Rules {
    let last = stage.play.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::FaceDown(turned, _), _) => *turned == object,
        What::Changed(Change::Move(it), _) => it.new == object && it.face_down.is_some(),
        _ => false,
    });
    last.map_or(Rules::NONE, |entry| entry.rules)
}

/// A power or toughness may be below zero, and is used so in calculations (107.1b).
pub(super) fn below_zero(rules: Rules, characteristics: &Characteristics) -> Rules {
    let below = |number: Option<i32>| number.is_some_and(|number| number < 0);
    if below(characteristics.power) || below(characteristics.toughness) {
        rules.and(cr!("107.1b"))
    } else {
        rules
    }
}

/// Whether an effect that makes all objects of a kind something does not make it this, only because it is no permanent (609.2).
pub(super) fn spared_off_the_battlefield(
    stage: &mut Stage<'_, '_>,
    object: ObjectId,
    word: &str,
) -> Staged<bool> {
    let span = stage.span;
    let view = stage.view()?;
    let game = &stage.play.game;
    if game.object(object).zone == Zone::Battlefield {
        return Ok(false);
    }
    let wanted = CardType::from_word(word);
    let makes_so = |change: &Effect| match change {
        Effect::AddTypes(added) => wanted.is_some_and(|wanted| added.types.contains(&wanted)),
        _ => false,
    };
    for source in game.battlefield() {
        for instance in &view.characteristics(game, *source).abilities {
            let Ability::Static(it) = &*instance.ability else { continue };
            let Some(Selection::Each(filter)) = &it.affects else { continue };
            if !it.changes.iter().any(makes_so) || selections::zones(filter).is_some() {
                continue;
            }
            let frame = Frame::of_source(*source, view.controller(game, *source), instance.origin);
            let sight = Sight { game, view: &view };
            if filters::matches(sight, &frame, filter, object).map_err(|halt| Stop::Halt(halt, span))? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
