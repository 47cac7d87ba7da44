//! What is read: trees of words, numbers, lists and maps that are cheap to copy and to compare.
//!
//! They have the shape of [`Tree`], in which the ability form is written whole, and carry two things more while a card is
//! read: the place of a mention, and the hole where the subject of a deed belongs.

use std::sync::Arc;

use crate::ir::tree::{self, Key, Tree};

/// A tree of values.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Number(i64),
    /// A word or a text.
    Word(Arc<str>),
    /// A list.
    List(Arc<[Value]>),
    /// A map; its keys differ.
    Map(Arc<[(Arc<str>, Value)]>),
    /// Where the subject of a deed belongs.
    Hole,
}

impl Value {
    /// A word.
    pub fn word(word: impl Into<Arc<str>>) -> Self {
        Self::Word(word.into())
    }

    /// A list.
    pub fn list(items: Vec<Self>) -> Self {
        Self::List(items.into())
    }

    /// A map with one entry.
    pub fn one(key: impl Into<Arc<str>>, value: Self) -> Self {
        Self::Map(vec![(key.into(), value)].into())
    }

    /// A map.
    pub fn map(entries: Vec<(Arc<str>, Self)>) -> Self {
        Self::Map(entries.into())
    }

    /// The value of a key, if it is a map that has it.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().find(|(word, _)| &**word == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The value of the only entry, if it is a map that has just this key.
    pub fn only(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => match &**entries {
                [(word, value)] if &**word == key => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// The text of a word.
    pub fn as_word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The number.
    pub const fn as_number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The items of a list.
    pub fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// All that is said of an object: the items of an `all`, or the value itself.
    pub fn said(&self) -> Vec<Self> {
        self.only("all").and_then(Self::as_list).map_or_else(|| vec![self.clone()], <[Self]>::to_vec)
    }

    /// All of these together: the only one alone, others as an `all`.
    pub fn all(mut said: Vec<Self>) -> Self {
        match (said.pop(), said.is_empty()) {
            (Some(only), true) => only,
            (Some(last), false) => {
                said.push(last);
                Self::one("all", Self::list(said))
            }
            (None, _) => Self::one("all", Self::list(Vec::new())),
        }
    }

    /// The tree made anew from below, where `change` says what stands instead of a node.
    pub fn changed(&self, change: &mut impl FnMut(&Self) -> Option<Self>) -> Self {
        self.changed_within(change).unwrap_or_else(|| self.clone())
    }

    /// The same; nothing where nothing is changed.
    fn changed_within(&self, change: &mut impl FnMut(&Self) -> Option<Self>) -> Option<Self> {
        if let Some(changed) = change(self) {
            return Some(changed);
        }
        match self {
            Self::List(items) => {
                let mut new = None;
                for (place, item) in items.iter().enumerate() {
                    let Some(changed) = item.changed_within(change) else { continue };
                    if let Some(slot) = new.get_or_insert_with(|| items.to_vec()).get_mut(place) {
                        *slot = changed;
                    }
                }
                new.map(Self::list)
            }
            Self::Map(entries) => {
                let mut new = None;
                for (place, (_, value)) in entries.iter().enumerate() {
                    let Some(changed) = value.changed_within(change) else { continue };
                    if let Some((_, slot)) = new.get_or_insert_with(|| entries.to_vec()).get_mut(place) {
                        *slot = changed;
                    }
                }
                new.map(Self::map)
            }
            Self::Truth(_) | Self::Number(_) | Self::Word(_) | Self::Hole => None,
        }
    }

    /// Whether anything in the tree is so.
    pub fn any(&self, is_so: &mut impl FnMut(&Self) -> bool) -> bool {
        is_so(self)
            || match self {
                Self::List(items) => items.iter().any(|item| item.any(is_so)),
                Self::Map(entries) => entries.iter().any(|(_, value)| value.any(is_so)),
                Self::Truth(_) | Self::Number(_) | Self::Word(_) | Self::Hole => false,
            }
    }

    /// The tree of the form.
    pub fn tree(&self) -> Tree {
        match self {
            Self::Truth(truth) => Tree::truth(*truth),
            Self::Number(number) => Tree::number(*number),
            Self::Word(word) => Tree::word(&**word),
            Self::List(items) => Tree::list(items.iter().map(Self::tree).collect()),
            Self::Map(entries) => Tree::map(
                entries
                    .iter()
                    .map(|(key, value)| {
                        (Key { word: key.to_string(), span: crate::diag::Span::default() }, value.tree())
                    })
                    .collect(),
            ),
            Self::Hole => Tree::nothing(),
        }
    }

    /// A tree of the form.
    pub fn of(tree: &Tree) -> Self {
        match &tree.value {
            tree::Value::Nothing => Self::Hole,
            tree::Value::Truth(truth) => Self::Truth(*truth),
            tree::Value::Number(number) => Self::Number(*number),
            tree::Value::Word(word) => Self::word(word.as_str()),
            tree::Value::List(items) => Self::list(items.iter().map(Self::of).collect()),
            tree::Value::Map(entries) => Self::map(
                entries.iter().map(|(key, value)| (Arc::from(key.word.as_str()), Self::of(value))).collect(),
            ),
        }
    }
}
