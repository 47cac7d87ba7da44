//! Which costs were paid for the spell that an object was, as the abilities of the object may refer to them (607.2i).

use std::rc::Rc;

use crate::engine::additional::keyword_abilities::kicker;
use crate::game::{Announced, Characteristics, Game, ObjectId, Origin};
use crate::ir::{Ability, Symbol};

use super::{Frame, Sight};

/// How often a cost of this name was paid. Of an additional cost an ability knows only whether that was paid which its own object allowed:
/// an object that has acquired the pair of them by a copy effect was not cast with it (607.5).
pub(super) fn times(sight: Sight<'_>, frame: &Frame, name: Symbol) -> usize {
    let game = sight.game;
    let its = sight.view.characteristics(game, frame.source);
    if is_acquired(game, (frame.source, frame.origin), its, name) {
        return 0;
    }
    let announced = frame.announced.as_ref().or_else(|| game.object(frame.source).announced.as_ref());
    announced.map_or(0, |its| its.paid.iter().filter(|paid| **paid == name).count())
}

/// Whether an object has an ability that asks whether an additional cost of this name was paid by a copy effect: one that it entered by, or
/// one that has begun since.
pub(in crate::engine) fn is_acquired(
    game: &Game,
    (object, ability): (ObjectId, Origin),
    its: &Characteristics,
    name: Symbol,
) -> bool {
    let object = game.object(object);
    let by_copying =
        matches!(ability, Origin::Copied(..)) || object.copied.is_some() && object.previous.is_some();
    by_copying && is_additional(its, name)
}

/// What was announced for a spell, as the permanent may refer to it that enters as a copy of something else with these values (607.5).
pub(in crate::engine) fn as_a_copy(announced: &Announced, values: &Characteristics) -> Rc<Announced> {
    let mut announced = announced.clone();
    announced.paid.retain(|name| !is_additional(values, *name));
    Rc::new(announced)
}

/// Whether a cost of this name is an additional one, as this object might allow it.
fn is_additional(its: &Characteristics, name: Symbol) -> bool {
    let allows =
        |ability: &Ability| matches!(ability, Ability::AdditionalCost(cost) if cost.name == Some(name));
    kicker::is_named(name) || its.abilities.iter().any(|instance| allows(&instance.ability))
}
