//! Full-text search, ranked, with slips of the fingers forgiven. It keeps no index that could be old: it reads
//! everything, which takes a few milliseconds, once; only for a word that stands nowhere, twice.
//!
//! The rank is BM25 in whole numbers: rare words count more, repeated words ever less, long documents less. Words of
//! a name count more than words of a text; documents that have all the words come first.

use std::collections::BTreeMap;

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

impl Document<'_> {
    /// Whether a word in small letters may stand in it: where its letters do not, in either case, it does not.
    fn may_have(&self, word: &str) -> bool {
        let Some(first) = word.bytes().next().filter(|_| word.is_ascii()) else { return true };
        self.texts.iter().chain([&self.name]).any(|text| {
            let mut rest = text.as_bytes();
            while let Some(place) = rest.iter().position(|byte| byte.to_ascii_lowercase() == first) {
                rest = rest.get(place..).unwrap_or_default();
                if rest.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes())) {
                    return true;
                }
                rest = rest.get(1..).unwrap_or_default();
            }
            false
        })
    }
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

/// Words that stand everywhere and say nothing, and those that make a question of the others.
const EMPTY: [&str; 42] = [
    "a", "an", "and", "are", "at", "be", "by", "can", "could", "do", "does", "for", "get", "gets", "happen",
    "happens", "has", "have", "how", "i", "if", "in", "is", "it", "me", "my", "of", "on", "or", "that",
    "the", "there", "this", "to", "was", "what", "when", "where", "which", "who", "why", "with",
];

