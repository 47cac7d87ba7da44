//! CR 702.145: Daybound and Nightbound

use crate::engine::additional::day_and_night;
use crate::engine::additional::keyword_actions::transform;
use crate::engine::additional::merging_with_permanents;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, happen};
use crate::engine::view::View;
use crate::game::{Cause, CauseKind, Change, Characteristics, Daytime, Game, ObjectId};
use crate::ir::KeywordName;
use crate::rules::{RuleId, cr};
use crate::trace::Level;

/// The permanents that transform as it becomes day or night (702.145b, 702.145e), or because it is so (702.145c, 702.145f).
///
/// # Errors
/// If the layers can't be applied.
pub(in crate::engine) fn transforming(
    play: &mut Play<'_>,
    to: Daytime,
    is_so: bool,
) -> Outcome<Vec<(ObjectId, RuleId)>> {
    let view = play.view()?;
    let game = &play.game;
    let (keyword, face, rule) = match to {
        Daytime::Night if is_so => (KeywordName::Daybound, 0, cr!("702.145c")),
        Daytime::Night => (KeywordName::Daybound, 0, cr!("702.145b")),
        Daytime::Day if is_so => (KeywordName::Nightbound, 1, cr!("702.145f")),
        Daytime::Day => (KeywordName::Nightbound, 1, cr!("702.145e")),
    };
    let transforms = |object: &ObjectId| {
        view.has(game, *object, keyword)
            && match game.object(*object).merged {
                Some(_) => merging_with_permanents::has_double_faced_component(game, *object),
                None => game.object(*object).face == face && transform::prevented(game, *object).is_none(),
            }
    };
    let found: Vec<ObjectId> = game.battlefield().iter().copied().filter(transforms).collect();
    // Each double-faced component would turn (730.2i).
    if let Some(merged) = found.iter().find(|object| game.object(**object).merged.is_some()) {
        return Err(Halt::undecided(*merged, "a merged permanent with a double-faced component transforms"));
    }
    Ok(found.into_iter().map(|object| (object, rule)).collect())
}

/// What happens at any time: it becomes day, or night, for the first time (702.145d, 702.145g), and what shows the wrong face
/// transforms (702.145c, 702.145f).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn at_any_time(play: &mut Play<'_>) -> Outcome {
    let Some(daytime) = play.game.daytime() else {
        let view = play.view()?;
        let has = |keyword| {
            let mut permanents = play.game.battlefield().iter();
            permanents.find(|object| view.has(&play.game, **object, keyword)).copied()
        };
        let first = match (has(KeywordName::Daybound), has(KeywordName::Nightbound)) {
            (Some(object), _) => Some((object, cr!("702.145d"), Daytime::Day)),
            (None, Some(object)) => Some((object, cr!("702.145g"), Daytime::Night)),
            (None, None) => None,
        };
        return match first {
            Some((object, rule, to)) => {
                day_and_night::become_daytime(play, Cause::new(CauseKind::Ability(object), rule), to)
            }
            None => Ok(()),
        };
    };
    let wrong = transforming(play, daytime, true)?;
    if wrong.is_empty() {
        return Ok(());
    }
    let mut changes = Vec::new();
    let mut happenings = Vec::new();
    for (object, rule) in wrong {
        let cause = Cause::new(CauseKind::Ability(object), rule);
        changes.push((cause, Level::Default, Change::Transform(object)));
        happenings.push(Happening::Transformed { object, converting: false });
    }
    happen(play, changes, &happenings)?;
    Ok(())
}

/// The rule by which a permanent can't transform by anything else, if it has one of the two (702.145b, 702.145e).
pub(in crate::engine) fn forbids(game: &Game, view: &View, object: ObjectId) -> Option<RuleId> {
    if view.has(game, object, KeywordName::Daybound) {
        return Some(cr!("702.145b"));
    }
    view.has(game, object, KeywordName::Nightbound).then_some(cr!("702.145e"))
}

/// Whether a permanent with these characteristics enters transformed, if it is represented by a double-faced card (702.145b).
pub(in crate::engine) fn enters_transformed(game: &Game, entering: &Characteristics) -> bool {
    game.daytime() == Some(Daytime::Night) && entering.has(KeywordName::Daybound)
}
