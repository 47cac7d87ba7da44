//! CR 702.171: Saddle

use crate::game::{ContinuousEffect, Game, ObjectId};
use crate::ir::instruction::Apply;
use crate::ir::{
    Ability, Activated, Body, CardType, Cost, Costs, Duration, Filter, Instruction, Limit, Mark, Players,
    Quantity, RuleChange, Selection, Trait,
};

/// Tap other untapped creatures you control with so much power in all: this becomes saddled until end of turn; as a sorcery
/// (702.171a).
pub(super) fn meaning(power: &Quantity) -> Ability {
    let riders = Filter::All(vec![
        Filter::Type(CardType::Creature),
        Filter::Is(Trait::Another),
        Filter::ControlledBy(Players::You),
    ]);
    Ability::Activated(Activated {
        limits: vec![Limit::AsASorcery],
        ..Activated::new(
            Costs(vec![Cost::TapPower(riders, power.clone())]),
            Body::of(vec![Instruction::Apply(Apply {
                to: Some(Selection::This),
                changes: Vec::new(),
                rules: vec![RuleChange::Marked(Mark::Saddled)],
                duration: Duration::EndOfTurn,
            })]),
        )
    })
}

/// Whether what is applied makes something saddled, which is a designation and no continuous effect (702.171b).
pub(in crate::engine) fn saddles(apply: &Apply) -> bool {
    marks(&apply.rules)
}

/// Whether it is the mark of a saddled permanent (702.171b).
pub(in crate::engine) fn is_mark(effect: &ContinuousEffect) -> bool {
    marks(&effect.rules)
}

fn marks(rules: &[RuleChange]) -> bool {
    rules.contains(&RuleChange::Marked(Mark::Saddled))
}

/// Whether a permanent is saddled.
pub fn is_saddled(game: &Game, permanent: ObjectId) -> bool {
    game.effects().iter().any(|effect| {
        let on_it = effect.is_on(permanent);
        on_it && is_mark(effect)
    })
}
