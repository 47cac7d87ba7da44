//! Card definitions written in YAML. No other file names the YAML crate.
//!
//! A text holds one card or a list of cards. YAML's anchors and aliases are refused: no card needs them, and a few lines
//! of them can stand for gigabytes.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::{
    Error, Location, MergeKeyPolicy, MessageFormatter as _, Options, Spanned, UserMessageFormatter,
};

use serde_yaml::budget::BudgetBreach;

use super::written::on_one_line;
use crate::diag::{Code, Diagnostic, Source, Span, nearest};
use crate::ir::check;
use crate::ir::old::{self, Old};
use crate::ir::tree::{Fault, Key, Tree, Unknown, Value};
use crate::ir::{
    Card, CardType, Color, KeywordName, ManaCost, Subtype, SubtypeFamily, Supertype, Trait, TypeLine, Zone,
};

/// The largest text that is read, in bytes. The definitions of all cards there are would fit.
pub const LARGEST: usize = 32 << 20;

/// The most nodes that are read, for the same reason.
const MOST_NODES: usize = 4_000_000;

/// How deeply lists and maps may nest. The deepest real card needs about half of it.
const DEEPEST: usize = 64;

/// The most faults that are reported of one text.
const MOST_FAULTS: usize = 50;

/// A text whose card definitions can't be read: the text and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The text that the diagnostics point into.
    pub source: Source,
    /// At least one fault.
    pub faults: Vec<Diagnostic>,
}

/// Reads a text that holds one card or a list of cards.
///
/// # Errors
/// The first fault of every definition that can't be read, all of one that does not hold together, or the one place where
/// the text is no YAML at all.
pub fn read(text: &str) -> Result<Vec<Card>, Vec<Diagnostic>> {
    read_noting(text).map(|(cards, _)| cards)
}

/// Reads a definition that the program has written itself: JSON, which takes a twentieth of the time of YAML; its faults have no places.
///
/// # Errors
/// As [`read`]. What is no JSON is read as YAML.
pub fn read_kept(text: &str) -> Result<Vec<Card>, Vec<Diagnostic>> {
    match serde_json::from_str::<Kept>(text) {
        Ok(kept) => each(kept.0, checked).map(|(cards, _)| cards),
        Err(_) => read(text),
    }
}

/// The same, with a note of each old spelling that the text has.
///
/// # Errors
/// As [`read`].
pub fn read_noting(text: &str) -> Result<(Vec<Card>, Vec<Diagnostic>), Vec<Diagnostic>> {
    if text.len() > LARGEST {
        return Err(vec![too_large()]);
    }
    // Places take most of the time of reading, and are needed where something is to be said of the text.
    match without_places(text).and_then(|tree| each(tree, checked).ok()) {
        Some((cards, notes)) if notes.is_empty() => Ok((cards, notes)),
        _ => each(tree(text).map_err(|fault| vec![fault])?, checked),
    }
}

/// Reads one definition, and refuses what refers to something that is not there.
fn checked(definition: &mut Tree, met: &mut Vec<Old>) -> Result<Card, Vec<Fault>> {
    let card = card(definition, met).map_err(|fault| vec![fault])?;
    let faults = check::faults(&card);
    if faults.is_empty() { Ok(card) } else { Err(faults.iter().map(|it| placed(it, definition)).collect()) }
}

/// The same, without asking whether what a definition refers to is there: for the tests of who asks.
#[cfg(test)]
pub(crate) fn read_unchecked(text: &str) -> Result<Vec<Card>, Vec<Diagnostic>> {
    let tree = tree(text).map_err(|fault| vec![fault])?;
    each(tree, |definition, met| card(definition, met).map_err(|fault| vec![fault])).map(|(cards, _)| cards)
}

fn each(
    mut tree: Tree,
    card: impl Fn(&mut Tree, &mut Vec<Old>) -> Result<Card, Vec<Fault>>,
) -> Result<(Vec<Card>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let definitions = match &mut tree.value {
        Value::List(items) => items.as_mut_slice(),
        Value::Nothing => &mut [],
        _ => std::slice::from_mut(&mut tree),
    };
    let mut met = Vec::new();
    let mut cards = Vec::with_capacity(definitions.len());
    let mut faults = Vec::new();
    for definition in definitions {
        match card(definition, &mut met) {
            Ok(card) => cards.push(card),
            Err(of_card) => {
                let left = MOST_FAULTS.saturating_sub(faults.len());
                faults.extend(of_card.into_iter().take(left).map(diagnostic));
            }
        }
    }
    if faults.is_empty() { Ok((cards, met.iter().map(note).collect())) } else { Err(faults) }
}

