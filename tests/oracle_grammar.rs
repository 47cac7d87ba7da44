//! The grammar of Oracle text checked by itself: every row can be read, wins what it reads, and is written back.
//!
//! For each kind of phrase short samples are made of the rows themselves, and put into the slots of every row. What real cards use of
//! the rows is checked where the Oracle data is at hand.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use headjudge::ir::Supertype;
use headjudge::oracle;
use headjudge::oracle::chart::{Reader, Wording};
use headjudge::oracle::compile::compile;
use headjudge::oracle::face::{self, Why};
use headjudge::oracle::grammar::{Demand, Grammar, Item, Number, Pattern, Row};
use headjudge::oracle::normal;
use headjudge::oracle::tokens::{text, tokens};
use headjudge::oracle::value::Value;
use headjudge::oracle::writer::{Out, Writer, Written};

mod oracle_data;

/// The most samples of a kind and number that are tried in a row.
const SAMPLES: usize = 4;

/// Samples of each kind by number, as words; the shortest first.
type Samples = BTreeMap<(usize, bool), Vec<Vec<String>>>;

/// Words for what is no row: samples of the pieces that are code, and whether they are of one.
fn of_piece(name: &str) -> &'static [(&'static str, bool)] {
    match name {
        "number" => &[("two", false), ("three", false)],
        "digits" => &[("1", true), ("3", false)],
        "mana" => &[("{2}", true), ("{W}", true)],
        "change" => &[("+1/+2", true), ("-1/-1", true)],
        "power-toughness" => &[("2/3", true)],
        "loyalty" => &[("+1", true), ("-2", true)],
        "subtype" => &[("Goblin", true), ("Goblins", false), ("Elf", true), ("Elves", false)],
        "non-subtype" => &[("non-Goblin", true), ("non-Elf", true)],
        "plain-keyword" => &[("flying", true), ("vigilance", true)],
        "keyword-with-cost" => &[("kicker", true)],
        "keyword-with-number" => &[("annihilator", true)],
        "keyword-name" => &[("flying", true), ("haste", true)],
        "counter-kind" => &[("+1/+1", true), ("charge", true)],
        "label" => &[("Raid", true)],
        "card-name" => &[("Storm Crow", true)],
        "token-types" => &[("Goblin creature", true)],
        "legendary-types" | "snow-types" => &[("Elf creature", true)],
        "permanents" => &[("creature", true), ("creatures", false), ("artifact", true), ("artifacts", false)],
        "a-permanent" => &[("a creature", true), ("an artifact", true)],
        "cards" => &[("creature card", true), ("creature cards", false), ("artifact card", true)],
        "a-card" => &[("a creature card", true), ("an artifact card", true)],
        "spells" => &[("creature spell", true), ("creature spells", false), ("artifact spell", true)],
        "a-spell" => &[("a creature spell", true), ("an artifact spell", true)],
        _ => &[],
    }
}

/// The samples of all kinds.
fn samples(grammar: &Grammar) -> Samples {
    let mut samples = Samples::new();
    for (kind, of) in grammar.kinds.iter().enumerate() {
        for (words, is_one) in of_piece(&of.name) {
            samples
                .entry((kind, *is_one))
                .or_default()
                .push(tokens(words).into_iter().map(|token| token.text).collect());
        }
    }
    loop {
        let mut found: Vec<((usize, bool), Vec<String>)> = Vec::new();
        for (kind, of) in grammar.kinds.iter().enumerate() {
            let has = |is_one: bool| samples.get(&(kind, is_one)).is_some_and(|of| of.len() >= SAMPLES);
            if has(true) && has(false) {
                continue;
            }
            if let Some((item, sign)) = &of.sequence {
                for is_one in [true, false] {
                    for words in samples.get(&(*item, is_one)).into_iter().flatten() {
                        let mut words = words.clone();
                        words.extend((sign == ".").then(|| ".".to_owned()));
                        found.push(((kind, is_one), words));
                    }
                }
            }
            for row in &of.rows {
                let row = grammar.rows.get(*row).expect("a row of a kind");
                for words in texts(row, &samples).into_iter().take(2 * SAMPLES) {
                    for reading in read(grammar, kind, &words) {
                        found.push(((kind, reading.number == Number::One), words.clone()));
                    }
                }
            }
        }
        let mut is_new = false;
        found.sort_by_key(|(_, words)| words.len());
        for (key, words) in found {
            let of = samples.entry(key).or_default();
            if of.len() < SAMPLES && !of.contains(&words) {
                of.push(words);
                is_new = true;
            }
        }
        if !is_new {
            return samples;
        }
    }
}

