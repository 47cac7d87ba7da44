//! CR 701.62: Manifest Dread

use super::MADE;
use crate::ir::instruction::{Choose, Put};
use crate::ir::{Filter, Instruction, KeywordAction, Players, Quantity, Selection, Slot, Verb, Zone};

/// The cards that the player looks at, the one that they choose, and the others.
const LOOKED_AT: Slot = Slot::literal("looked at for dread");
const CHOSEN: Slot = Slot::literal("to be manifested");
const REST: Slot = Slot::literal("not manifested");

/// A player looks at the top two cards of their library, manifests one of them and puts the other into their graveyard (701.62a).
pub(super) fn meaning(who: &Players) -> Vec<Instruction> {
    let top = Selection::Top(Box::new(Quantity::Fixed(2)), who.clone());
    vec![
        Instruction::Look { who: who.clone(), at: top, slot: Some(LOOKED_AT) },
        Instruction::Choose(Choose {
            for_each: None,
            different: None,
            who: who.clone(),
            from: Some(Selection::Slot(LOOKED_AT)),
            what: Filter::EVERYTHING,
            count: Quantity::Fixed(1),
            up_to: false,
            random: false,
            slot: CHOSEN,
            rest: Some(REST),
            piles: false,
            together: None,
        }),
        Instruction::Do {
            action: KeywordAction(Verb::Manifest),
            who: who.clone(),
            what: Some(Selection::Slot(CHOSEN)),
            subtype: None,
            count: None,
            slot: Some(MADE),
        },
        Instruction::Put(Put {
            from: Some(Zone::Library),
            ..Put::plain(Selection::Slot(REST), Zone::Graveyard)
        }),
    ]
}
