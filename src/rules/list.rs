//! The few rules that one step of a trace cites.

use std::fmt;

use serde::ser::{Serialize, Serializer};

use super::id::RuleId;
use crate::rules::cr;

/// At most eight rules, each once, in the order in which they were added: the rule that decides comes first.
///
/// It is a plain value of eighteen bytes, so that every event can carry its own.
#[derive(Clone, Copy)]
pub struct Rules {
    // INVARIANT: the first `count` rules are the list and differ from each other; the rest has no meaning.
    rules: [RuleId; Rules::MOST],
    count: u8,
}

impl Rules {
    /// The most rules that a list holds.
    pub const MOST: usize = 8;

    /// No rule at all, which is where a list starts; a step of a trace always has one.
    pub const NONE: Self = Self { rules: [cr!("1"); Self::MOST], count: 0 };

    /// The list of these rules, repeated ones left out. More than eight do not compile.
    pub const fn of<const COUNT: usize>(rules: &[RuleId; COUNT]) -> Self {
        const { assert!(COUNT <= Self::MOST, "a step cites at most eight rules") };
        let mut list = Self::NONE;
        let mut rest: &[RuleId] = rules;
        while let [rule, after @ ..] = rest {
            list.push(*rule);
            rest = after;
        }
        list
    }

    /// Adds a rule at the end unless the list has it, and says whether the list has it now: a full one takes no more.
    pub const fn push(&mut self, rule: RuleId) -> bool {
        let (listed, mut room) = self.rules.split_at_mut(self.count as usize);
        let mut listed: &[RuleId] = listed;
        while let [first, after @ ..] = listed {
            if first.same(rule) {
                return true;
            }
            listed = after;
        }
        match &mut room {
            [slot, ..] => {
                *slot = rule;
                self.count += 1;
                true
            }
            [] => false,
        }
    }

    /// This list with a rule at its head.
    #[must_use]
    pub fn led_by(self, rule: RuleId) -> Self {
        self.iter().fold(Self::NONE.and(rule), Self::and)
    }

    /// This list with one more rule at its end, as [`Rules::push`] adds it.
    #[must_use]
    pub const fn and(mut self, rule: RuleId) -> Self {
        self.push(rule);
        self
    }

    /// The rules in order.
    pub fn as_slice(&self) -> &[RuleId] {
        self.rules.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// The rules in order.
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, RuleId>> {
        self.as_slice().iter().copied()
    }

    /// Whether the list has this very rule; a subrule is another rule than its parent.
    pub fn contains(&self, rule: RuleId) -> bool {
        self.as_slice().contains(&rule)
    }

    /// The rule that decides, which is the first.
    pub fn first(&self) -> Option<RuleId> {
        self.as_slice().first().copied()
    }

    /// How many rules the list has, 0 to 8.
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether the list has no rule.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::NONE
    }
}

impl From<RuleId> for Rules {
    fn from(rule: RuleId) -> Self {
        Self::of(&[rule])
    }
}

impl<'a> IntoIterator for &'a Rules {
    type Item = RuleId;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, RuleId>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Rules {}

impl PartialOrd for Rules {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rules {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_slice().cmp(other.as_slice())
    }
}

impl std::hash::Hash for Rules {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, rule) in self.iter().enumerate() {
            if position > 0 {
                formatter.write_str(", ")?;
            }
            formatter.write_str(rule.as_str())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Rules({self})")
    }
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::Rules;
    use crate::rules::cr;

    #[test]
    fn a_list_keeps_its_order_and_drops_repetitions() {
        let rules = Rules::of(&[cr!("601.2a"), cr!("400.7"), cr!("601.2a")]);
        assert_eq!(rules.to_string(), "601.2a, 400.7");
        assert_eq!(rules.first(), Some(cr!("601.2a")));
        assert!(rules.contains(cr!("400.7")) && !rules.contains(cr!("400")));
        assert_ne!(rules, Rules::of(&[cr!("400.7"), cr!("601.2a")]));
    }

    #[test]
    fn a_full_list_takes_no_more_and_says_so() {
        let mut rules = Rules::NONE;
        for rule in [cr!("1"), cr!("2"), cr!("3"), cr!("4"), cr!("5"), cr!("6"), cr!("7"), cr!("8")] {
            assert!(rules.push(rule));
        }
        assert!(!rules.push(cr!("9")));
        assert!(rules.push(cr!("6")));
        assert_eq!(rules.len(), Rules::MOST);
    }
}
