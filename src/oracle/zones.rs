//! The zones that abilities and filters say: where an ability functions because it says so of its own object (113.6), and the zone that
//! a filter names.

use std::sync::Arc;

use super::value::Value;

/// The zone in which an ability functions because it says of its own object that it is there (113.6).
fn implied_zone(ability: &Value) -> Option<Value> {
    if ability.get("when").is_none() && ability.get("cost").is_none() {
        return None;
    }
    let of_limits = ability.get("limits").and_then(Value::as_list).unwrap_or_default();
    let conditions =
        ability.get("if").into_iter().chain(of_limits.iter().filter_map(|limit| limit.only("only-if")));
    conditions.filter_map(zone_of_own).find(|zone| zone.as_word() != Some("battlefield"))
}

/// The zone in which the object itself must be for a condition to be true.
fn zone_of_own(condition: &Value) -> Option<Value> {
    if let Some(all) = condition.only("all").and_then(Value::as_list) {
        return all.iter().find_map(zone_of_own);
    }
    let is = condition.only("is").filter(|is| is.get("what").and_then(Value::as_word) == Some("this"))?;
    let kind = is.get("a")?;
    let said =
        kind.only("all").and_then(Value::as_list).map_or_else(|| vec![kind], |all| all.iter().collect());
    said.into_iter().find_map(|it| match it.only("in").and_then(Value::as_list) {
        Some([only]) => Some(only.clone()),
        _ => (it.as_word() == Some("suspended")).then(|| Value::word("exile")),
    })
}

/// An ability with the zone in which it functions, where only what it says of its object tells that.
pub(super) fn with_zone(ability: Value) -> Value {
    match (implied_zone(&ability), &ability) {
        (Some(zone), Value::Map(entries)) if ability.get("from").is_none() => {
            let mut entries = entries.to_vec();
            entries.push((Arc::from("from"), zone));
            Value::map(entries)
        }
        _ => ability,
    }
}

/// An ability without the zone in which it functions, where what it says of its object tells that.
pub(super) fn without_implied_zone(ability: &Value) -> Value {
    match (implied_zone(ability), ability) {
        (Some(zone), Value::Map(entries)) if ability.get("from") == Some(&zone) => {
            Value::map(entries.iter().filter(|(key, _)| &**key != "from").cloned().collect())
        }
        _ => ability.clone(),
    }
}

/// A filter without the zone that it names, and that zone.
pub(super) fn without_zone(filter: &Value) -> (Option<Value>, Option<Value>) {
    let is_zone = |it: &Value| it.only("in").and_then(Value::as_list).is_some_and(|zones| zones.len() == 1);
    let items = match filter.only("all").and_then(Value::as_list) {
        Some(items) => items.to_vec(),
        None => vec![filter.clone()],
    };
    let zone = items.iter().find(|it| is_zone(it)).and_then(|it| it.get("in")?.as_list()?.first().cloned());
    let mut rest: Vec<Value> = items.into_iter().filter(|it| !is_zone(it)).collect();
    let filter = if rest.len() == 1 { rest.pop() } else { Some(Value::one("all", Value::list(rest))) };
    (filter, zone)
}
