//! CR 613: Interaction of Continuous Effects. What follows once the layers give another player control of a permanent, or make it
//! something else: it is summoning sick, and leaves combat (302.6, 506.4).

use std::cmp::Reverse;
use std::rc::Rc;

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::play::combat::{no_longer_attacked, note_still_blocked, remove};
use crate::engine::reading::Sight;
use crate::engine::reading::fighters::Fighter;
use crate::engine::spells::events::{Happening, after};
use crate::engine::view::View;
use crate::game::{Cause, CauseKind, Change, ContinuousEffect, Game, Mark, ObjectId, PlayerId, Thing};
use crate::ir::change::Change as Effect;
use crate::ir::{CardType, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Entry, Level, What};

/// The rules by which a player now controls a permanent: an effect (613.1b), of several the latest (613.7), or, where none is left, that it entered under that player's
/// control (110.2), or that the player put the spell onto the stack that it was (110.2b).
fn rule_of_control(play: &Play<'_>, view: &View, object: ObjectId, now: PlayerId) -> Rules {
    let its = play.game.object(object);
    let gives = |change: &Effect| matches!(change, Effect::Control(_));
    let is_such = |effect: &&ContinuousEffect| effect.is_on(object) && effect.changes.iter().any(&gives);
    let by_effects = play.game.effects().iter().filter(is_such).count();
    let is_such = |aura: &ObjectId| {
        let mut its = view.characteristics(&play.game, *aura).abilities.iter();
        its.any(|instance| instance.ability.as_static().is_some_and(|it| it.changes.iter().any(&gives)))
    };
    let by_auras = play.game.attached_to(Thing::Object(object)).filter(is_such).count();
    match by_effects + by_auras {
        0 if now == its.controller => {}
        0 | 1 => return Rules::of(&[cr!("613.1b")]),
        // Of several the latest has the last word.
        _ => return Rules::of(&[cr!("613.7"), cr!("613.1b")]),
    }
    // Another player controlled the spell as it resolved.
    let spell = its.previous.map(|before| play.game.object(before)).filter(|spell| spell.zone == Zone::Stack);
    let taken = spell.and_then(|spell| spell.known.as_ref()).is_some_and(|known| known.controller != now);
    Rules::of(&[if taken { cr!("110.2b") } else { cr!("110.2") }])
}

/// How many objects stand above what is attached: what it is attached to, what that is attached to, and so on.
fn hosts(game: &Game, object: ObjectId) -> usize {
    let above = |object: &ObjectId| game.object(*object).attached_to.and_then(Thing::object);
    std::iter::successors(above(&object), above).take(game.battlefield().len()).count()
}

