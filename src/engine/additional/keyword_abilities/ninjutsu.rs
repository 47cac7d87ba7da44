//! CR 702.49: Ninjutsu

use crate::ir::instruction::Put;
use crate::ir::{
    Ability, Activated, Body, Cost, Costs, Filter, Instruction, KeywordName, Players, Quantity, Selection,
    Trait, Verb, Zone,
};
use crate::rules::{RuleId, cr};

/// The rule by which a creature that the keyword puts onto the battlefield attacks the same as the one that was returned.
pub(in crate::engine) fn rule_of_attack(keyword: KeywordName) -> Option<RuleId> {
    (keyword == KeywordName::Ninjutsu).then_some(cr!("702.49c"))
}

/// The rule by which the card that has the keyword stays revealed while its ability is on the stack.
pub(in crate::engine) fn stays_revealed(keyword: KeywordName) -> Option<RuleId> {
    match keyword {
        KeywordName::Ninjutsu => Some(cr!("702.49b")),
        KeywordName::Miracle => Some(cr!("702.94b")),
        _ => None,
    }
}

/// From the hand, for its cost and an unblocked attacking creature that goes back to its owner's hand: the card enters tapped and
/// attacking (702.49a), what that creature attacked (702.49c).
pub(super) fn meaning(cost: &Costs) -> Ability {
    let attacker = Filter::All(vec![Filter::Is(Trait::Unblocked), Filter::ControlledBy(Players::You)]);
    let back = Cost::Return(attacker, Quantity::Fixed(1));
    let enters = Put {
        from: Some(Zone::Hand),
        tapped: true,
        attacking: true,
        attacking_as: Some(Selection::Paid(crate::ir::PaidAs(Verb::Return))),
        ..Put::plain(Selection::This, Zone::Battlefield)
    };
    Ability::Activated(Activated {
        from: Some(Zone::Hand),
        ..Activated::new(
            Costs(cost.0.iter().cloned().chain([back]).collect()),
            Body::of(vec![Instruction::Put(enters)]),
        )
    })
}
