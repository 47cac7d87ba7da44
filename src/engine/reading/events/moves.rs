//! Objects that change zones or come into being, and what players do by that.

use crate::engine::halt::Outcome;
use crate::engine::happening::{Happening, Part};
use crate::engine::proposal::Arrived;
use crate::engine::proposal::Proposal;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::game::{MoveAction, ObjectId, Occasion};
use crate::ir::event::Moves;
use crate::ir::{Filter, Players, Selection, Zone};

use super::kinds::{enters_another, leaves, only_this};
use super::{Candidate, whose};

/// An object goes from one zone to another, or comes into being.
pub(super) fn moved(
    sight: Sight<'_>,
    frame: &Frame,
    moves: &Moves,
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    match candidate {
        Candidate::Would(would) => would_move(sight, frame, moves, would),
        Candidate::Happened(Happening::LeftGame { object })
        | Candidate::Remembered(Happening::LeftGame { object }) => left_game(sight, frame, moves, *object),
        Candidate::Happened(happening) | Candidate::Remembered(happening) => {
            has_moved(sight, frame, moves, (happening, candidate))
        }
    }
}

fn zones_fit(moves: &Moves, from: Option<Zone>, to: Zone) -> bool {
    (moves.from.is_empty() || from.is_some_and(|zone| moves.from.contains(&zone)))
        && (moves.to.is_empty() || moves.to.contains(&to))
        && !moves.not_to.contains(&to)
}

/// An object would go to another zone, or a token would enter. What would enter is looked at as it would be there by the words of
/// others (614.12), and all else as it is where it is.
fn would_move(
    sight: Sight<'_>,
    frame: &Frame,
    moves: &Moves,
    would: &Proposal<'_>,
) -> Outcome<Option<Occasion>> {
    let (from, to) = match would {
        Proposal::Move { from, to, .. } if from != to => (Some(*from), *to),
        Proposal::Enter(_) if enters_another(moves) => (None, Zone::Battlefield),
        _ => return Ok(None),
    };
    if !zones_fit(moves, from, to) || moves.caused_by.is_some() {
        return Ok(None);
    }
    let fits = match would {
        Proposal::Move { object, arrived: Some(arrived), .. } if enters_another(moves) => {
            enters_as(sight, frame, &moves.what, (*object, arrived))?
        }
        Proposal::Move { object, .. } => matches(sight, frame, &moves.what, *object)?,
        Proposal::Enter(arrived) => arrived.is(frame, &moves.what)?,
        _ => false,
    };
    Ok(fits.then(|| would.occasion()))
}

