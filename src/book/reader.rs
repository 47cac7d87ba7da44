//! An official rules text of any edition, taken apart into numbered rules.
//!
//! The traps of nine editions from 2003 to 2026: heads with blanks before them (` 509.1c`) or within them
//! (`702. 37a`), heads without the full stop (`606.5 If`) or without the blank (`901.4.All`), paragraphs without a
//! number that belong to the rule above, examples, a contents page that repeats every heading, and a glossary
//! whose numbered meanings look like chapters.

use std::fmt;

use super::decode::decode;
use super::fingerprint::{fingerprint, plain};
use crate::rules::RuleNumber;

/// An official rules text, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The date from which the text is effective, such as `2026-08-07`, where its first page says so.
    pub effective: Option<String>,
    /// Every chapter, section, rule and subrule, in the order of the book.
    pub rules: Vec<Rule>,
    /// The lines of the glossary that are not blank; an entry's name is a line of its own.
    pub glossary: Vec<String>,
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
        let text = plain(&self.text());
        let is_short = text.chars().count() <= 60 && !text.ends_with(['.', ':', ';', '?', '"']);
        let is_heading =
            self.number.rule().is_none() || (!self.number.is_subrule() && is_short && !text.is_empty());
        is_heading.then_some(text)
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
        }
    }
}

/// Reads an official rules text, in any encoding that [`decode`] knows.
///
/// # Errors
///
/// Every fault of the file at once; a file without chapter 1 has just that one.
pub fn read(bytes: &[u8]) -> Result<Edition, Vec<ReadFault>> {
    let text = decode(bytes);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let start = first_line_of_rules(&lines).ok_or_else(|| vec![ReadFault::NoRules])?;
    let (front, body) = lines.split_at(start);
    let (body, back) = split_before(body, "Glossary");
    let (glossary, credits) = split_before(back, "Credits");
    let rules = read_rules(body, start);
    let faults = faults_of(&rules);
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Edition {
        effective: front.iter().find_map(|line| effective_date(line)),
        rules,
        glossary: filled_lines(glossary),
        credits: filled_lines(credits),
    })
}

/// A contents page begins chapter 1 as well, now and then under another heading than the body's.
fn first_line_of_rules(lines: &[&str]) -> Option<usize> {
    let chapter_one = RuleNumber::parse("1");
    let has_contents = lines.iter().take_while(|line| **line != "Glossary").any(|line| *line == "Contents");
    let mut beginnings =
        lines.iter().enumerate().filter(|(_, line)| head(line).map(|(number, _)| number) == chapter_one);
    let (first, _) = beginnings.next()?;
    if has_contents { beginnings.next().map(|(position, _)| position) } else { Some(first) }
}

fn split_before<'a, 'b>(lines: &'a [&'b str], heading: &str) -> (&'a [&'b str], &'a [&'b str]) {
    let position = lines.iter().position(|line| *line == heading).unwrap_or(lines.len());
    lines.split_at(position)
}

fn filled_lines(lines: &[&str]) -> Vec<String> {
    lines.iter().skip(1).filter(|line| !line.is_empty()).map(|line| (*line).to_owned()).collect()
}

fn read_rules(lines: &[&str], lines_before: usize) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    for (position, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        if let Some((number, words)) = head(line) {
            let (line, paragraphs) = (lines_before + position + 1, vec![words.to_owned()]);
            rules.push(Rule { number, line, paragraphs, examples: Vec::new() });
        } else if let Some(rule) = rules.last_mut() {
            match line.strip_prefix("Example:") {
                Some(example) => rule.examples.push(example.trim_start().to_owned()),
                None => rule.paragraphs.push((*line).to_owned()),
            }
        }
    }
    rules
}

/// The number at the head of a line, and the words after it.
///
/// A number within a sentence that happens to begin a line ("509.1c)", "702.9, flying") is no head.
fn head(line: &str) -> Option<(RuleNumber, &str)> {
    let (section, rest) = split_while(line, |character| character.is_ascii_digit());
    let after_stop = rest.strip_prefix('.')?;
    let (digits, rest) = split_while(after_stop.trim_start(), |character| character.is_ascii_digit());
    if digits.is_empty() {
        let words = after_stop.strip_prefix(' ').unwrap_or(after_stop).trim_start();
        return Some((RuleNumber::parse(section)?, words));
    }
    let (letters, rest) = split_while(rest, |character| character.is_ascii_lowercase());
    let number = RuleNumber::parse(&format!("{section}.{digits}{letters}"))?;
    let words = match rest.strip_prefix('.') {
        Some(words) => words,
        None if rest.is_empty() || rest.starts_with(' ') => rest,
        None => return None,
    };
    Some((number, words.trim_start()))
}

