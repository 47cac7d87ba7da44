//! CR 702.69: Gravestorm

use crate::ir::event::Moves;
use crate::ir::quantity::{Span, Tally};
use crate::ir::{
    Ability, Body, Event, Filter, Instruction, Players, Quantity, Selection, Trait, Triggered, Zone,
};

/// When the spell is cast it is copied for each permanent that was put into a graveyard this turn, with new targets if its controller likes
/// (702.69a). How many those are is counted as the ability resolves.
pub(super) fn meaning() -> Ability {
    let dies = Moves::between(Filter::EVERYTHING, &[Zone::Battlefield], &[Zone::Graveyard]);
    let copy = Instruction::CopySpell {
        who: Players::You,
        what: Selection::It,
        count: Quantity::Happened(Box::new(Event::Moves(dies)), Tally::Times, Span::Turn),
        new_targets: true,
        except: Vec::new(),
        targeting: None,
        slot: None,
    };
    Ability::triggered(Triggered::new(
        Event::Casts(Players::You, Filter::Is(Trait::This)),
        Body::of(vec![copy]),
    ))
}
