//! An edition of the rules as it is read from its text: numbered rules, glossary, and what stands around them.

use std::fmt;

use super::fingerprint::{fingerprint, plain};
use crate::rules::{EDITION, RuleNumber};

/// An official rules text, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edition {
    /// The date from which the text is effective, such as `2026-08-07`, where its first page says so.
    pub effective: Option<String>,
    /// The paragraphs before the contents page.
    pub introduction: Vec<String>,
    /// The lines of the contents page.
    pub contents: Vec<String>,
    /// Every chapter, section, rule and subrule, in the order of the book.
    pub rules: Vec<Rule>,
    /// The entries of the glossary in the order of the text.
    pub glossary: Vec<Term>,
    /// The lines that follow the glossary and are not blank.
    pub credits: Vec<String>,
}

/// One numbered paragraph of an edition with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The number in that edition.
    pub number: RuleNumber,
    /// The line of the file at which the rule begins, from 1.
    pub line: usize,
    /// The paragraphs of the rule without its number and its examples. The first may be empty, never all.
    pub paragraphs: Vec<String>,
    /// The examples, each without the word that announces it.
    pub examples: Vec<String>,
}

/// An entry of the glossary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What is defined.
    pub name: String,
    /// The paragraphs that define it.
    pub paragraphs: Vec<String>,
}

/// Whether words are a date, or the year and month of one: `2017`, `2017-09`, `20170925`.
pub fn is_date(words: &str) -> bool {
    let digits: String = words.chars().filter(|sign| *sign != '-').collect();
    let number = |from: usize| digits.get(from..from + 2).map_or(Some(1), |part| part.parse::<u8>().ok());
    matches!(digits.len(), 4 | 6 | 8)
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && number(4).is_some_and(|month| (1..=12).contains(&month))
        && number(6).is_some_and(|day| (1..=days_of(&digits)).contains(&day))
}

/// Whether a date is later than the pinned edition, as far as it is said.
pub fn is_to_come(words: &str) -> bool {
    let digits = |words: &str| -> String { words.chars().filter(|sign| *sign != '-').collect() };
    let written = digits(words);
    let newest: String = digits(EDITION).chars().take(written.len()).collect();
    written > newest
}

/// How many days the month has that digits such as `20170925` name; of digits without a day nobody asks.
fn days_of(digits: &str) -> u8 {
    let year: u32 = digits.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0);
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match digits.get(4..6) {
        Some("02") if is_leap => 29,
        Some("02") => 28,
        Some("04" | "06" | "09" | "11") => 30,
        _ => 31,
    }
}

impl Edition {
    /// The rule of that number.
    pub fn rule(&self, number: RuleNumber) -> Option<&Rule> {
        self.rules.get(self.position(number)?)
    }

    /// Where in `rules` the rule of that number stands.
    pub fn position(&self, number: RuleNumber) -> Option<usize> {
        self.rules.binary_search_by_key(&number, |rule| rule.number).ok()
    }

    /// What stands under the rule of that number at any depth, in the order of the book.
    pub fn under(&self, number: RuleNumber) -> impl Iterator<Item = &Rule> {
        let start = self.rules.partition_point(|rule| rule.number <= number);
        let after = self.rules.get(start..).unwrap_or_default();
        after.iter().take_while(move |rule| rule.number.stands_under(number))
    }

    /// What the text lacks that every edition has: a date, a contents page whose every line heads something, a
    /// glossary, and credits.
    pub fn faults(&self) -> Vec<ReadFault> {
        let mut faults = Vec::new();
        if self.effective.is_none() {
            faults.push(ReadFault::NoDate);
        }
        if self.contents.is_empty() {
            faults.push(ReadFault::NoContents);
        }
        for line in &self.contents {
            let (number, _) = line.split_once('.').unwrap_or((line, ""));
            let missing = RuleNumber::parse(number).is_some_and(|number| self.position(number).is_none());
            if missing {
                faults.push(ReadFault::MissingSection { entry: line.clone() });
            }
        }
        if self.glossary.is_empty() {
            faults.push(ReadFault::NoGlossary);
        }
        if self.credits.is_empty() {
            faults.push(ReadFault::NoCredits);
        }
        faults
    }
}

impl Rule {
    /// The rule's words without its number and its examples.
    pub fn text(&self) -> String {
        self.paragraphs.join("\n")
    }

    /// The fingerprint of the rule's words, as the index keeps it.
    pub fn fingerprint(&self) -> u64 {
        fingerprint(&self.text())
    }

    /// The heading, with plain quotation marks, where the rule is nothing else: chapters, sections, and rules such
    /// as 702.9, which are a few words without a full stop.
    pub fn heading(&self) -> Option<String> {
        let is_upper = self.number.rule().is_none();
        let may_be =
            is_upper || (!self.number.is_subrule() && self.paragraphs.iter().all(|words| words.len() < 100));
        if !may_be {
            return None;
        }
        let text = plain(&self.text());
        let is_short = text.chars().count() <= 60 && !text.ends_with(['.', ':', ';', '?', '"']);
        (is_upper || (is_short && !text.is_empty())).then_some(text)
    }
}

/// Why a file could not be read as a rules text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadFault {
    /// The file has no line that begins chapter 1.
    NoRules,
    /// A rule stands after one that the book's order puts behind it, or its number comes twice.
    OutOfOrder {
        /// The line of the file, from 1.
        line: usize,
        /// The rule's number.
        number: RuleNumber,
        /// The number before it.
        previous: RuleNumber,
    },
    /// A rule stands under a number that the file does not have.
    WithoutParent {
        /// The line of the file, from 1.
        line: usize,
        /// The rule's number.
        number: RuleNumber,
    },
    /// A number stands alone, without words.
    Empty {
        /// The line of the file, from 1.
        line: usize,
        /// The rule's number.
        number: RuleNumber,
    },
    /// The first page does not say since when the text is effective.
    NoDate,
    /// There is no contents page.
    NoContents,
    /// The contents page names a chapter or section that the text does not have.
    MissingSection {
        /// The line of the contents page.
        entry: String,
    },
    /// There is no glossary, or it is empty.
    NoGlossary,
    /// Nothing follows the glossary.
    NoCredits,
}

impl fmt::Display for ReadFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRules => write!(formatter, "this is no rules text: chapter 1 is missing"),
            Self::OutOfOrder { line, number, previous } => {
                write!(formatter, "line {line}: rule {number} stands after rule {previous}")
            }
            Self::WithoutParent { line, number } => {
                write!(formatter, "line {line}: rule {number} stands under a number that is missing")
            }
            Self::Empty { line, number } => write!(formatter, "line {line}: rule {number} has no words"),
            Self::NoDate => write!(formatter, "it does not say since when it is effective"),
            Self::NoContents => write!(formatter, "it has no contents page"),
            Self::MissingSection { entry } => {
                write!(formatter, "its contents name `{entry}`, which the text does not have")
            }
            Self::NoGlossary => write!(formatter, "it has no glossary"),
            Self::NoCredits => write!(formatter, "it has no credits"),
        }
    }
}
