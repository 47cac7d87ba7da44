//! Rule numbers within other text: what a rule points to, and what a page of rulings cites.

use super::fingerprint::plain;
use crate::rules::RuleNumber;

/// A rule number within a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation<'a> {
    /// Where it begins, in bytes.
    pub start: usize,
    /// Where it ends, in bytes.
    pub end: usize,
    /// The number.
    pub number: RuleNumber,
    /// The edition that is written behind it, as in `502.33a@2003-10`.
    pub edition: Option<&'a str>,
    /// Whether the text says that it is a rule: by a word such as "rule" before it, or by brackets around it.
    pub is_marked: bool,
    /// Whether the text says that it is a number of something else: a price, a version, a measure.
    pub is_measure: bool,
}

/// The rule numbers of a text, in order.
///
/// A number with a full stop in it counts (`704.5g`), one without only behind a word such as "rule" or "section".
/// Sums of money, versions and other numbers with more parts do not count.
///
/// ```
/// use headjudge::book::citations;
///
/// let text = "See rule 704.5g (and 120.3), section 4, but not $704.50 or 127.0.0.1.";
/// let numbers: Vec<String> = citations(text).iter().map(|found| found.number.to_string()).collect();
/// assert_eq!(numbers, ["704.5g", "120.3", "4"]);
/// ```
pub fn citations(text: &str) -> Vec<Citation<'_>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(offset) = text.get(from..).and_then(|rest| rest.find(|sign: char| sign.is_ascii_digit())) {
        let start = from + offset;
        let (before, rest) = text.split_at_checked(start).unwrap_or_default();
        let run = rest.find(|sign: char| !(sign.is_alphanumeric() || sign == '.')).unwrap_or(rest.len());
        from = start + run;
        let word = rest.get(..run).unwrap_or_default().trim_end_matches('.');
        let follows_other = before
            .ends_with(|sign: char| sign.is_alphanumeric() || ".$€£#_=%".contains(sign))
            || rest.get(run..).is_some_and(|after| after.starts_with(['%', '_']));
        let Some(number) = RuleNumber::parse(&word.to_ascii_lowercase()).filter(|_| !follows_other) else {
            continue;
        };
        let is_named = last_word_names(before);
        if number.rule().is_none() && !is_named {
            continue;
        }
        let mut end = start + word.len();
        let edition = text
            .get(end..)
            .and_then(|after| after.strip_prefix('@'))
            .map(date)
            .filter(|date| date.len() >= 4);
        end += edition.map_or(0, |date| date.len() + 1);
        from = from.max(end);
        let is_marked = is_named || before.ends_with(['[', '(']);
        let is_measure = !is_marked
            && edition.is_none()
            && !number.is_subrule()
            && (OF_OTHERS.contains(&last_word(before).as_str())
                || MEASURES.contains(&first_word(text.get(end..).unwrap_or_default()).as_str()));
        found.push(Citation { start, end, number, edition, is_marked, is_measure });
    }
    found
}

/// The date at the head of a text.
fn date(text: &str) -> &str {
    let end = text.find(|sign: char| !(sign.is_ascii_digit() || sign == '-')).unwrap_or(text.len());
    text.get(..end).unwrap_or_default().trim_end_matches('-')
}

/// Words before a number.
const OF_OTHERS: [&str; 22] = [
    "build",
    "cost",
    "costs",
    "eur",
    "gbp",
    "headjudge",
    "paid",
    "price",
    "priced",
    "prices",
    "python",
    "release",
    "rust",
    "scored",
    "sold",
    "spent",
    "took",
    "usd",
    "v",
    "ver",
    "version",
    "weighs",
];

/// Words behind such a number.
const MEASURES: [&str; 37] = [
    "cents", "cm", "dollars", "eur", "euro", "euros", "gb", "gbp", "grams", "h", "hours", "inches", "kb",
    "kg", "km", "lb", "lbs", "mb", "metres", "meters", "mg", "miles", "million", "min", "minutes", "ml",
    "mm", "ms", "percent", "points", "pounds", "px", "s", "seconds", "tickets", "tix", "usd",
];

/// Whether the word before a number says that a rule is meant.
fn last_word_names(before: &str) -> bool {
    ["rule", "rules", "cr", "section", "sections", "chapter"].contains(&last_word(before).as_str())
}

/// The word before a number, in small letters; nothing if no blank stands between them.
fn last_word(before: &str) -> String {
    let before = before.strip_suffix([' ', '\u{a0}', '\n']);
    let last = before.and_then(|before| before.split_whitespace().next_back()).unwrap_or_default();
    last.trim_start_matches(|sign: char| !sign.is_alphanumeric()).to_ascii_lowercase()
}

/// The word behind a number, in small letters and without the signs at its end; nothing if no blank stands between them.
fn first_word(after: &str) -> String {
    let after = after.strip_prefix([' ', '\u{a0}', '\n']);
    let first = after.and_then(|after| after.split_whitespace().next()).unwrap_or_default();
    first.trim_end_matches(|sign: char| !sign.is_alphanumeric()).to_ascii_lowercase()
}

/// The text without what differs between editions though the words are the same: rule numbers, italics, quotation marks.
pub(super) fn without_numbers(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut from = 0;
    for found in citations(text) {
        bare.push_str(text.get(from..found.start).unwrap_or_default());
        bare.push('#');
        from = found.end;
    }
    bare.push_str(text.get(from..).unwrap_or_default());
    plain(&bare)
}

#[cfg(test)]
mod tests {
    use super::citations;

    fn numbers(text: &str) -> Vec<String> {
        let words = citations(text).into_iter().filter_map(|found| text.get(found.start..found.end));
        words.map(str::to_owned).collect()
    }

    #[test]
    fn citations_are_told_from_other_numbers() {
        assert_eq!(
            numbers("CR 702.19B–702.19c; 704.5, [400.7]. Rules 601 and 704.5aa."),
            ["702.19B", "702.19c", "704.5", "400.7", "601", "704.5aa"]
        );
        assert_eq!(
            numbers("3.14, 100, 2026.8.7, $120.5, v100.1, 100.1%, #100.1, 12.5x"),
            Vec::<String>::new()
        );
        assert_eq!(
            numbers("<b>702.9a</b>, `cr!(\"704.5g\")`, 502.33a@2003-10."),
            ["702.9a", "704.5g", "502.33a@2003-10"]
        );
        assert_eq!(numbers("100.1é 100.1"), ["100.1"]);
    }

    #[test]
    fn a_price_or_a_version_says_that_it_is_one() {
        let measures = |text| citations(text).iter().map(|found| found.is_measure).collect::<Vec<_>>();
        for text in
            ["It costs 123.45.", "version 123.45", "for 123.45 euros,", "123.45\u{a0}kg", "price 123.45"]
        {
            assert_eq!(measures(text), [true], "{text}");
        }
        for text in
            ["See 123.45.", "rule 123.45 seconds it", "costs 118.99a", "123.45 says", "costs (123.45)"]
        {
            assert_eq!(measures(text), [false], "{text}");
        }
    }

    #[test]
    fn an_edition_may_stand_behind_a_number() {
        let found = citations("502.33a@2003-10-01, then")[0];
        assert_eq!((found.edition, found.is_marked), (Some("2003-10-01"), false));
        assert!(citations("see rule 100.1")[0].is_marked && citations("(100.1)")[0].is_marked);
    }
}
