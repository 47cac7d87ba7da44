//! Nouns with their attributes.

use std::rc::Rc;

use super::super::chart::{Reader, Reading, Wording};
use super::super::grammar::Number;
use super::super::value::Value;
use super::super::writer::{Out, Writer, Written};
use super::items;

/// The most adjectives, and the most phrases behind the noun, of a noun phrase.
const MOST_ATTRIBUTES: usize = 5;

/// A noun phrase that is being read.
#[derive(Clone)]
struct Open {
    at: usize,
    said: Vec<Value>,
    parts: Vec<Rc<Wording>>,
    number: Option<Number>,
    attributes: usize,
    /// Whether it is called a source.
    is_source: bool,
}

/// What may stand behind a noun: a spell has come from a zone, where a card is in it.
pub(super) fn behind(noun: &str) -> &'static str {
    if noun == "spell-noun" { "spell-after" } else { "after" }
}

pub(super) fn nouns(
    reader: &mut Reader<'_, '_>,
    noun: &str,
    article: bool,
    at: usize,
    readings: &mut Vec<Reading>,
) {
    let grammar = reader.grammar;
    let (Some(adjective), Some(noun), Some(after)) =
        (grammar.kind("adjective"), grammar.kind(noun), grammar.kind(behind(noun)))
    else {
        return;
    };
    let start =
        Open { at, said: Vec::new(), parts: Vec::new(), number: None, attributes: 0, is_source: false };
    let mut open = match (article, reader.word(at)) {
        (true, "a" | "an") => vec![Open { at: at + 1, ..start }],
        (true, "another") => vec![Open { at: at + 1, said: vec![Value::word("another")], ..start }],
        (true, _) => {
            reader.expect(at, "a");
            return;
        }
        (false, _) => vec![start],
    };
    while let Some(phrase) = open.pop() {
        if !reader.may_go_on(2 * phrase.said.len() + readings.len() + 1) {
            return;
        }
        let with = |reading: &Reading, at: usize| {
            let mut phrase = phrase.clone();
            phrase.at = at;
            phrase.said.extend(items(&reading.value));
            phrase.parts.push(Rc::clone(&reading.wording));
            phrase.attributes += 1;
            phrase
        };
        if phrase.number.is_none() {
            if phrase.attributes < MOST_ATTRIBUTES {
                for reading in reader.phrase(adjective, phrase.at).iter() {
                    // Adjectives of one sort stand in a list: "nonartifact, nonblack".
                    let comma = reader.word(reading.end) == "," && reading.value.only("not").is_some();
                    open.push(with(reading, reading.end));
                    if comma {
                        open.push(with(reading, reading.end + 1));
                    }
                }
            }
            for reading in reader.phrase(noun, phrase.at).iter() {
                let number = if article { Number::One } else { reading.number };
                if !article || reading.number == Number::One {
                    let last = reading.end.checked_sub(1).map_or("", |last| reader.word(last));
                    let is_source = matches!(last, "source" | "sources");
                    let number = Some(number);
                    open.push(Open { number, attributes: 0, is_source, ..with(reading, reading.end) });
                }
            }
        } else if let Some(number) = phrase.number {
            let value = Value::all(phrase.said.clone());
            let is_meant = !phrase.is_source || says_source(&phrase.said);
            if is_meant
                && !readings
                    .iter()
                    .any(|known| known.end == phrase.at && known.value == value && known.number == number)
            {
                let wording = Rc::new(Wording { row: None, parts: phrase.parts.clone(), note: None });
                readings.push(Reading { end: phrase.at, value, number, wording });
            }
            if phrase.attributes < MOST_ATTRIBUTES {
                for reading in reader.phrase(after, phrase.at).iter() {
                    if !is_of_last_alone(&phrase.said, &items(&reading.value)) {
                        open.push(with(reading, reading.end));
                    }
                }
            }
        }
    }
}

/// Whether what is called a source is said to be a source of damage just where that says more: alone or with a type, for an artifact is a
/// permanent and an artifact source need not be (109.2, 109.2c).
fn says_source(said: &[Value]) -> bool {
    let marks = |it: &&Value| it.as_word() == Some("source-of-damage");
    let mut of_type = |it: &Value| {
        it.as_word().is_some_and(|word| {
            word.starts_with(char::is_uppercase) || crate::ir::CardType::from_word(word).is_some()
        })
    };
    let others: Vec<&Value> = said.iter().filter(|it| !marks(it)).collect();
    let says_more = others.is_empty() || others.iter().any(|it| it.any(&mut of_type));
    says_more == (others.len() < said.len())
}

