//! What every node of the ability form can do: be read, be written, be walked, and say what it is.
//!
//! Types are made nodes by `#[derive(Node)]` (the package `headjudge-derive`), by the closed lists of words in [`super::words`],
//! or here, where a value is written as a word of its own. Boxes, options, lists and pairs of nodes are nodes as well.

use super::old;
use super::part::{Part, PartMut};
use super::tree::{Fault, Key, Tree, Value};
use crate::diag::Span;

mod containers;

/// Looks at a part, with the word of the field that it stands in.
pub type Visit<'v, 'f> = dyn FnMut(&'static str, Part<'f>) + 'v;

/// Looks at a part that it may change.
pub type VisitMut<'v> = dyn FnMut(&'static str, PartMut<'_>) + 'v;

/// A node, or a value that is part of one.
pub trait Node: Sized {
    /// What it looks like where it is written.
    const SHAPE: Shape;

    /// Reads it.
    ///
    /// # Errors
    /// What stands in the tree instead, with its place.
    fn read(tree: &Tree) -> Result<Self, Fault>;

    /// Writes it so that it reads as the same.
    fn write(&self, style: Style) -> Tree;

    /// Writes it in the shortest shape that reads as the same.
    fn written(&self) -> Tree {
        self.write(Style::Shortest)
    }

    /// Shows the parts that it is or holds.
    fn visit<'f>(&'f self, field: &'static str, visit: &mut Visit<'_, 'f>);

    /// Shows the parts that it is or holds, to be changed.
    fn visit_mut(&mut self, field: &'static str, visit: &mut VisitMut<'_>);

    /// Reads a bare word.
    fn from_word(_word: &str) -> Option<Self> {
        None
    }

    /// Reads a bare number.
    fn from_number(_number: i64) -> Option<Self> {
        None
    }

    /// The value of a field that is left out, where it may be.
    fn absent() -> Option<Self> {
        None
    }

    /// Whether it is that value.
    fn is_absent(&self) -> bool {
        false
    }
}

/// How a node is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// As short as it can be: without what is as it would be anyway, and with words that stand for more.
    Shortest,
    /// One way for each node: with all that it says, and with no word that stands for more. Only nothing, `false` and empty
    /// lists are left out.
    Whole,
}

/// A node that has a definition, and so a name and a place in the reference.
pub trait Form: Node {
    /// Its definition.
    const KIND: Kind;

    /// The word of its variant, or the name of its type.
    fn name(&self) -> &'static str;

    /// Shows each of the parts directly below it.
    fn each_part<'f>(&'f self, visit: &mut Visit<'_, 'f>);

    /// Shows each of the parts directly below it, to be changed.
    fn each_part_mut(&mut self, visit: &mut VisitMut<'_>);
}

/// The definition of a kind of node, as the reference has it.
#[derive(Debug)]
pub struct Kind {
    /// The name of its type.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// What an error says was expected.
    pub expected: Option<&'static str>,
    /// Words that stand for some of its values.
    pub words: &'static [&'static str],
    /// A kind whose entries are its own as well.
    pub sugar: Option<fn() -> &'static Kind>,
    /// Its variants; none for a struct. The word is empty where it is a keyword's.
    pub entries: &'static [Entry],
    /// What may stand for it without a word.
    pub bare: &'static [Shape],
    /// The fields of a struct.
    pub content: Contents,
}

/// A variant of a node.
#[derive(Debug)]
pub struct Entry {
    /// Its word.
    pub word: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// What stands behind it.
    pub content: Contents,
}

