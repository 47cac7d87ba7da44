//! CR 702.22: Banding

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::view::View;
use crate::game::{Cause, CauseKind, Change, ObjectId, PlayerId, Thing};
use crate::ir::KeywordName;
use crate::rules::cr;
use crate::trace::Level;

/// Whether the attacking creatures can be declared in these bands: at most one without banding in each (702.22c), all of which
/// attack the same (702.22d).
///
/// # Errors
/// [`Halt::Illegal`] if they can't.
pub fn check(
    play: &mut Play<'_>,
    active: PlayerId,
    declared: &[(ObjectId, Thing)],
    bands: &[Vec<ObjectId>],
) -> Outcome {
    let view = play.view()?;
    for band in bands {
        let mut without = band.iter().filter(|member| !view.has(&play.game, **member, KeywordName::Banding));
        if let Some(second) = without.nth(1) {
            let why = "the declared band has more than one creature without banding";
            let halt = Halt::illegal(active, cr!("702.22c"), why, Some(*second));
            return Err(halt.and_rule(cr!("508.1e")));
        }
        let attacked = |member: &ObjectId| declared.iter().find(|(attacker, _)| attacker == member);
        let first = band.first().and_then(attacked).map(|(_, defender)| defender);
        let stray = band.iter().find(|member| attacked(member).map(|(_, defender)| defender) != first);
        if let Some(stray) = stray {
            let why = "the creatures of the declared band do not all attack the same";
            let halt = Halt::illegal(active, cr!("702.22d"), why, Some(*stray));
            return Err(halt.and_rule(cr!("508.1e")));
        }
    }
    Ok(())
}

/// Whether some of the creatures that attack the same can be declared as a band (702.22c, 702.22d).
pub(in crate::engine) fn is_possible(play: &Play<'_>, view: &View, declared: &[(ObjectId, Thing)]) -> bool {
    declared.iter().any(|(one, attacked)| {
        view.has(&play.game, *one, KeywordName::Banding)
            && declared.iter().any(|(other, its)| other != one && its == attacked)
    })
}

/// The creatures will be in these bands for the rest of combat (702.22e), as is announced before they are tapped and attack (508.1e).
pub(in crate::engine) fn declare(play: &mut Play<'_>, bands: Vec<Vec<ObjectId>>) {
    let cause = Cause::new(CauseKind::TurnBased, cr!("508.1e")).and(cr!("702.22c"));
    for band in bands.into_iter().filter(|band| band.len() > 1) {
        play.change(cause, Level::Default, Change::Band(band.into()));
    }
}

/// Whether one of the creatures has banding.
pub(in crate::engine) fn any_has(play: &Play<'_>, view: &View, creatures: &[Thing]) -> bool {
    let has = |creature: ObjectId| view.has(&play.game, creature, KeywordName::Banding);
    creatures.iter().any(|creature| creature.object().is_some_and(has))
}