/// Whether what stands behind a list of types is said of the last alone: "artifact, enchantment, or creature with flying". Only a creature
/// has power and toughness (208.3) and uses flying and its like, so that the other words of the list would mean nothing.
fn is_of_last_alone(noun: &[Value], behind: &[Value]) -> bool {
    let is_creature = |it: &Value| it.as_word() == Some("creature");
    let ends_with_creature = |said: &Value| {
        let types = said.only("any").and_then(Value::as_list).unwrap_or_default();
        types.len() > 1 && types.last().is_some_and(is_creature)
    };
    let is_of_creature = |said: &Value| {
        let said = said.only("not").unwrap_or(said);
        ["power", "toughness", "has"].iter().any(|key| said.only(key).is_some())
    };
    noun.iter().any(ends_with_creature) && behind.iter().any(is_of_creature)
}

/// Whether it is said of an object that it is in another zone than the battlefield.
fn is_elsewhere(said: &Value) -> bool {
    let zones = said.only("in").and_then(Value::as_list).unwrap_or_default();
    !zones.is_empty() && zones.iter().all(|zone| zone.as_word() != Some("battlefield"))
}

pub(super) fn write_nouns(
    writer: &mut Writer<'_>,
    noun_name: &str,
    article: bool,
    value: &Value,
    demand: Option<Number>,
    wording: Option<&Wording>,
) -> Option<Written> {
    let grammar = writer.grammar;
    let (adjective, noun, after) =
        (grammar.kind("adjective")?, grammar.kind(noun_name)?, grammar.kind(behind(noun_name))?);
    let number = if article { Number::One } else { demand.unwrap_or(Number::One) };
    let mut said = value.said();
    // What is in another zone than the battlefield is a card and no permanent (109.2a).
    if noun_name == "permanent-noun" && wording.is_none() && said.iter().any(is_elsewhere) {
        return None;
    }
    let mut words = Vec::new();
    if article {
        let another = Value::word("another");
        let is_another = said.contains(&another);
        said.retain(|it| *it != another);
        words.push(Out::Word(if is_another { "another" } else { "a" }.into()));
    }
    // In the wording that is given, word for word.
    if let Some(parts) = wording.map(|wording| &wording.parts).filter(|parts| !parts.is_empty())
        && let Some(written) = worded(writer, (adjective, noun), &said, number, parts, &words)
    {
        return Some(written);
    }
    // Any of them may be the noun, card types before subtypes; or none, where the noun says nothing.
    let mut heads: Vec<Vec<usize>> = Vec::new();
    let is_subtype = |it: &Value| it.as_word().is_some_and(|word| word.starts_with(char::is_uppercase));
    for (one, _) in said.iter().enumerate() {
        heads.extend((0..said.len()).filter(|other| *other != one).map(|other| vec![one, other]));
    }
    heads.extend(
        (0..said.len()).filter(|place| said.get(*place).is_some_and(|it| !is_subtype(it))).map(|it| vec![it]),
    );
    heads.extend((0..said.len()).filter(|place| said.get(*place).is_some_and(is_subtype)).map(|it| vec![it]));
    heads.push(Vec::new());
    heads.into_iter().find_map(|head| {
        let said_of_it: Vec<Value> = head.iter().filter_map(|place| said.get(*place).cloned()).collect();
        let is_not = said_of_it.first().is_some_and(|it| it.only("not").is_some());
        let left =
            said.iter().enumerate().filter(|(place, _)| !head.contains(place)).map(|(_, it)| it.clone());
        let left: Vec<Value> = left.collect();
        if is_of_last_alone(&said_of_it, &left) {
            return None;
        }
        let noun = writer.phrase(noun, &Value::list(said_of_it), Some(number), None)?;
        let (before, is_not_before, behind) = attributes(writer, (adjective, after), left, number)?;
        let mut words = words.clone();
        words.extend(before);
        if is_not_before && is_not {
            words.push(Out::Word(",".into()));
        }
        words.extend(noun.words);
        words.extend(behind);
        Some(Written { words, number, subject: None })
    })
}

