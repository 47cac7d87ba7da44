//! CR 702.184: Station

use crate::engine::halt::Outcome;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects::frame_of;
use crate::game::ObjectId;
use crate::ir::{
    Ability, Activated, Body, CardType, Cost, Costs, CounterKind, Filter, Instruction, Limit, Players,
    Quantity, RuleChange, Selection, Symbol, Trait, Verb,
};

/// Tap another creature, at sorcery speed: this gets as many charge counters as that creature's power (702.184a).
pub(super) fn meaning() -> Ability {
    let another = Filter::All(vec![
        Filter::Type(CardType::Creature),
        Filter::Is(Trait::Another),
        Filter::Is(Trait::Untapped),
        Filter::ControlledBy(Players::You),
    ]);
    let counters = Instruction::PutCounters {
        kind: CounterKind::Named(Symbol::literal("charge")),
        count: Quantity::StationedBy,
        on: Selection::This,
        divided: false,
        up_to: false,
        slot: None,
    };
    Ability::Activated(Activated {
        limits: vec![Limit::AsASorcery],
        ..Activated::new(Costs(vec![Cost::TapOthers(another, Quantity::Fixed(1))]), Body::of(vec![counters]))
    })
}

/// How many counters a creature that was tapped is worth: its power, or its toughness where an effect says so (702.184c).
///
/// # Errors
/// If such an effect can't be told.
pub(in crate::engine) fn worth(sight: Sight<'_>, creature: ObjectId) -> Outcome<i32> {
    let its = sight.view.characteristics(sight.game, creature);
    Ok(if by_toughness(sight, creature)? { its.toughness } else { its.power }.unwrap_or(0))
}

/// Whether an effect lets a creature station permanents using its toughness (702.184c).
///
/// # Errors
/// If that can't be told.
pub(in crate::engine) fn by_toughness(sight: Sight<'_>, creature: ObjectId) -> Outcome<bool> {
    for (active, rule) in sight.view.rule_changes() {
        let RuleChange::StationsByToughness(filter) = rule else { continue };
        if matches(sight, &frame_of(active), filter, creature)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The creatures that were tapped to pay for the ability.
pub(in crate::engine) fn tapped(frame: &Frame) -> Vec<ObjectId> {
    let used = frame.announced.iter().flat_map(|announced| &announced.used);
    used.filter(|(how, _)| *how == Verb::Tap).map(|(_, object)| *object).collect()
}
