//! An official rules text of any edition, taken apart into numbered rules.
//!
//! The traps of nine editions from 2003 to 2026: heads with blanks before them (` 509.1c`) or within them
//! (`702. 37a`), heads without the full stop (`606.5 If`) or without the blank (`901.4.All`), paragraphs without a
//! number that belong to the rule above, examples, a contents page that repeats every heading, and a glossary
//! whose numbered meanings look like chapters.

use std::collections::BTreeSet;

use super::decode::{LINE_SEPARATOR, decode};
use super::edition::{Edition, ReadFault, Rule, Term};
use super::wraps;
use crate::rules::RuleNumber;

/// A line of the file that is not blank, with its place in the file, from 1.
type Line<'a> = (usize, &'a str);

/// Reads an official rules text, in any encoding that [`decode`] knows.
///
/// # Errors
///
/// Every fault of the file at once; a file without chapter 1 has just that one.
pub fn read(bytes: &[u8]) -> Result<Edition, Vec<ReadFault>> {
    let text = decode(bytes);
    let lines: Vec<&str> = text.split('\n').collect();
    let joined;
    let paragraphs: Vec<Line<'_>> = if wraps::are_cut(&lines) {
        joined = wraps::join(&lines);
        joined.iter().map(|(position, paragraph)| (position + 1, paragraph.as_str())).collect()
    } else {
        lines.iter().enumerate().flat_map(|(position, line)| pieces(line, position + 1)).collect()
    };
    let is_after_blank = |line: usize| {
        line.checked_sub(2).and_then(|before| lines.get(before)).is_none_or(|line| line.trim().is_empty())
    };
    let start = first_line_of_rules(&paragraphs).ok_or_else(|| vec![ReadFault::NoRules])?;
    let (front, body) = paragraphs.split_at(start);
    let (body, back) = split_before(body, "Glossary");
    let (glossary, credits) = split_before(back, "Credits");
    let rules = read_rules(body);
    let faults = faults_of(&rules);
    if !faults.is_empty() {
        return Err(faults);
    }
    let (introduction, contents) = split_before(front, "Contents");
    Ok(Edition {
        effective: front.iter().find_map(|(_, line)| effective_date(line)),
        introduction: texts(introduction),
        contents: texts(contents.get(1..).unwrap_or_default()),
        rules,
        glossary: read_glossary(glossary.get(1..).unwrap_or_default(), is_after_blank),
        credits: texts(credits.get(1..).unwrap_or_default()),
    })
}

/// The paragraphs of a line of the file. A line separator is a blank within a paragraph, unless an example or a rule
/// begins after it.
fn pieces(line: &str, place: usize) -> impl Iterator<Item = Line<'_>> {
    let mut rest = Some(line.trim());
    std::iter::from_fn(move || {
        let text = rest?;
        let cut = text.match_indices(LINE_SEPARATOR).map(|(cut, _)| text.split_at(cut)).find(|(_, after)| {
            let after = after.trim_start();
            after.starts_with("Example:") || head(after).is_some()
        });
        let (piece, after) = cut.map_or((text, None), |(piece, after)| (piece, Some(after.trim())));
        rest = after;
        Some((place, piece.trim_end()))
    })
    .filter(|(_, piece)| !piece.is_empty())
}

/// A contents page begins chapter 1 as well, now and then under another heading than the body's.
fn first_line_of_rules(lines: &[Line<'_>]) -> Option<usize> {
    let chapter_one = RuleNumber::parse("1");
    let has_contents =
        lines.iter().take_while(|(_, line)| *line != "Glossary").any(|(_, line)| *line == "Contents");
    let mut beginnings =
        lines.iter().enumerate().filter(|(_, (_, line))| head(line).map(|(number, _)| number) == chapter_one);
    let (first, _) = beginnings.next()?;
    if has_contents { beginnings.next().map(|(position, _)| position) } else { Some(first) }
}

fn split_before<'a, 'b>(lines: &'a [Line<'b>], heading: &str) -> (&'a [Line<'b>], &'a [Line<'b>]) {
    let position = lines.iter().position(|(_, line)| *line == heading).unwrap_or(lines.len());
    lines.split_at(position)
}

fn texts(lines: &[Line<'_>]) -> Vec<String> {
    lines.iter().map(|(_, line)| words(line)).collect()
}

/// The text with single blanks where lines are broken within it.
fn words(text: &str) -> String {
    text.replace(LINE_SEPARATOR, " ")
}

fn read_rules(lines: &[Line<'_>]) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    for (line, text) in lines {
        if let Some((number, rest)) = head(text) {
            rules.push(Rule { number, line: *line, paragraphs: vec![words(rest)], examples: Vec::new() });
        } else if let Some(rule) = rules.last_mut() {
            match text.strip_prefix("Example:") {
                Some(example) => rule.examples.push(words(example.trim_start())),
                None => rule.paragraphs.push(words(text)),
            }
        }
    }
    rules
}

/// The entries of the glossary: the name is the first line after a blank one.
fn read_glossary(lines: &[Line<'_>], is_after_blank: impl Fn(usize) -> bool) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    for (line, text) in lines {
        match terms.last_mut().filter(|_| !is_after_blank(*line)) {
            Some(term) => term.paragraphs.push(words(text)),
            None => terms.push(Term { name: words(text), paragraphs: Vec::new() }),
        }
    }
    terms
}

/// The number at the head of a line, and the words after it.
///
/// A number within a sentence that happens to begin a line ("509.1c)", "702.9, flying") is no head.
pub(super) fn head(line: &str) -> Option<(RuleNumber, &str)> {
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
    let mut seen = BTreeSet::new();
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
    use super::read;
    use crate::book::{ReadFault, Rule, Term};
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
        let meanings = ["1. Just.", "2. Light."].map(str::to_owned).to_vec();
        assert_eq!(edition.glossary, [Term { name: "Fair".to_owned(), paragraphs: meanings }]);
        assert_eq!(edition.contents, ["1. Start", "100. Basics", "Glossary"]);
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
