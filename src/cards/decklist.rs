//! Decklists: the text that deck sites and clients export, and lists of decks in JSON.
//!
//! A line of text is a number and a card's name, as `4 Lightning Bolt`, `4x Lightning Bolt` or `1 Sol Ring (CMM) 396 *F*`; without a
//! number one copy is meant. Headings (`Sideboard`, `Creatures (24):`) say where the cards below belong. In JSON a deck is an object
//! with a `name`, a `format`, and lists of cards, and a file has one or a list of them.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

/// The most copies of a card that a list may name: more than any deck has, and so many that sums can't overflow.
pub const MOST_COPIES: u32 = 100_000;

/// A deck as it is listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deck {
    /// What the list calls itself.
    pub name: Option<String>,
    /// The format that it is for, as the list says it.
    pub format: Option<String>,
    /// The cards, in the order of the list, each name once for each part.
    pub cards: Vec<Listed>,
}

/// A card of a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// As it is written, without what a site adds to it.
    pub name: String,
    /// How many copies there are; at least one.
    pub copies: u32,
    /// Where it stands.
    pub part: Part,
}

/// The part of a deck in which a card stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The deck itself (100.2).
    Main,
    /// The sideboard (100.4).
    Sideboard,
    /// The commanders (903.3).
    Commander,
    /// The companion (702.139).
    Companion,
}

/// Why a text is no decklist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotADeck {
    /// The line, from 1, if one is at fault.
    pub line: Option<usize>,
    /// What is wrong, lower case, without a full stop.
    pub why: String,
}

impl fmt::Display for NotADeck {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(formatter, "line {line}: {}", self.why),
            None => formatter.write_str(&self.why),
        }
    }
}

/// Reads the decks of a file: text, or JSON if it begins like that.
///
/// # Errors
/// Text that names no card, a number that no deck has, XML, and JSON that has another shape.
pub fn read(text: &str) -> Result<Vec<Deck>, NotADeck> {
    let text = text.trim_start_matches('\u{feff}');
    let mut signs = text.chars().filter(|sign| !sign.is_whitespace());
    match signs.next() {
        Some('{') => json(text),
        // A line may begin with a set in brackets.
        Some('[') if signs.next().is_none_or(|sign| !sign.is_ascii_alphanumeric()) => json(text),
        Some('<') => Err(NotADeck {
            line: None,
            why: "the file is XML; export the deck as text, a card a line".to_owned(),
        }),
        _ => plain(text).map(|deck| vec![deck]),
    }
}

fn plain(text: &str) -> Result<Deck, NotADeck> {
    let mut deck = Deck::default();
    let mut part = Part::Main;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") || line.starts_with('#') {
            continue;
        }
        let fault = |why: String| NotADeck { line: Some(number + 1), why };
        if let Some(heading) = heading(line) {
            match heading {
                Heading::Part(its) => part = its,
                Heading::Nothing => {}
            }
            continue;
        }
        if deck.cards.is_empty() {
            if let Some(name) = line.strip_prefix("Name ") {
                deck.name = Some(name.trim().to_owned());
                continue;
            }
        }
        let (of, line) = match line.strip_prefix("SB:") {
            Some(rest) => (Part::Sideboard, rest.trim_start()),
            None => (part, line),
        };
        let (copies, name) = counted(line).map_err(fault)?;
        let name = without_additions(name);
        if name.is_empty() {
            return Err(fault("a number without a card".to_owned()));
        }
        deck.add(name, copies, of);
    }
    if deck.cards.is_empty() { Err(empty()) } else { Ok(deck) }
}

fn empty() -> NotADeck {
    NotADeck { line: None, why: "it names no card".to_owned() }
}

/// What a heading says.
enum Heading {
    Part(Part),
    /// A sort of cards (`Creatures`), or what the list is about: the part stays the same.
    Nothing,
}

/// A line that names no card.
fn heading(line: &str) -> Option<Heading> {
    let bare = line.trim_end_matches(':').trim_end();
    let is_marked = bare.len() < line.len();
    // Some sites say how many cards stand below.
    let (words, is_counted) = match bare.rsplit_once(" (").and_then(|(words, rest)| {
        let number = rest.strip_suffix(')')?;
        number.bytes().all(|byte| byte.is_ascii_digit()).then_some(words)
    }) {
        Some(words) => (words, !words.starts_with(|first: char| first.is_ascii_digit())),
        None => (bare, false),
    };
    match words.to_lowercase().as_str() {
        "deck" | "main" | "maindeck" | "mainboard" | "main deck" => Some(Heading::Part(Part::Main)),
        "sideboard" | "side" => Some(Heading::Part(Part::Sideboard)),
        "commander" | "commanders" => Some(Heading::Part(Part::Commander)),
        "companion" | "companions" => Some(Heading::Part(Part::Companion)),
        "about" | "artifacts" | "battles" | "creatures" | "enchantments" | "instants" | "lands"
        | "planeswalkers" | "sorceries" | "spells" => Some(Heading::Nothing),
        _ => (is_marked || is_counted).then_some(Heading::Nothing),
    }
}

