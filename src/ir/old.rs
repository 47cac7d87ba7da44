//! Old spellings: words and fields that the form once had, and what is written today.
//!
//! A reader that meets one fails with a fault that knows its cure ([`Old`]). [`read`] puts that into the tree, notes it, and reads
//! again; so what is written as today costs nothing.

use super::node::Node;
use super::tree::{Fault, Key, Tree, Value};
use crate::diag::Span;

/// The most old spellings of one definition that are read.
const MOST: usize = 200;

/// An old spelling that was met.
#[derive(Debug, Clone, PartialEq)]
pub struct Old {
    /// The word or field that is old.
    pub word: String,
    /// Where it stands.
    pub span: Span,
    /// What is written in its place today; of an old field the new one alone.
    pub today: Tree,
    /// The node that it was found in, as it stands there.
    node: Tree,
    /// The same node as it is written today.
    renewed: Tree,
}

/// Writes a tree in the shape of what it says: maps, lists, words, and trees in parentheses.
macro_rules! tree {
    ({$($key:literal: $value:tt),*}) => { Tree::map(vec![$((key($key), tree!($value))),*]) };
    ([$($item:tt),*]) => { Tree::list(vec![$(tree!($item)),*]) };
    (($tree:expr)) => { $tree };
    ($word:literal) => { Tree::word($word) };
}

/// What is written today, of what stood behind the old word (or nothing) and of the whole node.
type Renew = fn(&Tree, &Tree) -> Tree;

/// The old words of each kind of node.
static WORDS: &[(&str, &str, Renew)] = &[
    ("Quantity", "hand-of", |it, _| tree!({"count": [{"in": "hand"}, {"owned-by": (it.clone())}]})),
    ("Quantity", "graveyard-of", |it, _| tree!({"count": [{"in": "graveyard"}, {"owned-by": (it.clone())}]})),
    ("Quantity", "library-of", |it, _| tree!({"count": [{"in": "library"}, {"owned-by": (it.clone())}]})),
    ("Quantity", "lowest-life", |it, _| tree!({"least": {"life-of": (it.clone())}})),
    ("Quantity", "colors-among", |it, _| tree!({"distinct": {"of": "color", "among": (it.clone())}})),
    ("Quantity", "types-among", |it, _| tree!({"distinct": {"of": "card-type", "among": (it.clone())}})),
    ("Quantity", "names-among", |it, _| tree!({"distinct": {"of": "name", "among": (it.clone())}})),
    (
        "Quantity",
        "amount-happened",
        |it, _| tree!({"happened": {"event": (it.clone()), "measure": "amount"}}),
    ),
    ("Quantity", "happened-this-game", |it, _| tree!({"happened": {"event": (it.clone()), "span": "game"}})),
    ("ReplacementResult", "shuffle-into-library", |it, _| to_library(it, "shuffled")),
    ("ReplacementResult", "bottom-of-library", |it, _| to_library(it, "bottom")),
    ("Instruction", "phase-out-until", |it, _| tree!({"phase-out": (it.clone())})),
    (
        "Instruction",
        "remove-blocker",
        |it, _| tree!({"remove-from-combat": {"what": (it.clone()), "unblocking": (Tree::truth(true))}}),
    ),
    ("Measure", "measure", |_, node| measure_among(node)),
    ("Measure", "among", |_, node| measure_among(node)),
];

/// `{measure: power, among: creature}`, behind `greatest` or `least`.
fn measure_among(node: &Tree) -> Tree {
    let field = |word: &str| node.field(word).cloned().unwrap_or_else(Tree::nothing);
    let measure = match field("measure").value {
        Value::Word(word) => format!("{word}-of"),
        _ => String::new(),
    };
    Tree::one(&measure, tree!({"each": (field("among"))}))
}

/// `{revealed: true}`, behind the words of a replacement that puts something into a library.
fn to_library(it: &Tree, place: &str) -> Tree {
    let place = (key("place"), Tree::word(place));
    let mut fields = vec![(key("zone"), Tree::word("library")), place];
    if let Value::Map(entries) = &it.value {
        fields.extend(entries.iter().cloned());
    }
    Tree::one("to", Tree::map(fields))
}

/// What stood in an old field, as it is written in the new one; nothing if it said nothing. The items of a list are added to it.
type RenewField = fn(&Tree) -> Option<Tree>;

