//! What rows can't carry: numbers, mana, subtypes, noun phrases. Each reads and writes.

use std::rc::Rc;
use std::sync::Arc;

use super::chart::{Reader, Reading, Wording};
use super::grammar::Number;
use super::piece::{Behind, Piece};
use super::tokens::{Token, tokens};
use super::value::Value;
use super::writer::{Out, Writer, Written};
use crate::ir::{CounterKind, KeywordName, ManaCost, Subtype};

mod nouns;

use self::nouns::{nouns, write_nouns};

impl Behind {
    fn is_of(self, name: KeywordName) -> bool {
        match self {
            Self::Nothing => name.is_plain(),
            Self::Cost => name.has_cost(),
            Self::Number => name.has_number(),
            Self::Any => true,
        }
    }
}

const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

impl Piece {
    /// Adds its readings from a place on.
    pub fn read(self, reader: &mut Reader<'_, '_>, at: usize, readings: &mut Vec<Reading>) {
        let Some(token) = reader.tokens.get(at) else { return };
        match self {
            Self::Nouns(noun, article) => nouns(reader, noun, article, at, readings),
            Self::Label => {
                let behind = (at + 1..=at + 7).find(|place| reader.word(*place) == "—");
                let words = behind.and_then(|end| reader.tokens.get(at..end));
                let is_label = words.is_some_and(|words| {
                    words.iter().all(|word| {
                        word.text != "."
                            && word.text != ":"
                            && word.text != "•"
                            && !word.text.starts_with('{')
                    }) && words.first().is_some_and(|word| {
                        word.text.starts_with(char::is_uppercase) && word.lower != "choose"
                    }) && !means_something(words)
                });
                if let (Some(end), Some(words), true) = (behind, words, is_label) {
                    let note: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
                    let wording =
                        Rc::new(Wording { row: None, parts: Vec::new(), note: Some(note.join(" ")) });
                    readings.push(Reading { end, value: Value::Hole, number: Number::One, wording });
                }
            }
            Self::Types(supertype) => {
                if let Some((end, line)) = token_types(reader, at, supertype) {
                    readings.push(plain(end, Value::word(line), Number::One));
                }
            }
            Self::Name => {
                for end in at + 1..=(at + 7).min(reader.tokens.len()) {
                    let Some(words) = reader.tokens.get(at..end) else { return };
                    let small = ["of", "the", "and", "in", "to", "for", "with", ",", "'s", "a", "from", "on"];
                    let is_name = |word: &Token| {
                        word.text.starts_with(char::is_uppercase) || small.contains(&word.lower.as_str())
                    };
                    let Some((first, last)) = words.first().zip(words.last()) else { return };
                    if !first.text.starts_with(char::is_uppercase) || !words.iter().all(is_name) {
                        return;
                    }
                    if last.text.starts_with(char::is_uppercase) {
                        let words: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
                        readings.push(plain(end, Value::word(super::tokens::text(&words)), Number::One));
                    }
                }
            }
            Self::Keyword(behind) => {
                for length in (1..=5).rev() {
                    let Some(words) = reader.tokens.get(at..at + length) else { continue };
                    let words: Vec<&str> = words.iter().map(|token| token.lower.as_str()).collect();
                    if let Some(name) =
                        KeywordName::from_word(&words.join(" ")).filter(|name| behind.is_of(*name))
                    {
                        readings.push(plain(at + length, Value::word(name.word()), Number::One));
                        return;
                    }
                }
            }
            Self::CounterKind => {
                for length in 1..=2 {
                    let Some(words) = reader.tokens.get(at..at + length) else { continue };
                    let words: Vec<&str> = words.iter().map(|token| token.lower.as_str()).collect();
                    let behind = reader.word(at + length);
                    // A word that says how many, or which, is no name of a kind.
                    let how_many =
                        matches!(words.first(), Some(&("no" | "additional" | "another" | "more" | "all")));
                    if let Some(kind) = CounterKind::parse(&words.join(" "))
                        .filter(|_| !how_many && behind.starts_with("counter"))
                    {
                        readings.push(plain(at + length, Value::word(kind.to_string()), Number::One));
                    }
                }
            }
            Self::Subtype => {
                for length in [2, 1] {
                    let Some(words) = reader.tokens.get(at..at + length) else { continue };
                    let words: Vec<&str> = words.iter().map(|token| token.text.as_str()).collect();
                    let text = words.join(" ");
                    if !text.starts_with(char::is_uppercase) {
                        continue;
                    }
                    if let Some(subtype) = Subtype::from_word(&text) {
                        readings.push(plain(at + length, Value::word(subtype.word()), Number::One));
                    }
                    if let Some(subtype) = singular(&text) {
                        readings.push(plain(at + length, Value::word(subtype.word()), Number::Many));
                    }
                }
            }
            _ => {
                if let Some((value, number)) = self.of_token(token) {
                    readings.push(plain(at + 1, value, number));
                }
            }
        }
    }

