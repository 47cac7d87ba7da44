//! CR 702.147: Decayed

use crate::ir::ability::Delayed;
use crate::ir::change::{Action, Prohibition};
use crate::ir::event::{Attacks, Step};
use crate::ir::instruction::Sacrifice;
use crate::ir::{
    Ability, Body, Event, Filter, Instruction, Players, RuleChange, Selection, Static, Trait, Triggered, Verb,
};

/// It can't block, and when it attacks it is sacrificed at end of combat (702.147a).
pub(super) fn meaning() -> Vec<Ability> {
    let this = Filter::Is(Trait::This);
    let cant = Prohibition::of(Action::Do(Verb::Block), Some(this.clone()));
    let sacrifice = Sacrifice::of(Selection::This);
    let delayed = Delayed {
        when: Event::Begins(Step::EndOfCombat, Players::Each),
        effect: Body::of(vec![Instruction::Sacrifice(sacrifice)]),
        next_turn: false,
        duration: None,
    };
    vec![
        Ability::Static(Static::of_rules(vec![RuleChange::Cant(cant)])),
        Ability::triggered(Triggered::new(
            Event::Attacks(Attacks::plain(this)),
            Body::of(vec![Instruction::Delayed(delayed)]),
        )),
    ]
}
