//! The alternative costs that a card says itself may be paid rather than its mana cost (118.9).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::conditions::holds;
use crate::engine::reading::{Frame, Sight};
use crate::game::{Characteristics, ChoiceKind, ObjectId, PlayerId};
use crate::ir::{Ability, Costs, Symbol};
use crate::rules::{Rules, cr};

use super::{CastRequest, Start};

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

/// Which of these costs the player has chosen: by its name, by saying that the mana cost is not paid, or, where the spell is cast as
/// something resolves, by being asked. Of several of one name the costs are kept that may be chosen.
///
/// # Errors
/// If its condition is not met, or can't be told.
pub(super) fn begin(
    play: &mut Play<'_>,
    (player, card): (PlayerId, ObjectId),
    face: &Characteristics,
    request: &CastRequest,
    start: &mut Start,
) -> Outcome<bool> {
    let names = names(face);
    let permission = request.permission.as_ref();
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
        let why = "the condition for paying that rather than its mana cost is not met";
        return Err(Halt::illegal(player, cr!("118.9"), why, Some(card)));
    }
    start.costs = costs;
    start.called = Some(name);
    start.rules = start.rules.and(cr!("118.9")).and(cr!("601.2b"));
    Ok(true)
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
