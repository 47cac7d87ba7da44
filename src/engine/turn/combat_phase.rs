//! CR 506: Combat Phase

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::combat::Combat;
use crate::game::{Cause, CauseKind, Change, ObjectId, PlayerId, Step};
use crate::ir::CardType;
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

/// Tells which of the permanents that have left the battlefield were in combat before, and so are removed from it (506.4).
pub(in crate::engine) fn left(play: &mut Play<'_>, before: &Combat, gone: &[ObjectId]) {
    for object in gone {
        let fought = before.attack_of(*object).is_some() || before.is_blocking(*object);
        if fought || before.is_attacked(*object) {
            remove(play, *object);
        }
    }
    note_still_blocked(play, before);
}

/// Removes a permanent from combat that is attacked, if it is; what attacks it goes on attacking (506.4, 506.4c).
pub(in crate::engine) fn no_longer_attacked(play: &mut Play<'_>, object: ObjectId) {
    if play.game.combat().is_attacked(object) {
        remove(play, object);
    }
}

/// A permanent whose controller has changed through the layers is summoning sick and out of combat, and so is a creature in
/// combat that stops being one or becomes a battle (302.6, 506.4).
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn notice_changes(play: &mut Play<'_>) -> Outcome {
    let before = play.game.combat().clone();
    let view = play.view()?;
    let changed: Vec<(ObjectId, PlayerId)> = play
        .game
        .battlefield()
        .iter()
        .filter_map(|object| {
            let now = view.controller(&play.game, *object);
            (play.game.object(*object).noticed_controller != now).then_some((*object, now))
        })
        .collect();
    for (object, now) in changed {
        let fought = before.attack_of(object).is_some() || before.is_blocking(object);
        // Who the defending player was is asked before anybody has noticed.
        no_longer_attacked(play, object);
        let cause = Cause::new(CauseKind::Rules, cr!("613.1b"));
        play.change(cause, Level::Default, Change::ControlNoticed(object, now));
        if fought {
            remove(play, object);
        }
    }
    let view = play.view()?;
    let combat = play.game.combat();
    let fighting = combat.attacks.iter().map(|attack| attack.attacker);
    let mut out: Vec<ObjectId> = Vec::new();
    for object in fighting.chain(combat.blocks.iter().map(|block| block.blocker)) {
        let characteristics = view.characteristics(&play.game, object);
        let fights = characteristics.is(CardType::Creature) && !characteristics.is(CardType::Battle);
        if !fights && !out.contains(&object) {
            out.push(object);
        }
    }
    // What is attacked leaves combat if it is neither planeswalker nor battle any more; it may also be a blocking creature (506.4d–e).
    let combat = play.game.combat();
    for object in combat.attacks.iter().filter_map(|attack| attack.defender.object()) {
        let characteristics = view.characteristics(&play.game, object);
        let attackable = characteristics.is(CardType::Planeswalker) || characteristics.is(CardType::Battle);
        if !attackable && combat.is_attacked(object) && !combat.is_blocking(object) && !out.contains(&object)
        {
            out.push(object);
        }
    }
    for object in out {
        remove(play, object);
    }
    note_still_blocked(play, &before);
    Ok(())
}

/// What becomes of combat is worth telling as long as damage is still to come.
const fn level(step: Step) -> Level {
    match step {
        Step::DeclareAttackers | Step::DeclareBlockers | Step::FirstStrikeDamage => Level::Default,
        _ => Level::Detail,
    }
}

fn remove(play: &mut Play<'_>, object: ObjectId) {
    let cause = Cause::new(CauseKind::Rules, cr!("506.4"));
    let level = level(play.game.turn().step);
    play.change(cause, level, Change::RemoveFromCombat(object));
}

/// An attacking creature stays blocked though all that blocked it are removed from combat (509.1h).
fn note_still_blocked(play: &mut Play<'_>, before: &Combat) {
    let combat = play.game.combat();
    let unmet: Vec<ObjectId> = combat
        .attacks
        .iter()
        .map(|attack| attack.attacker)
        .filter(|attacker| before.blockers_of(*attacker).next().is_some())
        .filter(|attacker| combat.blockers_of(*attacker).next().is_none())
        .collect();
    let level = level(play.game.turn().step);
    for attacker in unmet {
        play.note(level, CauseKind::Rules, Rules::of(&[cr!("509.1h")]), Note::StaysBlocked(attacker));
    }
}
