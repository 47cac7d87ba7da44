//! What players do with spells, abilities, lands and targets, and the steps that begin.

use crate::engine::halt::Outcome;
use crate::engine::proposal::Proposal;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::events::Happening;
use crate::game::{Occasion, Step, Thing};
use crate::ir::event::Step as EventStep;
use crate::ir::{Event, Players};

use super::Candidate;

/// A player casts or copies a spell, activates an ability, plays a land, taps something for mana, or has chosen a target.
pub(super) fn occasion(
    sight: Sight<'_>,
    frame: &Frame,
    event: &Event,
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(happening) = candidate.happening() else { return Ok(None) };
    Ok(match (event, happening) {
        (Event::Casts(who, what), Happening::Cast { player, spell }) => {
            let fits = players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *spell)?;
            // How many spells were cast before it this turn, by whomever.
            let cast = sight.game.players().map(|player| sight.game.player(player).spells_cast).sum::<u32>();
            let amount = cast.saturating_sub(1);
            fits.then(|| Occasion { player: Some(*player), amount, ..Occasion::of(*spell) })
        }
        (Event::Activates(who, what), Happening::Activated { player, source, ability }) => {
            let fits = players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *source)?;
            fits.then(|| Occasion {
                objects: ability.iter().copied().collect(),
                others: vec![*source],
                player: Some(*player),
                ..Occasion::default()
            })
        }
        (Event::PlaysLand(who, what), Happening::PlayedLand { player, land }) => {
            let fits = players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *land)?;
            fits.then(|| Occasion { player: Some(*player), ..Occasion::of(*land) })
        }
        (Event::Copies(who, what), Happening::Copied { player, spell }) => {
            let fits = players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *spell)?;
            fits.then(|| Occasion { player: Some(*player), ..Occasion::of(*spell) })
        }
        (Event::TappedForMana(who, what), Happening::TappedForMana { player, object, produced }) => {
            let fits = players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *object)?;
            fits.then(|| Occasion { player: Some(*player), mana: *produced, ..Occasion::of(*object) })
        }
        (
            Event::BecomesTarget { what, of: by_what, by },
            Happening::Targeted { thing, by: ability, player },
        ) => match thing {
            Thing::Object(object) => {
                let fits = matches(sight, frame, what, *object)?
                    && matches(sight, frame, by_what, *ability)?
                    && players(sight, frame, by)?.contains(player);
                fits.then(|| Occasion {
                    others: vec![*ability],
                    player: Some(*player),
                    ..Occasion::of(*object)
                })
            }
            Thing::Player(_) => None,
        },
        (Event::PlayerBecomesTarget(who, by), Happening::Targeted { thing, by: ability, player }) => {
            match thing {
                Thing::Player(target) => {
                    let fits = players(sight, frame, who)?.contains(target)
                        && players(sight, frame, by)?.contains(player);
                    fits.then(|| Occasion { player: Some(*target), ..Occasion::of(*ability) })
                }
                Thing::Object(_) => None,
            }
        }
        _ => None,
    })
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
            (begins(step, *its)
                && (step != EventStep::SecondMain || sight.game.turn().mains == 2)
                && players(sight, frame, who)?.contains(active))
            .then(|| Occasion { player: Some(*active), ..Occasion::default() })
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
