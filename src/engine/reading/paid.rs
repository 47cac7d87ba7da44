//! Which costs were paid for the spell that an object was, as the abilities of the object may refer to them (607.2i).

use std::rc::Rc;

use crate::engine::additional::keyword_abilities::{escape, kicker};
use crate::engine::halt::{Halt, Outcome};
use crate::game::{Announced, Characteristics, Game, ObjectId, Origin};
use crate::ir::{Ability, Symbol};

use super::{Frame, Sight};

/// What any additional cost that the object itself allows is called where the object asks for it without a name (118.8).
const ADDITIONAL: Symbol = Symbol::literal("additional cost");

/// How often a cost of this name was paid. Of an additional cost an ability knows only whether that was paid which its own object allowed:
/// an object that has acquired the pair of them by a copy effect was not cast with it (607.5).
///
/// # Errors
/// If an ability that was acquired so asks for an alternative cost that was paid, for instance "its evoke cost" (702.74a): of those 607.2
/// does not say that they are linked to the ability that allows them. To have escaped is no matter of whose ability it was (702.138b).
pub(super) fn times(sight: Sight<'_>, frame: &Frame, name: Symbol) -> Outcome<usize> {
    let game = sight.game;
    let its = sight.view.characteristics(game, frame.source);
    if is_acquired(game, (frame.source, frame.origin), its, name) {
        return Ok(0);
    }
    let announced = frame.announcement().or_else(|| game.object(frame.source).announced.as_ref());
    if name == ADDITIONAL {
        let own = |paid: &&Symbol| is_additional(&game.object(frame.source).base, **paid);
        return Ok(announced.map_or(0, |its| its.paid.iter().filter(own).count()));
    }
    let times = announced.map_or(0, |its| its.paid.iter().filter(|paid| **paid == name).count());
    if times > 0 && name != escape::ESCAPE && by_copying(game, (frame.source, frame.origin)) {
        let why = "whether it is its own alternative cost that was paid for what became a copy";
        return Err(Halt::undecided(frame.source, why));
    }
    Ok(times)
}

/// Whether an object has an ability that asks whether an additional cost of this name was paid by a copy effect: one that it entered by, or
/// one that has begun since.
pub(in crate::engine) fn is_acquired(
    game: &Game,
    (object, ability): (ObjectId, Origin),
    its: &Characteristics,
    name: Symbol,
) -> bool {
    by_copying(game, (object, ability)) && is_additional(its, name)
}

fn by_copying(game: &Game, (object, ability): (ObjectId, Origin)) -> bool {
    let object = game.object(object);
    matches!(ability, Origin::Copied(..)) || object.copied.is_some() && object.previous.is_some()
}

/// What was announced for a spell, as the permanent may refer to it that enters as a copy of something else with these values (607.5).
pub(in crate::engine) fn as_a_copy(announced: &Announced, values: &Characteristics) -> Rc<Announced> {
    let mut announced = announced.clone();
    announced.paid.retain(|name| !is_additional(values, *name));
    Rc::new(announced)
}

/// Whether a cost of this name is an alternative one that the object itself allows: of those it is known what was paid for the spell
/// that it was (400.7d), and no pair of abilities is linked by them.
pub(in crate::engine) fn is_alternative(its: &Characteristics, name: Symbol) -> bool {
    let allows =
        |ability: &Ability| matches!(ability, Ability::AlternativeCost(cost) if cost.name == Some(name));
    its.abilities.iter().any(|instance| allows(&instance.ability))
}

/// Whether a cost of this name is an additional one, as this object might allow it.
fn is_additional(its: &Characteristics, name: Symbol) -> bool {
    let allows =
        |ability: &Ability| matches!(ability, Ability::AdditionalCost(cost) if cost.name == Some(name));
    kicker::is_named(name) || its.abilities.iter().any(|instance| allows(&instance.ability))
}