/// A phrase that is read to the end of the words.
struct Read {
    value: Value,
    number: Number,
    wording: Rc<Wording>,
}

/// All readings of words as a whole phrase of a kind.
fn read(grammar: &Grammar, kind: usize, words: &[String]) -> Vec<Read> {
    // A word stands before them, so that no sentence begins here.
    let line = format!("zz {}", text(words));
    let tokens = tokens(&line);
    let mut reader = Reader::new(grammar, &tokens);
    let readings = reader.phrase(kind, 1);
    let whole = readings.iter().filter(|reading| reading.end == tokens.len());
    whole
        .map(|it| Read { value: it.value.clone(), number: it.number, wording: Rc::clone(&it.wording) })
        .collect()
}

/// The words of a row with samples in its slots, in different ways.
fn texts(row: &Row, samples: &Samples) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for way in 0..(2 * SAMPLES) {
        // The number of the whole, and of each slot that may have any.
        for whole in [true, false] {
            for first in [true, false] {
                found.extend(text_of(row, samples, way, whole, first));
            }
        }
    }
    found.sort();
    found.dedup();
    found.sort_by_key(Vec::len);
    found
}

fn text_of(row: &Row, samples: &Samples, way: usize, whole: bool, first: bool) -> Option<Vec<String>> {
    let mut numbers: Vec<bool> = Vec::new();
    let mut fillers: Vec<Vec<String>> = Vec::new();
    for (place, slot) in row.slots.iter().enumerate() {
        let wanted = match slot.demand {
            Demand::Any => first,
            Demand::Own => whole,
            Demand::One => true,
            Demand::Many => false,
            Demand::As(other) => *numbers.get(other)?,
        };
        let of = |is_one: bool| samples.get(&(slot.kind, is_one)).filter(|of| !of.is_empty());
        let (is_one, of) = match (of(wanted), slot.demand) {
            (Some(of), _) => (wanted, of),
            (None, Demand::Any | Demand::Own) => (!wanted, of(!wanted)?),
            (None, _) => return None,
        };
        numbers.push(is_one);
        fillers.push(of.get((way + place) % of.len())?.clone());
    }
    let mut words = Vec::new();
    for item in &row.left {
        match item {
            Item::Word(word) => words.push(word.text.to_string()),
            Item::Not(_) => {}
            Item::Verb(plain, third) => {
                let is_one = if matches!(row.left.first(), Some(Item::Verb(..))) {
                    whole
                } else {
                    numbers.first().copied().unwrap_or(whole)
                };
                words.push(if is_one { third } else { plain }.text.to_string());
            }
            Item::Noun(one, many, of) => {
                let is_one = of.and_then(|slot| numbers.get(slot).copied()).unwrap_or(whole);
                words.push(if is_one { one } else { many }.text.to_string());
            }
            Item::Slot(slot) => words.extend(fillers.get(*slot)?.iter().cloned()),
        }
    }
    Some(words)
}

/// A value without what depends on where it stands.
fn placeless(value: &Value) -> Value {
    let mut names: Vec<Arc<str>> = Vec::new();
    value.changed(&mut |it| match it {
        Value::Word(word) if word.starts_with("fresh ") => {
            let number = names.iter().position(|known| known == word).unwrap_or_else(|| {
                names.push(Arc::clone(word));
                names.len() - 1
            });
            Some(Value::word(format!("fresh {number}")))
        }
        Value::Map(entries)
            if entries.iter().any(|(key, value)| &**key == "at" && value.as_number().is_some()) =>
        {
            let others = entries.iter().filter(|(key, _)| &**key != "at");
            Some(placeless(&Value::map(others.cloned().collect())))
        }
        // All that is said of an object, in any order.
        Value::Map(entries) => match &**entries {
            [(key, Value::List(items))] if matches!(&**key, "all" | "any") => {
                let mut items: Vec<Value> = items.iter().map(placeless).collect();
                items.sort();
                Some(Value::one(Arc::clone(key), Value::list(items)))
            }
            _ => None,
        },
        _ => None,
    })
}

