//! CR 701.15: Goad

use crate::engine::halt::Outcome;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight, conditions};
use crate::game::{ContinuousEffect, Game, ObjectId, PlayerId};
use crate::ir::instruction::Apply;
use crate::ir::{Duration, Filter, Instruction, Players, RuleChange, Selection, Trait};

/// Until the player's next turn the creature is goaded (701.15a), unless that player has goaded it already (701.15d).
pub(super) fn meaning(what: &Selection) -> Vec<Instruction> {
    let fresh = Filter::Not(Box::new(Filter::Is(Trait::GoadedByYou)));
    vec![Instruction::Apply(Apply {
        to: Some(Selection::Among(Box::new(what.clone()), Box::new(fresh))),
        changes: Vec::new(),
        rules: vec![RuleChange::Goaded(Filter::EVERYTHING)],
        duration: Duration::YourNextTurn,
    })]
}

/// Whom or what a goaded creature must attack, each of which is a requirement of its own: something, and a player other than who
/// goaded it (701.15b).
pub(in crate::engine) fn requirements() -> [Option<Selection>; 2] {
    [None, Some(Selection::Players(Players::Except(Box::new(Players::You))))]
}

/// The effect by which a player has goaded a creature before the scenario, until that player's next turn (701.15a).
pub fn effect(game: &Game, creature: ObjectId, player: PlayerId) -> ContinuousEffect {
    ContinuousEffect {
        rules: vec![RuleChange::Goaded(Filter::EVERYTHING)].into(),
        duration: Duration::YourNextTurn,
        ..ContinuousEffect::on_itself(game, creature, player, [].into())
    }
}

/// Whether changes of the rules are that something is goaded.
pub fn goads(rules: &[RuleChange]) -> bool {
    rules.iter().any(|rule| matches!(rule, RuleChange::Goaded(_)))
}

/// The players who have goaded a creature by an effect that lasts (701.15c).
pub fn goaded_by_effects(game: &Game, creature: ObjectId) -> impl Iterator<Item = PlayerId> {
    game.effects()
        .iter()
        .filter(move |effect| effect.is_on(creature))
        .filter(|effect| goads(&effect.rules))
        .map(|effect| effect.controller)
}

/// Those of some creatures that are goaded.
///
/// # Errors
/// As [`goaded_by`].
pub(in crate::engine) fn among(
    sight: Sight<'_>,
    creatures: impl Iterator<Item = ObjectId>,
) -> Outcome<Vec<ObjectId>> {
    let mut goaded = Vec::new();
    for creature in creatures {
        if !goaded_by(sight, creature)?.is_empty() {
            goaded.push(creature);
        }
    }
    Ok(goaded)
}

/// The players by whose effects or static abilities a creature is goaded (701.15b, 701.15c).
///
/// # Errors
/// If it can't be told which creatures such an ability means.
pub fn goaded_by(sight: Sight<'_>, creature: ObjectId) -> Outcome<Vec<PlayerId>> {
    let mut players: Vec<PlayerId> = goaded_by_effects(sight.game, creature).collect();
    for source in sight.game.battlefield() {
        players.extend(is_goaded_by(sight, *source, creature)?);
    }
    Ok(players)
}

/// The player by whose static ability of a permanent a creature is goaded, if it is by that.
///
/// # Errors
/// As [`goaded_by`].
pub fn is_goaded_by(sight: Sight<'_>, source: ObjectId, creature: ObjectId) -> Outcome<Option<PlayerId>> {
    for instance in &sight.view.characteristics(sight.game, source).abilities {
        let Some(its) = instance.ability.as_static().filter(|its| goads(&its.rules)) else { continue };
        let controller = sight.view.controller(sight.game, source);
        let frame = Frame::of_source(source, controller, instance.origin);
        if let Some(condition) = &its.condition
            && !conditions::holds(sight, &frame, condition)?
        {
            continue;
        }
        for rule in &its.rules {
            if let RuleChange::Goaded(what) = rule
                && matches(sight, &frame, what, creature)?
            {
                return Ok(Some(controller));
            }
        }
    }
    Ok(None)
}
