//! The reference of the ability form: every kind of node with its words and fields, made from their definitions.
//!
//! What the words mean is what their doc comments say, and the samples are the shortest that the bundled cards have.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::library;
use super::written::on_one_line;
use super::yaml;
use crate::diag::nearest;
use crate::ir::node::{Contents, FieldKind, Kind, Shape};
use crate::ir::part::{KINDS, Part, WORDS, any};
use crate::ir::tree::{Tree, Value};

/// What stands before the kinds of nodes.
const BEGINNING: &str = "\
The form of cards

A card is a map of fields in YAML; a file holds one card or a list of cards. In a scenario it stands indented
under `card NAME`, in front of the first `scenario` for all of a file. What a card says is a tree of nodes. A
node is a bare word, a number, a list or a map with one key, whichever says it shortest: `creature`, `[creature,
{controlled-by: you}]`, `{not: land}`. Behind a word stands what belongs to it: `<kind>` is a node of that kind,
`[<kind>]` a list of them, and a field with `?` may be left out. A field with `*` may stand alone, without the
map, if the others are left out. `headjudge card NAME --yaml` prints a card that is known; `headjudge help cards
WORD` what one kind or one word means.
";

/// The whole reference, or what it says of a kind of node or a word; nothing if there is no such word.
pub fn reference(sought: Option<&str>) -> Option<String> {
    let samples = Samples::of_the_library();
    let mut text = String::new();
    if sought.is_none() {
        text.push_str(BEGINNING);
    }
    for kind in KINDS.iter().filter(|kind| !is_hidden(kind)) {
        let whole = sought.is_none_or(|sought| sought == kebab(kind.name));
        let found = whole || kind.entries.iter().any(|entry| Some(entry.word) == sought);
        if found {
            text.push('\n');
            write_kind(&mut text, kind, &samples, if whole { None } else { sought });
        }
    }
    for shape in WORDS {
        let (name, words) = match shape {
            Shape::Word(name, words) => (*name, words()),
            Shape::Text(name, samples) => (*name, samples.to_vec()),
            _ => continue,
        };
        if sought.is_none_or(|sought| sought == kebab(name) || words.contains(&sought)) {
            let _ = write!(text, "\n<{}>\n", kebab(name));
            let words = if matches!(shape, Shape::Word(..)) {
                words.join(", ")
            } else {
                format!("such as {}", words.join(", "))
            };
            wrapped(&mut text, &words, 2);
        }
    }
    (!text.is_empty()).then_some(text)
}

/// The nearest kind or word to one that is none.
pub fn near(sought: &str) -> Option<&'static str> {
    let words = KINDS.iter().flat_map(|kind| kind.entries).map(|entry| entry.word);
    nearest(sought, words.filter(|word| !word.is_empty()))
}

/// Whether a kind stands in the reference under another: as the shape in which that is written.
fn is_hidden(kind: &Kind) -> bool {
    KINDS.iter().any(|other| other.sugar.is_some_and(|sugar| sugar().name == kind.name))
}

fn write_kind(text: &mut String, kind: &Kind, samples: &Samples, only: Option<&str>) {
    let _ = writeln!(text, "<{}>", kebab(kind.name));
    if only.is_none() {
        wrapped(text, kind.doc, 2);
        let bare: Vec<String> = kind.bare.iter().map(shape_of).collect();
        if !bare.is_empty() {
            wrapped(text, &format!("It may be written as {}.", bare.join(" or ")), 2);
        }
        if !kind.words.is_empty() {
            wrapped(text, &format!("Short words: {}", kind.words.join(", ")), 2);
        }
    }
    let shape = kind.sugar.map(|sugar| sugar());
    for own in [Some(kind), shape].into_iter().flatten() {
        if let (Contents::Map(fields), None) = (&own.content, only) {
            write_fields(text, fields, 2);
            write_sample(text, samples.of(kind.name, ""), 2);
        }
        for entry in own.entries.iter().filter(|entry| only.is_none_or(|only| only == entry.word)) {
            let word = if entry.word.is_empty() { "<keyword-name>" } else { entry.word };
            let _ = match &entry.content {
                Contents::Nothing => writeln!(text, "  {word}"),
                Contents::One(shape) => writeln!(text, "  {word}: {}", shape_of(shape)),
                Contents::List(shapes) => {
                    let shapes: Vec<String> = shapes.iter().map(shape_of).collect();
                    writeln!(text, "  {word}: [{}]", shapes.join(", "))
                }
                Contents::Map(_) => writeln!(text, "  {word}:"),
            };
            wrapped(text, entry.doc, 6);
            if let Contents::Map(fields) = &entry.content {
                write_fields(text, fields, 6);
            }
            write_sample(text, samples.of(kind.name, entry.word), 6);
        }
    }
}

