//! A definition as it is written: words, numbers, lists and maps, each with its place in the text.
//!
//! The ability form is read from such a tree and written as one. What reads YAML makes a tree of it and what prints YAML
//! prints a tree, so that neither knows the form.

use super::node::Kind;
use super::old::{self, Old};
use crate::diag::Span;

/// A node of the tree with its place in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// What stands here.
    pub value: Value,
    /// Where; nowhere in a tree that was not read from a text.
    pub span: Span,
}

/// What stands at a node of the tree.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing at all, as behind a key without a value.
    Nothing,
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Number(i64),
    /// A word or a text.
    Word(String),
    /// A list.
    List(Vec<Tree>),
    /// The entries in the order of the text; the keys differ.
    Map(Vec<(Key, Tree)>),
}

/// A key of a map with its place in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// The key itself.
    pub word: String,
    /// Where it stands.
    pub span: Span,
}

/// Why a tree can't be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// The word at fault, if it is a word that nobody knows.
    pub unknown: Option<Unknown>,
    /// The place, once the innermost node that knows one has added it.
    pub span: Option<Span>,
    /// What is written today, if it is an old spelling.
    pub old: Option<Box<Old>>,
}

/// A word that nobody knows.
#[derive(Debug, Clone, PartialEq)]
pub struct Unknown {
    /// The word.
    pub word: String,
    /// The words that are known where it stands.
    pub known: Vec<&'static str>,
    /// Whether those are few enough in kind to be listed where none is near.
    pub listed: bool,
}

impl Fault {
    /// A fault that is no unknown word, without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), unknown: None, span: None, old: None }
    }

    /// The fault of a word that is none of those known.
    pub fn unknown(word: &str, message: String, known: Vec<&'static str>, listed: bool) -> Self {
        Self { unknown: Some(Unknown { word: word.to_owned(), known, listed }), ..Self::new(message) }
    }

    /// The fault as that of an old spelling, if it is one.
    #[must_use]
    pub fn or_old(mut self, old: Option<Box<Old>>) -> Self {
        self.old = old;
        self
    }

    /// The fault with a place, unless it has a narrower one already.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span.get_or_insert(span);
        self
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl Tree {
    fn of(value: Value) -> Self {
        Self { value, span: Span::default() }
    }

    /// A tree of nothing.
    pub fn nothing() -> Self {
        Self::of(Value::Nothing)
    }

    /// `true` or `false`.
    pub fn truth(truth: bool) -> Self {
        Self::of(Value::Truth(truth))
    }

    /// A whole number.
    pub fn number(number: i64) -> Self {
        Self::of(Value::Number(number))
    }

    /// A word or a text.
    pub fn word(word: impl Into<String>) -> Self {
        Self::of(Value::Word(word.into()))
    }

    /// A list.
    pub fn list(items: Vec<Self>) -> Self {
        Self::of(Value::List(items))
    }

    /// A map of these entries.
    pub fn map(entries: Vec<(Key, Self)>) -> Self {
        Self::of(Value::Map(entries))
    }

    /// A map with one entry.
    pub fn one(word: &str, value: Self) -> Self {
        Self::map(vec![(Key { word: word.to_owned(), span: Span::default() }, value)])
    }

    /// Whether it is `true`.
    pub fn is_true(&self) -> bool {
        self.value == Value::Truth(true)
    }

    /// What stands in a field of a map.
    pub fn field(&self, word: &str) -> Option<&Self> {
        let Value::Map(entries) = &self.value else { return None };
        entries.iter().find(|(key, _)| key.word == word).map(|(_, value)| value)
    }

    /// Whether it is a map.
    pub fn is_map(&self) -> bool {
        matches!(self.value, Value::Map(_))
    }

    /// The place that stands for the node in an error: of a map its first key, of a list its first item.
    pub fn place(&self) -> Span {
        match &self.value {
            Value::Map(entries) => entries.first().map_or(self.span, |(key, _)| key.span),
            Value::List(items) => items.first().map_or(self.span, Self::place),
            Value::Nothing | Value::Truth(_) | Value::Number(_) | Value::Word(_) => self.span,
        }
    }

    /// The only entry of a map that stands for a node of some kind.
    ///
    /// # Errors
    /// If there is none, or more than one.
    pub fn entry(&self, kind: &Kind) -> Result<(&Key, &Self), Fault> {
        let Value::Map(entries) = &self.value else { return Err(self.mismatch(kind)) };
        match entries.as_slice() {
            [] => Err(self.mismatch(kind)),
            [(key, value)] => Ok((key, value)),
            [(first, _), (key, _), ..] => {
                if !kind.has(&first.word) {
                    return Err(self.unknown_key(kind));
                }
                let message = format!("`{}` is one key too many; only one may stand here", key.word);
                Err(Fault::new(message).at(key.span))
            }
        }
    }

    /// The fault that something else stands here than a node of the kind.
    pub fn mismatch(&self, kind: &Kind) -> Fault {
        self.instead_of(kind.expected.unwrap_or(if kind.is_map() {
            "a map such as `{field: ...}`"
        } else {
            "a word, or a map such as `{word: ...}`"
        }))
    }

    /// The fault that something else stands here than is expected.
    pub fn instead_of(&self, expected: &str) -> Fault {
        let found = match &self.value {
            Value::Word(word) => format!("`{word}`"),
            Value::Truth(truth) => format!("`{truth}`"),
            Value::Number(number) => format!("the number {number}"),
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
            Value::Nothing => "nothing".to_owned(),
        };
        Fault::new(format!("{found} stands here instead of {expected}")).at(self.place())
    }

    /// The fault of a word that is no node of the kind.
    pub fn unknown_word(&self, kind: &Kind) -> Fault {
        let Value::Word(word) = &self.value else { return self.mismatch(kind) };
        let message = match kind.expected {
            _ if kind.needs_more(word) => {
                "this word says nothing by itself; write `word: ...` with what belongs to it".to_owned()
            }
            Some(expected) => format!("`{word}` is not {expected}"),
            None => format!("`{word}` means nothing here"),
        };
        if kind.needs_more(word) {
            return Fault::new(message).at(self.span);
        }
        let fault = Fault::unknown(word, message, kind.all_words(), kind.expected.is_none()).at(self.span);
        fault.or_old(old::word(self, kind.name))
    }

    /// The fault of a key that is no node of the kind.
    pub fn unknown_key(&self, kind: &Kind) -> Fault {
        let Value::Map(entries) = &self.value else { return self.mismatch(kind) };
        let Some((key, _)) = entries.first() else { return self.mismatch(kind) };
        let message = format!("`{}` means nothing here", key.word);
        let fault = Fault::unknown(&key.word, message, kind.all_entries(), true).at(key.span);
        fault.or_old(old::word(self, kind.name))
    }
}
