//! Claims about where objects have been, and when they moved.

use crate::board::zone_of;
use crate::game::{Game, ObjectId};
use crate::ir::Zone;
use crate::runner::outcome::Because;
use crate::runner::stage::{Stage, Staged};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{Claim, Fact, FactKind, Reference};
use crate::scenario::vocabulary::Zone as WrittenZone;
use crate::trace::Reasons;
use crate::why::moved_together;
use crate::why::standing::Standing;
use crate::why::whereabouts::{moves_of, path_of, zones_of};

use super::{Judged, naming};

pub(super) fn path(
    stage: &mut Stage<'_, '_>,
    what: &Reference,
    zones: &[Spanned<Option<WrittenZone>>],
) -> Staged<Judged> {
    let object = naming::ever(stage, what)?;
    let path = path_of(&stage.play.game, object);
    let game = &stage.play.game;
    let mut actual: Vec<Option<Zone>> = zones_of(game, &path).into_iter().map(Some).collect();
    if path.last().is_some_and(|last| game.object(*last).has_ceased()) {
        actual.push(None);
    }
    let wanted: Vec<Option<Zone>> = zones.iter().map(|zone| zone.value.and_then(zone_of)).collect();
    // That it has ceased to exist afterwards need not be said.
    if actual.last() == Some(&None) && wanted.last().is_some_and(Option::is_some) {
        actual.pop();
    }
    let rules = stage.why(|played| Ok(moves_of(played, object)))?;
    let rules = Standing::Place(object).behind(&stage.play.game, rules);
    let game = &stage.play.game;
    let name = stage.answers.table().told(game, object);
    let sentence = match actual.as_slice() {
        [Some(zone)] if game.object(object).exists => format!("{name} never leaves {}", zone.place()),
        _ => format!("{name}: {}", path_in_words(game, &path)),
    };
    Ok(Judged { holds: actual == wanted, sentence, rules })
}

/// A path in words: `battlefield > exile > battlefield`.
pub(in crate::runner) fn path_in_words(game: &Game, path: &[ObjectId]) -> String {
    let mut zones: Vec<&str> = zones_of(game, path).into_iter().map(Zone::word).collect();
    // Only what was brought into the game has been outside it.
    if let (Some(first), Some(place)) = (path.first(), zones.first_mut())
        && game.object(*first).outside
    {
        *place = "outside the game";
    }
    if path.last().is_some_and(|last| game.object(*last).has_ceased()) {
        let left = path.last().is_some_and(|last| game.has_left(*last));
        zones.push(if left { "left the game" } else { "ceased to exist" });
    }
    zones.join(" > ")
}

pub(super) fn same_time(stage: &mut Stage<'_, '_>, references: &[Reference]) -> Staged<Judged> {
    let mut objects = Vec::new();
    for reference in references {
        objects.push(naming::ever(stage, reference)?);
    }
    let (holds, rules) = stage.why(|played| Ok(moved_together::at_the_same_time(played, &objects)))?;
    // Each moved by its own rules, or stays where it is.
    let rules = match holds {
        true => Standing::Event.behind(&stage.play.game, rules),
        false => {
            let each = objects.iter();
            let rules = stage
                .why(|played| Ok(each.fold(rules, |all, object| all.joined(moves_of(played, *object)))))?;
            let first = objects.first().copied();
            first.map_or(rules, |first| Standing::Place(first).behind(&stage.play.game, rules))
        }
    };
    let table = stage.answers.table();
    let names: Vec<String> = objects.iter().map(|object| table.told(&stage.play.game, *object)).collect();
    let move_so = if holds { "move" } else { "don't move" };
    Ok(Judged { holds, sentence: format!("{} {move_so} at the same time", names.join(" and ")), rules })
}

/// The moves by which a claim holds that objects move at the same time.
pub(in crate::runner) fn together(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Option<Because>> {
    // Of counters of several kinds that go at once none alone has left it without any.
    if let Claim::Object { what, facts } = claim
        && let [fact] = facts.as_slice()
        && matches!(fact.value, Fact { kind: FactKind::NoCounters, negated: false })
    {
        let (object, _) = naming::meant(stage, what)?;
        let steps = stage.why(|played| Ok(moved_together::counters_removed(played, object)))?;
        return Ok(steps.map(|(one, other)| Because::Together(one, other)));
    }
    let Claim::SameTime(references) = claim else { return Ok(None) };
    let mut objects = Vec::new();
    for reference in references {
        objects.push(naming::ever(stage, reference)?);
    }
    let steps = stage.why(|played| Ok(moved_together::steps(played, &objects)))?;
    Ok(steps.map(|(one, other)| Because::Together(one, other)))
}

/// Whether every object that moved is spoken of by an expectation before this one that holds.
pub(super) fn nothing_else_moved(stage: &Stage<'_, '_>) -> Judged {
    let game = &stage.play.game;
    let table = stage.answers.table();
    let moved = moved_together::all_moved(game, &stage.play.trace);
    let spoken = stage.spoken_of.as_deref().unwrap_or_default();
    let others: Vec<String> =
        moved.into_iter().filter(|root| !spoken.contains(root)).map(|root| table.told(game, root)).collect();
    let sentence = if others.is_empty() {
        "nothing else moves".to_owned()
    } else {
        format!("{} moved too", others.join("; "))
    };
    Judged { holds: others.is_empty(), sentence, rules: Reasons::NONE }
}
