//! The alternative costs that a card says itself may be paid rather than its mana cost (118.9).

use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::conditions::holds;
use crate::engine::reading::{Frame, Sight};
use crate::game::{Characteristics, ChoiceKind, ObjectId, PlayerId};
use crate::ir::ability::AlternativeCost;
use crate::ir::{Ability, Condition, Costs, Symbol};
use crate::rules::{Rules, cr};
use crate::trace::refusal::NOT_SO;

use super::{CastRequest, Start, as_cast, ways};

/// What an alternative cost is called that the card gives no name.
pub const UNNAMED: Symbol = Symbol::literal("alternative cost");

/// The names of the alternative costs that a card says may be paid for it, each once.
pub fn names(face: &Characteristics) -> Vec<Symbol> {
    let mut names: Vec<Symbol> = Vec::new();
    for instance in &face.abilities {
        if let Ability::AlternativeCost(cost) = &*instance.ability {
            let name = cost.name.unwrap_or(UNNAMED);
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// The characteristics of the spell that a card would be on the stack, where its alternative costs function (113.6d): what it has there from
/// effects, and not what an effect takes from it there.
///
/// # Errors
/// If that can't be told, or an effect gives the card such an ability only where it is now.
fn on_the_stack(
    play: &mut Play<'_>,
    (player, card): (PlayerId, ObjectId),
    request: &CastRequest,
) -> Outcome<Arc<Characteristics>> {
    let cast = as_cast(play, player, card, request, &Start::default())?;
    let values = cast.view.shared(&cast.game, cast.spell);
    let view = play.view()?;
    let printed = names(&play.game.object(card).base);
    let there = names(&values);
    let only_here = |name: &Symbol| !printed.contains(name) && !there.contains(name);
    if names(view.characteristics(&play.game, card)).iter().any(only_here) {
        let why = "whether an alternative cost that it has gained where it is counts as it is cast";
        return Err(Halt::undecided(card, why));
    }
    Ok(values)
}

/// The names of the alternative costs that a card would have as a spell of this face, those that effects give it included; of what can't
/// be told those that are printed on it.
pub fn names_as_cast(play: &Play<'_>, player: PlayerId, card: ObjectId, face: u8) -> Vec<Symbol> {
    let request = CastRequest { face, ..CastRequest::default() };
    match as_cast(play, player, card, &request, &Start::default()) {
        Ok(cast) => names(cast.view.characteristics(&cast.game, cast.spell)),
        Err(_) => names(&play.game.object(card).base),
    }
}

/// Which of these costs the player has chosen: by its name, by saying that the mana cost is not paid, or, where the spell is cast as
/// something resolves, by being asked. Of several of one name the costs are kept that may be chosen.
///
/// # Errors
/// If its condition is not met, or can't be told.
pub(super) fn begin(
    play: &mut Play<'_>,
    (player, card): (PlayerId, ObjectId),
    request: &CastRequest,
    start: &mut Start,
) -> Outcome<bool> {
    let permission = request.permission.as_ref();
    let asks = match request.way {
        Some(way) => ways::of(way).is_none(),
        None => request.without_paying || permission.is_some_and(|permission| permission.while_resolving),
    };
    if !asks {
        return Ok(false);
    }
    let face = &on_the_stack(play, (player, card), request)?;
    let names = names(face);
    let name = match request.way {
        Some(name) => names.contains(&name).then_some(name),
        // What an effect lets it be cast for is another alternative cost.
        None if permission.is_some_and(|permission| permission.cost.is_some()) => None,
        None if request.without_paying => {
            let nothing = |cost: &Costs| cost.0.is_empty();
            let mut found = None;
            for name in &names {
                if possible(play, (player, card), face, *name)?.iter().any(nothing) {
                    found = Some(*name);
                }
            }
            found
        }
        None if permission.is_some_and(|permission| permission.while_resolving) => {
            let mut chosen = None;
            for name in &names {
                let rules = Rules::of(&[cr!("601.2b"), cr!("118.9")]);
                if !possible(play, (player, card), face, *name)?.is_empty()
                    && play.ask(player, ChoiceKind::Pay, Some(card), rules)?
                {
                    chosen = Some(*name);
                    break;
                }
            }
            chosen
        }
        None => None,
    };
    let Some(name) = name else { return Ok(false) };
    let mut costs = possible(play, (player, card), face, name)?;
    if request.without_paying {
        costs.retain(|cost| cost.0.is_empty());
    }
    if costs.is_empty() {
        let refused = Halt::illegal(player, cr!("118.9"), NOT_SO, Some(card));
        return Err(match condition(face, |cost| cost.name.unwrap_or(UNNAMED) == name) {
            Some(condition) => refused.only_if(condition),
            None => refused,
        });
    }
    start.costs = costs;
    start.called = Some(name);
    start.rules = start.rules.and(cr!("118.9")).and(cr!("601.2b"));
    Ok(true)
}

/// The condition of the alternative cost for which a card could be cast for nothing, if that is one of its own.
pub(super) fn condition_for_nothing(face: &Characteristics) -> Option<&Condition> {
    condition(face, |cost| cost.cost.0.is_empty())
}

/// The condition under which such an alternative cost may be paid, if a card has just one.
fn condition(face: &Characteristics, is_such: impl Fn(&AlternativeCost) -> bool) -> Option<&Condition> {
    let mut such = face.abilities.iter().filter_map(|instance| {
        let Ability::AlternativeCost(cost) = &*instance.ability else { return None };
        is_such(cost).then_some(cost.only_if.as_ref())
    });
    such.next().filter(|_| such.next().is_none()).flatten()
}

/// The alternative costs of this name whose condition is met, each once.
fn possible(
    play: &mut Play<'_>,
    (player, card): (PlayerId, ObjectId),
    face: &Characteristics,
    name: Symbol,
) -> Outcome<Vec<Costs>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut costs: Vec<Costs> = Vec::new();
    for instance in &face.abilities {
        let Ability::AlternativeCost(cost) = &*instance.ability else { continue };
        if cost.name.unwrap_or(UNNAMED) != name || costs.contains(&cost.cost) {
            continue;
        }
        let frame = Frame::of_source(card, player, instance.origin);
        let met = match &cost.only_if {
            Some(condition) => holds(sight, &frame, condition)?,
            None => true,
        };
        if met {
            costs.push(cost.cost.clone());
        }
    }
    Ok(costs)
}
