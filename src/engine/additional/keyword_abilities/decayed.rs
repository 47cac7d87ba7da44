//! CR 702.147: Decayed

use crate::ir::ability::Delayed;
use crate::ir::change::{Action, Prohibition};
use crate::ir::event::{Attacks, Step};
use crate::ir::instruction::Sacrifice;
use crate::ir::{
    Ability, Body, Event, Filter, Instruction, Players, Quantity, RuleChange, Selection, Static, Trait,
    Triggered,
};

/// It can't block, and when it attacks it is sacrificed at end of combat (702.147a).
pub(super) fn meaning() -> Vec<Ability> {
    let this = Filter::Is(Trait::This);
    let cant = Prohibition::of(Action::Block, Some(this.clone()));
    let sacrifice = Sacrifice {
        who: Players::You,
        these: Some(Selection::This),
        what: None,
        count: Quantity::Fixed(1),
        slot: None,
    };
    let delayed = Delayed {
        when: Event::Begins(Step::EndOfCombat, Players::Each),
        effect: Body { does: vec![Instruction::Sacrifice(sacrifice)], ..Body::default() },
        duration: None,
    };
    vec![
        Ability::Static(Static {
            affects: None,
            changes: Vec::new(),
            rules: vec![RuleChange::Cant(cant)],
            condition: None,
            from: None,
            defining: false,
        }),
        Ability::Triggered(Triggered {
            when: Event::Attacks(Attacks {
                what: this,
                alone: false,
                player: None,
                or_planeswalker: false,
                with: None,
            }),
            only_if: None,
            effect: Body { does: vec![Instruction::Delayed(delayed)], ..Body::default() },
            from: None,
            times_each_turn: None,
        }),
    ]
}