/// The note of an old spelling: what is written today.
fn note(old: &Old) -> Diagnostic {
    let message = format!("`{}` is an old spelling", old.word);
    let today = on_one_line(&old.today);
    // The braces around the old word stay.
    let bare = today.strip_prefix('{').and_then(|today| today.strip_suffix('}')).unwrap_or(&today);
    let today = if bare.is_empty() { "leave it out".to_owned() } else { format!("write `{bare}`") };
    Diagnostic::error(Code::OldSpelling, message, old.span, "").as_warning().with_help(today)
}

/// Reads one definition, and refuses what its form can't: a name that no scenario could write.
fn card(definition: &mut Tree, met: &mut Vec<Old>) -> Result<Card, Fault> {
    let card: Card = old::read(definition, met)?;
    for face in &card.faces {
        let unwritable = |letter: char| letter.is_control() || "[]|;>@".contains(letter);
        if face.name.trim().is_empty() || face.name.chars().any(unwritable) {
            let name = face.name.escape_debug();
            return Err(Fault::new(format!("`{name}` can't be the name of a card")).at(definition.span));
        }
        // Without them it would die at once, which no card is printed to do.
        let lacks = face.power.is_none() || face.toughness.is_none();
        if lacks && face.types.types.contains(&CardType::Creature) {
            let message = format!("`{}` is a creature without `power` and `toughness`", face.name);
            return Err(Fault::new(message).at(definition.span));
        }
    }
    Ok(card)
}

/// A fault of what refers to something that is not there, where the word for that stands last.
fn placed(fault: &check::Fault, definition: &Tree) -> Fault {
    let word = match fault {
        check::Fault::UnboundSlot(slot) => Some(slot.as_str()),
        check::Fault::UnboundLink(link) => Some(link.as_str()),
        check::Fault::UnknownCost(name) => Some(name.as_str()),
        check::Fault::NoEvent(word) | check::Fault::NoObject(word) | check::Fault::Contradiction(word, _) => {
            Some(*word)
        }
        check::Fault::NotPaid(how) => Some(how.participle()),
        check::Fault::NoTarget(_) => Some("target"),
    };
    let place = word.and_then(|word| last_place(definition, word));
    Fault::new(fault.to_string()).at(place.unwrap_or(definition.span))
}

/// Where a word stands last in a definition, as a value or a key.
fn last_place(node: &Tree, word: &str) -> Option<Span> {
    match &node.value {
        Value::Word(own) => (own == word).then_some(node.span),
        Value::List(items) => items.iter().rev().find_map(|item| last_place(item, word)),
        Value::Map(entries) => entries.iter().rev().find_map(|(key, value)| {
            last_place(value, word).or_else(|| (key.word == word).then_some(key.span))
        }),
        _ => None,
    }
}

/// The text as a tree, which nothing is known of yet.
///
/// # Errors
/// The place where the text is no YAML, or is more than is read.
pub fn tree(text: &str) -> Result<Tree, Diagnostic> {
    if text.len() > LARGEST {
        return Err(too_large());
    }
    parsed::<Written>(text).map(|tree| tree.0).map_err(|error| {
        let error = error.without_snippet();
        let code = if matches!(error, Error::Budget { .. }) { Code::TooDeep } else { Code::InvalidCard };
        let message = match &error {
            Error::Budget { breach: BudgetBreach::Documents { .. }, .. } => {
                "a file holds one document; several cards are a list, each behind `- `".to_owned()
            }
            Error::Budget { .. } => {
                "card definitions nest too deeply, are too many, or use anchors".to_owned()
            }
            _ => in_one_line(&UserMessageFormatter.format_message(error)),
        };
        let place = error.location().map(|location| span(location, text)).unwrap_or_default();
        let start = place.start.min(text.len());
        let fault =
            Diagnostic::error(code, message, Span::new(start, place.end.clamp(start, text.len())), "");
        match code {
            Code::InvalidCard if is_as_printed(text) => fault.with_help(AS_PRINTED),
            Code::InvalidCard => fault.with_help(LAYOUT),
            _ => fault,
        }
    })
}

/// The same without the places of its nodes, which take most of the time; nothing if it can't be read.
pub(crate) fn without_places(text: &str) -> Option<Tree> {
    parsed::<Kept>(text).ok().map(Tree::from)
}

/// The fault of a text that is too long.
fn too_large() -> Diagnostic {
    let message = format!("card definitions of more than {} MiB are not read", LARGEST >> 20);
    Diagnostic::error(Code::TooLarge, message, Span::new(0, 0), "")
}

