//! CR 704: State-Based Actions. Counters that annihilate each other, and more counters than there can be.

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Sight, quantities};
use crate::engine::spells::continuous_effects;
use crate::ir::{CounterKind, RuleChange};

use super::Found;

/// All but so many counters of a kind are removed where an ability says that there can't be more (704.5r).
pub(super) fn surplus_counters(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for (active, rule) in view.rule_changes() {
        let RuleChange::MostCounters { of, kind, count } = rule else { continue };
        let frame = continuous_effects::frame_of(active);
        let most = quantities::amount(sight, &frame, count)?;
        for object in play.game.battlefield() {
            let there = play.game.object(*object).counters_of(*kind);
            if there > most && matches(sight, &frame, of, *object)? {
                let surplus = i32::try_from(there - most).unwrap_or(i32::MAX);
                found.surplus.push((*object, *kind, surplus.saturating_neg()));
            }
        }
    }
    Ok(())
}

/// As many -1/-1 counters as +1/+1 counters, where something has both (704.5q).
pub(super) fn opposed_counters(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    for object in play.game.battlefield() {
        let object = play.game.object(*object);
        let both = object.counters_of(CounterKind::PLUS_ONE).min(object.counters_of(CounterKind::MINUS_ONE));
        if both > 0 {
            found.annihilated.push((object.id, i32::try_from(both).unwrap_or(i32::MAX)));
        }
    }
    Ok(())
}