/// The words before and behind a noun, in the order in which they stand, and whether the last before it says what it is not.
fn attributes(
    writer: &mut Writer<'_>,
    (adjective, after): (usize, usize),
    mut said: Vec<Value>,
    number: Number,
) -> Option<(Vec<Out>, bool, Vec<Out>)> {
    let (mut before, mut behind) = (Vec::new(), Vec::new());
    while !said.is_empty() {
        let mut found = None;
        'pairs: for (one, it) in said.iter().enumerate() {
            // Two that are said in one phrase: "from your graveyard".
            for (other, more) in said.iter().enumerate().filter(|(other, _)| *other != one) {
                let pair = Value::list(vec![it.clone(), more.clone()]);
                if let Some(written) = writer.phrase(after, &pair, Some(number), None) {
                    found = Some((written, vec![one, other], true, rank(writer, after, &pair)));
                    break 'pairs;
                }
            }
        }
        if found.is_none() {
            let it = said.first()?.clone();
            found = writer
                .phrase(adjective, &it, Some(number), None)
                .map(|written| (written, vec![0], false, rank(writer, adjective, &it)))
                .or_else(|| {
                    let written = writer.phrase(after, &it, Some(number), None)?;
                    Some((written, vec![0], true, rank(writer, after, &it)))
                });
        }
        let is_not = said.first().is_some_and(|it| it.only("not").is_some());
        let (written, mut used, is_behind, rank) = found?;
        used.sort_unstable();
        used.into_iter().rev().for_each(|place| drop(said.remove(place)));
        if is_behind { &mut behind } else { &mut before }.push((rank, is_not, written));
    }
    before.sort_by_key(|(rank, ..)| *rank);
    behind.sort_by_key(|(rank, ..)| *rank);
    let mut words = Vec::new();
    let mut not_before = false;
    for (_, is_not, written) in before {
        if not_before && is_not {
            words.push(Out::Word(",".into()));
        }
        not_before = is_not;
        words.extend(written.words);
    }
    let behind = behind.into_iter().flat_map(|(.., written)| written.words).collect();
    Some((words, not_before, behind))
}

/// The place of the row that writes a value, by which attributes are put in order.
fn rank(writer: &mut Writer<'_>, kind: usize, value: &Value) -> usize {
    writer.row_of(kind, value).unwrap_or(usize::MAX)
}

/// A noun phrase with its parts in the order and wording given.
fn worded(
    writer: &mut Writer<'_>,
    (adjective, noun): (usize, usize),
    said: &[Value],
    number: Number,
    parts: &[Rc<Wording>],
    article: &[Out],
) -> Option<Written> {
    let grammar = writer.grammar;
    let mut left = said.to_vec();
    let mut words = article.to_vec();
    let mut not_before = false;
    for part in parts {
        let kind = grammar.rows.get(part.row?)?.kind;
        let mut found = None;
        let single =
            |kind: usize, it: &Value| if kind == noun { Value::list(vec![it.clone()]) } else { it.clone() };
        'search: for (one, it) in left.iter().enumerate() {
            if let Some(written) = writer.phrase_as(kind, &single(kind, it), Some(number), part) {
                found = Some((written, vec![one]));
                break;
            }
            for (other, more) in left.iter().enumerate().filter(|(other, _)| *other != one) {
                let pair = Value::list(vec![it.clone(), more.clone()]);
                if let Some(written) = writer.phrase_as(kind, &pair, Some(number), part) {
                    found = Some((written, vec![one, other]));
                    break 'search;
                }
            }
        }
        if found.is_none() && kind == noun {
            found = writer
                .phrase_as(kind, &Value::list(Vec::new()), Some(number), part)
                .map(|written| (written, Vec::new()));
        }
        let (written, mut used) = found?;
        // Adjectives of one sort stand in a list, to which a noun may belong: "noncreature, nonland card".
        let is_not = (kind == adjective || kind == noun)
            && used.first().and_then(|place| left.get(*place)).is_some_and(|it| it.only("not").is_some());
        if not_before && is_not {
            words.push(Out::Word(",".into()));
        }
        not_before = is_not;
        used.sort_unstable();
        used.into_iter().rev().for_each(|place| drop(left.remove(place)));
        words.extend(written.words);
    }
    left.is_empty().then_some(Written { words, number, subject: None })
}
