//! How often an event has happened this turn: what abilities ask for that wait for its first or second time.

use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::spells::events::{Alone, Happening};
use crate::game::{ObjectId, Occasion, Occurrence, PlayerId, Thing};
use crate::ir::event::Attacks;
use crate::ir::{Event, Filter, Players, Trait};

use super::events::occasion;
use super::filters::matches;
use super::selections::players;
use super::{Frame, Sight};

/// What is kept of something that happens, if abilities may ask for it later in the turn.
pub(in crate::engine) fn kept(happening: &Happening) -> Option<Occurrence> {
    Some(match happening {
        Happening::Cast { player, spell } => Occurrence::Cast(*player, *spell),
        Happening::Attacks { attacker, defender, .. } => Occurrence::Attacked(*attacker, *defender),
        Happening::Targeted { thing, by, player } => Occurrence::Targeted(*thing, *by, *player),
        Happening::Damage { source, to, amount, combat } => {
            Occurrence::Damaged { source: *source, to: *to, amount: *amount, combat: *combat }
        }
        Happening::Life { player, amount } => Occurrence::Life(*player, *amount),
        _ => return None,
    })
}

/// What happened, as events look at it.
fn happening(occurrence: Occurrence) -> Happening {
    match occurrence {
        Occurrence::Cast(player, spell) => Happening::Cast { player, spell },
        // Whether it attacked alone is not kept, nor asked for.
        Occurrence::Attacked(attacker, defender) => {
            Happening::Attacks { attacker, defender, alone: Alone::Together }
        }
        Occurrence::Targeted(thing, by, player) => Happening::Targeted { thing, by, player },
        Occurrence::Damaged { source, to, amount, combat } => {
            Happening::Damage { source, to, amount, combat }
        }
        Occurrence::Life(player, amount) => Happening::Life { player, amount },
    }
}

/// Whether the occurrences of an event are kept as they were: those of which objects that change meanwhile say nothing, or which
/// look at what no longer changes.
fn is_kept(event: &Event) -> bool {
    let its_own = |filter: &Filter| *filter == Filter::Is(Trait::This);
    matches!(event, Event::Casts(..) | Event::GainsLife(Players::You) | Event::LosesLife(Players::You))
        || matches!(event, Event::BecomesTarget { what, .. } if its_own(what))
        || matches!(event, Event::Attacks(attacks) if *attacks == Attacks::of(Filter::Is(Trait::This)))
        || matches!(event, Event::DealsDamage(damage) if its_own(&damage.source) && damage.object.is_none())
}

/// Why it is never told how often an event has happened this turn; nothing for one of which it may be.
pub(in crate::engine) fn gap_of(event: &Event) -> Option<Why> {
    (!is_kept(event))
        .then_some(Why::Borrowed("it counts something that headjudge does not keep for the turn"))
}

/// Whether every spell but the source itself is of the kind.
fn is_any_other(filter: &Filter) -> bool {
    let is_other = |filter: &Filter| *filter == Filter::Not(Box::new(Filter::Is(Trait::This)));
    let Filter::All(filters) = filter else { return is_other(filter) };
    filters.iter().any(is_other)
        && filters.iter().all(|its| is_other(its) || *its == Filter::Is(Trait::Spell))
}

