//! What players do with spells, abilities, lands and targets, and the steps that begin.

use crate::engine::halt::{Halt, Outcome};
use crate::engine::happening::Happening;
use crate::engine::proposal::Proposal;
use crate::engine::reading::filters::matches;
use crate::engine::reading::quantities::compare;
use crate::engine::reading::selections::{players, select};
use crate::engine::reading::{Frame, Sight};
use crate::game::{Occasion, Step, Thing};
use crate::ir::event::Step as EventStep;
use crate::ir::{Comparison, Filter, Players, Selection};

use super::{Candidate, whose};

/// A player casts a spell.
pub(super) fn cast(
    sight: Sight<'_>,
    frame: &Frame,
    (who, what): (&Players, &Filter),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(Happening::Cast { player, spell }) = candidate.happening() else { return Ok(None) };
    let fits = whose(sight, frame, who, candidate)?.contains(player) && matches(sight, frame, what, *spell)?;
    // How many spells were cast before it this turn, by whomever.
    let cast = sight.game.players().map(|player| sight.game.player(player).spells_cast).sum::<u32>();
    let amount = cast.saturating_sub(1);
    Ok(fits.then(|| Occasion { player: Some(*player), amount, ..Occasion::of(*spell) }))
}

/// A player copies a spell.
pub(super) fn copied(
    sight: Sight<'_>,
    frame: &Frame,
    (who, what): (&Players, &Filter),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(Happening::Copied { player, spell }) = candidate.happening() else { return Ok(None) };
    let fits = players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *spell)?;
    Ok(fits.then(|| Occasion { player: Some(*player), ..Occasion::of(*spell) }))
}

/// A player activates an ability of something.
pub(super) fn activated(
    sight: Sight<'_>,
    frame: &Frame,
    (who, what): (&Players, &Filter),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(Happening::Activated { player, source, ability }) = candidate.happening() else {
        return Ok(None);
    };
    let fits = players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *source)?;
    Ok(fits.then(|| Occasion {
        objects: ability.iter().copied().collect(),
        others: vec![*source],
        player: Some(*player),
        ..Occasion::default()
    }))
}

/// A player plays a land.
pub(super) fn land_played(
    sight: Sight<'_>,
    frame: &Frame,
    (who, what): (&Players, &Filter),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(Happening::PlayedLand { player, land }) = candidate.happening() else { return Ok(None) };
    let fits = players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *land)?;
    Ok(fits.then(|| Occasion { player: Some(*player), ..Occasion::of(*land) }))
}

/// A player taps something for mana, for so much of it where that is said.
pub(super) fn tapped_for_mana(
    sight: Sight<'_>,
    frame: &Frame,
    (who, what, amount): (&Players, &Filter, Option<&Comparison>),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let (player, object, produced) = match candidate {
        Candidate::Would(Proposal::TapForMana { player, object, produced }) => (player, object, produced),
        _ => match candidate.happening() {
            Some(Happening::TappedForMana { player, object, produced }) => (player, object, produced),
            _ => return Ok(None),
        },
    };
    // What has been produced is some mana; how much, is told only where mana is tracked.
    if amount.is_some() && produced.total() == 0 {
        let why = "it asks how much mana something was tapped for, which is not tracked";
        return Err(Halt::undecided(frame.source, why));
    }
    let is_so_much = match amount {
        Some(amount) => compare(sight, frame, i32::try_from(produced.total()).unwrap_or(i32::MAX), amount)?,
        None => true,
    };
    let fits =
        is_so_much && players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *object)?;
    Ok(fits.then(|| Occasion { player: Some(*player), mana: *produced, ..Occasion::of(*object) }))
}

/// An object becomes the target of a spell or ability of a kind that a player controls.
pub(super) fn targeted(
    sight: Sight<'_>,
    frame: &Frame,
    (what, of, by): (&Filter, &Filter, &Players),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(Happening::Targeted { thing: Thing::Object(object), by: ability, player }) =
        candidate.happening()
    else {
        return Ok(None);
    };
    let fits = matches(sight, frame, what, *object)?
        && matches(sight, frame, of, *ability)?
        && whose(sight, frame, by, candidate)?.contains(player);
    Ok(fits.then(|| Occasion { others: vec![*ability], player: Some(*player), ..Occasion::of(*object) }))
}

/// A player becomes the target of a spell or ability that a player controls.
pub(super) fn player_targeted(
    sight: Sight<'_>,
    frame: &Frame,
    (who, by): (&Players, &Players),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(Happening::Targeted { thing: Thing::Player(target), by: ability, player }) =
        candidate.happening()
    else {
        return Ok(None);
    };
    let fits = whose(sight, frame, who, candidate)?.contains(target)
        && whose(sight, frame, by, candidate)?.contains(player);
    Ok(fits.then(|| Occasion { player: Some(*target), ..Occasion::of(*ability) }))
}

/// A step or phase begins, or would begin if it were not skipped (614.10).
pub(super) fn begun(
    sight: Sight<'_>,
    frame: &Frame,
    (step, who): (EventStep, &Players),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    Ok(match candidate {
        Candidate::Would(would) => {
            let Proposal::Begin(team, is) = would else { return Ok(None) };
            let fits = is(step) && players(sight, frame, who)?.iter().any(|player| team.contains(player));
            fits.then(|| would.occasion())
        }
        Candidate::Happened(happening) | Candidate::Remembered(happening) => {
            let Happening::Begins { step: its, active } = happening else { return Ok(None) };
            // A turn goes on without an active player, and its steps are nobody's (800.4j).
            let nobodys = sight.game.player(*active).gone;
            let whose =
                if nobodys { *who == Players::Each } else { players(sight, frame, who)?.contains(active) };
            if !whose || !begins(step, *its) || step == EventStep::SecondMain && sight.game.turn().mains != 2
            {
                return Ok(None);
            }
            // "That creature" is what the ability's object is attached to as the step begins.
            let host = if let Players::ControllerOf(of) = who
                && **of == Selection::Attached
            {
                select(sight, frame, of)?
            } else {
                Vec::new()
            };
            Some(Occasion {
                objects: host.into_iter().filter_map(Thing::object).collect(),
                player: (!nobodys).then_some(*active),
                ..Occasion::default()
            })
        }
    })
}

/// Whether a step is what the words of an event or an effect mean.
pub fn begins(wanted: EventStep, step: Step) -> bool {
    match wanted {
        EventStep::Turn | EventStep::Beginning | EventStep::Untap => step == Step::Untap,
        EventStep::Upkeep => step == Step::Upkeep,
        EventStep::Draw => step == Step::Draw,
        EventStep::PrecombatMain => step == Step::PrecombatMain,
        EventStep::Combat => step == Step::BeginningOfCombat,
        EventStep::DeclareAttackers => step == Step::DeclareAttackers,
        EventStep::DeclareBlockers => step == Step::DeclareBlockers,
        EventStep::CombatDamage => matches!(step, Step::CombatDamage | Step::FirstStrikeDamage),
        EventStep::EndOfCombat => step == Step::EndOfCombat,
        EventStep::PostcombatMain => step == Step::PostcombatMain,
        EventStep::SecondMain | EventStep::Main => step.is_main(),
        EventStep::End => step == Step::End,
        EventStep::Cleanup => step == Step::Cleanup,
    }
}
