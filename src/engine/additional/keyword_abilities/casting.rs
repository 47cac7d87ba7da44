//! CR 702: Keyword Abilities. Those that change how a spell is cast or what it costs: the rules of what is paid for them.

use crate::ir::instruction::Discard;
use crate::ir::{Cost, Symbol};
use crate::rules::{RuleId, cr};

use super::{given, retrace};

/// The rule of the keyword that asks for this part of a cost, of a spell for which costs of these names are paid.
pub(super) fn rule_of_cost(cost: &Cost, paid: &[Symbol]) -> Option<RuleId> {
    let was_paid = |name: &str| paid.iter().any(|paid| paid.as_str() == name);
    if let Cost::Return(..) = cost {
        let slings = was_paid("web-slinging").then_some(cr!("702.188a"));
        return was_paid("sneak").then_some(cr!("702.190a")).or(slings);
    }
    if let Cost::TapOthers(what, _) = cost {
        return given::is_settled(what).then_some(cr!("702.180a"));
    }
    if let Cost::Discard(it) = cost {
        let jumps = (was_paid("jump-start") && *it == Discard::plain()).then_some(cr!("702.133a"));
        return (was_paid("retrace") && *it == retrace::land()).then_some(cr!("702.81a")).or(jumps);
    }
    let Cost::Sacrifice(it) = cost else { return None };
    let by = if was_paid("offering") { cr!("702.48a") } else { cr!("702.119a") };
    it.what.as_ref().is_some_and(given::is_settled).then_some(by)
}

/// Whether a cost of this name may be paid any number of times (702.56a, 702.157a).
pub(in crate::engine) fn is_paid_any_number_of_times(name: Symbol) -> bool {
    ["replicate", "squad"].contains(&name.as_str())
}

/// Whether an ability that asks for a cost of this name asks for that of its own instance alone, so that it matters for which of several
/// it was paid (702.56b, 702.153b, 702.157b, 702.175b).
pub(in crate::engine) fn is_of_one_instance(name: Symbol) -> bool {
    is_paid_any_number_of_times(name) || ["casualty", "offspring"].contains(&name.as_str())
}
