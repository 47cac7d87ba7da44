//! CR 719: Case Cards

use crate::game::Characteristics;
use crate::ir::{
    Ability, Change, Condition, DesignationName, Filter, Instruction, Selection, Trait, Triggered,
};

/// Whether a triggered ability is the one by which a Case becomes solved (719.3a).
pub(in crate::engine) fn solves(ability: &Triggered) -> bool {
    matches!(
        ability.effect.does.as_slice(),
        [Instruction::Designate { who: Selection::This, name: DesignationName::Solved }]
    )
}

/// Whether an ability is one that a Case has only while it is solved (719.3c).
pub(in crate::engine) fn is_of_solved(case: &Characteristics, ability: &Ability) -> bool {
    case.has_subtype_named("Case")
        && case.abilities.iter().filter_map(|instance| instance.ability.as_static()).any(|it| {
            let given =
                |change: &Change| matches!(change, Change::Gain(abilities) if abilities.contains(ability));
            it.condition.as_ref().is_some_and(asks_whether_solved) && it.changes.iter().any(given)
        })
}

fn asks_whether_solved(condition: &Condition) -> bool {
    matches!(condition, Condition::Is(what, is)
        if **what == Selection::This && **is == Filter::Is(Trait::Solved))
}