    /// The value of a single token.
    fn of_token(self, token: &Token) -> Option<(Value, Number)> {
        let number =
            |number: i64| (Value::Number(number), if number == 1 { Number::One } else { Number::Many });
        match self {
            Self::Number => {
                let place = NUMBERS.iter().position(|word| *word == token.lower)?;
                (place >= 2).then(|| i64::try_from(place).ok().map(number)).flatten()
            }
            Self::Digits => {
                let digits = token.text.chars().all(|letter| letter.is_ascii_digit()) && token.text.len() < 5;
                digits.then(|| token.text.parse().ok().map(number)).flatten()
            }
            Self::Mana => {
                let text = token.text.as_str();
                let is_mana = text.starts_with('{')
                    && !matches!(text, "{T}" | "{Q}" | "{E}")
                    && ManaCost::parse(text).is_some();
                is_mana.then(|| (Value::word(text), Number::One))
            }
            Self::Change => {
                let (power, toughness) = token.text.split_once('/')?;
                let signed = |text: &str| text.starts_with(['+', '-']).then(|| amount(text)).flatten();
                Some((both(signed(power)?, signed(toughness)?), Number::One))
            }
            Self::PowerToughness => {
                let (power, toughness) = token.text.split_once('/')?;
                let unsigned = |text: &str| (!text.starts_with(['+', '-'])).then(|| amount(text)).flatten();
                Some((both(unsigned(power)?, unsigned(toughness)?), Number::One))
            }
            Self::Loyalty => {
                let text = token.text.trim_start_matches('+');
                let signed = token.text == "0" || token.text.starts_with(['+', '-']);
                signed.then(|| text.parse().ok().map(|number| (Value::Number(number), Number::One))).flatten()
            }
            Self::NoSubtype => {
                let lacked = token.text.strip_prefix("non-").or_else(|| token.text.strip_prefix("Non-"))?;
                let subtype =
                    Subtype::from_word(lacked).filter(|_| lacked.starts_with(char::is_uppercase))?;
                Some((Value::one("not", Value::word(subtype.word())), Number::One))
            }
            Self::Subtype
            | Self::Keyword(_)
            | Self::CounterKind
            | Self::Label
            | Self::Name
            | Self::Types(_)
            | Self::Nouns(..) => None,
        }
    }