/// What stands behind a word.
#[derive(Debug)]
pub enum Contents {
    /// Nothing.
    Nothing,
    /// One value.
    One(Shape),
    /// A list of so many values.
    List(&'static [Shape]),
    /// A map of fields.
    Map(&'static [FieldKind]),
}

/// A field of a node.
#[derive(Debug)]
pub struct FieldKind {
    /// Its word.
    pub word: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// What stands in it.
    pub shape: Shape,
    /// Whether it has a value where it is left out.
    pub optional: bool,
    /// Whether it may stand for the whole map.
    pub alone: bool,
}

/// What a value looks like where it is written.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// A node of a kind.
    Node(fn() -> &'static Kind),
    /// One of a closed list of words.
    Word(&'static str, fn() -> Vec<&'static str>),
    /// A word or text that has a form of its own, such as a mana cost, with samples.
    Text(&'static str, &'static [&'static str]),
    /// `true` or `false`; false if it is left out.
    Truth,
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// It may be left out.
    Optional(&'static Shape),
    /// A list of any length.
    List(&'static Shape),
    /// A list of just these.
    Tuple(&'static [Shape]),
}

impl Kind {
    /// Whether it is a struct, and so a map of fields.
    pub const fn is_map(&self) -> bool {
        matches!(self.content, Contents::Map(_))
    }

    /// Whether a map with this key may be such a node.
    pub fn has(&self, word: &str) -> bool {
        let is_own = |entry: &Entry| entry.word == word && !matches!(entry.content, Contents::Nothing);
        // The empty word stands for that of any keyword.
        let is_keyword = || {
            self.entries.iter().any(|entry| entry.word.is_empty())
                && super::KeywordName::from_word(word).is_some()
        };
        !word.is_empty()
            && (self.entries.iter().any(is_own)
                || self.sugar.is_some_and(|sugar| sugar().has(word))
                || is_keyword())
    }

    /// Whether the word has something behind it.
    pub fn needs_more(&self, word: &str) -> bool {
        self.has(word) && !self.all_words().contains(&word)
    }

    /// The words that have something behind them.
    pub fn all_entries(&self) -> Vec<&'static str> {
        let full = |entry: &&Entry| !matches!(entry.content, Contents::Nothing);
        let mut words: Vec<&str> = self.entries.iter().filter(full).map(|entry| entry.word).collect();
        words.extend(self.sugar.into_iter().flat_map(|sugar| sugar().all_entries()));
        if words.contains(&"") {
            words.retain(|word| !word.is_empty());
            words.extend(super::KeywordName::ALL.iter().map(|name| name.word()));
        }
        words
    }

    /// The words that stand alone.
    pub fn all_words(&self) -> Vec<&'static str> {
        let units = self.entries.iter().filter(|entry| matches!(entry.content, Contents::Nothing));
        let mut words: Vec<&str> = units.map(|entry| entry.word).chain(self.words.iter().copied()).collect();
        words.extend(self.bare.iter().flat_map(|shape| shape.words()));
        words
    }
}

impl Shape {
    /// The words that stand for it.
    pub fn words(&self) -> Vec<&'static str> {
        match self {
            Self::Node(kind) => kind().all_words(),
            Self::Word(_, words) => words(),
            Self::Optional(shape) => shape.words(),
            Self::Text(..) | Self::Truth | Self::Number(..) | Self::List(_) | Self::Tuple(_) => Vec::new(),
        }
    }
}

// ---- Reading and writing fields.

/// The fields of a node, as they are written.
pub struct Fields<'t> {
    tree: &'t Tree,
    entries: &'t [(Key, Tree)],
    /// The field that stands alone.
    alone: Option<&'static str>,
}

impl<'t> Fields<'t> {
    /// The fields of a node of this name that a tree holds. One of them may stand alone; whether that can be a map itself is said with its word.
    ///
    /// # Errors
    /// If the tree is no map, or has another field.
    pub fn of(
        name: &str,
        tree: &'t Tree,
        known: &[&'static str],
        alone: Option<(&'static str, bool)>,
    ) -> Result<Self, Fault> {
        let entries = match (&tree.value, alone) {
            (Value::Map(entries), None | Some((_, false))) => entries,
            (Value::Map(entries), Some((word, true))) => match entries.first() {
                Some((key, _)) if !known.contains(&key.word.as_str()) => {
                    return Ok(Self { tree, entries: &[], alone: Some(word) });
                }
                _ => entries,
            },
            (_, Some((word, _))) => return Ok(Self { tree, entries: &[], alone: Some(word) }),
            (_, None) => return Err(tree.instead_of("a map such as `{field: ...}`")),
        };
        match entries.iter().find(|(key, _)| !known.contains(&key.word.as_str())) {
            Some((key, _)) => {
                let message = format!("there is no field `{}` here", key.word);
                let fault = Fault::unknown(&key.word, message, known.to_vec(), true).at(key.span);
                Err(fault.or_old(old::field(tree, name, key)))
            }
            None => Ok(Self { tree, entries, alone: None }),
        }
    }

    fn find(&self, word: &str) -> Option<&'t Tree> {
        if self.alone == Some(word) {
            return Some(self.tree);
        }
        self.entries.iter().find(|(key, _)| key.word == word).map(|(_, value)| value)
    }

    /// A field.
    ///
    /// # Errors
    /// If it can't be read, or is left out and may not be.
    pub fn get<T: Node>(&self, word: &'static str) -> Result<T, Fault> {
        match self.find(word) {
            Some(tree) => T::read(tree),
            None => T::absent().ok_or_else(|| self.missing(word)),
        }
    }

    /// A field, or its default.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn or<T: Node>(&self, word: &'static str, default: fn() -> T) -> Result<T, Fault> {
        self.find(word).map_or_else(|| Ok(default()), T::read)
    }

    /// A field that is a list, or one item of it.
    ///
    /// # Errors
    /// If it can't be read, or is left out.
    pub fn one<T: Node>(&self, word: &'static str) -> Result<Vec<T>, Fault> {
        self.find(word).map_or_else(|| Err(self.missing(word)), read_one)
    }

    /// A field that is a list, or one item of it, or left out.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn one_or_none<T: Node>(&self, word: &'static str) -> Result<Vec<T>, Fault> {
        self.find(word).map_or_else(|| Ok(Vec::new()), read_one)
    }

    fn missing(&self, word: &str) -> Fault {
        Fault::new(format!("the field `{word}` is missing")).at(self.tree.place())
    }
}

/// Whether a field has the value that its type has where nothing is said.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A list, or one item without the list.
///
/// # Errors
/// If an item can't be read.
pub fn read_one<T: Node>(tree: &Tree) -> Result<Vec<T>, Fault> {
    match &tree.value {
        Value::List(_) => Vec::read(tree),
        _ => T::read(tree).map(|item| vec![item]),
    }
}

/// A place that is written from 1, counted from 0.
///
/// # Errors
/// If it is no number, or 0.
pub fn read_from_one(tree: &Tree) -> Result<u8, Fault> {
    let from_zero = u8::read(tree)?.checked_sub(1);
    from_zero.ok_or_else(|| tree.instead_of("a number of 1 or more, for the first is 1"))
}

/// A list of one item, from its word.
pub fn one_from_word<T: Node>(word: &str) -> Option<Vec<T>> {
    T::from_word(word).map(|item| vec![item])
}

/// A list; one item without the list.
pub fn written_one<T: Node>(items: &[T], style: Style) -> Tree {
    match items {
        [item] if style == Style::Shortest => {
            Some(item.written()).filter(|tree| !matches!(tree.value, Value::List(_)))
        }
        _ => None,
    }
    .unwrap_or_else(|| Tree::list(items.iter().map(|item| item.write(style)).collect()))
}

/// The entries of a map that is being written.
#[derive(Default)]
pub struct Entries(Vec<(Key, Tree)>);

impl Entries {
    /// Adds a field.
    pub fn put(&mut self, word: &str, tree: Tree) {
        self.0.push((Key { word: word.to_owned(), span: Span::default() }, tree));
    }

    /// The map.
    pub fn map(self) -> Tree {
        Tree::map(self.0)
    }

    /// The map, or the field that may stand alone if it does and can't be taken for the map, nor for one of the other words that there
    /// may be instead of one.
    pub fn alone(mut self, word: &str, known: &[&str], others: &[&str]) -> Tree {
        let is_taken = |tree: &Tree| match &tree.value {
            Value::Map(entries) => entries.first().is_none_or(|(key, _)| known.contains(&key.word.as_str())),
            Value::Word(word) => others.contains(&word.as_str()),
            _ => false,
        };
        match self.0.as_slice() {
            [(key, tree)] if key.word == word && !is_taken(tree) => {
                self.0.pop().map_or_else(Tree::nothing, |(_, tree)| tree)
            }
            _ => self.map(),
        }
    }
}

// ---- Values that are no nodes of their own.

impl<T: Node> Node for Box<T> {
    const SHAPE: Shape = T::SHAPE;

    fn read(tree: &Tree) -> Result<Self, Fault> {
        T::read(tree).map(Self::new)
    }

    fn write(&self, style: Style) -> Tree {
        (**self).write(style)
    }

    fn visit<'f>(&'f self, field: &'static str, visit: &mut Visit<'_, 'f>) {
        (**self).visit(field, visit);
    }

    fn visit_mut(&mut self, field: &'static str, visit: &mut VisitMut<'_>) {
        (**self).visit_mut(field, visit);
    }

    fn from_word(word: &str) -> Option<Self> {
        T::from_word(word).map(Self::new)
    }

    fn from_number(number: i64) -> Option<Self> {
        T::from_number(number).map(Self::new)
    }
}

/// Makes a node of a value that holds no other: what is read from a word or a number, and written as one.
///
/// `part` names it where a walk shows it.
macro_rules! leaf {
    ($type:ty, $shape:expr, $expected:literal
        $(, word: $word:expr, otherwise: $otherwise:expr)?
        $(, number: $number:expr)?
        $(, truth: $truth:expr)?
        , written: $written:expr
        $(, part: $part:ident)?
    ) => {
        impl $crate::ir::node::Node for $type {
            const SHAPE: $crate::ir::node::Shape = $shape;

            fn read(tree: &$crate::ir::tree::Tree) -> Result<Self, $crate::ir::tree::Fault> {
                match &tree.value {
                    $($crate::ir::tree::Value::Word(word) => {
                        let read: fn(&str) -> Option<$type> = $word;
                        read(word).ok_or_else(|| {
                            let message: fn(&str) -> String = $otherwise;
                            let known = Self::SHAPE.words();
                            let few = !known.is_empty() && known.len() < 100;
                            $crate::ir::tree::Fault::unknown(word, message(word), known, few).at(tree.span)
                        })
                    })?
                    $($crate::ir::tree::Value::Number(number) => {
                        let read: fn(i64) -> Option<$type> = $number;
                        read(*number).ok_or_else(|| tree.instead_of($expected))
                    })?
                    $($crate::ir::tree::Value::Truth(truth) => {
                        let read: fn(bool) -> $type = $truth;
                        Ok(read(*truth))
                    })?
                    _ => Err(tree.instead_of($expected)),
                }
            }

            fn write(&self, _style: $crate::ir::node::Style) -> $crate::ir::tree::Tree {
                let written: fn(&$type) -> $crate::ir::tree::Tree = $written;
                written(self)
            }

            fn visit<'f>(
                &'f self,
                _field: &'static str,
                _visit: &mut $crate::ir::node::Visit<'_, 'f>,
            ) {
                $(_visit(_field, $crate::ir::part::Part::$part(self));)?
            }

            fn visit_mut(
                &mut self,
                _field: &'static str,
                _visit: &mut $crate::ir::node::VisitMut<'_>,
            ) {
                $(_visit(_field, $crate::ir::part::PartMut::$part(self));)?
            }

            fn from_word(_word: &str) -> Option<Self> {
                let read = None;
                $(
                    let of_word: fn(&str) -> Option<$type> = $word;
                    let read = read.or_else(|| of_word(_word));
                )?
                read
            }

            fn from_number(_number: i64) -> Option<Self> {
                let read = None;
                $(
                    let of_number: fn(i64) -> Option<$type> = $number;
                    let read = read.or_else(|| of_number(_number));
                )?
                read
            }

            fn absent() -> Option<Self> {
                let absent = None;
                $(
                    let of_truth: fn(bool) -> $type = $truth;
                    let absent = absent.or_else(|| Some(of_truth(false)));
                )?
                absent
            }

            fn is_absent(&self) -> bool {
                Self::absent().as_ref() == Some(self)
            }
        }
    };
}

pub(super) use leaf;

/// Makes nodes of Rust's numbers.
macro_rules! numbers {
    ($($type:ty),+) => {
        $(leaf!($type, Shape::Number(<$type>::MIN as i64, <$type>::MAX as i64), "a whole number",
            number: |number| <$type>::try_from(number).ok(),
            written: |number| Tree::number(i64::from(*number)));)+
    };
}

numbers!(i32, u8, u16, u32);

leaf!(bool, Shape::Truth, "`true` or `false`", truth: |truth| truth, written: |truth| Tree::truth(*truth));

leaf!(String, Shape::Text("text", &["Text"]), "a word or a text",
    word: |word| Some(word.to_owned()), otherwise: |_| String::new(), written: |text| Tree::word(text.as_str()));
