//! CR 702.176: Impending

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::change::TypeChange;
use crate::ir::event::{Moves, Step};
use crate::ir::replacement::Enters;
use crate::ir::{
    Ability, Body, CardType, Change, Comparison, Condition, CounterKind, Event, Filter, Instruction,
    KeywordName, Players, Quantity, Replacement, ReplacementResult, Selection, Static, Symbol, Trait,
    Triggered, Zone,
};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// What having paid the impending cost is called.
const IMPENDING: Symbol = Symbol::literal("impending");

/// It may be cast for its impending cost from wherever it may be cast (702.176a).
pub(super) const WAY: Way = Way::named("impending", cr!("702.176a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    start.costs = casting.cost_of(play, KeywordName::Impending, (cr!("702.176a"), "it has no impending"))?;
    Ok(())
}

/// If that was paid it enters with so many time counters, is no creature while one is on it, and loses one in its controller's end step
/// (702.176a).
pub(super) fn meaning(count: &Quantity) -> Vec<Ability> {
    let enters = Replacement {
        of: Event::Moves(Moves::between(Filter::Is(Trait::This), &[], &[Zone::Battlefield])),
        result: ReplacementResult::Enters(Enters {
            counters: vec![(CounterKind::TIME, count.clone())],
            ..Enters::default()
        }),
        only_if: Some(Condition::Paid(IMPENDING)),
        may: None,
        from: None,
    };
    let counted = Filter::Counters(Some(CounterKind::TIME), Comparison::at_least_one());
    let waits = || {
        Condition::All(vec![
            Condition::Paid(IMPENDING),
            Condition::Is(Box::new(Selection::This), Box::new(counted.clone())),
        ])
    };
    let creature = TypeChange { types: vec![CardType::Creature], ..TypeChange::default() };
    let no_creature = Static {
        affects: Some(Selection::This),
        changes: vec![Change::LoseTypes(creature)],
        condition: Some(waits()),
        ..Static::of_rules(Vec::new())
    };
    let remove = Instruction::RemoveCounters {
        kind: Some(CounterKind::TIME),
        count: Some(Quantity::Fixed(1)),
        from: Selection::This,
        up_to: false,
        slot: None,
    };
    let end = Triggered {
        only_if: Some(waits()),
        ..Triggered::new(Event::Begins(Step::End, Players::You), Body::of(vec![remove]))
    };
    vec![Ability::Replacement(enters), Ability::Static(no_creature), Ability::triggered(end)]
}