    /// The words for a value.
    pub fn write(
        self,
        writer: &mut Writer<'_>,
        value: &Value,
        demand: Option<Number>,
        wording: Option<&Wording>,
    ) -> Option<Written> {
        let (word, number) = match self {
            Self::Nouns(noun, article) => return write_nouns(writer, noun, article, value, demand, wording),
            Self::Label => return None,
            Self::Types(supertype) => {
                let line = value.as_word()?.strip_prefix(supertype)?;
                let (types, subtypes) = line.split_once(" — ").unwrap_or((line, ""));
                let types = types.split(' ').map(|word| {
                    let lower = word.to_lowercase();
                    TOKEN_TYPES.contains(&lower.as_str()).then_some(lower)
                });
                let types: Option<Vec<String>> = types.collect();
                (format!("{subtypes} {}", types?.join(" ")), Number::One)
            }
            Self::Name => (value.as_word()?.to_owned(), Number::One),
            Self::Number => {
                let number = usize::try_from(value.as_number()?).ok().filter(|number| *number >= 2)?;
                ((*NUMBERS.get(number)?).to_owned(), Number::Many)
            }
            Self::Digits => {
                let number = value.as_number().filter(|number| *number >= 0)?;
                (number.to_string(), if number == 1 { Number::One } else { Number::Many })
            }
            Self::Mana => {
                let text = value.as_word().filter(|text| text.starts_with('{'))?;
                (text.to_owned(), Number::One)
            }
            Self::Change | Self::PowerToughness => {
                let signed = self == Self::Change;
                let (power, toughness) = (value.get("power")?, value.get("toughness")?);
                // Of nothing the sign is that of the other: -0/-2.
                let negative = is_negative(power) || is_negative(toughness);
                (
                    format!(
                        "{}/{}",
                        printed(power, signed, negative)?,
                        printed(toughness, signed, negative)?
                    ),
                    Number::One,
                )
            }
            Self::Loyalty => {
                let number = value.as_number()?;
                (if number > 0 { format!("+{number}") } else { number.to_string() }, Number::One)
            }
            Self::Subtype => {
                let subtype = Subtype::from_word(value.as_word()?)?;
                match demand {
                    Some(Number::Many) => (plural(subtype.word()), Number::Many),
                    _ => (subtype.word().to_owned(), Number::One),
                }
            }
            Self::NoSubtype => {
                let subtype = Subtype::from_word(value.only("not")?.as_word()?)?;
                (format!("non-{}", subtype.word()), Number::One)
            }
            Self::Keyword(behind) => (
                KeywordName::from_word(value.as_word()?)
                    .filter(|name| behind.is_of(*name))?
                    .word()
                    .to_owned(),
                Number::One,
            ),
            Self::CounterKind => {
                let kind = CounterKind::parse(value.as_word()?)?.to_string();
                // Of nothing the sign is that of the other: -0/-2.
                let kind = kind.strip_prefix("+0/-").map_or(kind.clone(), |rest| format!("-0/-{rest}"));
                (kind, Number::One)
            }
        };
        Some(Written {
            words: tokens(&word).into_iter().map(|token| Out::Word(token.text.into())).collect(),
            number,
            subject: None,
        })
    }
}

/// The card types that tokens have.
const TOKEN_TYPES: [&str; 5] = ["artifact", "enchantment", "land", "creature", "planeswalker"];

/// The types of a token as a type line, and where its words end.
fn token_types(reader: &Reader<'_, '_>, at: usize, supertype: &str) -> Option<(usize, String)> {
    let mut end = at;
    let mut subtypes: Vec<String> = Vec::new();
    'subtypes: loop {
        for length in [2, 1] {
            let words = reader.tokens.get(end..end + length).unwrap_or_default();
            let words: Vec<&str> = words.iter().map(|token| token.text.as_str()).collect();
            let text = words.join(" ");
            let subtype = Subtype::from_word(&text).filter(|_| text.starts_with(char::is_uppercase));
            if let Some(subtype) = subtype {
                subtypes.push(subtype.word().to_owned());
                end += length;
                continue 'subtypes;
            }
        }
        break;
    }
    let mut types = Vec::new();
    while let Some(word) = TOKEN_TYPES.iter().find(|word| **word == reader.word(end)) {
        let (first, rest) = word.split_at(1);
        types.push(format!("{}{rest}", first.to_uppercase()));
        end += 1;
    }
    let mut line = format!("{supertype}{}", types.join(" "));
    if !subtypes.is_empty() {
        line = format!("{line} — {}", subtypes.join(" "));
    }
    (!types.is_empty()).then_some((end, line))
}

/// Whether the words before a dash are no label: a keyword, the chapters of a Saga, an anchor word of a Case.
fn means_something(words: &[Token]) -> bool {
    const MEANT: [&str; 12] = [
        "boast",
        "exhaust",
        "forecast",
        "companion",
        "max speed",
        "power-up",
        "solved",
        "to solve",
        "partner",
        "splice",
        "prize",
        "visit",
    ];
    let said: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    let said = said.join(" ");
    let is_chapter = |word: &Token| word.text.chars().all(|letter| matches!(letter, 'I' | 'V' | 'X' | ','));
    MEANT.contains(&said.as_str())
        || KeywordName::from_word(&said).is_some()
        || words.first().is_some_and(|first| KeywordName::from_word(&first.lower).is_some())
        || words.first().is_some_and(|first| matches!(first.lower.as_str(), "level" | "levels" | "station"))
        || words.iter().all(is_chapter)
}

