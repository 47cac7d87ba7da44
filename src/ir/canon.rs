//! The canonical form of a definition: of several ways to say a thing, the same one.
//!
//! Two definitions that mean the same differ by the names of slots and links, by the order of what has none, by lists in
//! lists. [`card`] takes that away. It is made for comparing and not for play, which knows some links by their names.

use std::collections::BTreeMap;

use super::part::{Part, PartMut, Role, any, each_mut};
use super::{
    Ability, Card, Comparison, Condition, Cost, Costs, Event, Filter, Link, Players, Quantity, Selection,
    Slot, Symbol, TargetKind, Trait,
};
use crate::ir::instruction::Vote;
use crate::ir::quantity::{Span, Tally};

/// The canonical form of a card.
pub fn card(card: &Card) -> Card {
    let mut card = card.clone();
    let links = numbered(&card, Naming::Links, "link");
    for ability in card.faces.iter_mut().flat_map(|face| &mut face.abilities) {
        let slots = numbered(ability, Naming::Slots, "slot");
        rename(ability, &slots, &links);
        simplify(PartMut::Ability(ability));
    }
    card
}

/// Whether two definitions mean the same, however they say it.
pub fn are_same(one: &Card, other: &Card) -> bool {
    card(one) == card(other)
}

type Names = BTreeMap<Symbol, Symbol>;

/// New names for what is bound so within a form, in the order in which it is. The words of a vote are names that players see.
fn numbered(form: &impl super::node::Node, role: Naming, word: &str) -> Names {
    let mut names = Names::new();
    any(form, &mut |place| {
        let Some(above) = place.above else { return false };
        let name = match place.part {
            Part::Slot(slot) if role == Naming::Slots && !is_word(above.part, *slot) => slot.name(),
            Part::Link(link) if role == Naming::Links => link.name(),
            _ => return false,
        };
        if above.part.role_of(place.field, place.part) == Role::Binds && !names.contains_key(&name) {
            let number = names.len() + 1;
            names.extend(Symbol::parse(&format!("{word} {number}")).map(|new| (name, new)));
        }
        false
    });
    names
}

/// Which names are made the same.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Naming {
    Slots,
    Links,
}

/// Whether a slot is a word that players vote for.
fn is_word(part: Part<'_>, slot: Slot) -> bool {
    matches!(part, Part::Vote(Vote { words, .. }) if words.contains(&slot))
}

fn rename(ability: &mut Ability, slots: &Names, links: &Names) {
    each_mut(ability, &mut |part| match part {
        PartMut::Slot(slot) => **slot = slots.get(&slot.name()).copied().map_or(**slot, Slot::named),
        PartMut::Link(link) => **link = links.get(&link.name()).copied().map_or(**link, Link::named),
        _ => {}
    });
}

/// Simplifies what is below a part, and then itself.
fn simplify(mut part: PartMut<'_>) {
    part.again().each_part_mut(&mut |_, child| simplify(child));
    match part {
        PartMut::Filter(filter) => simplify_filter(filter),
        PartMut::Condition(condition) => simplify_condition(condition),
        PartMut::Event(event) => simplify_event(event),
        PartMut::Selection(selection) => simplify_selection(selection),
        PartMut::Players(players) => simplify_players(players),
        PartMut::Quantity(quantity) => simplify_quantity(quantity),
        PartMut::TargetKind(TargetKind::OneOf(kinds)) => {
            *kinds = flat(std::mem::take(kinds), |kind| match kind {
                TargetKind::OneOf(inner) => Some(std::mem::take(inner)),
                _ => None,
            });
            sorted(kinds);
        }
        PartMut::TargetKind(TargetKind::Permanent(filter)) => without_permanent(filter),
        PartMut::Costs(costs) => simplify_costs(costs),
        PartMut::Activated(activated) => sorted(&mut activated.limits),
        PartMut::Triggered(triggered) => sorted(&mut triggered.limits),
        _ => {}
    }
}

/// A list without the lists in it.
fn flat<T>(items: Vec<T>, open: impl Fn(&mut T) -> Option<Vec<T>>) -> Vec<T> {
    let mut all = Vec::with_capacity(items.len());
    for mut item in items {
        match open(&mut item) {
            Some(inner) => all.extend(inner),
            None => all.push(item),
        }
    }
    all
}

/// What has no order, in one, and each once.
fn sorted<T: Ord>(items: &mut Vec<T>) {
    items.sort();
    items.dedup();
}

