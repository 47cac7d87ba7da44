//! CR 107: Numbers and Symbols. The value of X in a cost that a player may pay as something resolves (107.3f, 118.4).

use std::rc::Rc;

use crate::engine::concepts::costs;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::game::{Announced, Answer, Choice, ChoiceKind, Options, PlayerId};
use crate::ir::part::{Part, any, mentions};
use crate::ir::{Ability, Cost};
use crate::rules::{Rules, cr};

/// The greatest value that may be chosen where nothing but mana limits it.
const MOST: u32 = 10_000;

/// Whether the value of an X in such a cost is chosen as it is paid: there is one, and it has none yet (107.3i).
///
/// # Errors
/// If it can't be told who chooses it, or which X is meant.
pub(super) fn is_chosen(
    play: &mut Play<'_>,
    frame: &Frame,
    cost: &[Cost],
    players: &[PlayerId],
) -> Outcome<bool> {
    if !cost.iter().any(costs::has_variable) || has_value(play, frame)? {
        return Ok(false);
    }
    if players.iter().any(|player| *player != frame.controller) {
        let why = "another player than its controller would pay an {X} that nothing defines";
        return Err(Halt::undecided(frame.asking(), why));
    }
    let of_a_kind = |cost: &Cost| {
        any(cost, &mut |place| {
            place.part.is_variable() && place.is_within(|part| matches!(part, Part::Comparison(_)))
        })
    };
    if cost.iter().any(of_a_kind) {
        let why = "the X that is chosen as it is paid says with what kind of object";
        return Err(Halt::undecided(frame.asking(), why));
    }
    Ok(true)
}

/// Whether the spell or ability that resolves has an X already, in its own cost or by what it was made by.
fn has_value(play: &mut Play<'_>, frame: &Frame) -> Outcome<bool> {
    let view = play.view()?;
    let on_stack = frame.on_stack.and_then(|it| play.game.object(it).stack_ability().cloned());
    let its = view.characteristics(&play.game, frame.source);
    let ability = match &on_stack {
        Some(ability) => Some(ability.ability.clone()),
        // A mana ability is on no stack.
        None if frame.on_stack.is_none() => {
            its.abilities.iter().find(|its| its.origin == frame.origin).map(|its| its.ability.clone())
        }
        None => None,
    };
    if let Some(Ability::Activated(activated)) = ability.as_deref() {
        return Ok(activated.cost.0.iter().any(costs::has_variable));
    }
    Ok(match ability {
        Some(_) if its.cost.as_ref().is_some_and(|cost| cost.has_variable()) => {
            let why = "whether its X is that of the spell it was";
            return Err(Halt::undecided(frame.asking(), why));
        }
        Some(_) => false,
        None => {
            let of_ability = |ability: &Ability| match ability {
                Ability::AdditionalCost(cost) => cost.cost.0.iter().any(costs::has_variable),
                Ability::AlternativeCost(cost) => cost.cost.0.iter().any(costs::has_variable),
                Ability::Keyword(keyword) => mentions(keyword, Part::is_variable),
                Ability::Spell(_)
                | Ability::Cleaved(_)
                | Ability::Activated(_)
                | Ability::Triggered(_)
                | Ability::Static(_)
                | Ability::Replacement(_)
                | Ability::CastOnly(_)
                | Ability::ManaFrom(_)
                | Ability::Room(_)
                | Ability::OpeningHand(_)
                | Ability::DeckLimit(_)
                | Ability::CanBeCommander
                | Ability::Unsupported(_) => false,
            };
            its.cost.as_ref().is_some_and(|cost| cost.has_variable())
                || its.abilities.iter().any(|instance| of_ability(&instance.ability))
        }
    })
}

/// The player who pays chooses the value of X, which every X of the spell or ability has from then on.
///
/// # Errors
/// If nobody chooses it.
pub(super) fn choose(play: &mut Play<'_>, frame: &mut Frame, player: PlayerId, cost: &[Cost]) -> Outcome {
    let before = frame.announced.as_deref().cloned().unwrap_or_default();
    // What is not mana can be paid up to some value; mana is only counted as it is spent.
    let (mut most, mut too_much) = (0, MOST + 1);
    while too_much - most > 1 {
        let middle = most.midpoint(too_much);
        frame.announced = Some(Rc::new(Announced { x: middle, ..before.clone() }));
        match costs::why_unpayable(play, frame, player, cost)? {
            None => most = middle,
            Some(_) => too_much = middle,
        }
    }
    let choice = Choice {
        player,
        kind: ChoiceKind::X,
        source: Some(frame.asking()),
        options: Options::Number { least: 0, most },
        indifferent: false,
    };
    let Answer::Number(x) = play.choose(choice, Rules::of(&[cr!("118.4"), cr!("107.3f")]))? else {
        return Ok(());
    };
    frame.announced = Some(Rc::new(Announced { x, ..before }));
    Ok(())
}