fn split_while(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|character| !belongs(character)).unwrap_or(text.len()))
}

fn faults_of(rules: &[Rule]) -> Vec<ReadFault> {
    let mut faults = Vec::new();
    let mut previous: Option<RuleNumber> = None;
    let mut seen = std::collections::BTreeSet::new();
    for rule in rules {
        let (line, number) = (rule.line, rule.number);
        if let Some(previous) = previous.filter(|previous| *previous >= number) {
            faults.push(ReadFault::OutOfOrder { line, number, previous });
        }
        if number.parent().is_some_and(|parent| !seen.contains(&parent)) {
            faults.push(ReadFault::WithoutParent { line, number });
        }
        if rule.paragraphs.iter().all(String::is_empty) {
            faults.push(ReadFault::Empty { line, number });
        }
        previous = Some(number);
        seen.insert(number);
    }
    faults
}

/// The date of a line such as "These rules are effective as of August 7, 2026."
fn effective_date(line: &str) -> Option<String> {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let (_, date) = line.strip_prefix("These rules are ")?.split_once("as of ")?;
    let mut words = date.trim_end_matches('.').split([' ', ',']).filter(|word| !word.is_empty());
    let name = words.next()?;
    let month = MONTHS.iter().position(|month| *month == name)? + 1;
    let day: u8 = words.next()?.parse().ok()?;
    let year: u16 = words.next()?.parse().ok()?;
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::{ReadFault, Rule, read};
    use crate::rules::RuleNumber;

    const TRAPS: &str = "Invented Rules\n\nThese rules are effective as of May 3, 2031.\n\nContents\n\n1. Start\n100. Basics\nGlossary\n\
        \n1. Start\n\n100. Basics\n\n100.1. Be fair.\n\n 100.1a With a blank.\nSecond paragraph, see\n100.1b) above.\n\n\
        100. 1b A blank within.\n     Example: It counts.\n\n100.2 No stop.\n\n100.3.No blank.\n\n100.4. Fair Play\n\n\
        Glossary\n\nFair\n1. Just.\n2. Light.\n\nCredits\n\nUs\n";

    fn numbers(rules: &[Rule]) -> Vec<String> {
        rules.iter().map(|rule| rule.number.to_string()).collect()
    }

    #[test]
    fn the_traps_of_old_files() {
        let edition = read(TRAPS.as_bytes()).expect("a rules text");
        assert_eq!(edition.effective.as_deref(), Some("2031-05-03"));
        assert_eq!(
            numbers(&edition.rules),
            ["1", "100", "100.1", "100.1a", "100.1b", "100.2", "100.3", "100.4"]
        );
        let texts: Vec<String> = edition.rules.iter().map(Rule::text).collect();
        assert_eq!(texts[3], "With a blank.\nSecond paragraph, see\n100.1b) above.");
        assert_eq!(texts[4..7], ["A blank within.", "No stop.", "No blank."]);
        assert_eq!(edition.rules[4].examples, ["It counts."]);
        assert_eq!(edition.rules[3].line, 17);
        assert_eq!(edition.rules[7].heading().as_deref(), Some("Fair Play"));
        assert_eq!(edition.rules[2].heading(), None);
        assert_eq!(edition.glossary, ["Fair", "1. Just.", "2. Light."]);
        assert_eq!(edition.credits, ["Us"]);
    }

    #[test]
    fn every_fault_is_reported_with_its_line() {
        let faults =
            read(b"1. Start\n100. Basics\n100.2. Two\n100.1. One\n101.1. Lost\n100.3.").expect_err("faults");
        let number = |text| RuleNumber::parse(text).expect("a number");
        assert_eq!(
            faults,
            [
                ReadFault::OutOfOrder { line: 4, number: number("100.1"), previous: number("100.2") },
                ReadFault::WithoutParent { line: 5, number: number("101.1") },
                ReadFault::OutOfOrder { line: 6, number: number("100.3"), previous: number("101.1") },
                ReadFault::Empty { line: 6, number: number("100.3") },
            ]
        );
        assert_eq!(read(b"Dear diary"), Err(vec![ReadFault::NoRules]));
        assert_eq!(read(b""), Err(vec![ReadFault::NoRules]));
    }
}