fn simplify_filter(filter: &mut Filter) {
    match filter {
        Filter::All(filters) => {
            let mut all = flat(std::mem::take(filters), |filter| match filter {
                Filter::All(inner) => Some(std::mem::take(inner)),
                _ => None,
            });
            sorted(&mut all);
            *filter = only(all, Filter::All);
        }
        Filter::Any(filters) => {
            let mut any = flat(std::mem::take(filters), |filter| match filter {
                Filter::Any(inner) => Some(std::mem::take(inner)),
                _ => None,
            });
            sorted(&mut any);
            *filter = only(any, Filter::Any);
        }
        Filter::Not(inner) => match &mut **inner {
            Filter::Not(twice) => *filter = std::mem::replace(&mut **twice, Filter::EVERYTHING),
            Filter::Is(Trait::This) => *filter = Filter::Is(Trait::Another),
            Filter::Is(Trait::Another) => *filter = Filter::Is(Trait::This),
            _ => {}
        },
        Filter::Among(selection) if **selection == Selection::This => *filter = Filter::Is(Trait::This),
        Filter::In(zones) | Filter::CameFrom(zones) => sorted(zones),
        _ => {}
    }
}

/// Takes away that something is a permanent, where only permanents are asked about.
fn without_permanent(filter: &mut Filter) {
    let permanent = Filter::Is(Trait::Permanent);
    if *filter == permanent {
        *filter = Filter::EVERYTHING;
    } else if let Filter::All(filters) = filter
        && !filters.iter().any(|it| matches!(it, Filter::In(_)))
    {
        filters.retain(|it| *it != permanent);
        *filter = only(std::mem::take(filters), Filter::All);
    }
}

/// The only one of a list without the list.
fn only<T>(mut items: Vec<T>, list: impl FnOnce(Vec<T>) -> T) -> T {
    match (items.pop(), items.is_empty()) {
        (Some(only), true) => only,
        (Some(last), false) => {
            items.push(last);
            list(items)
        }
        (None, _) => list(items),
    }
}

fn simplify_condition(condition: &mut Condition) {
    match condition {
        Condition::All(conditions) => {
            let mut all = flat(std::mem::take(conditions), |condition| match condition {
                Condition::All(inner) => Some(std::mem::take(inner)),
                _ => None,
            });
            sorted(&mut all);
            *condition = only(all, Condition::All);
        }
        Condition::Any(conditions) => {
            let mut any = flat(std::mem::take(conditions), |condition| match condition {
                Condition::Any(inner) => Some(std::mem::take(inner)),
                _ => None,
            });
            sorted(&mut any);
            *condition = only(any, Condition::Any);
        }
        Condition::Not(inner) => {
            if let Condition::Not(twice) = &mut **inner {
                *condition = std::mem::replace(&mut **twice, Condition::Did);
            }
        }
        Condition::Compare(quantity, comparison) => {
            let is_any = matches!(comparison, Comparison::AtLeast(Quantity::Fixed(1)));
            let is_none = matches!(
                comparison,
                Comparison::Exactly(Quantity::Fixed(0)) | Comparison::AtMost(Quantity::Fixed(0))
            );
            if !is_any && !is_none {
                return;
            }
            let any = if let Quantity::Count(filter) = &**quantity {
                Condition::Exists(filter.clone())
            } else if let Quantity::Happened(event, Tally::Times, Span::Turn) = &**quantity {
                Condition::Happened(event.clone())
            } else {
                return;
            };
            *condition = if is_any { any } else { Condition::Not(Box::new(any)) };
        }
        _ => {}
    }
}

fn simplify_event(event: &mut Event) {
    match event {
        Event::Any(events) => {
            let mut any = flat(std::mem::take(events), |event| match event {
                Event::Any(inner) => Some(std::mem::take(inner)),
                _ => None,
            });
            sorted(&mut any);
            *event = only(any, Event::Any);
        }
        Event::Moves(moves) => {
            [&mut moves.from, &mut moves.to, &mut moves.not_to].into_iter().for_each(sorted);
        }
        _ => {}
    }
}

fn simplify_selection(selection: &mut Selection) {
    match selection {
        Selection::Several(parts) => {
            let parts = flat(std::mem::take(parts), |part| match part {
                Selection::Several(inner) => Some(std::mem::take(inner)),
                _ => None,
            });
            *selection = only(parts, Selection::Several);
        }
        Selection::Each(filter) => without_permanent(filter),
        Selection::Among(of, filter) if **filter == Filter::EVERYTHING => {
            *selection = std::mem::replace(&mut **of, Selection::This);
        }
        _ => {}
    }
}

fn simplify_players(players: &mut Players) {
    match players {
        Players::Where(of, condition) if **condition == Condition::All(Vec::new()) => {
            *players = std::mem::replace(&mut **of, Players::You);
        }
        Players::Except(inner) => {
            if let Players::Except(twice) = &mut **inner {
                *players = std::mem::replace(&mut **twice, Players::You);
            }
        }
        _ => {}
    }
}