/// Searches documents for the words of a query.
pub fn search(query: &str, documents: &[Document<'_>]) -> Found {
    let search = Search::new(query);
    let seen = search.look(documents);
    search.finish(vec![(documents, seen)])
}

/// A search of documents that come in parts, which may be looked through one beside the other.
#[derive(Clone, Debug)]
pub struct Search {
    words: Vec<String>,
}

/// What a part of the documents has of the words that are searched for.
#[derive(Clone, Debug)]
pub struct Seen {
    /// A row for each document.
    rows: Vec<Row>,
    /// For each word that stands in none of them, the words that are nearly so.
    near: Vec<Near>,
}

impl Search {
    /// A search for the words of a query.
    pub fn new(query: &str) -> Self {
        let mut words: Vec<String> = tokens(query).map(str::to_lowercase).collect();
        if words.iter().any(|word| !EMPTY.contains(&word.as_str())) {
            words.retain(|word| !EMPTY.contains(&word.as_str()));
        }
        for word in &mut words {
            word.truncate(bare(word).len());
        }
        words.dedup();
        words.truncate(MOST_WORDS);
        Self { words }
    }

    /// Whether there is no word to search for.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Looks through a part of the documents.
    pub fn look(&self, documents: &[Document<'_>]) -> Seen {
        count(&self.words, self.words.iter().map(|word| Near::to(word)).collect(), documents)
    }

    /// What was found in all parts; the places of documents count on from one part to the next. If a word stands in
    /// none, the parts are looked through again for the nearest that does.
    pub fn finish(mut self, mut parts: Vec<(&[Document<'_>], Seen)>) -> Found {
        let mut instead = Vec::new();
        for (place, word) in self.words.iter_mut().enumerate() {
            let near = || Near::nearest(parts.iter().filter_map(|(_, seen)| seen.near.get(place)));
            if documents_with(rows(&parts), place) == 0
                && let Some(near) = near()
            {
                instead.push((std::mem::replace(word, near.clone()), near));
            }
        }
        if !instead.is_empty() {
            // What was taken for another word is not taken for a third.
            let met: Vec<&str> = instead.iter().map(|(_, word): &(String, String)| word.as_str()).collect();
            for (documents, seen) in &mut parts {
                for (row, document) in seen.rows.iter_mut().zip(documents.iter()) {
                    // Only where the word stands is there anything to count anew.
                    if met.iter().any(|word| document.may_have(word)) {
                        let again = count(&self.words, Vec::new(), std::slice::from_ref(document));
                        *row = again.rows.into_iter().next().unwrap_or_default();
                    }
                }
            }
        }
        Found { documents: rank(&self.words, || rows(&parts)), words: self.words, instead }
    }
}

fn rows<'a>(parts: &'a [(&[Document<'_>], Seen)]) -> impl Iterator<Item = &'a Row> {
    parts.iter().flat_map(|(_, seen)| &seen.rows)
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
        let rest = self.text.as_bytes().get(self.from..)?;
        let start = self.from + rest.iter().position(|byte| sort(*byte) != Sort::Sign)?;
        let rest = self.text.as_bytes().get(start..)?;
        let end = start + rest.iter().position(|byte| sort(*byte) != Sort::Word).unwrap_or(rest.len());
        if self.text.as_bytes().get(end).is_some_and(|byte| sort(*byte) == Sort::Beyond) {
            return self.next_beyond(start, end);
        }
        self.from = end;
        self.text.get(start..end)
    }
}

impl<'a> Tokens<'a> {
    /// The next word where characters beyond ASCII follow on what has been read: it takes the whole character to tell.
    fn next_beyond(&mut self, start: usize, end: usize) -> Option<&'a str> {
        let is_word = |sign: char| sign.is_alphanumeric() || matches!(sign, '/' | '+');
        let (mut start, mut end) = (start, end);
        for sign in self.text.get(end..)?.chars() {
            // Punctuation is what mostly stands there.
            let is_punctuation = matches!(sign, '\u{2000}'..='\u{206F}');
            match (!is_punctuation && is_word(sign), start == end) {
                (true, _) => end += sign.len_utf8(),
                (false, false) => break,
                (false, true) => {
                    start += sign.len_utf8();
                    end = start;
                }
            }
        }
        self.from = end;
        self.text.get(start..end).filter(|word| !word.is_empty())
    }
}

/// What a byte is to the words of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A letter, a digit or one of the two signs of words such as `+1/+1`.
    Word,
    /// Another sign of ASCII, which parts words wherever it stands.
    Sign,
    /// A part of a character beyond ASCII.
    Beyond,
}

#[inline]
fn sort(byte: u8) -> Sort {
    SORTS.get(usize::from(byte)).copied().unwrap_or(Sort::Beyond)
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

/// How often each word of the query stands in a document.
#[derive(Clone, Debug, Default)]
struct Row {
    /// How many words it has.
    length: u32,
    /// For each word of the query how often it stands there, in halves; nothing where none does.
    halves: Vec<u32>,
    /// How often two words of the query follow each other.
    runs: u32,
}

fn count(words: &[String], mut near: Vec<Near>, documents: &[Document<'_>]) -> Seen {
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
    let mut is_near_wanted = near.iter().any(|near| near.is_wanted);
    let mut rows = Vec::with_capacity(documents.len());
    for content in documents {
        let mut row = Row::default();
        let begins = |token: &str| {
            token.bytes().next().is_some_and(|first| begins.get(usize::from(first)) == Some(&true))
        };
        let fields = content.texts.iter().map(|text| (*text, 1)).chain([(content.name, IN_NAME)]);
        for (text, weight) in fields {
            let mut last = None;
            for token in tokens(text) {
                row.length += 1;
                if is_near_wanted {
                    near.iter_mut().filter(|near| near.is_wanted).for_each(|near| near.look(token));
                }
                let best = if begins(token) { best_fit(token, words) } else { None };
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
                if let Some(found) = near.get_mut(place).filter(|near| near.is_wanted) {
                    found.is_wanted = false;
                    is_near_wanted = near.iter().any(|near| near.is_wanted);
                }
                row.runs += u32::from(last.is_some_and(|last: usize| last + 1 == place));
                last = Some(place);
            }
        }
        rows.push(row);
    }
    Seen { rows, near }
}

/// How well a word of a document fits the word of the query that it fits best, and which one that is.
fn best_fit(token: &str, words: &[String]) -> Option<(u32, usize)> {
    let fits = words.iter().enumerate().map(|(place, word)| (fit(token, word), place));
    fits.filter(|(fit, _)| *fit > 0).max_by_key(|(fit, place)| (*fit, std::cmp::Reverse(*place)))
}

/// In how many documents a word stands.
fn documents_with<'a>(rows: impl Iterator<Item = &'a Row>, word: usize) -> usize {
    rows.filter(|row| row.halves.get(word).is_some_and(|count| *count > 0)).count()
}

/// The documents that have a word, the best first.
fn rank<'a, I: Iterator<Item = &'a Row>>(words: &[String], rows: impl Fn() -> I) -> Vec<(usize, u32)> {
    let total = rows().count() as u64;
    let average = (rows().map(|row| u64::from(row.length)).sum::<u64>() / total.max(1)).max(1);
    let rarity: Vec<u64> = (0..words.len())
        .map(|word| logarithm(total * 2 / (documents_with(rows(), word) as u64 + 1)) + 8)
        .collect();
    let mut ranked: Vec<(usize, u32)> = Vec::new();
    for (document, row) in rows().enumerate().filter(|(_, row)| !row.halves.is_empty()) {
        let mut score = 0;
        let mut has = 0;
        for (count, rarity) in row.halves.iter().zip(&rarity).filter(|(count, _)| **count > 0) {
            has += 1;
            // Frequency in thousandths that nears 2200, with a length that weighs by three quarters.
            let count = u64::from(*count) * 500;
            let slack = 300 + 900 * u64::from(row.length) / average;
            score += rarity * (count * 2200 / (count + slack));
        }
        let share = has * has * 1000 / (words.len() as u64 * words.len() as u64).max(1);
        let score = score * share / 1000 * (10 + u64::from(row.runs.min(4)) * 2) / 1000;
        ranked.push((document, u32::try_from(score).unwrap_or(u32::MAX)));
    }
    ranked.sort_by_key(|(document, score)| (std::cmp::Reverse(*score), *document));
    ranked
}

/// The logarithm to base 2, in sixteenths.
fn logarithm(number: u64) -> u64 {
    let whole = u64::from(number.max(1).ilog2());
    let fraction = if whole >= 4 { (number >> (whole - 4)) & 15 } else { (number << (4 - whole)) & 15 };
    whole * 16 + fraction
}

/// The words of documents that are nearly a word, as long as that word itself is not among them.
#[derive(Clone, Debug)]
struct Near {
    word: String,
    /// Which letters the word has.
    letters: u32,
    /// How many slips are forgiven.
    allowed: usize,
    /// Whether the word has not been met, and may be a slip.
    is_wanted: bool,
    /// The words that no more slips than that part from it, how many do, and how often each word stands there.
    words: BTreeMap<String, (usize, usize)>,
}

impl Near {
    fn to(word: &str) -> Self {
        let is_wanted = word.len() >= 3 && !word.starts_with(|first: char| first.is_ascii_digit());
        Self {
            word: word.to_owned(),
            letters: letters_of(word),
            allowed: if word.len() < 6 { 1 } else { 2 },
            is_wanted,
            words: BTreeMap::new(),
        }
    }

    /// Notes a word of a document if it may be what was meant.
    fn look(&mut self, token: &str) {
        // An ending that is taken off is one letter.
        if token.len() > self.word.len() + self.allowed + 1 || token.len() + self.allowed < self.word.len() {
            return;
        }
        let token = bare(token);
        if token.len().abs_diff(self.word.len()) > self.allowed {
            return;
        }
        let differing = (letters_of(token) ^ self.letters).count_ones() as usize;
        if differing > 2 * self.allowed {
            return;
        }
        let slips = if token.is_ascii() && self.word.is_ascii() {
            slips(self.word.as_bytes(), token.as_bytes(), self.allowed)
        } else {
            Some(osa_distance(&self.word, &token.to_lowercase())).filter(|slips| *slips <= self.allowed)
        };
        if let Some(slips) = slips {
            self.words.entry(token.to_lowercase()).or_insert((slips, 0)).1 += 1;
        }
    }

    /// The word that is most like one that stands in no part, if one is near enough; of equally near ones the one that
    /// stands there most often.
    fn nearest<'a>(parts: impl Iterator<Item = &'a Self>) -> Option<String> {
        let mut words: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for part in parts {
            for (word, (slips, count)) in &part.words {
                words.entry(word).or_insert((*slips, 0)).1 += count;
            }
        }
        let best = words.into_iter().min_by_key(|(_, (slips, count))| (*slips, std::cmp::Reverse(*count)));
        best.map(|(word, _)| word.to_owned())
    }
}

/// How many slips part a word of ASCII from one in small letters, if no more than so many do: a letter too many, too few
/// or another, or two that have changed places. It is the distance that `strsim` calls optimal string alignment, but
/// nearly every word is told to be too far at its first letters.
fn slips(word: &[u8], token: &[u8], allowed: usize) -> Option<usize> {
    let same = word.iter().zip(token).take_while(|(one, other)| **one == other.to_ascii_lowercase()).count();
    let (word, token) = (word.get(same..)?, token.get(same..)?);
    let ([first, rest @ ..], [other, others @ ..]) = (word, token) else {
        return Some(word.len() + token.len()).filter(|slips| *slips <= allowed);
    };
    let left = allowed.checked_sub(1)?;
    let swapped = match (rest, others) {
        ([next, rest @ ..], [after, others @ ..])
            if *first == after.to_ascii_lowercase() && *next == other.to_ascii_lowercase() =>
        {
            slips(rest, others, left)
        }
        _ => None,
    };
    let ways = [swapped, slips(rest, others, left), slips(rest, token, left), slips(word, others, left)];
    ways.into_iter().flatten().min().map(|slips| slips + 1)
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
    use strsim::osa_distance;

    use super::{Document, Search, excerpt, matches, search, slips, tokens};

    #[test]
    fn words_end_at_signs() {
        let words = |text| tokens(text).collect::<Vec<_>>();
        assert_eq!(
            words("gets +1/+1, then “dies” – Æther’s é"),
            ["gets", "+1/+1", "then", "dies", "Æther", "s", "é"]
        );
        assert_eq!(words(" — ’ "), Vec::<&str>::new());
        assert_eq!(words("É—é+Æx’y²\u{2071}"), ["É", "é+Æx", "y²\u{2071}"]);
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
    fn slips_are_counted_as_by_the_book() {
        // Every word of up to five letters over an alphabet of three, against some.
        let mut words = vec![String::new()];
        for place in 0..364 {
            let longer = ['a', 'b', 'c'].map(|letter| format!("{}{letter}", words[place]));
            words.extend(longer.into_iter().filter(|word| word.len() <= 5));
        }
        for word in words.iter().step_by(7) {
            for token in &words {
                for allowed in [1, 2] {
                    let distance = osa_distance(word, token);
                    let told = slips(word.as_bytes(), token.to_uppercase().as_bytes(), allowed);
                    assert_eq!(told, Some(distance).filter(|slips| *slips <= allowed), "{word} {token}");
                }
            }
        }
    }

    #[test]
    fn what_comes_in_parts_is_found_as_in_one() {
        let documents = documents();
        for query in ["face down exile", "exlie", "wizrad familar", "a", "outside brom", ""] {
            let whole = search(query, &documents);
            for cut in 0..=documents.len() {
                let (one, other) = documents.split_at(cut);
                let parts = Search::new(query);
                let seen = (parts.look(one), parts.look(other));
                assert_eq!(parts.finish(vec![(one, seen.0), (other, seen.1)]), whole, "{query} at {cut}");
            }
        }
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
