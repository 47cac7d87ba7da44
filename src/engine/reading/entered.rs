//! What has entered the battlefield this turn: an object of a kind as it entered, whatever it is by now and wherever (608.2i).

use std::rc::Rc;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::happening::Happening;
use crate::engine::view::View;
use crate::game::{Entered, Game, Known, ObjectId, Occasion};
use crate::ir::event::Moves;
use crate::ir::{Event, Filter, NamedDeed, PaidAs, Selection, Trait, Verb, Zone};

use super::filters::{matches, told};
use super::quantities::compare;
use super::selections::players_who_did;
use super::{Frame, Sight};

/// What has just entered, as it is there.
pub(in crate::engine) fn noticed(game: &Game, view: &View, happening: &Happening) -> Option<Entered> {
    let object = match happening {
        Happening::Moved { to, .. } if game.object(*to).on_battlefield() => *to,
        Happening::Created { object } if game.object(*object).on_battlefield() => *object,
        _ => return None,
    };
    Some(as_it_is(game, view, object))
}

/// A permanent as it is there now.
pub(crate) fn as_it_is(game: &Game, view: &View, object: ObjectId) -> Entered {
    let known = Known {
        characteristics: view.shared(game, object),
        controller: view.controller(game, object),
        attached: Vec::new(),
    };
    Entered { object, known: Rc::new(known), face_down: game.object(object).is_face_down() }
}

/// What was beheld, as it was then, if that is what is selected (701.4b).
pub(super) fn as_beheld<'g>(
    sight: Sight<'g>,
    frame: &'g Frame,
    selection: &Selection,
    object: ObjectId,
) -> Option<&'g Entered> {
    let Selection::Paid(PaidAs(Verb::Behold)) = selection else { return None };
    frame.announced_for(sight.game)?.beheld.iter().find(|it| it.object == object)
}

/// Whether something was of a kind when it was looked at.
///
/// # Errors
/// If it asks for what is not kept.
pub(super) fn was_such(sight: Sight<'_>, frame: &Frame, filter: &Filter, it: &Entered) -> Outcome<bool> {
    if is_told(filter) {
        return was(sight, frame, filter, it);
    }
    Err(Halt::undecided(frame.source, "it asks of what was beheld something that is not kept"))
}

/// Whether an event is that something enters of which it is kept what it was then: from wherever, and whatever has put it there.
pub(super) fn is_kept(event: &Event) -> bool {
    if let Event::OneOrMore(event) = event {
        return is_kept(event);
    }
    if let Event::Becomes(what, NamedDeed::DealtExcessDamage) = event {
        return is_told(what);
    }
    if let Event::Creates(_, what) = event {
        return *what == Filter::EVERYTHING || *what == Filter::Is(Trait::Token);
    }
    let Event::Moves(Moves { what, from, to, not_to, caused_by }) = event else { return false };
    from.is_empty() && *to == [Zone::Battlefield] && not_to.is_empty() && caused_by.is_none() && is_told(what)
}

/// Whether it is kept of what enters whether it is of a kind.
fn is_told(filter: &Filter) -> bool {
    match filter {
        Filter::All(filters) | Filter::Any(filters) => filters.iter().all(is_told),
        Filter::Not(filter) => is_told(filter),
        Filter::Type(_)
        | Filter::Supertype(_)
        | Filter::Subtype(_)
        | Filter::Color(_)
        | Filter::ControlledBy(_)
        | Filter::OwnedBy(_)
        | Filter::Power(_)
        | Filter::Toughness(_)
        | Filter::Has(_)
        | Filter::Named(_) => true,
        Filter::Is(word) => {
            matches!(word, Trait::This | Trait::Another | Trait::Token | Trait::Permanent | Trait::FaceDown)
        }
        Filter::ManaValue(_)
        | Filter::Colors(_)
        | Filter::ManaCost(_)
        | Filter::CouldProduce(_)
        | Filter::CastBy(_)
        | Filter::Counters(..)
        | Filter::In(_)
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
        | Filter::Attacking(_)
        | Filter::Source(_) => false,
    }
}

