//! CR 702.65: Aura Swap

use crate::ir::instruction::Choose;
use crate::ir::{
    Ability, Activated, Body, Costs, Filter, Instruction, Players, Quantity, Selection, Slot, Subtype, Zone,
};

const OTHER: Slot = Slot::literal("other-aura");

/// For a cost this permanent may be exchanged with an Aura card in its controller's hand (702.65a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    let mut what = vec![Filter::In(vec![Zone::Hand]), Filter::OwnedBy(Players::You)];
    what.extend(Subtype::from_word("Aura").map(Filter::Subtype));
    let choose = Choose {
        who: Players::You,
        from: None,
        what: Filter::All(what),
        count: Quantity::Fixed(1),
        up_to: true,
        random: false,
        slot: OTHER,
        rest: None,
        piles: false,
    };
    Ability::Activated(Activated::new(
        cost.clone(),
        Body::of(vec![
            Instruction::Choose(choose),
            Instruction::ExchangeCards(Selection::This, Selection::Slot(OTHER)),
        ]),
    ))
}