fn words_of(written: &Written, number: Number) -> Vec<String> {
    let word = |out: &Out| match out {
        Out::Word(word) => word.to_string(),
        Out::Verb(plain, third) => if number == Number::One { third } else { plain }.to_string(),
        Out::Reference(..) => "?".to_owned(),
    };
    written.words.iter().map(word).collect()
}

/// What is wrong with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    /// No words of it could be made, as a slot has no sample.
    NoSample,
    /// Its own words are not read.
    Unread,
    /// Another row gives all of it.
    Shadowed,
    /// It is not written.
    Unwritten,
    /// What is written reads otherwise.
    Otherwise,
}

/// The least that is wrong with a row over all its samples.
fn fault_of(grammar: &Grammar, number: usize, row: &Row, samples: &Samples) -> Option<(Fault, String)> {
    let mut least = (Fault::NoSample, String::new());
    let mut note = |fault: Fault, said: String| {
        let rank = |fault: Fault| match fault {
            Fault::NoSample => 0,
            Fault::Unread => 1,
            Fault::Shadowed => 2,
            Fault::Unwritten => 3,
            Fault::Otherwise => 4,
        };
        if least.1.is_empty() || rank(fault) > rank(least.0) {
            least = (fault, said);
        }
    };
    for words in texts(row, samples) {
        let said = text(&words);
        let readings = read(grammar, row.kind, &words);
        let Some(own) = readings.iter().find(|reading| reading.wording.row == Some(number)) else {
            let fault = if readings.is_empty() { Fault::Unread } else { Fault::Shadowed };
            let by = readings
                .first()
                .and_then(|reading| reading.wording.row)
                .and_then(|row| grammar.rows.get(row));
            note(fault, format!("{said} [{}]", by.map_or("", |row| row.place.as_str())));
            continue;
        };
        if row.read_only {
            return None;
        }
        let mut writer = Writer::new(grammar, Vec::new());
        let Some(written) = writer.phrase(row.kind, &own.value, Some(own.number), None) else {
            note(Fault::Unwritten, said);
            continue;
        };
        let again = words_of(&written, own.number);
        let is_same = read(grammar, row.kind, &again)
            .iter()
            .any(|reading| placeless(&reading.value) == placeless(&own.value));
        if is_same {
            return None;
        }
        note(Fault::Otherwise, format!("{said} => {}", text(&again)));
    }
    Some(least)
}

/// Notes the rows that a wording uses.
fn note(wording: &Wording, used: &mut [bool]) {
    if let Some(used) = wording.row.and_then(|row| used.get_mut(row)) {
        *used = true;
    }
    wording.parts.iter().for_each(|part| note(part, used));
}

/// What a row says, apart from its kind and the place where it stands.
fn said(grammar: &Grammar, row: &Row) -> String {
    let kinds: Vec<&str> = row
        .slots
        .iter()
        .map(|slot| grammar.kinds.get(slot.kind).map_or("", |kind| kind.name.as_str()))
        .collect();
    format!("{:?} {kinds:?} {:?}", row.left, row.right)
}

/// Whether a row only names a value, as each line of a table of words does.
fn is_a_word(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Word(_) | Pattern::Number(_) | Pattern::Truth(_) => true,
        Pattern::List(items) => items.iter().all(|(is_spliced, item)| !is_spliced && is_a_word(item)),
        Pattern::Map(entries) => {
            matches!(entries.as_slice(), [(key, value)] if &**key == "not" && is_a_word(value))
        }
        _ => false,
    }
}

