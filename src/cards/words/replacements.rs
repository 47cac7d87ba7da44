//! Replacement and prevention effects in words.

use super::Voice;
use super::events::Mood;
use super::kinds::Head;
use super::selections::{verb, within, zone};
use crate::ir::instruction::Place;
use crate::ir::replacement::Enters;
use crate::ir::{Event, Quantity, Replacement, ReplacementResult, Verb};

impl Voice<'_> {
    /// The effect as a clause: `if this would die, it goes to exile instead`.
    pub(super) fn replacement(&self, replacement: &Replacement) -> String {
        let mut condition = String::new();
        if let Some(only_if) = &replacement.only_if {
            condition.push_str(&format!(" while {}", self.condition(only_if)));
        }
        if let Some(from) = replacement.from {
            condition.push_str(&format!(" and this is {}", within(from)));
        }
        let may = replacement.may.as_ref().map_or_else(String::new, |players| {
            format!("if {} so {}, ", self.players(players), verb(players, Verb::Choose))
        });
        if let (Event::Moves(moves), ReplacementResult::Enters(enters)) =
            (&replacement.of, &replacement.result)
        {
            let what = self.a_kind(&moves.what, Head::Permanent);
            let words = format!("{may}{what}{}{condition}", self.enters(enters));
            return words;
        }
        let of = self.event(&replacement.of, Mood::Would);
        let result = self.result(&replacement.result);
        format!("if {of}{condition}, {may}{result}")
    }

    fn result(&self, result: &ReplacementResult) -> String {
        match result {
            ReplacementResult::To { zone: to, place: None, revealed: false } => {
                format!("it goes to {} instead", zone(*to))
            }
            ReplacementResult::To { zone: to, place, revealed } => {
                let revealed = if *revealed { "revealed and " } else { "" };
                if *place == Some(Place::Shuffled) {
                    return format!("it is {revealed}shuffled into its owner's library instead");
                }
                let to = place
                    .as_ref()
                    .map_or_else(|| format!("into {}", zone(*to)), |at| super::actions::place(Some(at)));
                format!("it is {revealed}put {to} instead")
            }
            ReplacementResult::Enters(enters) => format!("it{}", self.enters(enters)),
            ReplacementResult::Instead(instructions) => format!("instead {}", self.steps(instructions)),
            ReplacementResult::Also(instructions) => format!("also {}", self.steps(instructions)),
            ReplacementResult::Amount(amount) => format!("the amount is {} instead", self.amount(amount)),
            ReplacementResult::Prevent { amount, then } => {
                let how_much = amount.as_ref().map_or_else(
                    || "that damage".to_owned(),
                    |amount| format!("{} of that damage", self.amount(amount)),
                );
                let then =
                    if then.is_empty() { String::new() } else { format!(", then {}", self.steps(then)) };
                format!("prevent {how_much}{then}")
            }
            ReplacementResult::Redirect(selection) => {
                format!("that damage is dealt to {} instead", self.selection(selection))
            }
            ReplacementResult::Under(who) => {
                format!("it enters under {} control instead", self.possessive(who))
            }
            ReplacementResult::Nothing => "that does not happen".to_owned(),
        }
    }

    fn enters(&self, enters: &Enters) -> String {
        let mut words = " enters".to_owned();
        if enters.tapped {
            words.push_str(" tapped");
        }
        if enters.prepared {
            words.push_str(" prepared");
        }
        words.push_str(&self.with_counters(&enters.counters));
        if let Some(filter) = &enters.copy_of {
            words.push_str(&format!(" as a copy of {}", self.a_kind(filter, Head::Permanent)));
        }
        if !enters.except.is_empty() {
            words.push_str(&format!(", except that it {}", self.changes(&enters.except)));
        }
        if let Some(copy) = &enters.if_copy {
            let except = if copy.except.is_empty() {
                String::new()
            } else {
                format!(" {}", self.changes(&copy.except))
            };
            let and = if except.is_empty() || copy.counters.is_empty() { "" } else { " and" };
            let counters = self.with_counters(&copy.counters);
            let counters = if counters.is_empty() { counters } else { format!(" enters{counters}") };
            let kind = self.a_kind(&copy.is, Head::Permanent);
            words.push_str(&format!("; if the copy is {kind}, it{except}{and}{counters}"));
        }
        if !enters.does.is_empty() {
            words.push_str(&format!("; as it does, {}", self.steps(&enters.does)));
        }
        words
    }

    /// A shield: a replacement effect that lasts.
    pub(super) fn shield_limits(&self, uses: Option<&Quantity>, damage: Option<&Quantity>) -> String {
        let uses = uses.map(|uses| match uses.fixed() {
            Some(1) => ", only the next time".to_owned(),
            _ => format!(", only the next {} times", self.amount(uses)),
        });
        let damage = damage.map(|damage| format!(", only for the next {} damage", self.amount(damage)));
        uses.into_iter().chain(damage).collect()
    }
}
