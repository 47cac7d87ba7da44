//! What leaves combat, whatever has it leave (506.4).

use crate::game::combat::Combat;
use crate::game::{Cause, CauseKind, Change, ObjectId, Step};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::Play;

/// Removes a permanent from combat (506.4).
pub(in crate::engine) fn remove(play: &mut Play<'_>, object: ObjectId) {
    let cause = Cause::new(CauseKind::Rules, cr!("506.4"));
    let level = level(play.game.turn().step);
    play.change(cause, level, Change::RemoveFromCombat(object));
}

/// Removes a permanent from combat that is attacked, if it is; what attacks it goes on attacking (506.4, 506.4c).
pub(in crate::engine) fn no_longer_attacked(play: &mut Play<'_>, object: ObjectId) {
    if play.game.combat().is_attacked(object) {
        remove(play, object);
    }
}

/// An attacking creature stays blocked though all that blocked it are removed from combat (509.1h).
pub(in crate::engine) fn note_still_blocked(play: &mut Play<'_>, before: &Combat) {
    let combat = play.game.combat();
    let unmet: Vec<ObjectId> = combat
        .attacks
        .iter()
        .filter(|attack| attack.blocked)
        .map(|attack| attack.attacker)
        .filter(|attacker| before.blockers_of(*attacker).next().is_some())
        .filter(|attacker| combat.blockers_of(*attacker).next().is_none())
        .collect();
    let level = level(play.game.turn().step);
    for attacker in unmet {
        play.note(level, CauseKind::Rules, Rules::of(&[cr!("509.1h")]), Note::StaysBlocked(attacker));
    }
}

/// What becomes of combat is worth telling as long as damage is still to come.
const fn level(step: Step) -> Level {
    match step {
        Step::DeclareAttackers | Step::DeclareBlockers | Step::FirstStrikeDamage => Level::Default,
        _ => Level::Detail,
    }
}
