//! Which limit or rule would have changed something, had another effect not switched it off.

use crate::engine::Outcome;
use crate::engine::additional::state_based_actions::legends;
use crate::game::{Change, ObjectId};
use crate::ir::change::{Action, Prohibition, RuleChange};
use crate::ir::{Ability, CounterKind, Filter, Supertype, Trait, Verb};
use crate::rules::{RuleId, cr};
use crate::trace::What;

use super::found::{Found, known_as};
use super::{Played, lost};

/// Why an object has counters that an ability of its own would take from it (704.5r), or would not have let it get: an effect has taken that
/// ability (613.1f).
pub(crate) fn limit_of_counters(
    played: Played<'_>,
    object: ObjectId,
    kind: CounterKind,
) -> Outcome<Option<Found>> {
    let Played { game, view, .. } = played;
    let its = game.object(object);
    let count = its.counters_of(kind);
    if count == 0 || !its.exists || !its.on_battlefield() {
        return Ok(None);
    }
    let printed = view.copiable(game, object).abilities.iter();
    let mut limits = printed.filter_map(|instance| {
        let ability = if let Ability::Static(ability) = &*instance.ability { ability } else { return None };
        ability.rules.iter().find_map(|rule| limit(rule, (kind, count)))
    });
    let Some((rule, does)) = limits.next() else { return Ok(None) };
    // What it had from the beginning nothing would have kept off it.
    let put = played.trace.entries().iter().any(|entry| match &entry.what {
        What::Changed(Change::Counters(on, of, more), _) => *on == object && *of == kind && *more > 0,
        _ => false,
    });
    if rule != cr!("704.5r") && !put {
        return Ok(None);
    }
    let Some(by) = lost::taken_by(played, object)? else { return Ok(None) };
    let by = &known_as(played, by).name;
    Ok((!by.is_empty()).then(|| (rule, format!("it has lost the ability that {does}, by {by}"))))
}

/// What a change of the rules would have done about so many counters of a kind on the object that says it, and by which rule it does not.
fn limit(rule: &RuleChange, (kind, count): (CounterKind, u32)) -> Option<(RuleId, &'static str)> {
    if let RuleChange::MostCounters { of: Filter::Is(Trait::This), kind: of, count: most } = rule {
        let most = most.fixed().and_then(|most| u32::try_from(most).ok())?;
        return (*of == kind && count > most).then_some((cr!("704.5r"), "would limit them"));
    }
    let RuleChange::Cant(Prohibition { action, what: Some(Filter::Is(Trait::This)), only_if: None, .. }) =
        rule
    else {
        return None;
    };
    (*action == Action::Be(Verb::PutCounters)).then_some((cr!("613.1f"), "keeps counters off it"))
}

/// That an ability keeps the "legend rule" from applying to a permanent that has stayed beside another one of its name (704.5j).
pub(crate) fn legend_rule(played: Played<'_>, object: ObjectId) -> Outcome<Option<Found>> {
    let Played { game, view, .. } = played;
    let its = game.object(object);
    if !its.exists || !its.on_battlefield() || its.previous.is_some() {
        return Ok(None);
    }
    let name = &view.characteristics(game, object).name;
    let legendary = |other: ObjectId| view.characteristics(game, other).has_supertype(Supertype::Legendary);
    let is_twin = |other: &&ObjectId| {
        **other != object
            && legendary(**other)
            && view.characteristics(game, **other).name == *name
            && view.controller(game, **other) == view.controller(game, object)
    };
    if !legendary(object) || !game.battlefield().iter().any(|other| is_twin(&other)) {
        return Ok(None);
    }
    let Some(by) = legends::spared_by(played.sight(), object)? else { return Ok(None) };
    let by = if by == object { "its own ability" } else { &*known_as(played, by).name };
    let words = format!("{by} keeps the \"legend rule\" from applying to it");
    Ok((!by.is_empty()).then(|| (cr!("704.5j"), words)))
}
