//! `--edition 2017-09` on a trace: what the rules are called in another edition.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::desk::{Desk, There};
use super::exit::Fault;
use super::wrap::wrap;
use crate::book::{Changed, changed};
use crate::rules::{EDITION, Elsewhere, RuleId};
use crate::runner::Outcome;
use crate::trace::Level;

/// Behind a number whose rule is worded otherwise in the other edition.
const REWORDED: char = '*';

/// Behind the number of a rule that the other edition does not have; it is the pinned edition's.
const NEW: char = '+';

/// Behind the number of a rule of which nothing at hand says what it is called; it is the pinned edition's.
const UNKNOWN: char = '?';

/// The names of all rules in the edition that a date means; nothing if it is the pinned one.
pub(super) fn of(desk: &Desk, date: &str) -> Result<Option<Arc<Elsewhere>>, Fault> {
    let edition = desk.edition(Some(date))?;
    if edition == EDITION {
        return Ok(None);
    }
    let crossing = desk.crossing(EDITION, &edition)?;
    let mut numbers = BTreeMap::new();
    for rule in RuleId::all() {
        let name = match crossing.number(rule.number()) {
            There::At(there) => {
                let mut name = String::new();
                for (place, number) in there.iter().enumerate() {
                    name.push_str(if place == 0 { "" } else { "/" });
                    name.push_str(&number.to_string());
                }
                let first = there.first().copied();
                let is_same =
                    first.map(|first| crossing.is_same(rule.number(), first)).transpose()?.flatten();
                if is_same == Some(false) {
                    name.push(REWORDED);
                }
                name
            }
            There::Nowhere => format!("{rule}{NEW}"),
            There::Unknown => format!("{rule}{UNKNOWN}"),
        };
        numbers.insert(rule, name);
    }
    Ok(Some(Arc::new(Elsewhere::new(edition, numbers))))
}

/// What the signs mean, and which of the rules that were shown have been changed since.
pub(super) fn legend(edition: &str, shown: &BTreeSet<RuleId>) -> String {
    let text = format!(
        "The game is played by CR {EDITION}; the rules bear the numbers that they had in CR {edition}. With {REWORDED} the \
         rule was worded otherwise. With {NEW} there was no such rule, and with {UNKNOWN} nothing at hand says what it was \
         called: these numbers are those of CR {EDITION}."
    );
    let mut text = format!("\n{}\n", wrap(&text, 0));
    let since = |change: &Changed| change.since > edition && shown.contains(&change.rule);
    for (place, change) in changed().filter(since).enumerate() {
        if place == 0 {
            text.push_str(&format!("\nChanged since then, by the numbers of CR {EDITION}:\n"));
        }
        let number = change.rule.as_str();
        text.push_str(&format!("  {number:<8}  {}  {}\n", change.since, wrap(change.what, 24)));
    }
    text
}

/// Notes the rules that a ruling cites, be it in an answer or in a step of this level.
pub(super) fn note_shown(outcome: &Outcome, detail: Level, shown: &mut BTreeSet<RuleId>) {
    let told = outcome.trace.entries().iter().filter(|entry| entry.level <= detail);
    let rules = told.map(|entry| entry.rules).chain(outcome.findings.iter().map(|finding| finding.rules));
    shown.extend(rules.flat_map(|rules| rules.iter().collect::<Vec<_>>()));
}
