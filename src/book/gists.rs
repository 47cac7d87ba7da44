//! What a rule decides, in one sentence of our own, from `rules/gists.txt` and the heads of the files of `rules/keywords/`.

use crate::rules::{RuleId, Texts};

/// What the rule decides in one sentence of our own, at most 110 characters; nothing if nobody has written it yet.
pub fn gist(rule: RuleId) -> Option<&'static str> {
    Some(GISTS.get(RULES.binary_search(&rule).ok()?))
}

/// All gists with their rules, in the order of the book.
pub fn gists() -> impl ExactSizeIterator<Item = (RuleId, &'static str)> {
    RULES.iter().enumerate().map(|(place, rule)| (*rule, GISTS.get(place)))
}

// `RULES`: the rules that have a gist; `GISTS`: what they say.
// INVARIANT: in the order of the book, each rule once; a test says so. A number that is not in the index does not compile.
include!(concat!(env!("OUT_DIR"), "/gists.rs"));

#[cfg(test)]
mod tests {
    use super::{gist, gists};
    use crate::rules::cr;

    #[test]
    fn gists_stand_in_the_order_of_the_book() {
        let rules: Vec<_> = gists().map(|(rule, _)| rule).collect();
        for pair in rules.windows(2) {
            assert!(pair[0] < pair[1], "rules/gists.txt: {} must stand before {}", pair[1], pair[0]);
        }
    }

    #[test]
    fn a_gist_is_one_sentence_that_fits_on_a_line() {
        for (rule, gist) in gists() {
            assert!(gist.chars().count() <= 110, "{rule}: {} characters", gist.chars().count());
            assert!(gist.ends_with('.') && !gist.trim_end_matches('.').contains(". "), "{rule}: {gist}");
            assert!(gist.starts_with(|first: char| first.is_uppercase()), "{rule}: {gist}");
        }
    }

    #[test]
    fn every_gist_is_found() {
        for (rule, text) in gists() {
            assert_eq!(gist(rule), Some(text));
        }
        assert_eq!(gist(cr!("9")), None);
    }
}
