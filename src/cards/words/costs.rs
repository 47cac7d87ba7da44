//! Costs in words.

use super::Voice;
use super::english::{list, plural};
use super::kinds::Head;
use crate::ir::{Cost, Costs, Filter, Quantity};

impl Voice<'_> {
    /// Everything that is paid: `{1}, tap this, sacrifice a creature`.
    pub(super) fn costs(&self, costs: &Costs) -> String {
        let parts: Vec<String> = costs.0.iter().map(|cost| self.cost(cost)).collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }

    /// The cost as what is done to pay it: `pay {2} and discard a card`.
    pub(super) fn paying(&self, costs: &Costs) -> String {
        let parts: Vec<String> = costs
            .0
            .iter()
            .map(|cost| {
                let pay = if matches!(cost, Cost::Mana(_) | Cost::ManaTimes(..)) { "pay " } else { "" };
                format!("{pay}{}", self.cost(cost))
            })
            .collect();
        if parts.is_empty() { "pay nothing".to_owned() } else { list(&parts, "and") }
    }

    fn cost(&self, cost: &Cost) -> String {
        match cost {
            Cost::Mana(mana) => mana.to_string(),
            Cost::Waterbend(mana) => format!("waterbend {mana}"),
            Cost::ManaTimes(mana, times) => format!("{mana} times {}", self.amount(times)),
            Cost::Each(costs, times) => format!("{} times {}", self.costs(costs), self.amount(times)),
            Cost::Tap => "tap this".to_owned(),
            Cost::Untap => "untap this".to_owned(),
            Cost::Loyalty(amount) => format!("loyalty {amount:+}"),
            Cost::LoyaltyX => "loyalty -X".to_owned(),
            Cost::Life(amount) => format!("pay {}", self.measured(amount, "life")),
            Cost::Sacrifice(sacrifice) => self.sacrifice(sacrifice),
            Cost::Discard(discard) => self.discard(discard),
            Cost::Unattach(what) => format!("unattach {}", self.selection(what)),
            Cost::Exile(_, None, _) => "exile this".to_owned(),
            Cost::Exile(filter, Some(zone), count) => {
                format!("exile {} from your {zone}", self.so_many(count, filter, Head::Card))
            }
            Cost::Put(filter, from, to, count) => {
                format!("put {} from {from} into its owner's {to}", self.so_many(count, filter, Head::Card))
            }
            Cost::ExileTop(count) => {
                format!("exile {} from the top of your library", self.some(count, "card"))
            }
            Cost::Draw(count) => format!("draw {}", self.some(count, "card")),
            Cost::ItsManaCost => "its mana cost".to_owned(),
            Cost::Mill(count) => format!("mill {}", self.some(count, "card")),
            Cost::Return(filter, count) => {
                format!("return {} to its owner's hand", self.so_many(count, filter, Head::Permanent))
            }
            Cost::TapOthers(filter, count) => {
                format!("tap {}", self.so_many(count, filter, Head::Permanent))
            }
            Cost::TapPower(filter, power) => format!(
                "tap any number of {} with total power {} or more",
                self.kinds(filter, Head::Permanent),
                self.amount(power)
            ),
            Cost::Reveal(filter, count) => {
                format!("reveal {} from your hand", self.so_many(count, filter, Head::Card))
            }
            Cost::RemoveCounters(kind, count, from) => {
                let noun = kind.map_or_else(|| "counter".to_owned(), |kind| format!("{kind} counter"));
                format!("remove {} from {}", self.some(count, &noun), self.selection(from))
            }
            Cost::PutCounters(kind, count, on) => {
                format!("put {} on {}", self.some(count, &format!("{kind} counter")), self.selection(on))
            }
            Cost::Energy(amount) => format!("pay {}", self.measured(amount, "energy")),
            Cost::CollectEvidence(amount) => format!("collect evidence {}", self.amount(amount)),
            Cost::OneOf(costs) => {
                let costs: Vec<String> = costs.iter().map(|costs| self.paying(costs)).collect();
                list(&costs, "or")
            }
        }
    }

    /// So many of a kind: `a creature`, `two untapped artifacts`, or `this`.
    pub(super) fn so_many(&self, count: &Quantity, filter: &Filter, head: Head) -> String {
        if *count == Quantity::Fixed(1) {
            return self.a_kind(filter, head);
        }
        self.counted(count, &self.kind(filter, head), &self.kinds(filter, head))
    }

    /// Up to so many of a kind.
    pub(super) fn up_to(&self, count: &Quantity, filter: &Filter, head: Head) -> String {
        match count.fixed() {
            Some(1) => format!("up to one {}", self.kind(filter, head)),
            _ => format!("up to {}", self.so_many(count, filter, head)),
        }
    }

    /// Counters that something enters or is put with: `with two +1/+1 counters`.
    pub(super) fn with_counters(&self, counters: &[(crate::ir::CounterKind, Quantity)]) -> String {
        let counters: Vec<String> = counters
            .iter()
            .map(|(kind, count)| {
                let noun = format!("{kind} counter");
                self.counted(count, &noun, &plural(&noun))
            })
            .collect();
        if counters.is_empty() { String::new() } else { format!(" with {}", list(&counters, "and")) }
    }
}
