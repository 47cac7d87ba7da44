//! A definition as a tree of lists and maps, and reading the ability form from it.
//!
//! The ability form has some hundred types, and the compiler makes code for each of them and each reader it is read with.
//! Reading the tree is far less code than reading YAML, and it knows the place of each word, so that an error points at
//! the word at fault.

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, Expected, MapAccess, SeqAccess, Unexpected, Visitor,
};

use crate::diag::Span;

/// A node of the tree with its place in the text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    pub(super) value: Value,
    pub(super) span: Span,
}

/// What stands at a node.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Nothing,
    Truth(bool),
    Number(i64),
    Word(String),
    List(Vec<Node>),
    /// The entries in the order of the text; the keys differ.
    Map(Vec<(Key, Node)>),
}

/// A key of a map with its place in the text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Key {
    pub(super) word: String,
    pub(super) span: Span,
}

/// Why a tree can't be read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fault {
    pub(super) message: String,
    /// The word at fault, if it is a word that nobody knows, and the words known where it stands (none if those are many).
    pub(super) unknown: Option<(String, &'static [&'static str])>,
    /// The place, once the innermost node that knows one has added it.
    pub(super) span: Option<Span>,
}

impl Fault {
    fn new(message: String) -> Self {
        Self { message, unknown: None, span: None }
    }

    /// The fault with a place, unless it has a narrower one already.
    fn at(mut self, span: Span) -> Self {
        self.span.get_or_insert(span);
        self
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl Error for Fault {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        // The ability form's own errors begin with the word that they don't know, in backticks.
        let message = message.to_string();
        let word =
            message.strip_prefix('`').and_then(|rest| rest.split_once('`')).map(|(word, _)| word.to_owned());
        Self { unknown: word.map(|word| (word, Default::default())), ..Self::new(message) }
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        if unexpected == Unexpected::UnitVariant {
            return Self::new(
                "this word says nothing by itself; write `word: ...` with what belongs to it".to_owned(),
            );
        }
        let found = match unexpected {
            Unexpected::Str(word) => format!("`{word}`"),
            Unexpected::Bool(truth) => format!("`{truth}`"),
            Unexpected::Signed(number) => format!("the number {number}"),
            Unexpected::Seq => "a list".to_owned(),
            Unexpected::Map => "a map".to_owned(),
            Unexpected::Unit => "nothing".to_owned(),
            other => other.to_string(),
        };
        Self::new(format!("{found} stands here instead of {}", in_words(&expected.to_string())))
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        let unknown = Some((word.to_owned(), known));
        Self { unknown, ..Self::new(format!("`{word}` means nothing here")) }
    }

    fn unknown_field(word: &str, known: &'static [&'static str]) -> Self {
        let unknown = Some((word.to_owned(), known));
        Self { unknown, ..Self::new(format!("there is no field `{word}` here")) }
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(format!("the field `{field}` is missing"))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new(format!("the field `{field}` is written twice"))
    }
}

/// What was expected, in the words of whoever writes a card: programs have other names for it.
fn in_words(expected: &str) -> &str {
    match expected.split(' ').next().unwrap_or_default() {
        "struct" => "a map such as `{field: ...}`",
        "tuple" | "sequence" => "a list",
        "enum" => "a word, or a map such as `{word: ...}`",
        "unit" | "variant" | "field" => "a word",
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        _ => match expected {
            "a string" => "a word or a text",
            "a sequence" => "a list",
            "a boolean" => "`true` or `false`",
            _ => expected,
        },
    }
}

impl Node {
    /// Reads a value from the tree.
    pub(super) fn read<'de, T: Deserialize<'de>>(&'de self) -> Result<T, Fault> {
        T::deserialize(self).map_err(|fault: Fault| fault.at(self.place()))
    }

    /// The fault that something else stands here than what is expected.
    fn mismatch(&self, expected: &dyn Expected) -> Fault {
        Fault::invalid_type(self.value.unexpected(), expected).at(self.place())
    }

    /// The place that stands for the node in an error: of a map its first key, of a list its first item.
    fn place(&self) -> Span {
        match &self.value {
            Value::Map(entries) => entries.first().map_or(self.span, |(key, _)| key.span),
            Value::List(items) => items.first().map_or(self.span, Self::place),
            _ => self.span,
        }
    }
}