/// Each time that such an event has happened this turn.
///
/// # Errors
/// If it asks for what is not kept.
pub(super) fn found(sight: Sight<'_>, frame: &Frame, event: &Event) -> Outcome<Vec<Occasion>> {
    if let Event::OneOrMore(event) = event {
        return found(sight, frame, event);
    }
    let mut found = Vec::new();
    if let Event::Becomes(what, NamedDeed::DealtExcessDamage) = event {
        for it in sight.game.dealt_excess() {
            if was(sight, frame, what, it)? {
                found.push(Occasion { player: Some(it.known.controller), ..Occasion::of(it.object) });
            }
        }
        return Ok(found);
    }
    for it in all(sight) {
        let owner = sight.game.object(it.object).owner;
        let fits = if let Event::Creates(who, _) = event {
            // A token's owner is who created it (111.2).
            sight.game.object(it.object).is_token() && players_who_did(sight, frame, who)?.contains(&owner)
        } else if let Event::Moves(moves) = event {
            was(sight, frame, &moves.what, &it)?
        } else {
            false
        };
        if fits {
            let player = if matches!(event, Event::Creates(..)) { owner } else { it.known.controller };
            found.push(Occasion { player: Some(player), ..Occasion::of(it.object) });
        }
    }
    Ok(found)
}

/// All that has entered this turn; what a scenario says has done so before it begins is taken as it is.
fn all(sight: Sight<'_>) -> Vec<Entered> {
    let Sight { game, view } = sight;
    let mut all: Vec<Entered> = game.entered().cloned().collect();
    for object in game.battlefield().iter().copied() {
        let its = game.object(object);
        if its.entered_turn == game.turn().number && !all.iter().any(|it| it.object == object) {
            all.push(as_it_is(game, view, object));
        }
    }
    all
}

/// Whether something was of a kind as it entered.
fn was(sight: Sight<'_>, frame: &Frame, filter: &Filter, it: &Entered) -> Outcome<bool> {
    let characteristics = &it.known.characteristics;
    Ok(match filter {
        Filter::All(filters) => {
            for filter in filters {
                if !was(sight, frame, filter, it)? {
                    return Ok(false);
                }
            }
            true
        }
        Filter::Any(filters) => {
            for filter in filters {
                if was(sight, frame, filter, it)? {
                    return Ok(true);
                }
            }
            false
        }
        Filter::Not(filter) => !was(sight, frame, filter, it)?,
        Filter::Type(card_type) => characteristics.is(*card_type),
        Filter::Supertype(supertype) => characteristics.has_supertype(*supertype),
        Filter::Subtype(subtype) => characteristics.has_subtype(*subtype),
        Filter::Color(color) => characteristics.colors.contains(*color),
        Filter::ControlledBy(who) => players_who_did(sight, frame, who)?.contains(&it.known.controller),
        Filter::Power(comparison) => match characteristics.power {
            Some(power) => compare(sight, frame, told(power, it.object)?, comparison)?,
            None => false,
        },
        Filter::Toughness(comparison) => match characteristics.toughness {
            Some(toughness) => compare(sight, frame, told(toughness, it.object)?, comparison)?,
            None => false,
        },
        Filter::Has(keyword) => characteristics.has_kind_of(*keyword),
        Filter::Named(name) => characteristics.is_named(name),
        Filter::Is(Trait::FaceDown) => it.face_down,
        Filter::Is(Trait::Permanent) => true,
        // What it is itself, and whose, does not change.
        Filter::Is(_) | Filter::OwnedBy(_) if is_told(filter) => matches(sight, frame, filter, it.object)?,
        Filter::Is(_)
        | Filter::OwnedBy(_)
        | Filter::ManaValue(_)
        | Filter::Colors(_)
        | Filter::ManaCost(_)
        | Filter::CouldProduce(_)
        | Filter::CastBy(_)
        | Filter::Counters(..)
        | Filter::In(_)
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
        | Filter::Attacking(_)
        | Filter::Source(_) => {
            let why = "it asks what something that entered this turn was then, which is not kept";
            return Err(Halt::gap(frame.source, why));
        }
    })
}
