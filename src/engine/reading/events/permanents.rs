//! What happens to a permanent where it is: it is tapped, turned, attached.

use crate::engine::halt::Outcome;
use crate::engine::proposal::Proposal;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::events::Happening;
use crate::game::{Occasion, Thing};
use crate::ir::{Event, Filter};

use super::Candidate;
use super::kinds::only_this;

/// A permanent is tapped or untapped, transforms, or is attached to something or no more.
pub(super) fn occasion(
    sight: Sight<'_>,
    frame: &Frame,
    event: &Event,
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(happening) = candidate.happening() else { return Ok(None) };
    Ok(match (event, happening) {
        (Event::BecomesTapped(what), Happening::Tapped { object, tapped: true }) => {
            matches(sight, frame, what, *object)?.then(|| Occasion::of(*object))
        }
        (Event::Transforms(what), Happening::Transformed { object }) => {
            matches(sight, frame, what, *object)?.then(|| Occasion::of(*object))
        }
        (Event::BecomesUntapped(what), Happening::Tapped { object, tapped: false }) => {
            matches(sight, frame, what, *object)?.then(|| Occasion::of(*object))
        }
        (Event::BecomesAttached(what, to), Happening::Attached { object, to: host }) => {
            let fits = matches(sight, frame, what, *object)?
                && match host {
                    Thing::Object(host) => matches(sight, frame, to, *host)?,
                    Thing::Player(_) => *to == Filter::EVERYTHING,
                };
            fits.then(|| Occasion { others: host.object().into_iter().collect(), ..Occasion::of(*object) })
        }
        (Event::BecomesUnattached(what, from), Happening::Unattached { object, from: host }) => {
            let fits = matches(sight, frame, what, *object)? && matches(sight, frame, from, *host)?;
            fits.then(|| Occasion { others: vec![*host], ..Occasion::of(*object) })
        }
        _ => None,
    })
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