fn simplify_quantity(quantity: &mut Quantity) {
    match quantity {
        Quantity::Plus(parts) => {
            let parts = flat(std::mem::take(parts), |part| match part {
                Quantity::Plus(inner) => Some(std::mem::take(inner)),
                _ => None,
            });
            let (fixed, mut others): (Vec<_>, Vec<_>) =
                parts.into_iter().partition(|part| matches!(part, Quantity::Fixed(_)));
            let number = |part: &Quantity| if let Quantity::Fixed(number) = part { *number } else { 0 };
            let sum = fixed.iter().map(number).fold(0i32, i32::saturating_add);
            // The same number twice is twice the number.
            others.sort();
            if sum != 0 || others.is_empty() {
                others.push(Quantity::Fixed(sum));
            }
            *quantity = only(others, Quantity::Plus);
        }
        Quantity::Times(factor, of) => match (&mut **of, *factor) {
            (of, 1) => *quantity = std::mem::replace(of, Quantity::X),
            (Quantity::Fixed(number), factor) => *quantity = Quantity::Fixed(number.saturating_mul(factor)),
            _ => {}
        },
        Quantity::Negative(of) => match &mut **of {
            Quantity::Fixed(number) => *quantity = Quantity::Fixed(number.saturating_neg()),
            Quantity::Negative(twice) => *quantity = std::mem::replace(&mut **twice, Quantity::X),
            _ => {}
        },
        Quantity::HowMany(what) => match std::mem::replace(&mut **what, Selection::This) {
            Selection::Each(filter) => *quantity = Quantity::Count(filter),
            Selection::Players(players) => *quantity = Quantity::Players(players),
            other => **what = other,
        },
        _ => {}
    }
}

fn simplify_costs(Costs(costs): &mut Costs) {
    let one = Quantity::Fixed(1);
    let mut all = Vec::with_capacity(costs.len());
    for cost in std::mem::take(costs) {
        match cost {
            Cost::Each(Costs(inner), times) if times == one => all.extend(inner),
            Cost::Sacrifice(it) if it.what == Some(Filter::Is(Trait::This)) && it.count == one => {
                all.push(Cost::Sacrifice(super::instruction::Sacrifice::of(Selection::This)));
            }
            Cost::OneOf(mut courses) => {
                sorted(&mut courses);
                all.push(Cost::OneOf(courses));
            }
            other => all.push(other),
        }
    }
    // They are paid in any order (601.2h).
    all.sort();
    *costs = all;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spell(effect: &str) -> Card {
        let yaml = format!("{{name: Trial, types: Instant, abilities: [{{spell: {effect}}}]}}");
        crate::cards::yaml::read(&yaml).expect("a card").remove(0)
    }

    #[test]
    fn names_of_slots_order_and_lists_do_not_matter() {
        for (one, other) in [
            (
                "[choose: {what: creature, as: found}, destroy: {what: {slot: found}}]",
                "[choose: {what: creature, as: chosen}, destroy: {what: {slot: chosen}}]",
            ),
            (
                "[destroy: {what: {each: [creature, {any: [red, green]}]}}]",
                "[destroy: {what: {each: [{any: [green, [red]]}, creature]}}]",
            ),
            ("[draw: {count: {plus: [1, {plus: [x, 2]}]}}]", "[draw: {count: {plus: [x, 3]}}]"),
            ("[draw: {count: {count: [{in: hand}, {owned-by: you}]}}]", "[draw: {count: {hand-of: you}}]"),
            ("[draw: {count: {how-many: {each: creature}}}]", "[draw: {count: {count: creature}}]"),
            ("[draw: {count: {how-many: opponents}}]", "[draw: {count: {players: opponents}}]"),
            (
                "[if: {condition: {compare: {that: {count: creature}, is: {at-least: 1}}}, then: [draw: {}]}]",
                "[if: {condition: {exists: creature}, then: [draw: {}]}]",
            ),
            (
                "[if: {condition: {compare: {that: {count: creature}, is: 0}}, then: [draw: {}]}]",
                "[if: {condition: {not: {exists: creature}}, then: [draw: {}]}]",
            ),
            (
                "[if: {condition: {compare: {that: {happened: {dies: creature}}, is: {at-least: 1}}}, then: [draw: {}]}]",
                "[if: {condition: {happened: {dies: creature}}, then: [draw: {}]}]",
            ),
            ("[destroy: {what: {each: {not: {not: creature}}}}]", "[destroy: {what: {each: creature}}]"),
        ] {
            assert!(are_same(&spell(one), &spell(other)), "{one} and {other}");
        }
        for (one, other) in [
            (
                "[choose: {what: creature, as: a}, choose: {what: land, as: b}, destroy: {what: {slot: a}}]",
                "[choose: {what: creature, as: a}, choose: {what: land, as: b}, destroy: {what: {slot: b}}]",
            ),
            ("[draw: {}, {gain-life: {amount: 1}}]", "[{gain-life: {amount: 1}}, draw: {}]"),
            ("[draw: {count: {plus: [x, x]}}]", "[draw: {count: x}]"),
            ("[destroy: {what: {each: [creature, another]}}]", "[destroy: {what: {each: creature}}]"),
        ] {
            assert!(!are_same(&spell(one), &spell(other)), "{one} and {other}");
        }
    }
}
