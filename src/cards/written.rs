//! A card as it would stand in a file of `cards/`: YAML, each node in the shortest shape that reads as the same.

use serde::{Serialize, Serializer};

use crate::ir::Card;
use crate::ir::node::Node as _;
use crate::ir::tree::{Key, Tree, Value};

/// How many columns a line may have before a node is written over several.
const WIDTH: usize = 110;

/// A card's definition as an item of a list, with a line break at its end.
///
/// It reads as the same card again.
pub fn written(card: &Card) -> String {
    let mut text = String::new();
    item(&mut text, &card.written(), 0);
    text
}

/// A form as an item of a list, each of its lines behind so many blanks and with a line break at its end.
pub fn as_item(tree: &Tree, indent: usize) -> String {
    let mut text = String::new();
    item(&mut text, tree, indent);
    text
}

/// A form on one line, as in a message or a reference.
pub fn on_one_line(tree: &Tree) -> String {
    flow(tree)
}

/// A form as JSON, its fields in the order in which they are written. Whoever reads YAML reads it as the same form.
#[derive(Debug, Clone, Copy)]
pub struct InJson<'t>(pub &'t Tree);

impl Serialize for InJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0.value {
            Value::Nothing => serializer.serialize_unit(),
            Value::Truth(truth) => serializer.serialize_bool(*truth),
            Value::Number(number) => serializer.serialize_i64(*number),
            Value::Word(text) => serializer.serialize_str(text),
            Value::List(items) => serializer.collect_seq(items.iter().map(InJson)),
            Value::Map(entries) => {
                serializer.collect_map(entries.iter().map(|(key, value)| (&key.word, InJson(value))))
            }
        }
    }
}

/// An item of a list whose dash stands in this column.
fn item(text: &mut String, tree: &Tree, indent: usize) {
    let line = flow(tree);
    indented(text, indent);
    text.push_str("- ");
    match &tree.value {
        Value::Map(entries) if !entries.is_empty() => fields(text, entries, indent + 2, true),
        Value::List(items) if !items.is_empty() && indent + 2 + line.len() > WIDTH => {
            text.pop();
            text.push('\n');
            items.iter().for_each(|tree| item(text, tree, indent + 2));
        }
        _ => {
            text.push_str(&line);
            text.push('\n');
        }
    }
}

/// The fields of a map in this column; the first one stands behind a dash already, or not.
fn fields(text: &mut String, entries: &[(Key, Tree)], indent: usize, behind_dash: bool) {
    for (place, (key, value)) in entries.iter().enumerate() {
        if place > 0 || !behind_dash {
            indented(text, indent);
        }
        let key = word(&key.word);
        let line = flow(value);
        text.push_str(&key);
        text.push(':');
        let fits = indent + key.len() + 2 + line.len() <= WIDTH;
        match &value.value {
            // The abilities and faces of a card stand on lines of their own.
            Value::List(items) if !items.is_empty() && (!fits || matches!(&*key, "abilities" | "faces")) => {
                text.push('\n');
                items.iter().for_each(|tree| item(text, tree, indent));
            }
            Value::Map(entries) if !entries.is_empty() && !fits => {
                text.push('\n');
                fields(text, entries, indent + 2, false);
            }
            _ => {
                text.push(' ');
                text.push_str(&line);
                text.push('\n');
            }
        }
    }
}

fn indented(text: &mut String, indent: usize) {
    text.extend(std::iter::repeat_n(' ', indent));
}

/// A tree on one line.
fn flow(tree: &Tree) -> String {
    match &tree.value {
        Value::Nothing => "~".to_owned(),
        Value::Truth(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Word(text) => word(text),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(key, value)| format!("{}: {}", word(&key.word), flow(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// A word, in quotation marks where YAML would take it for something else.
fn word(text: &str) -> String {
    let plain = text.starts_with(|letter: char| letter.is_alphabetic())
        && text.chars().all(|letter| letter.is_alphanumeric() || " -_'—!/.".contains(letter))
        && !text.ends_with(' ')
        && !matches!(text.to_lowercase().as_str(), "true" | "false" | "null");
    if plain {
        return text.to_owned();
    }
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        if matches!(letter, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted.push('"');
    quoted
}
