//! CR 701.15: Goad

use std::sync::LazyLock;

use crate::game::{ContinuousEffect, Game, ObjectId, PlayerId};
use crate::ir::change::{Action, Requirement};
use crate::ir::instruction::Apply;
use crate::ir::{Duration, Filter, Instruction, Players, RuleChange, Selection, Trait, Verb};

/// What a goaded creature must do: attack, and attack a player other than who goaded it (701.15b).
static GOADED: LazyLock<Vec<RuleChange>> = LazyLock::new(|| {
    let must = |to| {
        RuleChange::Must(Requirement {
            action: Action::Do(Verb::Attack),
            what: Filter::EVERYTHING,
            to,
            by_all: false,
            one: false,
        })
    };
    let another = Selection::Players(Players::Except(Box::new(Players::You)));
    vec![must(None), must(Some(another))]
});

/// Until the player's next turn the creature is goaded (701.15a), unless that player has goaded it already (701.15d).
pub(super) fn meaning(what: &Selection) -> Vec<Instruction> {
    let fresh = Filter::Not(Box::new(Filter::Is(Trait::GoadedByYou)));
    vec![Instruction::Apply(Apply {
        to: Some(Selection::Among(Box::new(what.clone()), Box::new(fresh))),
        changes: Vec::new(),
        rules: GOADED.clone(),
        duration: Duration::YourNextTurn,
    })]
}

/// The effect by which a player has goaded a creature before the scenario, until that player's next turn (701.15a).
pub fn effect(game: &Game, creature: ObjectId, player: PlayerId) -> ContinuousEffect {
    ContinuousEffect {
        rules: GOADED.clone().into(),
        duration: Duration::YourNextTurn,
        ..ContinuousEffect::on_itself(game, creature, player, [].into())
    }
}

/// Whether an instruction goads.
pub(in crate::engine) fn goads(apply: &Apply) -> bool {
    apply.rules == *GOADED
}

/// Whether an effect is that of goading.
pub fn is_goad(effect: &ContinuousEffect) -> bool {
    *effect.rules == **GOADED
}

/// The players who have goaded a creature (701.15c).
pub fn goaded_by(game: &Game, creature: ObjectId) -> impl Iterator<Item = PlayerId> {
    game.effects()
        .iter()
        .filter(move |effect| effect.is_on(creature))
        .filter(|effect| is_goad(effect))
        .map(|effect| effect.controller)
}