/// What the YAML reader makes of a text that is not too long.
fn parsed<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, Error> {
    let options: Options = serde_yaml::options! {
        budget: serde_yaml::budget! {
            max_depth: DEEPEST,
            max_nodes: MOST_NODES,
            max_events: 2 * MOST_NODES,
            max_anchors: 0,
            max_aliases: 0,
            max_documents: 1,
        },
        merge_keys: MergeKeyPolicy::Error,
        with_snippet: false,
        strict_booleans: true,
    };
    serde_yaml::from_str_with_options(text, options)
}

/// A message without what would break its line.
fn in_one_line(message: &str) -> String {
    let shown = |sign: char| if sign.is_control() { ' ' } else { sign };
    message.chars().map(shown).collect()
}

/// Whether a text begins as a card that is printed does: behind its name, with a mana cost or types.
fn is_as_printed(text: &str) -> bool {
    let mut first = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(2);
    first.any(|line| ManaCost::parse(line).is_some() || TypeLine::parse(line).is_ok())
}

/// What is missing before the text of a card as it is printed.
const AS_PRINTED: &str =
    "the text of a card as it is printed stands under a line `text`, further in than that";

/// What makes most texts no YAML.
const LAYOUT: &str = "fields that belong together begin in one column, behind blanks and not tabs; a value with `{`, `[` or `: ` in it \
                      stands in quotation marks, as in `cost: \"{1}{G}\"`";

/// The place that the YAML reader gives; of some faults it knows the line and column alone.
fn span(location: Location, text: &str) -> Span {
    let number = |number: Option<u64>| number.and_then(|number| usize::try_from(number).ok());
    let Some(start) = number(location.span().byte_offset()) else {
        let (line, column) = (location.line().saturating_sub(1), location.column().saturating_sub(1));
        let mut places = text.match_indices('\n').map(|(end, _)| end + 1);
        let line = usize::try_from(line).unwrap_or_default();
        let start = if line == 0 { 0 } else { places.nth(line - 1).unwrap_or(text.len()) };
        let rest = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
        let column = rest.char_indices().nth(usize::try_from(column).unwrap_or_default());
        let start = start + column.map_or(rest.len(), |(place, _)| place);
        return Span::new(start, start);
    };
    Span::new(start, start.saturating_add(number(location.span().byte_len()).unwrap_or_default()))
}

/// The fault as a diagnostic, with the word that may have been meant.
fn diagnostic(fault: Fault) -> Diagnostic {
    let error =
        Diagnostic::error(Code::InvalidCard, fault.message.clone(), fault.span.unwrap_or_default(), "");
    let Some(Unknown { word, known, listed: few }) = fault.unknown else { return error };
    match nearest(&word, known.iter().copied()) {
        Some(near) => error.did_you_mean(Some(near)),
        None if few => error.with_help(format!("known here: {}", listed(&known))),
        None => error.did_you_mean(nearest(&word, words())),
    }
}

/// The words of the list, as many as a line holds.
fn listed(words: &[&str]) -> String {
    const MOST: usize = 12;
    let shown: Vec<String> = words.iter().take(MOST).map(|word| format!("`{word}`")).collect();
    let more = if words.len() > MOST { ", ..." } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// The words of the ability form that a slip of the fingers may have meant.
fn words() -> impl Iterator<Item = &'static str> {
    let families =
        [SubtypeFamily::Creature, SubtypeFamily::Artifact, SubtypeFamily::Enchantment, SubtypeFamily::Land]
            .into_iter()
            .chain([SubtypeFamily::Planeswalker, SubtypeFamily::Spell]);
    KeywordName::ALL
        .iter()
        .map(|word| word.word())
        .chain(CardType::ALL.iter().map(|word| word.word()))
        .chain(Supertype::ALL.iter().map(|word| word.word()))
        .chain(Color::ALL.iter().map(|word| word.word()))
        .chain(Zone::ALL.iter().map(|word| word.word()))
        .chain(Trait::ALL.iter().map(|word| word.word()))
        .chain(families.flat_map(Subtype::words))
}

/// A node as the YAML reader makes it.
struct Written(Tree);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let node = Spanned::<WrittenValue>::deserialize(deserializer)?;
        Ok(Self(Tree { value: node.value.0, span: span(node.referenced, "") }))
    }
}

struct WrittenValue(Value);

impl<'de> Deserialize<'de> for WrittenValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor::<Written, Spanned<String>>(PhantomData)).map(Self)
    }
}

impl From<Written> for Tree {
    fn from(written: Written) -> Self {
        written.0
    }
}

