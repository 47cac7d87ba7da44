//! The rulebook at hand, with the official texts where they are beside the project: every paragraph of every edition
//! comes through, however the file is written.

#![expect(
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test says what it skips, and fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use headjudge::book::{self, Alignment, Concordance, Edition, Standing};
use headjudge::rules::RuleNumber;

/// The editions that are at hand.
const EDITIONS: [&str; 9] = [
    "2003-10-01",
    "2009-07-11",
    "2011-09-30",
    "2013-02-01",
    "2015-09-26",
    "2017-09-25",
    "2021-04-19",
    "2024-11-08",
    "2026-08-07",
];

/// The texts that are at hand with their dates, and a notice where they are not.
fn texts() -> Vec<(&'static str, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/rules");
    let texts: Vec<_> = EDITIONS
        .into_iter()
        .filter_map(|date| {
            let file = folder.join(format!("cr-{}.txt", date.replace('-', "")));
            Some((date, fs::read_to_string(file).ok()?))
        })
        .collect();
    if texts.len() < EDITIONS.len() {
        println!("skipped: {} of {} texts are at hand", texts.len(), EDITIONS.len());
    }
    texts
}

/// The text without blanks, which files set as they like.
fn dense(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The paragraphs of an edition in the order of the file, each with its number or the word before it.
fn paragraphs(edition: &Edition) -> Vec<(String, String)> {
    let bare = |lines: &[String]| lines.iter().map(|line| (String::new(), dense(line))).collect::<Vec<_>>();
    let mut all = bare(&edition.introduction);
    all.push((String::new(), "Contents".to_owned()));
    all.extend(bare(&edition.contents));
    for rule in &edition.rules {
        let (first, rest) = rule.paragraphs.split_first().unwrap();
        all.push((rule.number.to_string(), dense(first)));
        all.extend(bare(rest));
        all.extend(rule.examples.iter().map(|example| ("Example:".to_owned(), dense(example))));
    }
    all.push((String::new(), "Glossary".to_owned()));
    for term in &edition.glossary {
        all.push((String::new(), dense(&term.name)));
        all.extend(bare(&term.paragraphs));
    }
    all.push((String::new(), "Credits".to_owned()));
    all.extend(bare(&edition.credits));
    all
}

#[test]
fn every_paragraph_is_the_files_with_its_number() {
    for (date, text) in texts() {
        let edition = book::read(text.as_bytes()).unwrap();
        assert_eq!(edition.faults(), [], "{date}");
        let read = paragraphs(&edition);
        // A head's full stop may be missing, and a rule's second paragraph may stand behind an example.
        let bare = |text: &str| dense(text).replace('.', "");
        let mut lines: Vec<String> = text.lines().map(bare).filter(|line| !line.is_empty()).collect();
        assert_eq!(read.len(), lines.len(), "{date}");
        let mut read: Vec<String> =
            read.iter().map(|(number, words)| bare(&format!("{number}{words}"))).collect();
        read.sort_unstable();
        lines.sort_unstable();
        for (read, line) in read.iter().zip(&lines) {
            assert_eq!(read, line, "{date}");
        }
    }
}

#[test]
fn what_is_kept_is_what_was_read() {
    for (date, text) in texts() {
        let edition = book::read(text.as_bytes()).unwrap();
        assert_eq!(book::restore(&book::store(&edition)), Some(edition), "{date}");
    }
}

/// The edition without the places in its file.
fn placeless(mut edition: Edition) -> Edition {
    for rule in &mut edition.rules {
        rule.line = 0;
    }
    edition
}

#[test]
fn a_text_is_the_same_in_every_encoding_and_with_every_line_end() {
    for (date, text) in texts() {
        let plain = placeless(book::read(text.as_bytes()).unwrap());
        let wide: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = wide.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = wide.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let variants: [(&str, Vec<u8>); 9] = [
            ("a byte-order mark", [b"\xef\xbb\xbf", text.as_bytes()].concat()),
            ("UTF-16, little end first", [b"\xff\xfe", little.as_slice()].concat()),
            ("UTF-16, big end first", [b"\xfe\xff", big.as_slice()].concat()),
            ("UTF-16 without a mark", little),
            ("carriage returns", text.replace('\n', "\r").into_bytes()),
            ("carriage returns and line feeds", text.replace('\n', "\r\n").into_bytes()),
            ("doubled carriage returns", text.replace('\n', "\r\r\n").into_bytes()),
            ("blanks on empty lines", text.replace("\n\n", "\n\u{a0}\n").into_bytes()),
            ("line separators within paragraphs", text.replace(". ", ".\u{2028}").into_bytes()),
        ];
        for (name, bytes) in variants {
            assert!(placeless(book::read(&bytes).unwrap()) == plain, "{date} with {name}");
        }
        if let Some(bytes) = windows_1252(&text) {
            assert!(placeless(book::read(&bytes).unwrap()) == plain, "{date} in windows-1252");
        }
    }
}

/// The bytes of a text in windows-1252, if it can say it.
fn windows_1252(text: &str) -> Option<Vec<u8>> {
    let byte = |character: char| {
        (0..=u8::MAX).find(|byte| book::decode(&[b'a', *byte, b'z']).chars().nth(1) == Some(character))
    };
    let mut known = BTreeMap::new();
    text.chars()
        .map(|character| match character {
            '\n' | ' '..='~' => u8::try_from(character).ok(),
            other => *known.entry(other).or_insert_with(|| byte(other)),
        })
        .collect()
}

#[test]
fn a_text_with_cut_lines_is_put_together_again() {
    for (date, text) in texts().into_iter().take(1) {
        let plain = book::read(text.as_bytes()).unwrap();
        let mut cut = String::new();
        for line in text.lines() {
            let (mut column, indent) = (0, line.len() - line.trim_start().len());
            cut.push_str(&" ".repeat(indent));
            for word in line.split_whitespace() {
                if column > 0 && column + word.len() > 76 {
                    cut.push('\n');
                    column = 0;
                } else if column > 0 {
                    cut.push(' ');
                }
                cut.push_str(word);
                column += word.len() + 1;
            }
            cut.push('\n');
        }
        let again = book::read(cut.as_bytes()).unwrap();
        assert_eq!(again.rules.len(), plain.rules.len(), "{date}");
        for (one, other) in plain.rules.iter().zip(&again.rules) {
            assert_eq!((one.number, dense(&one.text())), (other.number, dense(&other.text())), "{date}");
            assert_eq!(one.examples.len(), other.examples.len(), "{date}: {}", one.number);
        }
        assert_eq!(again.contents, plain.contents, "{date}");
        assert_eq!(again.glossary.len(), plain.glossary.len(), "{date}");
    }
}

/// Links that a text alignment and the concordance both have, that only the alignment has, and that only the
/// concordance has.
#[derive(Clone, Copy, Debug, Default)]
struct Measure {
    both: usize,
    wrong: usize,
    missed: usize,
}

impl Measure {
    fn add(&mut self, other: Self) {
        self.both += other.both;
        self.wrong += other.wrong;
        self.missed += other.missed;
    }

    /// Precision and recall in thousandths.
    fn thousandths(self) -> (usize, usize) {
        let share = |of: usize| self.both * 1000 / of.max(1);
        (share(self.both + self.wrong), share(self.both + self.missed))
    }
}

/// An alignment of the editions of two dates against the concordance, in both directions.
fn measure(concordance: &Concordance, alignment: &Alignment, old: &str, new: &str) -> Measure {
    let places = [old, new].map(|date| concordance.place(date).unwrap());
    let mut measure = Measure::default();
    for (from, to) in [(0, 1), (1, 0)] {
        // A number may be that of several topics.
        let mut known: BTreeMap<RuleNumber, BTreeSet<RuleNumber>> = BTreeMap::new();
        for topic in &concordance.topics {
            if let Standing::At(number) = topic.at(places[from]) {
                match topic.at(places[to]) {
                    Standing::At(there) => drop(known.entry(number).or_default().insert(there)),
                    Standing::Absent => drop(known.entry(number).or_default()),
                    Standing::Unknown => {}
                }
            }
        }
        for (number, known) in known {
            let found: BTreeSet<RuleNumber> = if from == 0 {
                alignment.forward(number).map(|link| link.new).collect()
            } else {
                alignment.backward(number).map(|link| link.old).collect()
            };
            measure.both += found.intersection(&known).count();
            measure.wrong += found.difference(&known).count();
            measure.missed += known.difference(&found).count();
        }
    }
    measure
}

#[test]
fn alignments_agree_with_the_concordance() {
    let editions: Vec<(&str, Edition)> =
        texts().into_iter().map(|(date, text)| (date, book::read(text.as_bytes()).unwrap())).collect();
    if editions.len() < EDITIONS.len() {
        return;
    }
    let concordance = Concordance::bundled();
    let steps: Vec<Alignment> = editions.windows(2).map(|pair| book::align(&pair[0].1, &pair[1].1)).collect();
    let (mut all, mut later) = (Measure::default(), Measure::default());
    for (first, (old, _)) in editions.iter().enumerate() {
        let mut alignment: Option<Alignment> = None;
        for (step, (new, _)) in steps.iter().zip(&editions[1..]).skip(first) {
            let whole = alignment.map_or_else(|| step.clone(), |before| before.then(step));
            let measure = measure(&concordance, &whole, old, new);
            let (precision, recall) = measure.thousandths();
            println!("{old} {new}: precision {precision} ‰, recall {recall} ‰, {measure:?}");
            all.add(measure);
            if first > 0 {
                later.add(measure);
                assert!(precision >= 980 && recall >= 980, "{old} {new}: {precision} {recall}");
            }
            alignment = Some(whole);
        }
    }
    println!("all: {:?}; without 2003: {:?}", all.thousandths(), later.thousandths());
    assert!(later.thousandths() >= (993, 993), "{:?}", later.thousandths());
    // Between 2003 and 2009 the whole book was written anew.
    assert!(all.thousandths() >= (987, 978), "{:?}", all.thousandths());
}
