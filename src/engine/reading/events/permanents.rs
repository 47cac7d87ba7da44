//! What happens to a permanent where it is: it is tapped, turned, attached.

use crate::engine::halt::{Halt, Outcome};
use crate::engine::happening::Happening;
use crate::engine::proposal::Proposal;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::game::{Occasion, Thing};
use crate::ir::{Filter, Players, Zone};

use super::Candidate;
use super::kinds::only_this;

/// A permanent is tapped or untapped, whichever is said.
pub(super) fn tapped(
    sight: Sight<'_>,
    frame: &Frame,
    (what, tapped): (&Filter, bool),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(Happening::Tapped { object, tapped: its }) = candidate.happening() else { return Ok(None) };
    Ok((*its == tapped && matches(sight, frame, what, *object)?).then(|| Occasion::of(*object)))
}

/// A permanent transforms.
pub(super) fn transformed(
    sight: Sight<'_>,
    frame: &Frame,
    what: &Filter,
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(Happening::Transformed { object, converting }) = candidate.happening() else { return Ok(None) };
    if !matches(sight, frame, what, *object)? {
        return Ok(None);
    }
    // "Transforms into" something is said of what converts as well, and "transforms" alone is not (701.27e).
    if *converting && *object != frame.source {
        return Err(Halt::undecided(
            frame.source,
            "whether it waits for what converts as for what transforms",
        ));
    }
    Ok(Some(Occasion::of(*object)))
}

/// Something becomes attached to something.
pub(super) fn attached(
    sight: Sight<'_>,
    frame: &Frame,
    (what, to): (&Filter, &Filter),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(Happening::Attached { object, to: host }) = candidate.happening() else { return Ok(None) };
    let fits = matches(sight, frame, what, *object)?
        && match host {
            Thing::Object(host) => matches(sight, frame, to, *host)?,
            Thing::Player(_) => *to == Filter::EVERYTHING,
        };
    Ok(fits.then(|| Occasion { others: host.object().into_iter().collect(), ..Occasion::of(*object) }))
}

/// Something becomes unattached from something.
pub(super) fn unattached(
    sight: Sight<'_>,
    frame: &Frame,
    (what, from): (&Filter, &Filter),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(Happening::Unattached { object, from: host }) = candidate.happening() else { return Ok(None) };
    let fits = matches(sight, frame, what, *object)? && matches(sight, frame, from, *host)?;
    Ok(fits.then(|| Occasion { others: vec![*host], ..Occasion::of(*object) }))
}

/// A permanent is turned face up. What would be done as that happens is said by the permanent itself (708.11).
pub(super) fn turned_up(
    sight: Sight<'_>,
    frame: &Frame,
    what: &Filter,
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let object = match candidate {
        Candidate::Would(Proposal::TurnFaceUp(object)) if only_this(what) => object,
        Candidate::Happened(Happening::TurnedFaceUp { object })
        | Candidate::Remembered(Happening::TurnedFaceUp { object }) => object,
        _ => return Ok(None),
    };
    Ok(matches(sight, frame, what, *object)?.then(|| Occasion::of(*object)))
}

/// A player loses control of something: another player gains it, or it leaves the battlefield. It is looked at as it was before (603.10d).
pub(super) fn control_lost(
    sight: Sight<'_>,
    frame: &Frame,
    (who, of): (&Players, &Filter),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let (object, from) = match candidate.happening() {
        Some(Happening::LosesControl { object, from }) => (*object, *from),
        Some(Happening::Moved { from, .. }) => {
            let its = sight.game.object(*from);
            match its.known.as_deref().filter(|_| its.zone == Zone::Battlefield) {
                Some(known) => (*from, known.controller),
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    let lost = players(sight, frame, who)?.contains(&from) && matches(sight, frame, of, object)?;
    Ok(lost.then(|| Occasion { player: Some(from), ..Occasion::of(object) }))
}
