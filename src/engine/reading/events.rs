//! Whether something that happened, or would happen, is an event of a kind, and what "it", "that player" and "that much" are then.
//!
//! One function answers that for all who ask: [`occasion`]. Replacement and prevention effects (614, 615) ask it of a [`Proposal`];
//! triggered abilities (603), durations and delayed triggers of what has happened; counts of what happened this turn of what is remembered
//! of it. Where an event is read otherwise before it has happened than after, that stands with the event: what leaves is looked back at
//! (603.10), and what would enter is looked at as it would be there (614.12).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::happening::Happening;
use crate::engine::proposal::Proposal;
use crate::game::{MoveAction, Occasion};
use crate::ir::event::sorts::of_combat;
use crate::ir::{Condition, Event, Players};

use super::conditions::holds;
use super::selections::{PlayerList, players, players_who_did};
use super::{Frame, Sight};

mod amounts;
mod combat;
mod deeds;
mod gaps;
mod kinds;
mod moves;
mod named;
mod permanents;

pub use deeds::begins;
pub(in crate::engine) use gaps::{AS_OTHERS, gap_of, gap_within};
use gaps::{CAUSED, FIRST_OR_SECOND, STATE};
pub(in crate::engine) use kinds::enters_another;
pub use kinds::{looks_back, may_be, of_haunted, only_this};

/// What may be an event of a kind.
#[derive(Clone, Copy)]
pub enum Candidate<'a> {
    /// It would happen, and may be replaced.
    Would(&'a Proposal<'a>),
    /// It has just happened.
    Happened(&'a Happening),
    /// It happened earlier this turn, and its objects may have changed since.
    Remembered(&'a Happening),
}

impl<'a> Candidate<'a> {
    /// What has happened, if it has.
    const fn happening(self) -> Option<&'a Happening> {
        match self {
            Self::Would(_) => None,
            Self::Happened(happening) | Self::Remembered(happening) => Some(happening),
        }
    }
}

/// The players meant by an event: of what is remembered those who have left since as well (800.4i).
fn whose(sight: Sight<'_>, frame: &Frame, who: &Players, candidate: Candidate<'_>) -> Outcome<PlayerList> {
    match candidate {
        Candidate::Remembered(_) => players_who_did(sight, frame, who),
        Candidate::Would(_) | Candidate::Happened(_) => players(sight, frame, who),
    }
}

/// What one occurrence of the event has to say, if the candidate is such an event.
///
/// # Errors
/// [`Halt::Undecided`] for events that headjudge does not follow.
pub fn occasion(
    sight: Sight<'_>,
    frame: &Frame,
    event: &Event,
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let found = match event {
        Event::Any(events) => return any(sight, frame, events, candidate),
        Event::OneOrMore(event) => {
            // As an instruction it is one event, made of as many draws (121.2a).
            if let (Event::Draws(who), Candidate::Would(would)) = (&**event, candidate) {
                let Proposal::DrawCards(player) = would else { return Ok(None) };
                let fits = players(sight, frame, who)?.contains(player);
                return Ok(fits.then(|| would.occasion()));
            }
            return occasion(sight, frame, event, candidate);
        }
        Event::Provided(condition, event) => return provided(sight, frame, (condition, event), candidate),
        Event::CausedBy(who, event) => return caused(sight, frame, (who, event), candidate),
        // Which time it is is told of all that happens at once.
        Event::Nth(..) => return not_told(frame, FIRST_OR_SECOND, candidate),
        Event::State(_) => return not_told(frame, STATE, candidate),
        Event::Moves(moves) => return moves::moved(sight, frame, moves, candidate),
        Event::Creates(who, what) => moves::created(sight, frame, (who, what), candidate)?,
        Event::Draws(who) => moves::drawn(sight, frame, who, candidate)?,
        Event::Discards(who, what) => {
            moves::done_to(sight, frame, (MoveAction::Discard, Some(who), what), candidate)?
        }
        Event::Sacrifices(who, what) => {
            moves::done_to(sight, frame, (MoveAction::Sacrifice, Some(who), what), candidate)?
        }
        Event::Destroyed(what) => moves::done_to(sight, frame, (MoveAction::Destroy, None, what), candidate)?,
        Event::Countered(what) => moves::done_to(sight, frame, (MoveAction::Counter, None, what), candidate)?,
        Event::DealsDamage(damage) => return amounts::damage(sight, frame, damage, candidate),
        Event::GainsLife(who) => amounts::life(sight, frame, (who, true), candidate)?,
        Event::LosesLife(who) => amounts::life(sight, frame, (who, false), candidate)?,
        Event::DamageReducesLife(who, below) => {
            amounts::life_reduced(sight, frame, (who, *below), candidate)?
        }
        Event::Expends(who, amount) => amounts::expends(sight, frame, (who, *amount), candidate)?,
        Event::CountersPut(what, kind) => amounts::counters_put(sight, frame, (what, *kind), candidate)?,
        Event::CountersRemoved(what, kind) => {
            amounts::counters_removed(sight, frame, (what, *kind), candidate)?
        }
        Event::LastCounterRemoved(what, kind) => {
            amounts::last_removed(sight, frame, (what, *kind), candidate)?
        }
        Event::Begins(step, who) => deeds::begun(sight, frame, (*step, who), candidate)?,
        Event::Casts(who, what) => deeds::cast(sight, frame, (who, what), candidate)?,
        Event::Copies(who, what) => deeds::copied(sight, frame, (who, what), candidate)?,
        Event::Activates(who, what) => deeds::activated(sight, frame, (who, what), candidate)?,
        Event::PlaysLand(who, what) => deeds::land_played(sight, frame, (who, what), candidate)?,
        Event::TappedForMana(who, what, amount) => {
            deeds::tapped_for_mana(sight, frame, (who, what, amount.as_ref()), candidate)?
        }
        Event::BecomesTarget { what, of, by } => deeds::targeted(sight, frame, (what, of, by), candidate)?,
        Event::PlayerBecomesTarget(who, by) => deeds::player_targeted(sight, frame, (who, by), candidate)?,
        of_combat!() => match candidate.happening() {
            Some(happening) => combat::occasion(sight, frame, event, happening)?,
            None => None,
        },
        Event::TurnedFaceUp(what) => permanents::turned_up(sight, frame, what, candidate)?,
        Event::BecomesTapped(what) => permanents::tapped(sight, frame, (what, true), candidate)?,
        Event::BecomesUntapped(what) => permanents::tapped(sight, frame, (what, false), candidate)?,
        Event::Transforms(what) => permanents::transformed(sight, frame, what, candidate)?,
        Event::BecomesAttached(what, to) => permanents::attached(sight, frame, (what, to), candidate)?,
        Event::BecomesUnattached(what, from) => {
            permanents::unattached(sight, frame, (what, from), candidate)?
        }
        Event::Does(who, what) => named::done(sight, frame, (who, *what), candidate)?,
        Event::Becomes(what, word) => named::becomes(sight, frame, (what, *word), candidate)?,
        Event::Room(name) => named::room(sight, frame, *name, candidate),
        Event::Chapter(numbers) => named::chapter(sight, frame, numbers, candidate),
        Event::LosesGame(who) => loses_game(sight, frame, who, candidate)?,
        Event::LosesControl(who, of) => permanents::control_lost(sight, frame, (who, of), candidate)?,
        // Which abilities trigger is told as they do, and not by what has happened.
        Event::Triggers { .. } => return not_told(frame, AS_OTHERS, candidate),
        Event::Never => None,
    };
    // What is never seen to happen must not be passed over in silence.
    match (found, candidate) {
        (None, Candidate::Happened(_) | Candidate::Remembered(_)) => match gap_of(event) {
            Some(why) => Err(Halt::gap(frame.source, why)),
            None => Ok(None),
        },
        (found, _) => Ok(found),
    }
}