/// The old fields of each node, each with the new one.
static FIELDS: &[(&str, &str, &str, RenewField)] = &[
    ("Activated", "sorcery-timing", "limits", |it| it.is_true().then(|| tree!(["as-a-sorcery"]))),
    ("Activated", "exhaust", "limits", |it| it.is_true().then(|| tree!(["exhaust"]))),
    ("Activated", "only-if", "limits", |it| Some(tree!([{"only-if": (it.clone())}]))),
    ("Activated", "times-each-turn", "limits", |it| Some(tree!([{"times-each-turn": (it.clone())}]))),
    ("Triggered", "times-each-turn", "limits", |it| Some(tree!([{"times-each-turn": (it.clone())}]))),
];

/// Reads a node, old spellings and all, which are then written as today in the tree.
///
/// # Errors
/// What can't be read.
pub fn read<T: Node>(tree: &mut Tree, met: &mut Vec<Old>) -> Result<T, Fault> {
    for _ in 0..MOST {
        match T::read(tree) {
            Err(Fault { old: Some(old), .. }) if put(tree, &old) => met.push(*old),
            read => return read,
        }
    }
    Err(Fault::new("there are too many old spellings in one definition").at(tree.span))
}

/// Puts what is written today where the old spelling was met.
fn put(tree: &mut Tree, old: &Old) -> bool {
    if *tree == old.node {
        *tree = old.renewed.clone();
        return true;
    }
    match &mut tree.value {
        Value::List(items) => items.iter_mut().any(|item| put(item, old)),
        Value::Map(entries) => entries.iter_mut().any(|(_, value)| put(value, old)),
        Value::Nothing | Value::Truth(_) | Value::Number(_) | Value::Word(_) => false,
    }
}

/// The old spelling that a node of a kind begins with.
pub(super) fn word(node: &Tree, kind: &str) -> Option<Box<Old>> {
    let nothing = Tree::nothing();
    let (word, span, value) = match &node.value {
        Value::Word(word) => (word, node.span, &nothing),
        Value::Map(entries) => entries.first().map(|(key, value)| (&key.word, key.span, value))?,
        Value::Nothing | Value::Truth(_) | Value::Number(_) | Value::List(_) => return None,
    };
    let (.., renew) = WORDS.iter().find(|(its_kind, old, _)| *its_kind == kind && old == word)?;
    let mut today = renew(value, node);
    stand(&mut today, span);
    Some(Box::new(Old { word: word.clone(), span, renewed: today.clone(), today, node: node.clone() }))
}

/// The old spelling that a field of a node is.
pub(super) fn field(node: &Tree, kind: &str, key: &Key) -> Option<Box<Old>> {
    let Value::Map(entries) = &node.value else { return None };
    let value = node.field(&key.word)?;
    let (.., new, renew) = FIELDS.iter().find(|(its_kind, old, ..)| *its_kind == kind && *old == key.word)?;
    let mut renewed: Vec<(Key, Tree)> =
        entries.iter().filter(|(its_key, _)| its_key != key).cloned().collect();
    let mut today = tree!({});
    if let Some(mut value) = renew(value) {
        stand(&mut value, key.span);
        today = Tree::one(new, value.clone());
        match (renewed.iter_mut().find(|(its_key, _)| its_key.word == *new), value.value) {
            (Some((_, Tree { value: Value::List(items), .. })), Value::List(more)) => items.extend(more),
            (Some(_), _) => return None,
            (None, value) => renewed
                .push((Key { word: (*new).to_owned(), span: key.span }, Tree { value, span: key.span })),
        }
    }
    let renewed = Tree { value: Value::Map(renewed), span: node.span };
    Some(Box::new(Old { word: key.word.clone(), span: key.span, today, renewed, node: node.clone() }))
}

/// A key that stands nowhere yet.
fn key(word: &str) -> Key {
    Key { word: word.to_owned(), span: Span::default() }
}

/// What has no place stands where the old spelling stood.
fn stand(tree: &mut Tree, place: Span) {
    let settle = |span: &mut Span| {
        if *span == Span::default() {
            *span = place;
        }
    };
    settle(&mut tree.span);
    match &mut tree.value {
        Value::List(items) => items.iter_mut().for_each(|item| stand(item, place)),
        Value::Map(entries) => {
            for (key, value) in entries {
                settle(&mut key.span);
                stand(value, place);
            }
        }
        Value::Nothing | Value::Truth(_) | Value::Number(_) | Value::Word(_) => {}
    }
}
