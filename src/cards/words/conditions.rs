//! Conditions in words: `you control a Giant`, `this has 3 or more charge counters`.

use super::Voice;
use super::designations;
use super::english::list;
use super::events::Mood;
use super::kinds::Head;
use crate::ir::Condition;
use crate::ir::instruction::ManaType;

impl Voice<'_> {
    /// The condition as a clause.
    pub(super) fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::All(conditions) => list(&self.conditions(conditions), "and"),
            Condition::Any(conditions) => list(&self.conditions(conditions), "or"),
            Condition::Not(condition) => self.not(condition),
            Condition::Exists(filter) => format!("there is {}", self.a_kind(filter, Head::Permanent)),
            Condition::Compare(quantity, comparison) => {
                format!("{} is {}", self.amount(quantity), self.comparison(comparison))
            }
            Condition::Is(selection, filter) => {
                format!("{} {}", self.selection(selection), self.predicate(filter))
            }
            Condition::TurnOf(players) => format!("it is {} turn", self.possessive(players)),
            Condition::Happened(event) => format!("{} this turn", self.event(event, Mood::Did)),
            Condition::Paid(name) => format!("the cost called \"{name}\" was paid"),
            Condition::Spent(kind) => {
                let kind = match kind {
                    ManaType::Color(color) => color.word(),
                    ManaType::Colorless => "colorless",
                };
                format!("{kind} mana was spent to cast this")
            }
            Condition::WasCast(None) => "it was cast".to_owned(),
            Condition::WasCast(Some(by)) => format!("{} cast it", self.players(by)),
            Condition::Did => "that was done".to_owned(),
            Condition::Designated(players, name) => {
                let you = *players == crate::ir::Players::You;
                format!("{} {}", self.some_player(players), designations::being(*name, you))
            }
            Condition::State(name) => format!("it is {name}"),
            Condition::During(step, players) => {
                format!("it is {} {}", self.possessive(players), super::events::step(*step))
            }
            Condition::Past(step) => format!("the {} is over", super::events::step(*step)),
            Condition::Combat(point) => {
                let during = if point.during { "during combat" } else { "in the turn" };
                let before = point.before.map(|at| format!(" before the {}", super::events::step(at)));
                let after = point.after.map(|at| format!(" after the {} has begun", super::events::step(at)));
                format!("it is {during}{}{}", before.unwrap_or_default(), after.unwrap_or_default())
            }
            Condition::Chose(link, word) => format!("the choice of \"{link}\" was {word}"),
            Condition::Same(one, other) => {
                format!("{} and {} have an object in common", self.selection(one), self.selection(other))
            }
        }
    }

    fn conditions(&self, conditions: &[Condition]) -> Vec<String> {
        conditions.iter().map(|condition| self.condition(condition)).collect()
    }

    fn not(&self, condition: &Condition) -> String {
        match condition {
            Condition::Exists(filter) => format!("there is no {}", self.kind(filter, Head::Permanent)),
            Condition::Did => "that was not done".to_owned(),
            Condition::TurnOf(players) => format!("it is not {} turn", self.possessive(players)),
            Condition::All(_)
            | Condition::Any(_)
            | Condition::Not(_)
            | Condition::Compare(..)
            | Condition::Is(..)
            | Condition::Happened(_)
            | Condition::Paid(_)
            | Condition::WasCast(_)
            | Condition::Spent(_)
            | Condition::Designated(..)
            | Condition::State(_)
            | Condition::During(..)
            | Condition::Past(_)
            | Condition::Combat(_)
            | Condition::Chose(..)
            | Condition::Same(..) => format!("it is not so that {}", self.condition(condition)),
        }
    }
}
