//! CR 701.56: Time Travel

use crate::ir::instruction::Choose;
use crate::ir::{
    Comparison, CounterKind, Filter, Instruction, Players, Quantity, Selection, Slot, Trait, Zone,
};

/// A player chooses any number of their permanents with time counters and of their suspended cards, and puts a time counter on each
/// of them or removes one (701.56a).
pub(super) fn meaning(who: &Players) -> Vec<Instruction> {
    const CHOSEN: Slot = Slot::literal("time traveling");
    let permanents = Filter::All(vec![
        Filter::ControlledBy(who.clone()),
        Filter::Counters(Some(CounterKind::TIME), Comparison::at_least_one()),
    ]);
    let cards = Filter::All(vec![
        Filter::In(vec![Zone::Exile]),
        Filter::OwnedBy(who.clone()),
        Filter::Is(Trait::Suspended),
    ]);
    let each = |filter| Selection::Each(Box::new(filter));
    let kind = CounterKind::TIME;
    let one = || Quantity::Fixed(1);
    let put = Instruction::PutCounters {
        kind,
        count: one(),
        on: Selection::It,
        divided: false,
        up_to: false,
        and: Vec::new(),
        slot: None,
    };
    let remove = Instruction::RemoveCounters {
        kind: Some(kind),
        count: Some(one()),
        from: Selection::It,
        up_to: false,
        slot: None,
    };
    vec![
        Instruction::Choose(Choose {
            for_each: None,
            different: None,
            who: who.clone(),
            from: Some(Selection::Several(vec![each(permanents), each(cards)])),
            what: Filter::EVERYTHING,
            count: Quantity::AnyNumber,
            up_to: true,
            random: false,
            slot: CHOSEN,
            rest: None,
            piles: false,
            together: None,
        }),
        Instruction::ForEach {
            of: Selection::Slot(CHOSEN),
            does: vec![Instruction::ChooseOne {
                who: who.clone(),
                from: vec![vec![put], vec![remove]],
                piles: false,
            }],
        },
    ]
}
