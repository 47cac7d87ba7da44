//! What a player had who has left the game: it is known as it was just before they left (800.4i).

use std::rc::Rc;

use crate::engine::halt::{Halt, Outcome};
use crate::game::{Game, PlayerId};
use crate::ir::{Filter, Players, Quantity, Trait, Zone};

use super::quantities::length;
use super::selections::{lies_as_card, players};
use super::{Frame, Sight};

/// The game in which a number is counted where it is about what a player has who has left: as it was just before; nothing where it is
/// about nobody who has left.
///
/// # Errors
/// If it also looks at what is there now.
pub(in crate::engine) fn before(
    sight: Sight<'_>,
    frame: &Frame,
    quantity: &Quantity,
) -> Outcome<Option<Rc<Game>>> {
    if all_are_there(sight.game) {
        return Ok(None);
    }
    if matches!(quantity, Quantity::Devotion(_)) {
        return Ok(before_leaving(sight.game, frame.controller));
    }
    if let Quantity::Domain(who) = quantity {
        return one_of(sight, frame, players(sight, frame, who)?.as_slice(), true);
    }
    quantity.among().map_or(Ok(None), |filter| before_for(sight, frame, filter))
}

/// The same of whether there is, or how many there are, of what a filter says.
///
/// # Errors
/// As [`before`].
pub(in crate::engine) fn before_for(
    sight: Sight<'_>,
    frame: &Frame,
    filter: &Filter,
) -> Outcome<Option<Rc<Game>>> {
    if all_are_there(sight.game) {
        return Ok(None);
    }
    let mut whose = Vec::new();
    owners(sight, frame, filter, &mut whose)?;
    one_of(sight, frame, &whose, looks_only(filter))
}

fn all_are_there(game: &Game) -> bool {
    game.players().all(|player| !game.player(player).gone)
}

/// The game as it was before all these players left, if any of them has; `only_theirs` if nothing else is looked at.
fn one_of(
    sight: Sight<'_>,
    frame: &Frame,
    whose: &[PlayerId],
    only_theirs: bool,
) -> Outcome<Option<Rc<Game>>> {
    let Some(gone) = whose.iter().find(|player| sight.game.player(**player).gone) else { return Ok(None) };
    if !only_theirs || whose.iter().any(|player| player != gone) {
        let why = "it counts what a player had who has left the game";
        return Err(Halt::undecided(frame.source, why));
    }
    Ok(before_leaving(sight.game, *gone))
}

fn before_leaving(game: &Game, player: PlayerId) -> Option<Rc<Game>> {
    game.player(player).before_leaving.clone()
}

/// The players whose objects a filter is about.
fn owners(sight: Sight<'_>, frame: &Frame, filter: &Filter, whose: &mut Vec<PlayerId>) -> Outcome {
    if let Filter::All(filters) | Filter::Any(filters) = filter {
        return filters.iter().try_for_each(|filter| owners(sight, frame, filter, whose));
    }
    if let Filter::ControlledBy(who) | Filter::OwnedBy(who) = filter {
        whose.extend(players(sight, frame, who)?);
    }
    Ok(())
}

/// Whether a filter looks at each object alone, and at nothing that has come since.
fn looks_only(filter: &Filter) -> bool {
    match filter {
        Filter::All(filters) | Filter::Any(filters) => filters.iter().all(looks_only),
        Filter::Not(filter) => looks_only(filter),
        Filter::Is(word) => !matches!(word, Trait::This | Trait::Another),
        Filter::Type(_)
        | Filter::Supertype(_)
        | Filter::Subtype(_)
        | Filter::Color(_)
        | Filter::ControlledBy(_)
        | Filter::OwnedBy(_)
        | Filter::Has(_)
        | Filter::Counters(..)
        | Filter::Named(_)
        | Filter::In(_) => true,
        Filter::Power(_)
        | Filter::Toughness(_)
        | Filter::ManaValue(_)
        | Filter::Colors(_)
        | Filter::ManaCost(_)
        | Filter::CouldProduce(_)
        | Filter::NamedLike(_)
        | Filter::Among(_)
        | Filter::AttachedTo(_)
        | Filter::AttachedBy(_)
        | Filter::Targets(_)
        | Filter::TargetsPlayer(_)
        | Filter::TargetsOnly(_)
        | Filter::TargetCount(_)
        | Filter::InCombatWith(_)
        | Filter::PairedWith(_)
        | Filter::Chosen(_)
        | Filter::Shares(..)
        | Filter::DamagedBy(_)
        | Filter::DamagedBySourceOf(_)
        | Filter::LinkedThisTurn(_)
        | Filter::FirstCast(_)
        | Filter::CameFrom(_)
        | Filter::CastBy(_)
        | Filter::Attacking(_)
        | Filter::Source(_) => false,
    }
}

/// How many cards players have in a zone, together.
///
/// # Errors
/// If it can't be told which players are meant.
pub(super) fn zone_size(sight: Sight<'_>, frame: &Frame, who: &Players, zone: Zone) -> Outcome<i32> {
    let who = players(sight, frame, who)?;
    let size = |player: PlayerId| {
        let before = sight.game.player(player).before_leaving.as_deref();
        let game = before.unwrap_or(sight.game);
        length(game.zone(zone, player).iter().filter(|id| lies_as_card(game, **id)).count())
    };
    Ok(who.into_iter().map(size).sum())
}
