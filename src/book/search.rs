//! Full-text search, ranked, with slips of the fingers forgiven. It keeps no index: it reads everything, which takes a
//! few milliseconds.
//!
//! The rank is BM25 in whole numbers: rare words count more, repeated words ever less, long documents less. Words of
//! a name count more than words of a text; documents that have all the words come first.

use strsim::osa_distance;

use crate::diag::letters_of;

/// What is searched: a name, such as a heading, and a text.
#[derive(Clone, Debug, Default)]
pub struct Document<'a> {
    /// What the document is called.
    pub name: &'a str,
    /// What it says, in pieces.
    pub texts: Vec<&'a str>,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The documents that fit, by their places, the best first, each with its rank.
    pub documents: Vec<(usize, u32)>,
    /// The words that were searched for, in small letters.
    pub words: Vec<String>,
    /// Words that stand nowhere, each with the word that was searched for instead.
    pub instead: Vec<(String, String)>,
}

/// How much more a word counts that stands in a name.
const IN_NAME: u32 = 3;

/// How many words of a query count.
const MOST_WORDS: usize = 12;

/// Words that stand everywhere and say nothing.
const EMPTY: [&str; 22] = [
    "a", "an", "and", "are", "at", "be", "by", "do", "does", "for", "if", "in", "is", "it", "of", "on", "or",
    "that", "the", "to", "what", "with",
];

/// Searches documents for the words of a query.
pub fn search(query: &str, documents: &[Document<'_>]) -> Found {
    let mut words: Vec<String> = tokens(query).map(|word| bare(word).to_lowercase()).collect();
    if words.iter().any(|word| !EMPTY.contains(&word.as_str())) {
        words.retain(|word| !EMPTY.contains(&word.as_str()));
    }
    words.dedup();
    words.truncate(MOST_WORDS);
    let mut counts = count(&words, documents);
    let mut instead = Vec::new();
    for (place, word) in words.iter_mut().enumerate() {
        if counts.documents(place) == 0
            && let Some(near) = nearest_word(word, documents)
        {
            instead.push((std::mem::replace(word, near.clone()), near));
        }
    }
    if !instead.is_empty() {
        counts = count(&words, documents);
    }
    Found { documents: counts.rank(), words, instead }
}

/// The words of a text.
fn tokens(text: &str) -> Tokens<'_> {
    Tokens { text, from: 0 }
}

/// The words of a text from a place on.
struct Tokens<'a> {
    text: &'a str,
    from: usize,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let mut start = None;
        let mut at = self.from;
        while let Some(byte) = bytes.get(at) {
            let (stands_in_word, width) = match SORTS.get(usize::from(*byte)) {
                Some(Sort::Word) => (true, 1),
                Some(Sort::Sign) => (false, 1),
                // Beyond ASCII it takes the whole character to tell.
                _ => self
                    .text
                    .get(at..)?
                    .chars()
                    .next()
                    .map(|sign| (sign.is_alphanumeric(), sign.len_utf8()))?,
            };
            match (stands_in_word, start) {
                (true, None) => start = Some(at),
                (false, Some(_)) => break,
                _ => {}
            }
            at += width;
        }
        self.from = at;
        self.text.get(start?..at)
    }
}

/// What a byte is to the words of a text.
#[derive(Clone, Copy)]
enum Sort {
    /// A letter, a digit or one of the two signs of words such as `+1/+1`.
    Word,
    /// Another sign of ASCII, which parts words wherever it stands.
    Sign,
    /// A part of a character beyond ASCII.
    Beyond,
}

/// The sort of each byte.
#[expect(clippy::indexing_slicing, reason = "a panic would stop the compiler, not headjudge")]
static SORTS: [Sort; 256] = {
    let mut sorts = [Sort::Beyond; 256];
    let mut byte = 0;
    while byte < 128 {
        let stands_in_word = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'/' | b'+');
        sorts[byte] = if stands_in_word { Sort::Word } else { Sort::Sign };
        byte += 1;
    }
    sorts
};

/// The word without the ending of its plural or its third person.
fn bare(word: &str) -> &str {
    match word.strip_suffix(['s', 'S']) {
        Some(bare) if word.len() > 3 && !bare.ends_with(['s', 'S', 'u', 'U']) => bare,
        _ => word,
    }
}

/// How well a word of a document fits a word of the query that is in small letters: 2 for the word itself in any of its
/// forms, 1 for a word that begins with it.
fn fit(token: &str, word: &str) -> u32 {
    let Some((head, tail)) = token.split_at_checked(word.len()) else { return 0 };
    let is_head = head.eq_ignore_ascii_case(word) || (!head.is_ascii() && head.to_lowercase() == *word);
    if !is_head {
        return 0;
    }
    match tail {
        "" | "s" | "S" | "es" | "ed" | "d" | "ing" => 2,
        _ if word.len() >= 4 => 1,
        _ => 0,
    }
}

