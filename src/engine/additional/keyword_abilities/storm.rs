//! CR 702.40: Storm

use crate::ir::{Ability, Body, Event, Filter, Instruction, Players, Quantity, Selection, Trait, Triggered};

/// When you cast this spell, copy it for each other spell that was cast before it this turn, with new targets if you like (702.40a).
/// How many those are is known from the casting on, and what is cast in response does not count.
pub(super) fn meaning() -> Ability {
    Ability::triggered(Triggered::new(
        Event::Casts(Players::You, Filter::Is(Trait::This)),
        Body::of(vec![Instruction::CopySpell {
            who: Players::You,
            what: Selection::It,
            count: Quantity::ThatMuch,
            new_targets: true,
            except: Vec::new(),
            targeting: None,
            slot: None,
        }]),
    ))
}
