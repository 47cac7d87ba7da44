//! CR 702.84: Unearth

use crate::ir::event::{Moves, Step};
use crate::ir::instruction::{Apply, Exile, Put};
use crate::ir::{
    Ability, Activated, Body, Change, Costs, Duration, Event, Filter, Instruction, Keyword, KeywordName,
    Limit, Players, Replacement, ReplacementResult, Selection, Slot, Zone,
};

/// The slot for the permanent that the card has become.
const RETURNED: Slot = Slot::literal("unearthed");

/// From the graveyard, at sorcery speed, back to the battlefield with haste until the next end step, and nowhere else than into
/// exile from there (702.84a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    let returned = || Selection::Slot(RETURNED);
    let back = Put {
        from: Some(Zone::Graveyard),
        slot: Some(RETURNED),
        ..Put::plain(Selection::This, Zone::Battlefield)
    };
    let haste = Apply {
        to: Some(returned()),
        changes: vec![Change::Gain(vec![Ability::Keyword(Keyword::Plain(KeywordName::Haste))])],
        rules: Vec::new(),
        duration: Duration::Forever,
    };
    let exile = crate::ir::ability::Delayed {
        when: Event::Begins(Step::End, Players::Each),
        effect: Body::of(vec![Instruction::Exile(Exile::plain(returned()))]),
        next_turn: false,
        duration: None,
    };
    let unearthed = Filter::Among(Box::new(returned()));
    let leaves = Moves { not_to: vec![Zone::Exile], ..Moves::between(unearthed, &[Zone::Battlefield], &[]) };
    let instead = Instruction::Shield {
        replacement: Box::new(Replacement {
            of: Event::Moves(leaves),
            result: ReplacementResult::to(Zone::Exile),
            only_if: None,
            may: None,
            from: None,
        }),
        duration: Duration::Forever,
        uses: None,
        damage: None,
    };
    let does = vec![Instruction::Put(back), Instruction::Apply(haste), Instruction::Delayed(exile), instead];
    Ability::Activated(Activated {
        from: Some(Zone::Graveyard),
        limits: vec![Limit::AsASorcery],
        ..Activated::new(cost.clone(), Body::of(does))
    })
}
