//! CR 702.141: Encore

use crate::ir::ability::Delayed;
use crate::ir::change::{Action, Requirement};
use crate::ir::event::Step;
use crate::ir::instruction::{Apply, Create, Sacrifice};
use crate::ir::{
    Ability, Activated, Body, Change, Cost, Costs, Duration, Event, Filter, Instruction, Keyword,
    KeywordName, Limit, Players, RuleChange, Selection, Slot, TokenSpec, Verb, Zone,
};

/// The slot for the tokens.
const TOKENS: Slot = Slot::literal("encore");

/// From the graveyard, at sorcery speed, for its cost and the card's exile: a token copy of it for each opponent, which attacks that one
/// this turn if able, has haste, and is sacrificed at the beginning of the next end step (702.141a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    let tokens = || Selection::Slot(TOKENS);
    let token = TokenSpec::CopyOf { what: Selection::This, except: Vec::new() };
    let create = Create { slot: Some(TOKENS), ..Create::plain(token) };
    let attacks = Requirement {
        action: Action::Do(Verb::Attack),
        what: Filter::EVERYTHING,
        to: Some(Selection::Players(Players::It)),
        by_all: false,
        one: false,
    };
    let attack = Apply {
        to: Some(tokens()),
        changes: Vec::new(),
        rules: vec![RuleChange::Must(attacks)],
        duration: Duration::EndOfTurn,
    };
    let haste = Apply {
        to: Some(tokens()),
        changes: vec![Change::Gain(vec![Ability::Keyword(Keyword::Plain(KeywordName::Haste))])],
        rules: Vec::new(),
        duration: Duration::Forever,
    };
    let sacrifice = Delayed {
        when: Event::Begins(Step::End, Players::Each),
        effect: Body::of(vec![Instruction::Sacrifice(Sacrifice::of(tokens()))]),
        next_turn: false,
        duration: None,
    };
    let each = Instruction::ForEach {
        of: Selection::Players(Players::Opponents),
        does: vec![Instruction::Create(create), Instruction::Apply(attack)],
    };
    Ability::Activated(Activated {
        from: Some(Zone::Graveyard),
        limits: vec![Limit::AsASorcery],
        ..Activated::new(
            Costs(cost.0.iter().cloned().chain([Cost::EXILE_THIS]).collect()),
            Body::of(vec![each, Instruction::Apply(haste), Instruction::Delayed(sacrifice)]),
        )
    })
}
