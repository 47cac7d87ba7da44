//! CR 701: Keyword Actions. Which of the two objects that something is to be done with is not there, or is none that it can be done with.

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::game::ObjectId;
use crate::ir::part::{Part, any};
use crate::ir::{CardType, Selection};
use crate::trace::Missing;

/// Why a creature doesn't fight that a selection means, or why the selection means none; nothing if it fights.
///
/// # Errors
/// If it can't be told what it is.
pub(super) fn of_fighter(
    play: &mut Play<'_>,
    frame: &Frame,
    selection: &Selection,
    found: Option<ObjectId>,
) -> Outcome<Option<Missing>> {
    let Some(object) = found else { return Ok(Some(of_none(play, frame, selection))) };
    if !play.game.object(object).on_battlefield() {
        return Ok(Some(Missing::Gone(object)));
    }
    let view = play.view()?;
    let is_creature = view.characteristics(&play.game, object).is(CardType::Creature);
    Ok((!is_creature).then_some(Missing::NoCreature(object)))
}

/// Why a selection means no object: a target that has become illegal, one that was never chosen, or the source, which has gone.
pub(super) fn of_none(play: &Play<'_>, frame: &Frame, selection: &Selection) -> Missing {
    let announced = frame.on_stack.and_then(|top| play.game.object(top).announced.as_ref());
    let left = frame.announced.as_ref();
    let mut of_targets = Vec::new();
    let is_target = |part: Part<'_>| match part {
        Part::Selection(Selection::Target(number)) => Some(frame.first_target + usize::from(*number)),
        _ => None,
    };
    let mut speaks_of_source = false;
    any(selection, &mut |place| {
        let part = place.part;
        of_targets.extend(is_target(part));
        speaks_of_source |= matches!(part, Part::Selection(Selection::This));
        false
    });
    for number in &of_targets {
        let chosen = announced.and_then(|its| its.targets.get(*number));
        let legal = left.and_then(|its| its.targets.get(*number));
        let Some(chosen) = chosen.filter(|chosen| !chosen.is_empty()) else { return Missing::NoTarget };
        let is_legal = |thing| legal.is_some_and(|legal| legal.contains(thing));
        if let Some(object) = chosen.iter().find(|thing| !is_legal(thing)).and_then(|thing| thing.object()) {
            return Missing::Illegal(object);
        }
    }
    if speaks_of_source && !play.game.object(frame.source).on_battlefield() {
        return Missing::Gone(frame.source);
    }
    Missing::One
}
