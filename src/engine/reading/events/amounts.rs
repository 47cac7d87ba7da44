//! Damage, life, counters and mana spent.

use crate::engine::halt::{Halt, Outcome};
use crate::engine::happening::Happening;
use crate::engine::proposal::{DamageEvent, Proposal};
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight, occurrences};
use crate::game::{ObjectId, Occasion, PlayerId, Thing};
use crate::ir::event::Damage;
use crate::ir::{CounterKind, Filter, Players, Zone};

use super::{Candidate, whose};

/// Damage is dealt. Of damage that is remembered not everything can be told that its source and what was dealt it were then.
pub(super) fn damage(
    sight: Sight<'_>,
    frame: &Frame,
    wanted: &Damage,
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let (source, to, amount, combat) = match candidate {
        Candidate::Would(Proposal::Damage(DamageEvent { source, to, combat, .. })) => {
            (*source, *to, 0, *combat)
        }
        Candidate::Happened(Happening::Damage { source, to, amount, combat })
        | Candidate::Remembered(Happening::Damage { source, to, amount, combat }) => {
            (*source, *to, *amount, *combat)
        }
        _ => return Ok(None),
    };
    if wanted.combat.is_some_and(|wanted| wanted != combat) {
        return Ok(None);
    }
    let is = |filter: &Filter, object: ObjectId| match candidate {
        Candidate::Remembered(_) => occurrences::fits(sight, frame, filter, object),
        Candidate::Would(_) | Candidate::Happened(_) => matches(sight, frame, filter, object),
    };
    let source_fits = || match source {
        // An artifact is a permanent, where no word says otherwise.
        Some(source) if wanted.source.means_permanents() => {
            Ok(sight.game.object(source).zone == Zone::Battlefield && is(&wanted.source, source)?)
        }
        Some(source) => is(&wanted.source, source),
        None => Ok(wanted.source == Filter::EVERYTHING),
    };
    let to_fits = || match (to, &wanted.player, &wanted.object) {
        (_, None, None) => Ok(true),
        (Thing::Player(player), Some(who), _) => Ok(whose(sight, frame, who, candidate)?.contains(&player)),
        (Thing::Object(object), _, Some(filter)) => is(filter, object),
        _ => Ok(false),
    };
    // What can be told without knowing what an object was then is asked first.
    let fits = match candidate {
        Candidate::Remembered(_) => to_fits()? && source_fits()?,
        Candidate::Would(_) | Candidate::Happened(_) => source_fits()? && to_fits()?,
    };
    Ok(fits.then(|| Occasion {
        objects: source.into_iter().collect(),
        others: to.object().into_iter().collect(),
        player: to.player(),
        amount,
        ..Occasion::default()
    }))
}

/// Damage brings a player's life total below a number (120.4c).
pub(super) fn life_reduced(
    sight: Sight<'_>,
    frame: &Frame,
    (who, below): (&Players, i32),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Candidate::Would(would @ Proposal::ReduceLife(_, team, to)) = candidate else { return Ok(None) };
    let fits = *to < below && players(sight, frame, who)?.iter().any(|its| team.contains(its));
    Ok(fits.then(|| would.occasion()))
}

/// A player gains or loses life, whichever is said.
pub(super) fn life(
    sight: Sight<'_>,
    frame: &Frame,
    (who, gains): (&Players, bool),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let (player, amount) = match candidate {
        Candidate::Would(Proposal::Life(player, amount)) => (*player, *amount),
        Candidate::Happened(Happening::Life { player, amount })
        | Candidate::Remembered(Happening::Life { player, amount }) => (*player, *amount),
        _ => return Ok(None),
    };
    let such = if gains { amount > 0 } else { amount < 0 };
    Ok((such && whose(sight, frame, who, candidate)?.contains(&player)).then(|| of_life(player, amount)))
}

fn of_life(player: PlayerId, amount: i32) -> Occasion {
    Occasion { player: Some(player), amount: amount.unsigned_abs(), ..Occasion::default() }
}

/// A player has spent so much mana on spells this turn (700.14).
pub(super) fn expends(
    sight: Sight<'_>,
    frame: &Frame,
    (who, amount): (&Players, u32),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(Happening::Spent { player, before, now }) = candidate.happening() else { return Ok(None) };
    if !players(sight, frame, who)?.contains(player) {
        return Ok(None);
    }
    // It was not reached yet, however it was paid, and is now.
    let reached = before.1 < amount && amount <= now.0;
    let may_be = before.0 < amount && amount <= now.1;
    if may_be && !reached {
        let why = "it asks how much mana was spent, which here is known under `mana strict` only";
        return Err(Halt::undecided(frame.source, why));
    }
    Ok(reached.then(|| of_life(*player, i32::MAX)))
}

/// Counters are put on something. What is put on a card elsewhere than on the battlefield is not what such words refer to (122.6), but
/// what enters with them is, as it would be there (614.12).
pub(super) fn counters_put(
    sight: Sight<'_>,
    frame: &Frame,
    (what, wanted): (&Filter, Option<CounterKind>),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    Ok(match candidate {
        Candidate::Would(would) => {
            let Proposal::PutCounters { object, arrived, kind, .. } = would else { return Ok(None) };
            let fits = wanted.is_none_or(|wanted| wanted == *kind)
                && match arrived {
                    Some(arrived) => arrived.is(frame, what)?,
                    None => matches(sight, frame, what, *object)?,
                };
            fits.then(|| would.occasion())
        }
        Candidate::Happened(happening) | Candidate::Remembered(happening) => {
            let Happening::Counters { object, kind, amount, .. } = happening else { return Ok(None) };
            let fits = *amount > 0
                && wanted.is_none_or(|wanted| wanted == *kind)
                && sight.game.object(*object).zone == Zone::Battlefield
                && matches(sight, frame, what, *object)?;
            fits.then(|| Occasion { amount: amount.unsigned_abs(), ..Occasion::of(*object) })
        }
    })
}

/// Counters are removed from something.
pub(super) fn counters_removed(
    sight: Sight<'_>,
    frame: &Frame,
    (what, wanted): (&Filter, Option<CounterKind>),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(Happening::Counters { object, kind, amount, .. }) = candidate.happening() else {
        return Ok(None);
    };
    let fits =
        *amount < 0 && wanted.is_none_or(|wanted| wanted == *kind) && matches(sight, frame, what, *object)?;
    Ok(fits.then(|| Occasion { amount: amount.unsigned_abs(), ..Occasion::of(*object) }))
}

/// The last counter of a kind is removed from something.
pub(super) fn last_removed(
    sight: Sight<'_>,
    frame: &Frame,
    (what, wanted): (&Filter, CounterKind),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(Happening::Counters { object, kind, amount, .. }) = candidate.happening() else {
        return Ok(None);
    };
    let fits = *amount < 0
        && wanted == *kind
        && sight.game.object(*object).counters_of(wanted) == 0
        && matches(sight, frame, what, *object)?;
    Ok(fits.then(|| Occasion::of(*object)))
}
