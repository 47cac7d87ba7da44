//! CR 701.66: Earthbend

use crate::ir::ability::Delayed;
use crate::ir::change::TypeChange;
use crate::ir::event::Moves;
use crate::ir::instruction::{Apply, Put};
use crate::ir::{
    Ability, Body, CardType, Change, CounterKind, Duration, Event, Filter, Instruction, Keyword, KeywordName,
    Players, Quantity, Selection, Slot, Zone,
};

/// A land becomes a 0/0 creature with haste as well and gets counters; when it dies or is put into exile it returns (701.66a).
pub(super) fn meaning(what: &Selection, count: Quantity) -> Vec<Instruction> {
    const LAND: Slot = Slot::literal("earthbent");
    let types = TypeChange { types: vec![CardType::Land, CardType::Creature], ..TypeChange::default() };
    let nothing = || Some(Quantity::Fixed(0));
    let haste = Ability::Keyword(Keyword::Plain(KeywordName::Haste));
    let changes = vec![
        Change::AddTypes(types),
        Change::SetPowerToughness { power: nothing(), toughness: nothing() },
        Change::Gain(vec![haste]),
    ];
    let land = || Filter::Among(Box::new(Selection::Slot(LAND)));
    let goes_to = |zone| Event::Moves(Moves::between(land(), &[Zone::Battlefield], &[zone]));
    let back = Instruction::Put(Put {
        under: Some(Players::You),
        tapped: true,
        ..Put::plain(Selection::It, Zone::Battlefield)
    });
    vec![
        Instruction::Note { what: what.clone(), slot: LAND },
        Instruction::Apply(Apply {
            to: Some(Selection::Slot(LAND)),
            changes,
            rules: Vec::new(),
            duration: Duration::Forever,
        }),
        Instruction::PutCounters {
            kind: CounterKind::PLUS_ONE,
            count,
            on: Selection::Slot(LAND),
            divided: false,
            up_to: false,
            and: Vec::new(),
            slot: None,
        },
        Instruction::Delayed(Delayed {
            only_if: None,
            when: Event::Any(vec![goes_to(Zone::Graveyard), goes_to(Zone::Exile)]),
            next_turn: false,
            effect: Body::of(vec![back]),
            duration: None,
            once: false,
        }),
    ]
}
