//! CR 701.61: Forage

use crate::ir::instruction::{Choose, Exile, Sacrifice};
use crate::ir::{Filter, Instruction, Players, Quantity, Selection, Slot, Subtype, Trait, Zone};

/// The cards that are exiled.
const FORAGED: Slot = Slot::literal("foraged");

/// A player exiles three cards from their graveyard or sacrifices a Food (701.61a).
pub(in crate::engine) fn meaning(who: &Players) -> Vec<Instruction> {
    let own = vec![Filter::Is(Trait::Card), Filter::In(vec![Zone::Graveyard]), Filter::OwnedBy(who.clone())];
    let cards = Choose {
        who: who.clone(),
        from: None,
        what: Filter::All(own),
        count: Quantity::Fixed(3),
        up_to: false,
        for_each: None,
        different: None,
        random: false,
        slot: FORAGED,
        rest: None,
        piles: false,
        together: None,
    };
    let exile = Exile {
        what: Selection::Slot(FORAGED),
        until: None,
        link: None,
        slot: None,
        face_down: false,
        may_look: None,
        counters: Vec::new(),
        haunting: None,
    };
    let food = Sacrifice {
        who: who.clone(),
        these: None,
        what: Subtype::from_word("Food").map(Filter::Subtype),
        count: Quantity::Fixed(1),
        up_to: false,
        and: Vec::new(),
        slot: None,
    };
    vec![Instruction::ChooseOne {
        who: who.clone(),
        from: vec![
            vec![Instruction::Choose(cards), Instruction::Exile(exile)],
            vec![Instruction::Sacrifice(food)],
        ],
        piles: false,
    }]
}