impl Value {
    /// What stands here, for an error that says what was expected instead.
    fn unexpected(&self) -> Unexpected<'_> {
        match self {
            Self::Nothing => Unexpected::Unit,
            Self::Truth(truth) => Unexpected::Bool(*truth),
            Self::Number(number) => Unexpected::Signed(*number),
            Self::Word(word) => Unexpected::Str(word),
            Self::List(_) => Unexpected::Seq,
            Self::Map(_) => Unexpected::Map,
        }
    }
}

// Each method calls only the visitor's methods that can succeed. Calling all of them everywhere would be right as well, but
// then the compiler makes code for every struct to be read from a list and every name of a field from a number.
impl<'de> Deserializer<'de> for &'de Node {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.value {
            Value::Nothing => visitor.visit_unit(),
            Value::Truth(truth) => visitor.visit_bool(*truth),
            Value::Number(number) => visitor.visit_i64(*number),
            Value::Word(word) => visitor.visit_borrowed_str(word),
            Value::List(_) => return self.deserialize_seq(visitor),
            Value::Map(_) => return self.deserialize_map(visitor),
        }
        .map_err(|fault: Fault| fault.at(self.place()))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.value == Value::Nothing { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let Value::List(items) = &self.value else { return Err(self.mismatch(&visitor)) };
        let mut left = Items(items.iter());
        visitor
            .visit_seq(&mut left)
            .and_then(|value| left.end(value))
            .map_err(|fault: Fault| fault.at(self.place()))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let Value::Map(entries) = &self.value else { return Err(self.mismatch(&visitor)) };
        let mut left = Entries { entries: entries.iter(), value: None };
        visitor
            .visit_map(&mut left)
            .and_then(|value| left.end(value))
            .map_err(|fault: Fault| fault.at(self.place()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match &self.value {
            Value::Word(word) => visitor.visit_enum(StrDeserializer::<Fault>::new(word)),
            Value::Map(entries) => {
                let mut left = Entries { entries: entries.iter(), value: None };
                visitor.visit_enum(MapAccessDeserializer::new(&mut left)).and_then(|value| left.end(value))
            }
            _ => Err(self.mismatch(&visitor)),
        }
        .map_err(|fault: Fault| fault.at(self.place()))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let Value::Word(word) = &self.value else { return Err(self.mismatch(&visitor)) };
        visitor.visit_borrowed_str(word).map_err(|fault: Fault| fault.at(self.place()))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char bytes byte_buf unit unit_struct newtype_struct
        tuple_struct identifier ignored_any
    }
}

/// The items of a list that are not read yet.
struct Items<'de>(std::slice::Iter<'de, Node>);

impl Items<'_> {
    /// The value, if the list holds no more than was read.
    fn end<T>(mut self, value: T) -> Result<T, Fault> {
        match self.0.next() {
            Some(item) => {
                Err(Fault::new("the list is longer than it may be here".to_owned()).at(item.place()))
            }
            None => Ok(value),
        }
    }
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        self.0
            .next()
            .map(|item| seed.deserialize(item).map_err(|fault: Fault| fault.at(item.place())))
            .transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The entries of a map that are not read yet, and the value of the key read last.
struct Entries<'de> {
    entries: std::slice::Iter<'de, (Key, Node)>,
    value: Option<&'de Node>,
}

impl Entries<'_> {
    /// The value, if the map holds no more than was read: a node with one key must not have a second.
    fn end<T>(mut self, value: T) -> Result<T, Fault> {
        match self.entries.next() {
            Some((key, _)) => {
                let message = format!("`{}` is one key too many; only one may stand here", key.word);
                Err(Fault::new(message).at(key.span))
            }
            None => Ok(value),
        }
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        let word = StrDeserializer::<Fault>::new(&key.word);
        seed.deserialize(word).map(Some).map_err(|fault: Fault| fault.at(key.span))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let value = self.value.take().ok_or_else(|| Fault::new("a key has no value".to_owned()))?;
        seed.deserialize(value).map_err(|fault: Fault| fault.at(value.place()))
    }
}