/// How often an event has happened this turn, what is happening included; of the spells that players cast, those of one player
/// where one is named.
///
/// # Errors
/// [`Halt::Undecided`] for what headjudge does not keep, and what was there before the scenario.
pub fn count(sight: Sight<'_>, frame: &Frame, event: &Event, of: Option<PlayerId>) -> Outcome<usize> {
    if let Some(why) = gap_of(event) {
        return Err(Halt::gap(frame.source, why));
    }
    if let Event::Casts(who, what) = event {
        let whose = players(sight, frame, who)?;
        let whose: Vec<PlayerId> =
            whose.into_iter().filter(|player| of.is_none_or(|of| of == *player)).collect();
        let all: u32 = whose.iter().map(|player| sight.game.player(*player).spells_cast).sum();
        let all = usize::try_from(all).unwrap_or(usize::MAX);
        if *what == Filter::EVERYTHING {
            return Ok(all);
        }
        // What was cast before the scenario is another object than any that is there (400.7).
        if is_any_other(what) {
            let its_own = |it: &&Occurrence| matches!(it, Occurrence::Cast(player, spell) if *spell == frame.source && whose.contains(player));
            return Ok(all - sight.game.this_turn().iter().filter(its_own).count().min(all));
        }
        let cast = |it: &&Occurrence| matches!(it, Occurrence::Cast(player, _) if whose.contains(player));
        if sight.game.this_turn().iter().filter(cast).count() != all {
            let why = "it asks which spells were cast this turn before the scenario begins";
            return Err(Halt::undecided(frame.source, why));
        }
    }
    if happened_before(sight, frame, event)? {
        let why = "it asks how often something happened this turn before the scenario begins";
        return Err(Halt::undecided(frame.source, why));
    }
    let mut count = 0;
    for it in sight.game.this_turn() {
        let by_another = matches!(it, Occurrence::Cast(player, _) if of.is_some_and(|of| of != *player));
        if !by_another && occasion(sight, frame, event, &happening(*it))?.is_some() {
            count += 1;
        }
    }
    Ok(count)
}

/// Whether a player whose life an event is about had gained or lost some this turn before the scenario began, or one of its creatures
/// had attacked: at least once, but nobody knows how often.
fn happened_before(sight: Sight<'_>, frame: &Frame, event: &Event) -> Outcome<bool> {
    if let Event::Attacks(attacks) = event {
        for attacker in sight.game.players().flat_map(|it| &sight.game.player(it).attacked_before) {
            if matches(sight, frame, &attacks.what, *attacker)? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    let (Event::GainsLife(who) | Event::LosesLife(who)) = event else { return Ok(false) };
    let gained = matches!(event, Event::GainsLife(_));
    let before = |player: &PlayerId| {
        let its = sight.game.player(*player);
        if gained { its.gained_before > 0 } else { its.lost_before > 0 }
    };
    Ok(players(sight, frame, who)?.iter().any(before))
}

/// Of the occurrences that happen at once, the one that is the n-th this turn (603.2).
///
/// # Errors
/// As [`count`].
pub fn nth(
    sight: Sight<'_>,
    frame: &Frame,
    (number, event): (u8, &Event),
    found: &[Occasion],
) -> Outcome<Option<usize>> {
    if number == 1 && happened_before(sight, frame, event)? {
        return Ok(None);
    }
    for (index, occasion) in found.iter().enumerate() {
        let by = occasion.player.filter(|_| matches!(event, Event::Casts(..)));
        let now = found.len() - index;
        // Those at once come one after another, in the order in which they are told.
        if count(sight, frame, event, by)? + 1 == usize::from(number) + now {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// Whether something of the sources has dealt damage to the object this turn.
///
/// # Errors
/// [`Halt::Undecided`] if it was dealt damage before the scenario, and nobody knows by what.
pub fn was_damaged_by(
    sight: Sight<'_>,
    frame: &Frame,
    object: ObjectId,
    sources: &[ObjectId],
) -> Outcome<bool> {
    let mut told = 0u32;
    for it in sight.game.this_turn() {
        let Occurrence::Damaged { source, to, amount, .. } = it else { continue };
        if *to != Thing::Object(object) {
            continue;
        }
        if source.is_some_and(|source| sources.contains(&source)) {
            return Ok(true);
        }
        told = told.saturating_add(*amount);
    }
    if sight.game.object(object).damage > told {
        return Err(Halt::undecided(frame.source, "it asks what dealt damage before the scenario begins"));
    }
    Ok(false)
}