fn plain(end: usize, value: Value, number: Number) -> Reading {
    Reading { end, value, number, wording: Rc::default() }
}

fn both(power: Value, toughness: Value) -> Value {
    Value::map(vec![(Arc::from("power"), power), (Arc::from("toughness"), toughness)])
}

/// A number with or without a sign, or X.
fn amount(text: &str) -> Option<Value> {
    match text.trim_start_matches('+') {
        "X" | "x" => Some(Value::word("x")),
        "-X" | "-x" => Some(Value::one("negative", Value::word("x"))),
        number => number.parse().ok().map(Value::Number),
    }
}

fn is_negative(value: &Value) -> bool {
    value.as_number().is_some_and(|number| number < 0) || value.get("negative").is_some()
}

fn printed(value: &Value, signed: bool, negative: bool) -> Option<String> {
    let plus = if signed { "+" } else { "" };
    match value {
        Value::Number(0) if signed && negative => Some("-0".to_owned()),
        Value::Number(number) if *number < 0 => Some(number.to_string()),
        Value::Number(number) => Some(format!("{plus}{number}")),
        Value::Word(word) if &**word == "x" => Some(format!("{plus}X")),
        value if value.only("negative").and_then(Value::as_word) == Some("x") => Some("-X".to_owned()),
        _ => None,
    }
}

/// The plural of a subtype.
pub fn plural(word: &str) -> String {
    const IRREGULAR: [(&str, &str); 12] = [
        ("Elf", "Elves"),
        ("Dwarf", "Dwarves"),
        ("Wolf", "Wolves"),
        ("Werewolf", "Werewolves"),
        ("Mouse", "Mice"),
        ("Ox", "Oxen"),
        ("Fungus", "Fungi"),
        ("Hero", "Heroes"),
        ("Homunculus", "Homunculi"),
        ("Cyclops", "Cyclopes"),
        ("Locus", "Loci"),
        ("Djinn", "Djinn"),
    ];
    const SAME: [&str; 8] =
        ["Plains", "Fish", "Sheep", "Eldrazi", "Samurai", "Kithkin", "Spacecraft", "Equipment"];
    if SAME.contains(&word) || word.ends_with("folk") {
        return word.to_owned();
    }
    if let Some((_, many)) = IRREGULAR.iter().find(|(one, _)| *one == word) {
        return (*many).to_owned();
    }
    match word.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if word.ends_with(['s', 'x', 'z']) || word.ends_with("ch") || word.ends_with("sh") => {
            format!("{word}es")
        }
        _ => format!("{word}s"),
    }
}

/// Whether a word is the plural of a subtype.
pub fn is_plural(word: &str) -> bool {
    singular(word).is_some()
}

/// The subtype that a word is the plural of.
fn singular(text: &str) -> Option<Subtype> {
    let tries = [
        text.strip_suffix("ies").map(|stem| format!("{stem}y")),
        text.strip_suffix("ves").map(|stem| format!("{stem}f")),
        text.strip_suffix("es").map(str::to_owned),
        text.strip_suffix('s').map(str::to_owned),
        text.strip_suffix('i').map(|stem| format!("{stem}us")),
        text.strip_suffix("en").map(str::to_owned),
        (text == "Mice").then(|| "Mouse".to_owned()),
        (text == "Cyclopes").then(|| "Cyclops".to_owned()),
        Some(text.to_owned()),
    ];
    tries
        .into_iter()
        .flatten()
        .filter_map(|word| Subtype::from_word(&word))
        .find(|subtype| plural(subtype.word()) == text)
}

// ---- Noun phrases.

fn items(value: &Value) -> Vec<Value> {
    value.as_list().map_or_else(|| vec![value.clone()], <[Value]>::to_vec)
}