/// A permanent whose controller has changed through the layers is summoning sick and out of combat, and so is a creature in
/// combat that stops being one or becomes a battle (302.6, 506.4).
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn notice_changes(play: &mut Play<'_>) -> Outcome {
    let view = play.view()?;
    // Where no effect gives control, only what was under another's has changed.
    let may_have = !view.controllers.is_empty() || !play.game.marked(Mark::NewlyControlled).is_empty();
    let permanents = if may_have { play.game.battlefield() } else { &[] };
    let mut changed: Vec<(ObjectId, PlayerId)> = permanents
        .iter()
        .filter_map(|object| {
            let now = view.controller(&play.game, *object);
            (play.game.object(*object).noticed_controller != now).then_some((*object, now))
        })
        .collect();
    // Who controls what is attached to something may be why another player controls that.
    changed.sort_by_key(|(object, _)| Reverse(hosts(&play.game, *object)));
    let combat = play.game.combat();
    if changed.is_empty() && combat.attacks.is_empty() && combat.blockers().is_empty() {
        return Ok(());
    }
    let before = combat.clone();
    let lost: Vec<Happening> = changed
        .iter()
        .map(|(object, _)| Happening::LosesControl {
            object: *object,
            from: play.game.object(*object).noticed_controller,
        })
        .collect();
    // Who had controlled what, as it is looked back at (603.10d).
    let mut was = (*view).clone();
    for (object, _) in &changed {
        was.set_controller(&play.game, *object, play.game.object(*object).noticed_controller);
    }
    for (object, now) in changed {
        let fought = before.attack_of(object).is_some() || before.is_blocking(object);
        // Where the scenario says itself who gains control, it is told already.
        let given = |entry: &Entry| match &entry.what {
            What::Changed(Change::BeginEffect(effect), _) => {
                let controls = effect.changes.iter().any(|its| matches!(its, Effect::Control(_)));
                entry.cause == CauseKind::Fiat && controls && effect.is_on(object)
            }
            _ => false,
        };
        let told = play.trace.entries().last().is_some_and(given);
        // Who the defending player was is asked before anybody has noticed.
        no_longer_attacked(play, object);
        let rules = rule_of_control(play, &view, object, now);
        let cause = Cause { kind: CauseKind::Rules, rules };
        let level = if told { Level::Hidden } else { Level::Default };
        play.change(cause, level, Change::ControlNoticed(object, now));
        if fought {
            remove(play, object);
        }
    }
    after(play, &Rc::new(was), &lost)?;
    let view = play.view()?;
    let Leaving { out, parted, stays } = leaving_combat(Sight { game: &play.game, view: &view });
    for object in out {
        remove(play, object);
    }
    for object in parted {
        let cause = Cause::new(CauseKind::Rules, cr!("506.4e"));
        play.change(cause, Level::Default, Change::RemoveFromCombat(object));
    }
    for (object, blocks) in stays {
        let cause = Cause::new(CauseKind::Rules, cr!("506.4d"));
        play.change(cause, Level::Default, Change::StaysInCombat { object, blocks });
    }
    note_still_blocked(play, &before);
    Ok(())
}

/// What leaves combat because it has become something else.
#[derive(Default)]
struct Leaving {
    /// What is no longer in combat at all.
    out: Vec<ObjectId>,
    /// What was a battle too, which somebody else protects.
    parted: Vec<ObjectId>,
    /// What was both a blocking creature and attacked, and goes on being one of them (506.4d): with whether that is blocking.
    stays: Vec<(ObjectId, bool)>,
}

/// What fights without being a creature any more, and what is attacked without being a planeswalker or battle any more (506.4, 506.4d, 506.4e).
fn leaving_combat(sight: Sight<'_>) -> Leaving {
    let Sight { game, view } = sight;
    let combat = game.combat();
    let fighting = combat.attacks.iter().map(|attack| attack.attacker);
    let Leaving { mut out, mut parted, mut stays } = Leaving::default();
    for object in fighting.chain(combat.blockers()) {
        let characteristics = view.characteristics(game, object);
        let fights = Fighter::of(characteristics) == Fighter::Creature;
        if fights || out.contains(&object) || stays.contains(&(object, false)) {
            continue;
        }
        let planeswalker =
            characteristics.is(CardType::Planeswalker) && !characteristics.is(CardType::Battle);
        match planeswalker && combat.is_attacked(object) && combat.is_blocking(object) {
            true => stays.push((object, false)),
            false => out.push(object),
        }
    }
    // What is attacked leaves combat if it is neither planeswalker nor battle any more; it may also be a blocking creature (506.4d–e).
    for object in combat.attacks.iter().filter_map(|attack| attack.defender.object()) {
        let characteristics = view.characteristics(game, object);
        let planeswalker = characteristics.is(CardType::Planeswalker);
        let attackable = planeswalker || characteristics.is(CardType::Battle);
        // Several creatures may attack it.
        let seen = out.contains(&object) || stays.contains(&(object, true)) || parted.contains(&object);
        if !combat.is_attacked(object) || seen {
            continue;
        }
        if !attackable && combat.is_blocking(object) {
            stays.push((object, true));
        } else if !attackable {
            out.push(object);
        } else if !characteristics.is(CardType::Battle)
            && game
                .object(object)
                .protector()
                .is_some_and(|protector| protector != view.controller(game, object))
        {
            // It was a battle too, which somebody else protects.
            parted.push(object);
        }
    }
    Leaving { out, parted, stays }
}