/// How often each word of the query stands in each document.
struct Counts {
    /// By document: its length, and for each word how often it stands in it, in halves; whether neighbours follow each other.
    rows: Vec<Row>,
    words: usize,
}

#[derive(Clone, Debug, Default)]
struct Row {
    document: usize,
    length: u32,
    halves: Vec<u32>,
    /// How often two words of the query follow each other.
    runs: u32,
}

fn count(words: &[String], documents: &[Document<'_>]) -> Counts {
    // A word can only fit if it begins with one of these letters, in either case.
    let mut begins = [false; 256];
    for first in words.iter().filter_map(|word| word.bytes().next()) {
        for byte in [first.to_ascii_lowercase(), first.to_ascii_uppercase()] {
            if let Some(slot) = begins.get_mut(usize::from(byte)) {
                *slot = true;
            }
        }
        if first >= 0x80 {
            begins = [true; 256];
        }
    }
    let rows = documents.iter().enumerate().map(|(document, content)| {
        let mut row = Row { document, length: 0, halves: Vec::new(), runs: 0 };
        let fields = content.texts.iter().map(|text| (*text, 1)).chain([(content.name, IN_NAME)]);
        for (text, weight) in fields {
            let mut last = None;
            for token in tokens(text) {
                row.length += 1;
                let may =
                    token.bytes().next().is_some_and(|first| begins.get(usize::from(first)) == Some(&true));
                let best =
                    words.iter().enumerate().filter(|_| may).map(|(place, word)| (fit(token, word), place));
                let best = best
                    .filter(|(fit, _)| *fit > 0)
                    .max_by_key(|(fit, place)| (*fit, std::cmp::Reverse(*place)));
                let Some((fit, place)) = best else {
                    // A small word between two does not part them.
                    if token.len() > 3 {
                        last = None;
                    }
                    continue;
                };
                row.halves.resize(words.len(), 0);
                if let Some(count) = row.halves.get_mut(place) {
                    *count += fit * weight;
                }
                row.runs += u32::from(last.is_some_and(|last: usize| last + 1 == place));
                last = Some(place);
            }
        }
        row
    });
    Counts { rows: rows.collect(), words: words.len() }
}

impl Counts {
    /// In how many documents a word stands.
    fn documents(&self, word: usize) -> usize {
        self.rows.iter().filter(|row| row.halves.get(word).is_some_and(|count| *count > 0)).count()
    }

    /// The documents that have a word, the best first.
    fn rank(&self) -> Vec<(usize, u32)> {
        let total = self.rows.len() as u64;
        let average = (self.rows.iter().map(|row| u64::from(row.length)).sum::<u64>() / total.max(1)).max(1);
        let rarity: Vec<u64> = (0..self.words)
            .map(|word| logarithm(total * 2 / (self.documents(word) as u64 + 1)) + 8)
            .collect();
        let mut ranked: Vec<(usize, u32)> = Vec::new();
        for row in self.rows.iter().filter(|row| !row.halves.is_empty()) {
            let mut score = 0;
            let mut has = 0;
            for (count, rarity) in row.halves.iter().zip(&rarity).filter(|(count, _)| **count > 0) {
                has += 1;
                // Frequency in thousandths that nears 2200, with a length that weighs by three quarters.
                let count = u64::from(*count) * 500;
                let slack = 300 + 900 * u64::from(row.length) / average;
                score += rarity * (count * 2200 / (count + slack));
            }
            let share = has * has * 1000 / (self.words as u64 * self.words as u64).max(1);
            let score = score * share / 1000 * (10 + u64::from(row.runs.min(4)) * 2) / 1000;
            ranked.push((row.document, u32::try_from(score).unwrap_or(u32::MAX)));
        }
        ranked.sort_by_key(|(document, score)| (std::cmp::Reverse(*score), *document));
        ranked
    }
}

/// The logarithm to base 2, in sixteenths.
fn logarithm(number: u64) -> u64 {
    let whole = u64::from(number.max(1).ilog2());
    let fraction = if whole >= 4 { (number >> (whole - 4)) & 15 } else { (number << (4 - whole)) & 15 };
    whole * 16 + fraction
}

/// The word of the documents that is most like a word that stands in none, if one is near enough; of equally near ones the
/// one that stands there most often.
fn nearest_word(word: &str, documents: &[Document<'_>]) -> Option<String> {
    if word.len() < 3 || word.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let allowed = if word.len() < 6 { 1 } else { 2 };
    let letters = letters_of(word);
    let mut near: std::collections::BTreeMap<String, (usize, usize)> = std::collections::BTreeMap::new();
    for document in documents {
        for token in document.texts.iter().copied().chain([document.name]).flat_map(tokens) {
            let token = bare(token);
            if token.len().abs_diff(word.len()) > allowed {
                continue;
            }
            let differing = (letters_of(token) ^ letters).count_ones() as usize;
            if differing > 2 * allowed {
                continue;
            }
            let lower = token.to_lowercase();
            if let Some((_, count)) = near.get_mut(&lower) {
                *count += 1;
            } else {
                let distance = osa_distance(word, &lower);
                near.insert(lower, (distance, 1));
            }
        }
    }
    let fitting = near.into_iter().filter(|(_, (distance, _))| *distance <= allowed);
    let best = fitting.min_by_key(|(_, (distance, count))| (*distance, std::cmp::Reverse(*count)));
    best.map(|(word, _)| word)
}

/// The part of a text that shows most of the words, of about so many characters, and whether it begins and ends with the text.
pub fn excerpt<'a>(text: &'a str, words: &[String], length: usize) -> (&'a str, bool, bool) {
    let floor =
        |place: usize| (0..=place.min(text.len())).rfind(|place| text.is_char_boundary(*place)).unwrap_or(0);
    if text.len() <= length {
        return (text, true, true);
    }
    let hits = |from: usize| {
        let window = text.get(floor(from)..floor(from + length)).unwrap_or_default();
        let found = words.iter().filter(|word| tokens(window).any(|token| fit(token, word) > 0));
        found.count()
    };
    let starts = (0..text.len().saturating_sub(length) + length / 4).step_by(length / 4 + 1);
    let start = starts.max_by_key(|start| (hits(*start), std::cmp::Reverse(*start))).unwrap_or(0);
    let start = floor(start);
    let blank = text.get(start..).and_then(|after| after.find(' '));
    let begin = if start == 0 { 0 } else { blank.map_or(start, |blank| start + blank + 1) };
    let end = floor(begin + length);
    let end =
        if end == text.len() { end } else { text.get(..end).and_then(|part| part.rfind(' ')).unwrap_or(end) };
    (text.get(begin..end.max(begin)).unwrap_or_default(), begin == 0, end == text.len())
}

/// The places of a text at which words of the query stand, in bytes.
pub fn matches(text: &str, words: &[String]) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    for token in tokens(text) {
        if words.iter().any(|word| fit(token, word) > 0) {
            // INVARIANT: a token is a part of the text.
            let start = (token.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
            places.push((start, start + token.len()));
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::{Document, excerpt, matches, search, tokens};

    #[test]
    fn words_end_at_signs() {
        let words = |text| tokens(text).collect::<Vec<_>>();
        assert_eq!(
            words("gets +1/+1, then “dies” – Æther’s é"),
            ["gets", "+1/+1", "then", "dies", "Æther", "s", "é"]
        );
        assert_eq!(words(" — ’ "), Vec::<&str>::new());
    }

    fn documents() -> Vec<Document<'static>> {
        [
            ("Brooms", "Brooms are parked outside, face down."),
            ("Exile", "An exiled card lies face up, unless it is exiled face down."),
            (
                "Wizards",
                "A wizard may look at a card that lies face down in another place, or at a familiar.",
            ),
        ]
        .into_iter()
        .map(|(name, text)| Document { name, texts: vec![text] })
        .collect()
    }

    fn places(query: &str) -> Vec<usize> {
        search(query, &documents()).documents.into_iter().map(|(place, _)| place).collect()
    }

    #[test]
    fn the_best_comes_first() {
        assert_eq!(places("face down exile").first(), Some(&1));
        assert_eq!(places("broom"), [0]);
        assert_eq!(places("familiars"), [2]);
        assert_eq!(places("xylophone"), Vec::<usize>::new());
        assert_eq!(places(""), Vec::<usize>::new());
    }

    #[test]
    fn slips_of_the_fingers_are_forgiven() {
        let found = search("exlie", &documents());
        assert_eq!(found.documents.first().map(|(place, _)| *place), Some(1));
        assert_eq!(found.instead, [("exlie".to_owned(), "exile".to_owned())]);
        assert_eq!(places("wizrad").first(), Some(&2));
    }

    #[test]
    fn an_excerpt_shows_the_words() {
        let text = "word ".repeat(40) + "wand " + &"word ".repeat(40);
        let words = ["wand".to_owned()];
        let (part, begins, ends) = excerpt(&text, &words, 60);
        assert!(part.contains("wand") && part.len() <= 60 && !begins && !ends, "{part}");
        assert_eq!(matches("a wand, two wands", &words), [(2, 6), (12, 17)]);
        assert_eq!(excerpt("é wand", &words, 60), ("é wand", true, true));
    }
}
