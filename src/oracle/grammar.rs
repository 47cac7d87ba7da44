//! The grammar of Oracle text: rows of words on the left and a piece of the ability form on the right.
//!
//! The rows stand in `grammar/oracle/`. A file has kinds of phrases, each with its rows:
//!
//! ```text
//! deed:
//!   draw/s {count: counted card} -> draw: {who: $who, count: $count}  ## Divination
//! ```
//!
//! On the left, `{count: counted card}` is a slot with its kind; `draw/s` is a verb, which agrees with its subject; `card(s)` a noun,
//! which agrees with a number in the slot before it, or has the number of the phrase if there is none. On the right stands a piece of the form as it is written whole
//! ([`crate::ir::node::Style::Whole`]) with the slots in it. A row is read from the left and written from the right.
//!
//! | left | meaning |
//! | --- | --- |
//! | `{what: object}`, `{object}` | a slot with a phrase of that kind |
//! | `{what: permanents.one}` | of one; `.many` of many, `.n` of the number of slot `n`, `.own` of the number of the whole |
//! | `draw/s`, `has/have` | a verb, plain and with a subject of one |
//! | `card(s)`, `cop(y|ies)` | a noun |
//! | `!if` | the next word is another than this |
//! | `<it\|that card>` | one of these words; the first is written |
//!
//! | right | meaning |
//! | --- | --- |
//! | `$what`, `$counters.kind` | what is in a slot; the value of a key of it |
//! | `$deed(you)`, `$deed($who)` | the same, with its subject |
//! | `$who` without such a slot | the subject of a deed |
//! | `[..$list, x]` | a list spliced in; in `all`, what is said of an object, in any order |
//! | `@` | the place in the text |
//! | `%a` | a slot's name that nothing else has |
//! | `%=exiled` | the name of a link |
//!
//! Behind ` :: ` stands the number of the phrase: `one`, `many`, `you`, or a slot's name. `->` reads and writes, `~>` only reads.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::piece::Piece;

/// A grammar.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Grammar {
    /// The kinds of phrases.
    pub kinds: Vec<Kind>,
    /// All rows, in the order of the files.
    #[serde(skip)]
    pub rows: Rows,
    pub(super) by_name: BTreeMap<String, usize>,
    /// The numbers of the words of rows, in small letters.
    pub(super) numbers: BTreeMap<String, u32>,
    /// The words of rows as they are spelled.
    pub(super) spellings: Vec<Arc<str>>,
}

/// The rows of a grammar. Those that are stored are read when they are first asked for: few are needed for a sentence.
#[derive(Debug, Default)]
pub struct Rows {
    read: Vec<OnceLock<Row>>,
    /// The rows one behind the other, and where each ends.
    stored: (&'static [u8], Vec<usize>),
    /// The spellings of their words.
    spellings: Vec<Arc<str>>,
}

impl Rows {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.read.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.read.is_empty()
    }

    /// The row of that number.
    pub fn get(&self, number: usize) -> Option<&Row> {
        let row = self.read.get(number)?;
        if row.get().is_none() {
            let (stored, ends) = &self.stored;
            let start = number.checked_sub(1).map_or(Some(&0), |before| ends.get(before))?;
            let mut read: Row = postcard::from_bytes(stored.get(*start..*ends.get(number)?)?).ok()?;
            for word in read.left.iter_mut().flat_map(Item::words) {
                if let Some(text) = self.spellings.get(word.spelling) {
                    word.text = Arc::clone(text);
                }
            }
            // Another thread may have been sooner, with the same.
            let _ = row.set(read);
        }
        row.get()
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Row> {
        (0..self.len()).filter_map(|number| self.get(number))
    }

    pub(super) fn push(&mut self, row: Row) {
        self.read.push(OnceLock::from(row));
    }

    /// Those that have been read, to be changed.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Row> {
        self.read.iter_mut().filter_map(OnceLock::get_mut)
    }

    /// The rows one behind the other as they are stored, and where each ends.
    ///
    /// # Errors
    /// If a row can't be stored.
    pub fn to_be_stored(&self) -> Result<(Vec<u8>, Vec<usize>), postcard::Error> {
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        for row in self.iter() {
            bytes.extend(postcard::to_allocvec(row)?);
            ends.push(bytes.len());
        }
        Ok((bytes, ends))
    }
}

