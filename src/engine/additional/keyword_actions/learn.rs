//! CR 701.48: Learn

use crate::ir::instruction::{Choose, Discard, Put};
use crate::ir::{Filter, Instruction, Players, Quantity, Selection, Slot, Subtype, Trait, Zone};

/// The Lesson that the player reveals.
const LESSON: Slot = Slot::literal("lesson");

/// The player may discard a card, and draws one if they do; if not, they may reveal a Lesson that they own from outside the game and put
/// it into their hand (701.48a).
pub(super) fn meaning(who: &Players) -> Vec<Instruction> {
    let one = Quantity::Fixed(1);
    let discard = Discard {
        who: who.clone(),
        these: None,
        what: None,
        count: one.clone(),
        random: false,
        whole_hand: false,
        chosen_by: None,
        slot: None,
        up_to: false,
    };
    let lesson = || Selection::Slot(LESSON);
    let kind = Subtype::from_word("Lesson").map(Filter::Subtype).into_iter().chain([Filter::Is(Trait::Card)]);
    let from_outside = vec![
        Instruction::Choose(Choose {
            for_each: None,
            different: None,
            who: who.clone(),
            from: Some(Selection::Outside),
            what: Filter::All(kind.collect()),
            count: one.clone(),
            up_to: true,
            random: false,
            slot: LESSON,
            rest: None,
            piles: false,
            together: None,
        }),
        Instruction::Reveal { what: lesson(), slot: None },
        Instruction::Put(Put::plain(lesson(), Zone::Hand)),
    ];
    vec![Instruction::May {
        who: who.clone(),
        does: vec![Instruction::Discard(discard)],
        then: vec![Instruction::Draw { who: who.clone(), count: one, up_to: false, slot: None }],
        otherwise: from_outside,
    }]
}