/// A node of a text that the program has written, without its place.
struct Kept(Tree);

impl<'de> Deserialize<'de> for Kept {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = deserializer.deserialize_any(TreeVisitor::<Self, String>(PhantomData))?;
        Ok(Self(Tree { value, span: Span::default() }))
    }
}

impl From<Kept> for Tree {
    fn from(kept: Kept) -> Self {
        kept.0
    }
}

/// A key as a reader gives it.
trait Named {
    /// The key with its place.
    fn key(self) -> Key;
}

impl Named for Spanned<String> {
    fn key(self) -> Key {
        Key { word: self.value, span: span(self.referenced, "") }
    }
}

impl Named for String {
    fn key(self) -> Key {
        Key { word: self, span: Span::default() }
    }
}

/// Makes a value of nodes and keys of these types.
struct TreeVisitor<N, K>(PhantomData<(N, K)>);

impl<'de, N: Deserialize<'de> + Into<Tree>, K: Deserialize<'de> + Named> Visitor<'de> for TreeVisitor<N, K> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a word, a whole number, a list or a map")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Truth(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Value, E> {
        i64::try_from(number).map(Value::Number).map_err(E::custom)
    }

    fn visit_str<E>(self, word: &str) -> Result<Value, E> {
        Ok(Value::Word(word.to_owned()))
    }

    fn visit_string<E>(self, word: String) -> Result<Value, E> {
        Ok(Value::Word(word))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element::<N>()? {
            items.push(item.into());
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = map.next_key::<K>()? {
            let value: N = map.next_value()?;
            entries.push((key.key(), value.into()));
        }
        Ok(Value::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::{read, read_unchecked};
    use crate::ir::{Ability, Card, Cost, Costs, Keyword, ManaCost};

    fn card(text: &str) -> Card {
        read(text).expect("a card").remove(0)
    }

    #[test]
    fn a_node_may_be_a_word_a_list_or_a_map() {
        let card = card(
            r#"
name: Oblivion Ring
cost: "{2}{W}"
types: Enchantment
abilities:
- triggered:
    when: {enters: this}
    effect:
      targets: [{permanent: [another, {not: land}]}]
      do:
      - exile: {what: target, link: exiled}
- triggered:
    when: {leaves: this}
    effect:
    - put: {what: {linked: exiled}, from: exile, to: battlefield}
- flying
- keyword: {equip: "{3}"}
"#,
        );
        let face = card.faces.first().expect("a face");
        let Some(Ability::Triggered(first)) = face.abilities.first() else { panic!("{:?}", face.abilities) };
        assert_eq!(first.effect.targets.len(), 1);
        assert_eq!(
            face.abilities.last(),
            Some(&Ability::Keyword(Keyword::Equip(
                Costs(vec![Cost::Mana(ManaCost::parse("{3}").expect("a cost"))]),
                None
            )))
        );
    }

    #[test]
    fn a_node_takes_one_key_and_a_map_no_key_twice() {
        for text in [
            "{name: X, types: Artifact, abilities: [{static: {}, spell: []}]}",
            "{name: X, name: X, types: Artifact}",
            "{name: X, types: Artifact, abilities: [{static: {affects: {each: land, slot: x}}}]}",
        ] {
            assert_eq!(read(text).expect_err("a fault").len(), 1, "{text}");
        }
    }

    #[test]
    fn what_refers_to_nothing_is_a_fault_where_it_stands() {
        let text = "{name: X, types: Instant, abilities: [{spell: [{destroy: {what: {slot: nowhere}}}]}]}";
        let faults = read(text).expect_err("nothing binds the slot");
        let [fault] = faults.as_slice() else { panic!("{faults:#?}") };
        let span = fault.span().expect("a place");
        assert_eq!(text.get(span.start..span.end), Some("nowhere"), "{fault:#?}");
        assert!(read_unchecked(text).is_ok(), "the form alone is right");
    }

    #[test]
    fn a_definition_as_deep_as_may_be_is_read_on_a_small_stack() {
        let text = format!(
            "{{name: X, types: Artifact, abilities: [static: {{while: {}{{exists: land}}{}}}]}}",
            "{not: ".repeat(50),
            "}".repeat(50)
        );
        // The frames of an unoptimized build are several times as large.
        let stack = if cfg!(debug_assertions) { 4 << 20 } else { 1 << 20 };
        let thread = std::thread::Builder::new().stack_size(stack);
        let read = thread.spawn(move || read(&text).is_ok()).expect("a thread").join();
        assert!(read.expect("no overflow"));
    }
}