/// Any of several events: the first that it is.
fn any(
    sight: Sight<'_>,
    frame: &Frame,
    events: &[Event],
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    for event in events {
        if let Some(occasion) = occasion(sight, frame, event, candidate)? {
            return Ok(Some(occasion));
        }
    }
    Ok(None)
}

/// An event that is none by itself: nothing would be it, and that something has been it is not told.
fn not_told(frame: &Frame, why: &'static str, candidate: Candidate<'_>) -> Outcome<Option<Occasion>> {
    match candidate {
        Candidate::Would(_) => Ok(None),
        Candidate::Happened(_) | Candidate::Remembered(_) => Err(Halt::gap(frame.source, why)),
    }
}

/// An event that counts only on a condition.
fn provided(
    sight: Sight<'_>,
    frame: &Frame,
    (condition, event): (&Condition, &Event),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    if candidate.happening().is_none() {
        return Ok(None);
    }
    let Some(found) = occasion(sight, frame, event, candidate)? else { return Ok(None) };
    let frame = Frame { current: None, ..frame.clone().with_occasion(found.clone().into()) };
    Ok(holds(sight, &frame, condition)?.then_some(found))
}

/// An event that somebody causes. Of what would happen only that an effect would do it is asked, whoever controls that (614.16).
fn caused(
    sight: Sight<'_>,
    frame: &Frame,
    (who, event): (&Players, &Event),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    // Of moves only that of a card which is discarded is replaced so.
    if let Candidate::Would(Proposal::Move { causer, action: MoveAction::Discard, .. }) = candidate {
        let Some(causer) = causer else { return Ok(None) };
        let caused = players(sight, frame, who)?.contains(causer);
        let found = if caused { occasion(sight, frame, event, candidate)? } else { None };
        return Ok(found.map(|found| Occasion { player: Some(*causer), ..found }));
    }
    if let Candidate::Would(would) = candidate {
        let by_effect = *who == Players::Each && would.is_by_effect();
        return if by_effect { occasion(sight, frame, event, candidate) } else { Ok(None) };
    }
    Ok(match (occasion(sight, frame, event, candidate)?, candidate.happening()) {
        (
            Some(found),
            Some(
                Happening::Moved { causer: Some(causer), .. }
                | Happening::Counters { causer: Some(causer), .. },
            ),
        ) => {
            let caused = whose(sight, frame, who, candidate)?.contains(causer);
            caused.then_some(Occasion { player: Some(*causer), ..found })
        }
        (Some(_), Some(Happening::Moved { causer: None, .. } | Happening::Counters { causer: None, .. }))
        | (None, _) => None,
        // A token that is created has moved from nowhere.
        (Some(_), _) => {
            return Err(match gap_of(event) {
                Some(why) => Halt::gap(frame.source, why),
                None => Halt::undecided(frame.source, CAUSED),
            });
        }
    })
}

/// A player loses the game, or would.
fn loses_game(
    sight: Sight<'_>,
    frame: &Frame,
    who: &Players,
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    match candidate {
        Candidate::Would(would @ Proposal::LoseGame(_, team)) => {
            let fits = players(sight, frame, who)?.iter().any(|affected| team.contains(affected));
            Ok(fits.then(|| would.occasion()))
        }
        Candidate::Happened(Happening::LostGame { player }) => {
            let fits = players_who_did(sight, frame, who)?.contains(player);
            Ok(fits.then(|| Occasion { player: Some(*player), ..Occasion::default() }))
        }
        Candidate::Would(_) | Candidate::Happened(_) | Candidate::Remembered(_) => Ok(None),
    }
}
