//! CR 702.171: Saddle

use crate::game::{ContinuousEffect, Game, ObjectId};
use crate::ir::instruction::Apply;
use crate::ir::{Mark, RuleChange};

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
