//! CR 702.74: Evoke

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::event::Moves;
use crate::ir::instruction::Sacrifice;
use crate::ir::{
    Ability, Body, Condition, Event, Filter, Instruction, KeywordName, Players, Selection, Symbol, Trait,
    Triggered, Zone,
};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// What having paid the evoke cost is called.
const EVOKE: Symbol = Symbol::literal("evoke");

/// It may be cast for its evoke cost from wherever it may be cast (702.74a).
pub(super) const WAY: Way = Way::named("evoke", cr!("702.74a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    start.costs = casting.cost_of(play, KeywordName::Evoke, (cr!("702.74a"), "it has no evoke"))?;
    Ok(())
}

/// When it enters and its evoke cost was paid, whoever controls it by then sacrifices it (702.74a).
pub(super) fn meaning() -> Ability {
    let enters = Moves::between(Filter::Is(Trait::This), &[], &[Zone::Battlefield]);
    let who = Players::ControllerOf(Box::new(Selection::This));
    let sacrifice = Sacrifice { who, ..Sacrifice::of(Selection::This) };
    Ability::triggered(Triggered {
        only_if: Some(Condition::Paid(EVOKE)),
        ..Triggered::new(Event::Moves(enters), Body::of(vec![Instruction::Sacrifice(sacrifice)]))
    })
}

/// Whether a triggered ability is what evoke stands for.
pub(super) fn is(ability: &Triggered) -> bool {
    ability.only_if == Some(Condition::Paid(EVOKE))
}
