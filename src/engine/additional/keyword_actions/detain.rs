//! CR 701.35: Detain

use crate::ir::change::{Action, Prohibition};
use crate::ir::instruction::Apply;
use crate::ir::{Duration, Instruction, RuleChange, Selection, Verb};

/// Until the player's next turn it can't attack or block, and its activated abilities can't be activated (701.35a).
pub(super) fn meaning(what: &Selection) -> Vec<Instruction> {
    let cant = |action| RuleChange::Cant(Prohibition::of(action, None));
    vec![Instruction::Apply(Apply {
        to: Some(what.clone()),
        changes: Vec::new(),
        rules: vec![
            cant(Action::Do(Verb::Attack)),
            cant(Action::Do(Verb::Block)),
            cant(Action::Do(Verb::Activate)),
        ],
        duration: Duration::YourNextTurn,
    })]
}