/// Every row is there for a card: its own words, or the same row of another kind, or the other words of its table. It need not be a
/// card that is read whole today.
#[test]
fn real_cards_use_every_row() {
    let Some(cards) = oracle_data::cards() else { return };
    let grammar = oracle::grammar();
    let mut used = vec![false; grammar.rows.len()];
    let mut is_read = used.clone();
    for it in cards.iter().filter(|it| it.is_ordinary) {
        for face in it.printed.iter().flat_map(|printed| &printed.faces) {
            let is_permanent = face.types.is_permanent();
            let kind = if is_permanent { "permanent-line" } else { "spell-line" };
            let kind = grammar.kind(kind).expect("a kind of line");
            let is_legendary = face.types.has_supertype(Supertype::Legendary);
            let mut lines = normal::lines(&face.text, &face.name, is_legendary);
            // The paragraphs of a spell may be one ability.
            if !is_permanent {
                let of = |place: usize| lines.get(place..).unwrap_or_default().join(" ");
                let joined: Vec<String> = (0..lines.len().saturating_sub(1)).map(of).collect();
                let read = face::lines(grammar, &face.text, &face.name, &face.types);
                lines.extend(joined.into_iter().chain(read.into_iter().flatten().map(|line| line.text)));
            }
            for line in lines {
                let tokens = tokens(&line);
                let mut reader = Reader::new(grammar, &tokens);
                let whole = reader.phrase(kind, 0);
                reader.rows().for_each(|row| used.get_mut(row).into_iter().for_each(|used| *used = true));
                for reading in whole.iter().filter(|reading| reading.end == tokens.len()) {
                    note(&reading.wording, &mut is_read);
                }
            }
        }
    }
    // A line of a file may be several rows: one of them is enough.
    let mut places: BTreeMap<&str, bool> = BTreeMap::new();
    let mut sayings: BTreeSet<String> = BTreeSet::new();
    for (row, used) in grammar.rows.iter().zip(&used) {
        *places.entry(row.place.as_str()).or_default() |= used;
        if *used {
            sayings.insert(said(grammar, row));
        }
    }
    let is_alive = |place: &str| places.get(place).copied().unwrap_or(false);
    let mut dead: BTreeSet<String> = BTreeSet::new();
    let mut current: BTreeSet<String> = BTreeSet::new();
    for (number, row) in grammar.rows.iter().enumerate() {
        let kind = grammar.kinds.get(row.kind).map_or("", |kind| kind.name.as_str());
        if row.read_only && is_read.get(number).copied().unwrap_or(false) {
            current.insert(format!("{} {kind}", row.place));
        } else if !row.read_only
            && !is_alive(&row.place)
            && !is_a_word(&row.right)
            && !sayings.contains(&said(grammar, row))
        {
            dead.insert(format!("{} {kind}", row.place));
        }
    }
    assert!(dead.is_empty(), "rows that no card has words for: {dead:#?}");
    assert!(current.is_empty(), "wordings of older cards that cards have today: {current:#?}");
}

#[test]
fn every_row_is_read_and_written() {
    let grammar = oracle::grammar();
    let samples = samples(grammar);
    let mut faults: BTreeMap<Fault, Vec<String>> = BTreeMap::new();
    for (number, row) in grammar.rows.iter().enumerate() {
        if let Some((fault, said)) = fault_of(grammar, number, row, &samples) {
            let kind = grammar.kinds.get(row.kind).map_or("", |kind| kind.name.as_str());
            faults.entry(fault).or_default().push(format!("{} {kind}: {said}", row.place));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A reading that finds an answer to what another leaves open is noted, one that leaves nothing open is not.
#[test]
fn what_another_reading_leaves_open_is_noted() {
    let common = "permanent-line:\n  {b: body}. -> [{triggered: {when: {moves: {what: this, to: [battlefield]}}, effect: {scope: $b}}}]\n\
                  it:\n  it -> {mention: it, at: @} :: one\n\
                  body:\n  investigate, then tap {w: it} unless -> [{put: {what: $w, to: exile}}, {tap: {what: $w}}]\n";
    let dropped = "  investigate, then tap {w: it} unless -> [{tap: {what: $w}}]\n";
    let said = "  investigate, then tap it unless -> [{create: {who: you, token: {copy-of: {what: this}}, count: 1, as: %a}}, {tap: {what: {slot: %a}}}]\n";
    let line = "Investigate, then tap it unless.";
    for (others, is_noted) in [(dropped, true), (said, false)] {
        let rows = format!("{common}{others}");
        let grammar = compile(&[("small", rows.as_str())]).expect("a grammar");
        match face::read(&grammar, line, true) {
            Ok(read) => assert_eq!(read.doubt.is_some(), is_noted, "{others}: {:?}", read.doubt),
            Err(unread) => assert!(matches!(unread.why, Why::Ambiguous(_)), "{unread:?}"),
        }
    }
}