/// Whether what would enter is of a kind. A certain object is known where it is: "that creature enters with ...", said of the spell.
fn enters_as(
    sight: Sight<'_>,
    frame: &Frame,
    kind: &Filter,
    (object, arrived): (ObjectId, &Arrived),
) -> Outcome<bool> {
    if let Filter::All(kinds) = kind {
        for kind in kinds {
            if !enters_as(sight, frame, kind, (object, arrived))? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    let certain = matches!(kind, Filter::Among(what) if matches!(**what, Selection::Slot(_)));
    Ok(arrived.is(frame, kind)? || certain && matches(sight, frame, kind, object)?)
}

/// An object has gone to another zone, or come into being in one. Of what leaves the battlefield, what it was counts, and else what it
/// is (603.6a, 603.10a).
fn has_moved(
    sight: Sight<'_>,
    frame: &Frame,
    moves: &Moves,
    (happening, candidate): (&Happening, Candidate<'_>),
) -> Outcome<Option<Occasion>> {
    let mut others: &[ObjectId] = &[];
    let (from, to, from_zone, to_zone) = match happening {
        // The permanent has left once, whatever its cards are.
        Happening::Moved { part: Part::Another, .. } if leaves(moves) => return Ok(None),
        Happening::Moved { from, to, part, .. } => {
            if let (Part::With(with), true) = (part, leaves(moves)) {
                others = with;
            }
            (Some(*from), *to, Some(sight.game.object(*from).zone), sight.game.object(*to).zone)
        }
        Happening::Created { object } => (None, *object, None, sight.game.object(*object).zone),
        _ => return Ok(None),
    };
    if !zones_fit(moves, from_zone, to_zone) {
        return Ok(None);
    }
    let looked_at = if leaves(moves) { from.unwrap_or(to) } else { to };
    let mut fits = matches(sight, frame, &moves.what, looked_at)?;
    // "This" of an object that has moved is found under both its ids.
    if !fits && only_this(&moves.what) {
        fits = from == Some(frame.source) && matches(sight, frame, &moves.what, frame.source)?;
    }
    if let (true, Some(who)) = (fits, &moves.caused_by) {
        let causer = match happening {
            Happening::Moved { causer, .. } => *causer,
            _ => None,
        };
        let who: &Players = who;
        fits = match causer {
            Some(player) => whose(sight, frame, who, candidate)?.contains(&player),
            None => false,
        };
    }
    Ok(fits.then(|| Occasion {
        objects: std::iter::once(to).chain(others.iter().copied()).collect(),
        before: from,
        others: Vec::new(),
        player: Some(sight.view.controller(sight.game, looked_at)),
        amount: 1,
        ..Occasion::default()
    }))
}

/// A permanent that leaves the game along with its owner leaves the battlefield, and is put nowhere (603.6c).
fn left_game(sight: Sight<'_>, frame: &Frame, moves: &Moves, object: ObjectId) -> Outcome<Option<Occasion>> {
    let leaves = moves.from == [Zone::Battlefield] && moves.to.is_empty() && moves.caused_by.is_none();
    let fits = leaves && matches(sight, frame, &moves.what, object)?;
    Ok(fits.then(|| Occasion {
        objects: vec![object],
        before: Some(object),
        player: Some(sight.view.controller(sight.game, object)),
        amount: 1,
        ..Occasion::default()
    }))
}

/// A player draws a card (121.1).
pub(super) fn drawn(
    sight: Sight<'_>,
    frame: &Frame,
    who: &Players,
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    Ok(match candidate {
        Candidate::Would(Proposal::Draw(player)) => {
            let fits = players(sight, frame, who)?.contains(player);
            fits.then(|| Occasion { player: Some(*player), ..Occasion::default() })
        }
        _ => match once(candidate) {
            Some((_, to, MoveAction::Draw)) => {
                let player = sight.game.object(to).owner;
                players(sight, frame, who)?.contains(&player).then(|| Occasion {
                    player: Some(player),
                    amount: 1,
                    ..Occasion::of(to)
                })
            }
            _ => None,
        },
    })
}

/// What has been done to an object by a move: what it was, what it is, and what the move is called. What is done to a melded or merged
/// permanent is done to it once, whatever its cards are (712.21, 730.3).
fn once(candidate: Candidate<'_>) -> Option<(ObjectId, ObjectId, MoveAction)> {
    match candidate.happening()? {
        Happening::Moved { part: Part::Another, .. } => None,
        Happening::Moved { from, to, action, .. } => Some((*from, *to, *action)),
        _ => None,
    }
}

/// A player discards or sacrifices something, or something is destroyed or countered. What it was before is what counts, and of what
/// would be done, what it is.
pub(super) fn done_to(
    sight: Sight<'_>,
    frame: &Frame,
    (action, who, what): (MoveAction, Option<&Players>, &Filter),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let (object, now) = match candidate {
        // Each says what happens to the card instead of its going to the graveyard.
        Candidate::Would(Proposal::Move { object, to, action: its, .. }) if *its == action => match action {
            MoveAction::Discard if *to == Zone::Graveyard => (*object, None),
            MoveAction::Destroy => (*object, None),
            _ => return Ok(None),
        },
        _ => match once(candidate) {
            Some((from, to, its)) if its == action => (from, Some(to)),
            _ => return Ok(None),
        },
    };
    let player = who.map(|_| match action {
        MoveAction::Sacrifice => sight.view.controller(sight.game, object),
        _ => sight.game.object(object).owner,
    });
    let by_one_of = match (who, player) {
        (Some(who), Some(player)) => whose(sight, frame, who, candidate)?.contains(&player),
        _ => true,
    };
    // "When you discard this card" is said by the card where it has been put (113.6k).
    let looked_at = now.filter(|_| action == MoveAction::Discard && only_this(what)).unwrap_or(object);
    let fits = by_one_of && matches(sight, frame, what, looked_at)?;
    // "That many" of one or more counts each.
    Ok(fits.then(|| Occasion {
        before: Some(object),
        player,
        amount: 1,
        ..Occasion::of(now.unwrap_or(object))
    }))
}

/// A player creates a token. How many effects make of them is asked of nothing but who creates them.
pub(super) fn created(
    sight: Sight<'_>,
    frame: &Frame,
    (who, what): (&Players, &Filter),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    Ok(match candidate {
        Candidate::Would(would) => match would {
            Proposal::CreateTokens(player, _) => {
                players(sight, frame, who)?.contains(player).then(|| would.occasion())
            }
            _ => None,
        },
        Candidate::Happened(Happening::Created { object })
        | Candidate::Remembered(Happening::Created { object }) => {
            let player = sight.game.object(*object).controller;
            let fits = players(sight, frame, who)?.contains(&player) && matches(sight, frame, what, *object)?;
            fits.then(|| Occasion { player: Some(player), ..Occasion::of(*object) })
        }
        Candidate::Happened(_) | Candidate::Remembered(_) => None,
    })
}