/// The number at the beginning of a line, and what follows.
fn counted(line: &str) -> Result<(u32, &str), String> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let digits = first.strip_suffix(['x', 'X']).unwrap_or(first);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok((1, line));
    }
    copies(digits.parse().ok()).map(|copies| (copies, rest.trim_start()))
}

fn copies(number: Option<u32>) -> Result<u32, String> {
    number
        .filter(|number| (1..=MOST_COPIES).contains(number))
        .ok_or_else(|| format!("a list names at least 1 and at most {MOST_COPIES} copies of a card"))
}

/// The name without the set, collector number, finish, category and label that sites write after it.
fn without_additions(name: &str) -> &str {
    let is_set = |inside: &str| {
        (2..=6).contains(&inside.len())
            && inside.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && (inside.bytes().all(|byte| !byte.is_ascii_lowercase())
                || inside.bytes().all(|byte| !byte.is_ascii_uppercase()))
    };
    let name = name.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or(name, |(_, rest)| rest);
    for (place, _) in name.match_indices(['(', '[', '*', '^', '#']) {
        let (before, after) = name.split_at(place);
        let mut after = after.chars();
        let closing = match after.next() {
            Some('(') => ')',
            Some('[') => ']',
            Some(sign) => sign,
            None => continue,
        };
        let inside = after.as_str().split(closing).next().unwrap_or_default();
        // What else stands in parentheses may belong to the name.
        if (before.is_empty() || before.ends_with(char::is_whitespace)) && (closing != ')' || is_set(inside))
        {
            return before.trim();
        }
    }
    name.trim()
}

impl Deck {
    fn add(&mut self, name: &str, copies: u32, part: Part) {
        match self.cards.iter_mut().find(|card| card.name == name && card.part == part) {
            Some(card) => card.copies = card.copies.saturating_add(copies).min(MOST_COPIES),
            None => self.cards.push(Listed { name: name.to_owned(), copies, part }),
        }
    }
}

/// A deck in JSON.
#[derive(Debug, Deserialize)]
struct InJson {
    name: Option<String>,
    format: Option<String>,
    #[serde(default, alias = "main", alias = "mainboard", alias = "maindeck")]
    cards: Cards,
    #[serde(default, alias = "side")]
    sideboard: Cards,
    #[serde(default, alias = "commanders")]
    commander: Cards,
    #[serde(default)]
    companion: Cards,
}

/// Cards in JSON: names, objects with a name and a number, a number for each name, or a name alone.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Cards {
    List(Vec<OneCard>),
    Counted(BTreeMap<String, u32>),
    One(String),
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum OneCard {
    Name(String),
    Counted {
        name: String,
        #[serde(default = "one", alias = "quantity", alias = "copies")]
        count: u32,
    },
}

const fn one() -> u32 {
    1
}

impl Default for Cards {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum InFile {
    One(Box<InJson>),
    Several(Vec<InJson>),
}

fn json(text: &str) -> Result<Vec<Deck>, NotADeck> {
    // A fault of syntax has a place; one of shape has none, since several shapes are allowed.
    if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) {
        return Err(NotADeck { line: Some(error.line()), why: error.to_string() });
    }
    let Ok(file) = serde_json::from_str::<InFile>(text) else {
        let why = "a deck in JSON is an object with `name`, `format` and `cards`, a list of names or of objects with `name` \
                   and `count`; also `sideboard`, `commander`, `companion`";
        return Err(NotADeck { line: None, why: why.to_owned() });
    };
    let decks = match file {
        InFile::One(deck) => vec![*deck],
        InFile::Several(decks) => decks,
    };
    if decks.is_empty() {
        return Err(empty());
    }
    decks.into_iter().map(deck).collect()
}

