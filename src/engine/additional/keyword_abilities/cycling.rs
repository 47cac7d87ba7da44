//! CR 702.29: Cycling
//!
//! Its meaning stands here and not in `rules/keywords/`: cycling and typecycling are one keyword that stands for one of two abilities, each
//! by a rule of its own (702.29a, 702.29e).

use crate::ir::instruction::{Discard, Search};
use crate::ir::{
    Ability, Activated, Body, Cost, Costs, Filter, Instruction, Players, Quantity, Selection, Slot, Zone,
};
use crate::rules::{RuleId, cr};

/// The card that typecycling finds.
const FOUND: Slot = Slot::literal("found");

/// Pay the cost and discard this card: draw a card (702.29a), or find a card of the type in the library (702.29e).
pub(super) fn meaning(cost: &Costs, what: Option<&Filter>) -> Vec<Ability> {
    let mut costs = cost.0.clone();
    costs.push(Cost::Discard(Discard::of(Selection::This)));
    let does = match what {
        None => {
            vec![Instruction::Draw { who: Players::You, count: Quantity::Fixed(1), up_to: false, slot: None }]
        }
        Some(filter) => {
            vec![
                Instruction::Search(Search {
                    different: None,
                    who: Players::You,
                    library: Players::You,
                    what: filter.clone(),
                    count: Quantity::Fixed(1),
                    all: false,
                    zones: Vec::new(),
                    any_zones: false,
                    up_to: false,
                    slot: FOUND,
                    searched: None,
                }),
                Instruction::Reveal { what: Selection::Slot(FOUND), slot: None },
                Instruction::Put(crate::ir::instruction::Put::plain(Selection::Slot(FOUND), Zone::Hand)),
                Instruction::Shuffle(Players::You),
            ]
        }
    };
    vec![Ability::Activated(Activated {
        from: Some(Zone::Hand),
        ..Activated::new(Costs(costs), Body::of(does))
    })]
}

/// The rule that says what the ability is: cycling, or typecycling if it searches instead of drawing.
pub(super) fn rule_of(ability: &Activated) -> RuleId {
    rule_of_text(&ability.effect.does)
}

/// The same of what it says.
pub(super) fn rule_of_text(does: &[Instruction]) -> RuleId {
    match does {
        [Instruction::Search(_), ..] => cr!("702.29e"),
        _ => cr!("702.29a"),
    }
}