fn write_fields(text: &mut String, fields: &[FieldKind], indent: usize) {
    for field in fields {
        let optional = field.optional || matches!(field.shape, Shape::Optional(_) | Shape::Truth);
        let marks = format!("{}{}", if optional { "?" } else { "" }, if field.alone { "*" } else { "" });
        let line = format!("{}{marks}: {}  {}", field.word, shape_of(&field.shape), field.doc);
        wrapped(text, line.trim_end(), indent);
    }
}

fn write_sample(text: &mut String, sample: Option<&str>, indent: usize) {
    if let Some(sample) = sample {
        text.extend(std::iter::repeat_n(' ', indent));
        let _ = writeln!(text, "such as  {sample}");
    }
}

/// What a value looks like, in a few signs.
fn shape_of(shape: &Shape) -> String {
    match shape {
        Shape::Node(kind) => format!("<{}>", kebab(kind().name)),
        Shape::Word(name, _) | Shape::Text(name, _) => format!("<{}>", kebab(name)),
        Shape::Truth => "true".to_owned(),
        Shape::Number(..) => "<number>".to_owned(),
        Shape::Optional(shape) => shape_of(shape),
        Shape::List(shape) => format!("[{}]", shape_of(shape)),
        Shape::Tuple(shapes) => {
            let shapes: Vec<String> = shapes.iter().map(shape_of).collect();
            format!("[{}]", shapes.join(", "))
        }
    }
}

/// A type's name as the reference has it: `TargetSpec` is `target-spec`.
fn kebab(name: &str) -> String {
    let mut word = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(if letter == ' ' { vec!['-'] } else { letter.to_lowercase().collect() });
    }
    word
}

/// A text in lines of a width that a terminal has, each with so many blanks before it.
fn wrapped(text: &mut String, words: &str, indent: usize) {
    const WIDTH: usize = 118;
    let mut column = 0;
    for word in words.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column == 0 {
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
}

/// The shortest sample of each node that the bundled cards have.
struct Samples(BTreeMap<(&'static str, String), String>);

impl Samples {
    fn of_the_library() -> Self {
        let mut samples = Self(BTreeMap::new());
        for file in library::FILES {
            for card in yaml::read_kept(file.text).unwrap_or_default() {
                for ability in card.faces.iter().flat_map(|face| &face.abilities) {
                    any(ability, &mut |place| {
                        samples.take(place.part);
                        false
                    });
                }
            }
        }
        samples
    }

    fn take(&mut self, part: Part<'_>) {
        let Some(kind) = part.kind() else { return };
        let tree = part.written();
        let line = on_one_line(&tree);
        let longer = |known: &String| (known.len(), known) > (line.len(), &line);
        for word in [String::new(), word_of(&tree).to_owned()] {
            let key = (kind.name, word);
            if self.0.get(&key).is_none_or(longer) {
                self.0.insert(key, line.clone());
            }
        }
    }

    fn of(&self, kind: &'static str, word: &str) -> Option<&str> {
        self.0.get(&(kind, word.to_owned())).map(String::as_str).filter(|sample| *sample != word)
    }
}

/// The word that a node is written with.
fn word_of(tree: &Tree) -> &str {
    match &tree.value {
        Value::Word(word) => word,
        Value::Map(entries) => match entries.as_slice() {
            [(key, _)] => &key.word,
            _ => "",
        },
        _ => "",
    }
}
