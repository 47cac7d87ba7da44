//! Why something is so: rules with the steps in which they stand.

use crate::rules::{RuleId, Rules};

use super::entry::{Entry, EntryId};

/// A rule by which something is so, with the step of the trace that cites it if one does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason {
    /// The rule.
    pub rule: RuleId,
    /// The step; none where the rule says it of the game as it is.
    pub step: Option<EntryId>,
}

impl From<RuleId> for Reason {
    fn from(rule: RuleId) -> Self {
        Self { rule, step: None }
    }
}

/// The reasons of something, each rule once, the one that decides first.
#[derive(Debug, Clone, Copy)]
pub struct Reasons {
    rules: Rules,
    // INVARIANT: each step belongs to the rule at the same place.
    steps: [Option<EntryId>; Rules::MOST],
}

impl Reasons {
    /// No reason at all.
    pub const NONE: Self = Self { rules: Rules::NONE, steps: [None; Rules::MOST] };

    /// These rules, as they say it of the game as it is.
    pub const fn of<const COUNT: usize>(rules: &[RuleId; COUNT]) -> Self {
        Self { rules: Rules::of(rules), steps: [None; Rules::MOST] }
    }

    /// These with one more at their end, unless its rule is among them or there are too many. A rule that is among them without a step
    /// gets that.
    #[must_use]
    pub fn and(mut self, reason: impl Into<Reason>) -> Self {
        let Reason { rule, step } = reason.into();
        if self.rules.push(rule) {
            let place = self.rules.iter().position(|its| its == rule);
            let known = place.and_then(|place| self.steps.get_mut(place));
            known.into_iter().for_each(|known| *known = known.or(step));
        }
        self
    }

    /// These with one at their head.
    #[must_use]
    pub fn led_by(self, reason: impl Into<Reason>) -> Self {
        self.iter().fold(Self::NONE.and(reason), Self::and)
    }

    /// These and others behind them.
    #[must_use]
    pub fn joined(self, others: Self) -> Self {
        others.iter().fold(self, Self::and)
    }

    /// Those of them with such rules.
    #[must_use]
    pub fn only(self, is_such: impl Fn(RuleId) -> bool) -> Self {
        self.iter().filter(|reason| is_such(reason.rule)).fold(Self::NONE, Self::and)
    }

    /// These without some rules.
    #[must_use]
    pub fn without(self, rules: &[RuleId]) -> Self {
        self.only(|rule| !rules.contains(&rule))
    }

    /// The reasons in order.
    pub fn iter(&self) -> impl Iterator<Item = Reason> + '_ {
        self.rules.iter().zip(self.steps).map(|(rule, step)| Reason { rule, step })
    }

    /// The rules alone.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The steps in which they stand, each once, in the order of the rules.
    pub fn steps(&self) -> Vec<EntryId> {
        let mut steps = Vec::new();
        for step in self.iter().filter_map(|reason| reason.step) {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        steps
    }

    /// The one with this very rule, if it is among them.
    pub fn get(&self, rule: RuleId) -> Option<Reason> {
        self.iter().find(|reason| reason.rule == rule)
    }

    /// Whether this very rule is among them.
    pub fn contains(&self, rule: RuleId) -> bool {
        self.rules.contains(rule)
    }

    /// The one that decides.
    pub fn first(&self) -> Option<Reason> {
        self.iter().next()
    }

    /// What of them stands behind a "because": the one that decides, or the first that a step tells of if that one alone can't decide.
    pub fn because(&self, can_decide: impl Fn(RuleId) -> bool) -> Option<Reason> {
        let first = self.first()?;
        let later = || self.iter().find(|reason| reason.step.is_some() || can_decide(reason.rule));
        if first.step.is_some() || can_decide(first.rule) { Some(first) } else { later() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}

impl From<Rules> for Reasons {
    fn from(rules: Rules) -> Self {
        Self { rules, steps: [None; Rules::MOST] }
    }
}

impl Entry {
    /// The rules of this step, as reasons of something.
    pub fn reasons(&self) -> Reasons {
        let mut steps = [None; Rules::MOST];
        // What is added behind them has a step of its own.
        steps.iter_mut().take(self.rules.len()).for_each(|step| *step = Some(self.id));
        Reasons { rules: self.rules, steps }
    }
}

#[cfg(test)]
mod tests {
    use super::{Reason, Reasons};
    use crate::rules::cr;
    use crate::trace::EntryId;

    #[test]
    fn a_rule_keeps_its_place_and_gets_its_step() {
        let in_step = |rule| Reason { rule, step: Some(EntryId(3)) };
        let reasons = Reasons::of(&[cr!("400.7"), cr!("603.2")]).and(in_step(cr!("603.2")));
        assert_eq!(reasons.rules().to_string(), "400.7, 603.2");
        assert_eq!(reasons.iter().nth(1), Some(in_step(cr!("603.2"))));
        let led = reasons.led_by(cr!("603.2"));
        assert_eq!(led.first(), Some(in_step(cr!("603.2"))));
        assert_eq!(led.len(), 2);
    }
}
