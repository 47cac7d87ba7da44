//! Which rules have changed since an older edition, and what was otherwise before: `rules/changed.tsv`, in our own words.

use serde::Serialize;

use crate::rules::RuleId;

/// A change of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The rule, by today's number.
    pub rule: RuleId,
    /// The first edition, of those that the concordance knows, in which it is so.
    pub since: &'static str,
    /// What is so since, and what was so before, in a sentence.
    pub what: &'static str,
}

/// The file: in each line today's number, the edition, the sentence; in the order of the book.
const TEXT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/changed.tsv"));

/// The changes of rules, in the order of the book and then of time.
pub fn changed() -> impl Iterator<Item = Changed> {
    TEXT.lines().filter_map(|line| {
        let mut fields = line.splitn(3, '\t');
        let (rule, since, what) = (fields.next()?, fields.next()?, fields.next()?);
        Some(Changed { rule: RuleId::parse(rule)?, since, what })
    })
}

#[cfg(test)]
mod tests {
    use super::{TEXT, changed};
    use crate::book::Concordance;

    #[test]
    fn each_line_is_a_change_in_an_edition_that_is_known() {
        let all: Vec<_> = changed().collect();
        assert_eq!(all.len(), TEXT.lines().count(), "rules/changed.tsv: a line is no change");
        assert!(all.is_sorted_by_key(|change| (change.rule, change.since)));
        let concordance = Concordance::bundled();
        for change in all {
            assert!(concordance.place(change.since).is_some(), "{}: {}", change.rule, change.since);
            assert!(change.what.ends_with('.') && change.what.len() <= 130, "{}", change.rule);
        }
    }
}
