//! CR 702.89: Umbra Armor

use crate::ir::{Ability, Event, Filter, Instruction, Replacement, ReplacementResult, Selection};

/// If the enchanted permanent would be destroyed, all damage is removed from it instead and this is destroyed (702.89a).
pub(super) fn meaning() -> Ability {
    let instead = vec![
        Instruction::RemoveDamage(Selection::It),
        Instruction::Destroy { what: Selection::This, no_regeneration: false, slot: None, buried: None },
    ];
    Ability::Replacement(Replacement {
        of: Event::Destroyed(Filter::Among(Box::new(Selection::Attached))),
        result: ReplacementResult::Instead(instead),
        only_if: None,
        may: None,
        from: None,
    })
}