/// A kind of phrases.
#[derive(Debug, Serialize, Deserialize)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Its rows, the default wording first.
    pub rows: Vec<usize>,
    /// What reads and writes it, if it is not made of rows.
    #[serde(skip)]
    pub piece: Option<Piece>,
    /// Of what it is a sequence, with the sign between, or behind each if it is a full stop; of two full stops one is between.
    pub sequence: Option<(usize, String)>,
    /// Its rows by the number of their first word.
    pub(super) by_word: BTreeMap<u32, Vec<usize>>,
    /// Its rows that begin with no word, in order.
    pub(super) others: Vec<Run>,
    /// Its rows that are written, found when something is written.
    #[serde(skip)]
    pub(super) heads: OnceLock<Heads>,
}

/// The rows of a kind that are written, by the heads of what they say.
#[derive(Debug, Default)]
pub(super) struct Heads {
    pub(super) by_head: BTreeMap<Arc<str>, Vec<usize>>,
    /// Those that say what has no head.
    pub(super) headless: Vec<usize>,
}

/// Rows that stand one behind the other and begin with the same kind of phrase.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Run {
    /// The kind; none where they begin with the lack of a word.
    pub(super) begin: Option<usize>,
    /// The rows.
    pub(super) rows: Vec<usize>,
}

/// A row.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Row {
    /// Its kind.
    pub kind: usize,
    /// Its words.
    pub left: Vec<Item>,
    /// Its slots.
    pub slots: Vec<Slot>,
    /// Its piece of the form.
    pub right: Pattern,
    /// How many fresh names there are on the right.
    pub fresh: usize,
    /// The number of the phrase.
    pub number: NumberRule,
    /// Whether it is never written: wording of older cards.
    pub read_only: bool,
    /// Where it stands, for messages.
    pub place: String,
}

/// A word of a row. Its number is that of all words that differ in nothing but capitals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// The word.
    #[serde(skip)]
    pub text: Arc<str>,
    pub(super) number: u32,
    /// Its place among all spellings, by which it is stored.
    pub(super) spelling: usize,
}

impl Word {
    /// A word that has no number yet.
    pub(super) fn new(text: impl Into<Arc<str>>) -> Self {
        Self { text: text.into(), number: UNNUMBERED, spelling: 0 }
    }
}

/// The number of "a".
pub(super) const A: u32 = 0;

/// The number of "an", which may stand where a row has "a".
pub(super) const AN: u32 = 1;

/// The number of what is no word of any row.
pub(super) const UNNUMBERED: u32 = u32::MAX;

/// A word, sign or slot on the left of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Item {
    /// This word.
    Word(Word),
    /// A verb: its plain form, and its form with a subject of one.
    Verb(Word, Word),
    /// A noun: of one, of many; it agrees with a slot, or is free.
    Noun(Word, Word, Option<usize>),
    /// No word: the next one is not this.
    Not(Word),
    /// A slot.
    Slot(usize),
}

/// A slot.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Slot {
    /// Its name on the right.
    pub name: String,
    /// The kind of phrase in it.
    pub kind: usize,
    /// The number it must have.
    pub demand: Demand,
}

/// The number that a phrase in a slot must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Demand {
    /// Any.
    Any,
    /// One.
    One,
    /// Many.
    Many,
    /// That of another slot.
    As(usize),
    /// That of the whole phrase.
    Own,
}

/// The number of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NumberRule {
    /// As of its free noun, else of its first slot, else one.
    Plain,
    /// This.
    Fixed(Number),
    /// As of this slot.
    Of(usize),
}

/// Grammatical number and person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Number {
    /// One: "creature", "draws".
    One,
    /// Many: "creatures", "draw".
    Many,
    /// "You": "draw".
    You,
}

