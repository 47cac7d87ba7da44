//! CR 702.150: Compleated

use crate::engine::spells::replacement_effects::Arrived;
use crate::game::Origin;
use crate::ir::{CounterKind, Event, Filter, KeywordName, Quantity, Replacement, ReplacementResult, Trait};

/// By what a permanent with compleated that enters with loyalty counters does so with two fewer for each Phyrexian mana symbol that the
/// player who cast it has paid life for (702.150a).
pub(in crate::engine) fn fewer(arrived: &Arrived) -> Option<(Origin, Replacement)> {
    let there = arrived.view.characteristics(&arrived.game, arrived.object);
    let is_it = |keyword| keyword == Some(KeywordName::Compleated);
    let origin = there.abilities.iter().find(|instance| is_it(instance.keyword))?.origin;
    // A copy of a spell was cast by nobody.
    let announced =
        arrived.game.object(arrived.object).announced.as_ref().filter(|its| its.cast.is_some())?;
    let symbols = i32::try_from(announced.symbols_for_life).unwrap_or(i32::MAX);
    let fewer = Quantity::Fixed(symbols.saturating_mul(2));
    let replacement = Replacement {
        of: Event::CountersPut(Filter::Is(Trait::This), Some(CounterKind::LOYALTY)),
        result: ReplacementResult::Amount(Quantity::Minus(Box::new(Quantity::ThatMuch), Box::new(fewer))),
        only_if: None,
        may: None,
        from: None,
    };
    (symbols > 0).then_some((origin, replacement))
}
