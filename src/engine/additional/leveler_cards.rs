//! CR 711: Leveler Cards

use crate::game::Characteristics;
use crate::ir::{Comparison, Condition, CounterKind, KeywordName, Measure, Quantity, Selection, Static};
use crate::rules::{RuleId, cr};

/// The rule of the level symbol that an ability of a leveler card stands for: one with a range (711.2a), or one without an end (711.2b).
pub(crate) fn rule_of_symbol(leveler: &Characteristics, ability: &Static) -> Option<RuleId> {
    if !leveler.has(KeywordName::LevelUp) {
        return None;
    }
    let condition = ability.condition.as_ref()?;
    let all =
        if let Condition::All(all) = condition { all.as_slice() } else { std::slice::from_ref(condition) };
    let level = |condition: &Condition| {
        let Condition::Compare(that, is) = condition else { return None };
        let of_levels = matches!(&**that, Quantity::Sum(Measure::CountersOn(Some(CounterKind::LEVEL), what)) if **what == Selection::This);
        of_levels.then(|| is.clone())
    };
    let levels: Vec<Comparison> = all.iter().map(level).collect::<Option<_>>()?;
    match levels.as_slice() {
        [Comparison::AtLeast(_)] => Some(cr!("711.2b")),
        [Comparison::AtLeast(_), Comparison::AtMost(_)] => Some(cr!("711.2a")),
        _ => None,
    }
}