/// A piece of the form with slots in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Pattern {
    /// A word or text.
    Word(Arc<str>),
    /// A number.
    Number(i64),
    /// `true` or `false`.
    Truth(bool),
    /// What is in a slot, or the value of a key of it.
    Slot(usize, Option<Arc<str>>),
    /// What is in a slot, with its hole filled.
    Filled(usize, Box<Pattern>),
    /// A list; what is marked there is a list whose items are spliced in.
    List(Vec<(bool, Pattern)>),
    /// A map.
    Map(Vec<(Arc<str>, Pattern)>),
    /// A map with one key, which is what is in a slot.
    Keyed(usize, Box<Pattern>),
    /// The place in the text.
    Place,
    /// A name that nothing else has: in reading it is made of the place, in writing it is the same in the whole row.
    Fresh(usize),
    /// A name that other lines use, too: read as this, written from any.
    Named(Arc<str>),
    /// The hole for the subject.
    Hole,
}

impl Grammar {
    /// Finds what is not stored with it: its rows, which are those bytes and end there, and the pieces that are code.
    pub fn restored(mut self, rows: &'static [u8], ends: Vec<usize>) -> Self {
        let read = ends.iter().map(|_| OnceLock::new()).collect();
        self.rows = Rows { read, stored: (rows, ends), spellings: std::mem::take(&mut self.spellings) };
        for kind in &mut self.kinds {
            kind.piece = Piece::named(&kind.name);
        }
        self
    }

    /// A kind by its name.
    pub fn kind(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The number of a word in small letters.
    pub(super) fn number(&self, word: &str) -> u32 {
        self.numbers.get(word).copied().unwrap_or(UNNUMBERED)
    }
}

impl Item {
    /// The words that it is made of.
    pub(super) fn words(&mut self) -> impl Iterator<Item = &mut Word> {
        let words = match self {
            Self::Word(word) | Self::Not(word) => [Some(word), None],
            Self::Verb(one, other) | Self::Noun(one, other, _) => [Some(one), Some(other)],
            Self::Slot(_) => [None, None],
        };
        words.into_iter().flatten()
    }
}

impl Kind {
    /// The rows that may begin with a word of this number.
    pub(super) fn beginning(&self, number: u32) -> &[usize] {
        let number = if number == AN { A } else { number };
        self.by_word.get(&number).map_or(&[], Vec::as_slice)
    }
}

impl Pattern {
    /// Shows the patterns that it is made of.
    pub(super) fn each_inner(&self, show: &mut dyn FnMut(&Self)) {
        match self {
            Self::List(items) => items.iter().for_each(|(_, item)| show(item)),
            Self::Map(entries) => entries.iter().for_each(|(_, value)| show(value)),
            Self::Keyed(_, value) => show(value),
            Self::Word(_)
            | Self::Number(_)
            | Self::Truth(_)
            | Self::Slot(..)
            // What fills a hole is not there yet.
            | Self::Filled(..)
            | Self::Place
            | Self::Fresh(_)
            | Self::Named(_)
            | Self::Hole => {}
        }
    }

    pub(super) fn uses(&self, slot: usize) -> bool {
        let mut found = match self {
            Self::Slot(used, _) | Self::Keyed(used, _) => *used == slot,
            Self::Filled(used, with) => *used == slot || with.uses(slot),
            _ => false,
        };
        self.each_inner(&mut |inner| found = found || inner.uses(slot));
        found
    }

    /// How many fresh names there are.
    pub fn fresh(&self) -> usize {
        let mut most = if let Self::Fresh(number) = self { number + 1 } else { 0 };
        self.each_inner(&mut |inner| most = most.max(inner.fresh()));
        most
    }

    pub(super) fn replaced(&self, slot: usize, by: &Self) -> Self {
        match self {
            Self::Slot(used, None) if *used == slot => by.clone(),
            Self::List(items) => {
                Self::List(items.iter().map(|(splice, item)| (*splice, item.replaced(slot, by))).collect())
            }
            Self::Map(entries) => Self::Map(
                entries.iter().map(|(key, value)| (Arc::clone(key), value.replaced(slot, by))).collect(),
            ),
            Self::Keyed(key, value) => Self::Keyed(*key, Box::new(value.replaced(slot, by))),
            other => other.clone(),
        }
    }
}
