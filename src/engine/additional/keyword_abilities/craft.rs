//! CR 702.167: Craft

use crate::engine::concepts::costs::payable;
use crate::engine::concepts::targets::together;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::zones::exile;
use crate::game::{ChoiceKind, ObjectId, PlayerId, Thing};
use crate::ir::ability::Together;
use crate::ir::{Comparison, Filter, Zone};
use crate::rules::{Rules, cr};

/// What a player could exile as materials of a kind: permanents that they control and cards in their graveyard (702.167a, 702.167b). What
/// is crafted is exiled by itself.
///
/// # Errors
/// If it can't be told of what kind something is.
pub(in crate::engine) fn materials(
    sight: Sight<'_>,
    frame: &Frame,
    player: PlayerId,
    what: &Filter,
) -> Outcome<Vec<ObjectId>> {
    let mut all = payable(sight, frame, player, what, Zone::Battlefield)?;
    all.extend(payable(sight, frame, player, what, Zone::Graveyard)?);
    let crafted = sight.game.object(frame.source).next;
    all.retain(|material| *material != frame.source && Some(*material) != crafted);
    Ok(all)
}

/// How many materials of a kind a player could exile at most, together as they must be.
///
/// # Errors
/// As [`materials`], and if it can't be told what they are together.
pub(in crate::engine) fn most(
    sight: Sight<'_>,
    frame: &Frame,
    player: PlayerId,
    (what, together): (&Filter, Option<&Together>),
) -> Outcome<usize> {
    let there = materials(sight, frame, player, what)?;
    together
        .map_or(Ok(there.len()), |together| together::most(sight, frame, together, &together::things(&there)))
}

/// How many materials it asks for, at least and at most.
///
/// # Errors
/// If that can't be told.
pub(in crate::engine) fn how_many(
    sight: Sight<'_>,
    frame: &Frame,
    count: &Comparison,
) -> Outcome<(u32, u32)> {
    Ok(match count {
        Comparison::Exactly(number) => {
            let number = quantities::amount(sight, frame, number)?;
            (number, number)
        }
        Comparison::AtLeast(number) => (quantities::amount(sight, frame, number)?, u32::MAX),
        Comparison::AtMost(number) => (0, quantities::amount(sight, frame, number)?),
        Comparison::Even | Comparison::Odd => (0, u32::MAX),
    })
}

/// The player chooses the materials that they exile.
///
/// # Errors
/// If nobody says which, or they are not together as they must be.
pub(in crate::engine) fn choose(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    (what, count, together): (&Filter, &Comparison, Option<&Together>),
    rules: Rules,
) -> Outcome<Vec<ObjectId>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let there = together::things(&materials(sight, frame, player, what)?);
    let (least, most) = how_many(sight, frame, count)?;
    let there = together::offered(sight, frame, together, &there, least)?;
    let there: Vec<ObjectId> = there.into_iter().filter_map(Thing::object).collect();
    let most = most.min(u32::try_from(there.len()).unwrap_or(u32::MAX));
    let source = frame.on_stack.unwrap_or(frame.source);
    let picked = exile::pick(play, (player, ChoiceKind::Exile, Some(source)), there, (least, most), rules)?;
    let chosen = together::things(&picked);
    match together::are(play, frame, together, &chosen)? {
        true => Ok(picked),
        false => Err(together::refused(player, cr!("702.167a"), together, &chosen).as_choice()),
    }
}