fn deck(read: InJson) -> Result<Deck, NotADeck> {
    let mut deck = Deck { name: read.name, format: read.format, cards: Vec::new() };
    let parts = [
        (Part::Main, read.cards),
        (Part::Sideboard, read.sideboard),
        (Part::Commander, read.commander),
        (Part::Companion, read.companion),
    ];
    for (part, cards) in parts {
        let cards: Vec<(String, u32)> = match cards {
            Cards::One(name) => vec![(name, 1)],
            Cards::Counted(cards) => cards.into_iter().collect(),
            Cards::List(cards) => cards
                .into_iter()
                .map(|card| match card {
                    OneCard::Name(name) => (name, 1),
                    OneCard::Counted { name, count } => (name, count),
                })
                .collect(),
        };
        for (name, number) in cards {
            let number = copies(Some(number)).map_err(|why| NotADeck { line: None, why })?;
            deck.add(name.trim(), number, part);
        }
    }
    if deck.cards.is_empty() { Err(empty()) } else { Ok(deck) }
}

#[cfg(test)]
mod tests {
    use super::{Deck, Part, read};

    fn cards(deck: &Deck) -> Vec<(u32, &str, Part)> {
        deck.cards.iter().map(|card| (card.copies, card.name.as_str(), card.part)).collect()
    }

    fn one(text: &str) -> Deck {
        let mut decks = read(text).expect("a deck");
        assert_eq!(decks.len(), 1);
        decks.remove(0)
    }

    #[test]
    fn text_is_read_as_sites_export_it() {
        let deck = one(
            "\u{feff}About\r\nName Some Burn\r\n\r\nDeck\r\n4 Hot Spark (M15) 146\r\n4x Hotter Spark\r\n\
            2 Half // Other Half\r\nMountain\r\n// a remark\r\n1 Hot Spark (M15) 147 *F*\r\n\r\nSideboard\r\n3 Cold Spark [Removal] ^Have,#aaa^\r\n",
        );
        assert_eq!(deck.name.as_deref(), Some("Some Burn"));
        assert_eq!(
            cards(&deck),
            [
                (5, "Hot Spark", Part::Main),
                (4, "Hotter Spark", Part::Main),
                (2, "Half // Other Half", Part::Main),
                (1, "Mountain", Part::Main),
                (3, "Cold Spark", Part::Sideboard),
            ]
        );
        let deck = one(
            "Commander (1)\n1 Some Legend\nCreatures (2):\n1 Elf\nSB: 2 Elf\nMaindeck:\n1 Bear (a Bear, really)\n",
        );
        assert_eq!(
            cards(&deck),
            [
                (1, "Some Legend", Part::Commander),
                (1, "Elf", Part::Commander),
                (2, "Elf", Part::Sideboard),
                (1, "Bear (a Bear, really)", Part::Main),
            ]
        );
    }

    #[test]
    fn json_is_read_in_its_shapes() {
        let decks = read(
            r#"[{"format": "modern", "name": "A", "cards": ["Elf", "Bear", "Elf"]},
                {"main": {"Elf": 4}, "sideboard": [{"name": "Bear", "quantity": 2}], "commanders": "Some Legend", "more": 1}]"#,
        )
        .expect("decks");
        let [first, second] = decks.as_slice() else { panic!("{decks:?}") };
        assert_eq!((first.name.as_deref(), first.format.as_deref()), (Some("A"), Some("modern")));
        assert_eq!(cards(first), [(2, "Elf", Part::Main), (1, "Bear", Part::Main)]);
        let parts =
            [(4, "Elf", Part::Main), (2, "Bear", Part::Sideboard), (1, "Some Legend", Part::Commander)];
        assert_eq!(cards(second), parts);
    }

    #[test]
    fn what_is_no_deck_says_why() {
        for (text, why) in [
            ("", "it names no card"),
            ("Deck\n\nSideboard\n", "it names no card"),
            ("4 Elf\n0 Bear\n", "line 2: a list names at least 1"),
            ("4 Elf\n99999999999 Bear\n", "line 2: a list names at least 1"),
            ("4 Elf\n4x\n", "line 2: a number without a card"),
            ("1 (M15) 3", "line 1: a number without a card"),
            ("{\n\"cards\": [", "line 2: "),
            ("{\"cards\": 3}", "a deck in JSON is an object"),
            ("[]", "it names no card"),
            ("<?xml version=\"1.0\"?>", "the file is XML"),
        ] {
            let fault = read(text).expect_err(text).to_string();
            assert!(fault.starts_with(why), "{text:?}: {fault}");
        }
    }
}
