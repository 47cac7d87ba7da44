//! What the rules of the pinned edition are called in another edition.

use std::collections::BTreeMap;

use super::id::RuleId;

/// The rules of the pinned edition by their numbers in another, with a sign behind a number where there is something to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The other edition.
    pub edition: String,
    numbers: BTreeMap<RuleId, String>,
}

impl Elsewhere {
    /// The numbers in an edition.
    pub fn new(edition: String, numbers: BTreeMap<RuleId, String>) -> Self {
        Self { edition, numbers }
    }

    /// What a rule is called there; as it is called here if nobody said.
    pub fn name(&self, rule: RuleId) -> &str {
        self.numbers.get(&rule).map_or(rule.as_str(), String::as_str)
    }
}
