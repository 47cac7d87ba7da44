//! A rule of the pinned edition as a value of two bytes.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::{Serialize, Serializer};

use super::index::{FINGERPRINTS, HEADINGS, NUMBER_TEXTS, NUMBERS, position};
use super::number::RuleNumber;

/// A chapter, section, rule or subrule that the pinned edition has.
///
/// The order is the order of the book. The only ways to one are `cr!("704.5g")`, which is checked when the code is
/// compiled, and [`RuleId::parse`] for numbers that users and data files write.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
// INVARIANT: a position in `NUMBERS` and the tables beside it.
pub struct RuleId(u16);

impl RuleId {
    /// The rule of that number, spelled as the book prints it (`4`, `406`, `406.3`, `406.3a`).
    ///
    /// Nothing if the pinned edition has no such rule or the text is no rule number.
    pub fn parse(text: &str) -> Option<Self> {
        Self::of(RuleNumber::parse(text)?)
    }

    /// The rule of that number, if the pinned edition has it.
    pub fn of(number: RuleNumber) -> Option<Self> {
        position(number).map(Self)
    }

    /// What `cr!` expands to: [`RuleId::parse`] for constants, where an unknown number is a compile error.
    #[doc(hidden)]
    #[expect(clippy::panic, reason = "called in constants only, where a panic is a compile error")]
    pub const fn cited(text: &str) -> Self {
        match RuleNumber::parse(text) {
            Some(number) => match position(number) {
                Some(position) => Self(position),
                None => panic!("the pinned edition of the Comprehensive Rules has no rule of this number"),
            },
            None => panic!("a rule number is written like 704.5g, without a closing full stop"),
        }
    }

    /// Equality for constants, where `==` cannot be used yet.
    pub(super) const fn same(self, other: Self) -> bool {
        self.0 == other.0
    }

    /// Every rule of the pinned edition, chapters and sections included, in the order of the book.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..NUMBERS.len() as u16).map(Self)
    }

    /// The rule's number.
    pub fn number(self) -> RuleNumber {
        NUMBERS.get(usize::from(self.0)).copied().unwrap_or(RuleNumber::CHAPTER_ONE)
    }

    /// The number as the book prints it.
    pub fn as_str(self) -> &'static str {
        NUMBER_TEXTS.get(usize::from(self.0))
    }

    /// The heading of a chapter, a section or a rule that is a heading (702.9 is "Flying"); nothing for other rules.
    pub fn heading(self) -> Option<&'static str> {
        Some(HEADINGS.get(usize::from(self.0))).filter(|heading| !heading.is_empty())
    }

    /// The fingerprint of the rule's words in the pinned edition, without its examples.
    pub fn fingerprint(self) -> u64 {
        FINGERPRINTS.get(usize::from(self.0)).copied().unwrap_or_default()
    }

    /// The section the rule stands in (406 for 406.3a and for 406 itself); a chapter is in none.
    pub fn section(self) -> Option<Self> {
        self.number().section()?;
        self.with_parents().find(|rule| rule.number().rule().is_none())
    }

    /// The chapter the rule stands in; a chapter stands in itself.
    pub fn chapter(self) -> Self {
        self.with_parents().last().unwrap_or(self)
    }

    /// What the rule stands under: a subrule's rule, a rule's section, a section's chapter.
    pub fn parent(self) -> Option<Self> {
        Self::of(self.number().parent()?)
    }

    /// What stands directly under the rule, in the order of the book.
    pub fn children(self) -> impl Iterator<Item = Self> {
        Self::all()
            .skip(usize::from(self.0) + 1)
            .take_while(move |rule| rule.with_parents().skip(1).any(|parent| parent == self))
            .filter(move |rule| rule.parent() == Some(self))
    }

    /// The rules under the same parent, this one included, in the order of the book.
    pub fn siblings(self) -> impl Iterator<Item = Self> {
        let parent = self.parent();
        Self::all().filter(move |rule| rule.parent() == parent)
    }

    /// The sibling before this rule.
    pub fn previous(self) -> Option<Self> {
        self.siblings().take_while(|rule| *rule != self).last()
    }

    /// The sibling after this rule.
    pub fn next(self) -> Option<Self> {
        self.siblings().find(|rule| *rule > self)
    }

    fn with_parents(self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), |rule| rule.parent())
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "RuleId({self})")
    }
}

impl FromStr for RuleId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text).ok_or_else(|| format!("the rules of {} have no rule `{text}`", super::EDITION))
    }
}

impl Serialize for RuleId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for RuleId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::RuleId;
    use crate::rules::cr;

    #[test]
    fn every_rule_is_found_by_its_number() {
        for rule in RuleId::all() {
            assert_eq!(RuleId::parse(rule.as_str()), Some(rule));
            assert_eq!(rule.number().to_string(), rule.as_str());
        }
        assert_eq!(RuleId::parse("704.5l"), None);
        assert_eq!(RuleId::parse("9.9"), None);
    }

    #[test]
    fn every_rule_but_a_chapter_has_its_parent_in_the_index() {
        for rule in RuleId::all() {
            assert_eq!(rule.parent().is_none(), rule == rule.chapter(), "{rule}");
        }
    }

    #[test]
    fn relations() {
        let rule = cr!("702.9b");
        assert_eq!(rule.parent(), Some(cr!("702.9")));
        assert_eq!(rule.section(), Some(cr!("702")));
        assert_eq!(rule.chapter(), cr!("7"));
        assert_eq!(rule.previous(), Some(cr!("702.9a")));
        assert_eq!(cr!("702.9").heading(), Some("Flying"));
        assert_eq!(cr!("702.9").next(), Some(cr!("702.10")));
        assert!(cr!("702.9").children().any(|child| child == rule));
        assert_eq!(cr!("406").children().next(), Some(cr!("406.1")));
        assert_eq!(cr!("7").section(), None);
        assert_eq!(rule.heading(), None);
    }

    #[test]
    fn data_files_write_a_rule_as_its_number() {
        assert_eq!(serde_json::to_string(&cr!("406.3a")).expect("a string"), "\"406.3a\"");
        assert_eq!(serde_json::from_str::<RuleId>("\"406.3a\"").expect("a rule"), cr!("406.3a"));
        let error = serde_json::from_str::<RuleId>("\"406.99\"").expect_err("no such rule").to_string();
        assert!(error.contains("406.99"), "{error}");
    }
}
