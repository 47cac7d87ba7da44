//! Which objects an effect is about, in words.

use crate::game::{ContinuousEffect, Thing};
use crate::ir::{Filter, Players, Selection};
use crate::oracle::phrases::Sort;

use super::names::Names;
use super::rule_changes::write_players;
use super::styled::{Text, said};
use super::wording;

/// Which objects a rule is about.
pub(super) fn objects(
    names: &Names<'_>,
    text: &mut Text,
    what: &Filter,
    sort: Sort,
    effect: &ContinuousEffect,
) {
    if let Some(things) = targeted(what, effect) {
        return names.write_list(text, &things);
    }
    let (what, whose) = without_bound(what);
    wording::spoken(names, text, &wording::objects(&what, sort), effect.source, effect.controller);
    if let Some((who, verb)) = whose {
        said(text, " that ");
        write_players(names, text, who, effect);
        said(text, verb);
    }
}

/// Which objects are meant without the player whose they are, and that player, where only the effect knows who it is.
fn without_bound(what: &Filter) -> (Filter, Option<(&Players, &'static str)>) {
    fn bound(filter: &Filter) -> Option<(&Players, &'static str)> {
        let (Filter::ControlledBy(who) | Filter::OwnedBy(who)) = filter else { return None };
        let verb = if matches!(filter, Filter::OwnedBy(_)) { " owns" } else { " controls" };
        matches!(who, Players::Target(_) | Players::It | Players::Slot(_)).then_some((who, verb))
    }
    let all = if let Filter::All(all) = what { all.as_slice() } else { std::slice::from_ref(what) };
    let mut of_bound = all.iter().filter_map(bound);
    match (of_bound.next(), of_bound.next()) {
        (Some(whose), None) => {
            let mut others: Vec<Filter> = all.iter().filter(|it| bound(it).is_none()).cloned().collect();
            let only = if others.len() == 1 { others.pop() } else { None };
            (only.unwrap_or(Filter::All(others)), Some(whose))
        }
        _ => (what.clone(), None),
    }
}

/// The targets of what made an effect, if it is about a phrase of them.
fn targeted(what: &Filter, effect: &ContinuousEffect) -> Option<Vec<Thing>> {
    let Filter::Among(of) = what else { return None };
    let Selection::Target(phrase) = &**of else { return None };
    let announced = effect.bindings.announced.as_ref()?;
    let targets = announced.targets.get(effect.bindings.first_target + usize::from(*phrase))?;
    (!targets.is_empty()).then(|| targets.clone())
}
