//! Compiling the rows of a grammar, as they are written in files.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::grammar::{
    A, AN, Demand, Grammar, Item, Kind, Number, NumberRule, Pattern, Row, Run, Slot, UNNUMBERED, Word,
};
use super::piece::Piece;
use super::tokens::tokens;

/// Why a grammar can't be compiled.
pub type Fault = String;

/// Compiles the texts of a grammar: file names and contents.
///
/// # Errors
/// The first row that is none.
pub fn compile(files: &[(&str, &str)]) -> Result<Grammar, Fault> {
    let mut compiler = Compiler::default();
    for (name, text) in files {
        compiler.sort(name, text)?;
    }
    compiler.finish()
}

/// Finds the rows by what they begin with.
fn index(grammar: &mut Grammar) {
    for kind in &mut grammar.kinds {
        for row in &kind.rows {
            let Some(its) = grammar.rows.get(*row) else { continue };
            let words = match its.left.first() {
                Some(Item::Word(word)) => vec![if word.number == AN { A } else { word.number }],
                Some(Item::Verb(one, other) | Item::Noun(one, other, _)) => vec![one.number, other.number],
                Some(Item::Slot(slot)) => {
                    add_to_runs(&mut kind.others, its.slots.get(*slot).map(|slot| slot.kind), *row);
                    Vec::new()
                }
                Some(Item::Not(_)) | None => {
                    add_to_runs(&mut kind.others, None, *row);
                    Vec::new()
                }
            };
            for word in words {
                let rows = kind.by_word.entry(word).or_default();
                if !rows.contains(row) {
                    rows.push(*row);
                }
            }
        }
    }
}

/// Numbers the words of all rows, and their spellings.
fn number(grammar: &mut Grammar) {
    grammar.numbers = BTreeMap::from([("a".to_owned(), A), ("an".to_owned(), AN)]);
    let mut spellings: BTreeMap<Arc<str>, usize> = BTreeMap::new();
    for word in grammar.rows.iter_mut().flat_map(|row| &mut row.left).flat_map(Item::words) {
        let new = u32::try_from(grammar.numbers.len()).unwrap_or(UNNUMBERED);
        word.number = *grammar.numbers.entry(word.text.to_lowercase()).or_insert(new);
        let new = spellings.len();
        word.spelling = *spellings.entry(Arc::clone(&word.text)).or_insert(new);
        if word.spelling == new {
            grammar.spellings.push(Arc::clone(&word.text));
        }
    }
}

/// Adds a row to the last of some runs, if it begins as that does.
fn add_to_runs(runs: &mut Vec<Run>, begin: Option<usize>, row: usize) {
    match runs.last_mut() {
        Some(run) if run.begin == begin => run.rows.push(row),
        _ => runs.push(Run { begin, rows: vec![row] }),
    }
}

/// Rows as they are written, by kind.
#[derive(Default)]
struct Compiler {
    /// The kinds in order, with the parameter of each that has one.
    kinds: Vec<(String, Option<String>, Vec<Line>)>,
    grammar: Grammar,
}

#[derive(Clone)]
struct Line {
    text: String,
    place: String,
}

impl Compiler {
    fn sort(&mut self, file: &str, text: &str) -> Result<(), Fault> {
        for (number, line) in text.lines().enumerate() {
            let place = format!("{file}:{}", number + 1);
            let line = line.split(" ## ").next().unwrap_or_default().trim_end();
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            if line.starts_with(' ') {
                let Some((_, _, rows)) = self.kinds.last_mut() else {
                    return Err(format!("{place}: a row before any kind"));
                };
                rows.push(Line { text: line.trim().to_owned(), place });
            } else {
                let header =
                    line.strip_suffix(':').ok_or_else(|| format!("{place}: a kind ends in a colon"))?;
                let (name, parameter) = match header.split_once(' ') {
                    Some((name, parameter)) => (name.to_owned(), Some(parameter.to_owned())),
                    None => (header.to_owned(), None),
                };
                match self.kinds.iter().position(|(known, ..)| *known == name) {
                    // More rows of a kind that another file has begun.
                    Some(known) => {
                        let known = self.kinds.remove(known);
                        self.kinds.push(known);
                    }
                    None => self.kinds.push((name, parameter, Vec::new())),
                }
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Grammar, Fault> {
        let plain: Vec<String> = self
            .kinds
            .iter()
            .filter(|(_, parameter, _)| parameter.is_none())
            .map(|(name, ..)| name.clone())
            .collect();
        for name in plain {
            self.kind(&name)?;
        }
        number(&mut self.grammar);
        index(&mut self.grammar);
        Ok(self.grammar)
    }

    /// The number of a kind, which is compiled if it has not been.
    fn kind(&mut self, name: &str) -> Result<usize, Fault> {
        if let Some(kind) = self.grammar.by_name.get(name) {
            return Ok(*kind);
        }
        let (base, argument) = match name.split_once(' ') {
            Some((base, argument)) => (base, Some(argument)),
            None => (name, None),
        };
        let piece = Piece::named(name);
        let lines = match self.kinds.iter().find(|(known, ..)| known == base) {
            Some((_, parameter, lines)) => {
                let lines = lines.clone();
                match (parameter.clone(), argument) {
                    (Some(parameter), Some(argument)) => lines
                        .into_iter()
                        .map(|line| Line { text: line.text.replace(&parameter, argument), ..line })
                        .collect(),
                    (None, None) => lines,
                    _ => return Err(format!("`{name}` needs a parameter, or has one too many")),
                }
            }
            None if piece.is_some() => Vec::new(),
            None => return Err(format!("there is no kind `{name}`")),
        };
        let number = self.grammar.kinds.len();
        self.grammar.kinds.push(Kind {
            name: name.to_owned(),
            rows: Vec::new(),
            piece,
            sequence: None,
            by_word: BTreeMap::new(),
            others: Vec::new(),
            heads: OnceLock::new(),
        });
        self.grammar.by_name.insert(name.to_owned(), number);
        let mut moved = Vec::new();
        for line in lines {
            if let Some(sequence) = line.text.strip_prefix("* ") {
                let (item, sign) =
                    sequence.split_once(' ').ok_or_else(|| format!("{}: `* kind sign`", line.place))?;
                let item = self.kind(item)?;
                if let Some(kind) = self.grammar.kinds.get_mut(number) {
                    kind.sequence = Some((item, sign.to_owned()));
                }
                continue;
            }
            let lines =
                alternatives(&line.text).into_iter().map(|text| Line { text, place: line.place.clone() });
            let rows: Vec<Row> = lines.map(|line| self.row(number, &line)).collect::<Result<Vec<_>, _>>()?;
            for row in rows {
                moved.extend(self.moved_amounts(&row)?);
                self.add(row);
            }
        }
        // The usual position of an amount first.
        moved.into_iter().for_each(|row| self.add(row));
        Ok(number)
    }

    fn add(&mut self, row: Row) {
        if let Some(kind) = self.grammar.kinds.get_mut(row.kind) {
            kind.rows.push(self.grammar.rows.len());
        }
        self.grammar.rows.push(row);
    }

    /// The row of a line.
    fn row(&mut self, kind: usize, line: &Line) -> Result<Row, Fault> {
        let fault = |what: &str| format!("{}: {what}: {}", line.place, line.text);
        let (text, rule) = match line.text.rsplit_once(" :: ") {
            Some((text, rule)) => (text, Some(rule.trim())),
            None => (line.text.as_str(), None),
        };
        let (left, right, read_only) = match (text.split_once(" -> "), text.split_once(" ~> ")) {
            (Some((left, right)), None) => (left, right, false),
            (None, Some((left, right))) => (left, right, true),
            _ => return Err(fault("a row has one arrow")),
        };
        let (left, slots) = self.left(left).map_err(|what| fault(&what))?;
        let right = Right { text: right.trim(), slots: &slots, fresh: Vec::new() }
            .read()
            .map_err(|what| fault(&what))?;
        let number = match rule {
            None => NumberRule::Plain,
            Some("one") => NumberRule::Fixed(Number::One),
            Some("many") => NumberRule::Fixed(Number::Many),
            Some("you") => NumberRule::Fixed(Number::You),
            Some(name) => NumberRule::Of(
                slots.iter().position(|slot| slot.name == name).ok_or_else(|| fault("no such slot"))?,
            ),
        };
        for (place, slot) in slots.iter().enumerate() {
            if !right.uses(place) && slot.name != "_" {
                return Err(fault(&format!("the slot `{}` is not on the right", slot.name)));
            }
        }
        let fresh = right.fresh();
        Ok(Row { kind, left, slots, right, fresh, number, read_only, place: line.place.clone() })
    }

    /// The left side of a row.
    fn left(&mut self, text: &str) -> Result<(Vec<Item>, Vec<Slot>), Fault> {
        let mut items = Vec::new();
        let mut slots: Vec<Slot> = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            // A dash that stands close to a slot: "suspend {n}—{cost}".
            if !items.is_empty()
                && text.get(..text.len() - rest.len()).is_some_and(|before| before.ends_with('}'))
                && let Some(after) = rest.strip_prefix('—')
            {
                items.push(Item::Word(Word::new(super::tokens::TIGHT)));
                rest = after.trim_start();
                continue;
            }
            if let Some(inner) = rest.strip_prefix('{')
                && rest.chars().nth(1).is_some_and(begins_a_slot)
            {
                let (inner, after) = inner.split_once('}').ok_or("a slot ends in `}`")?;
                rest = after.trim_start();
                let (name, kind) = inner.split_once(':').unwrap_or((inner, inner));
                let (kind, demand) = kind.trim().split_once('.').unwrap_or((kind.trim(), ""));
                let demand = match demand {
                    "" => Demand::Any,
                    "one" => Demand::One,
                    "many" => Demand::Many,
                    "own" => Demand::Own,
                    slot => Demand::As(
                        slots
                            .iter()
                            .position(|known| known.name == slot)
                            .ok_or_else(|| format!("`{slot}` is no slot before"))?,
                    ),
                };
                let kind = self.kind(kind)?;
                let name = name.trim().split('.').next().unwrap_or_default().to_owned();
                items.push(Item::Slot(slots.len()));
                slots.push(Slot { name, kind, demand });
                continue;
            }
            let (word, after) = rest
                .split_once([' ', '{'])
                .map_or((rest, ""), |(word, _)| (word, rest.get(word.len()..).unwrap_or_default()));
            let (word, after) = if word.is_empty() {
                // A sign in braces, such as {T}.
                // Several beside each other are one.
                let mut end = rest.find('}').map_or(rest.len(), |end| end + 1);
                while let Some(next) = rest.get(end..).and_then(|rest| rest.strip_prefix('{'))
                    && !next.starts_with(begins_a_slot)
                {
                    end += next.find('}').map_or(next.len() + 1, |close| close + 2);
                }
                rest.split_at(end)
            } else {
                (word, after)
            };
            rest = after.trim_start();
            // A noun agrees with the number before it, not with what kind of object it is: "two creature cards".
            let slot_before = items
                .iter()
                .rev()
                .find_map(|item| match item {
                    Item::Slot(slot) => Some(*slot),
                    _ => None,
                })
                .filter(|slot| {
                    let kind = slots.get(*slot).and_then(|slot| self.grammar.kinds.get(slot.kind));
                    kind.is_some_and(|kind| matches!(kind.name.as_str(), "number" | "digits"))
                });
            Self::word(word, slot_before, &mut items);
        }
        Ok((items, slots))
    }

    fn word(word: &str, slot_before: Option<usize>, items: &mut Vec<Item>) {
        if let Some(other) = word.strip_prefix('!').filter(|other| !other.is_empty()) {
            items.push(Item::Not(Word::new(other)));
            return;
        }
        // Signs behind a word stand for themselves.
        let bare = word.trim_end_matches([',', '.', ':', ';']);
        let inflected = |item: Item, items: &mut Vec<Item>| {
            items.push(item);
            let signs = word.get(bare.len()..).unwrap_or_default();
            items.extend(signs.chars().map(|sign| Item::Word(Word::new(sign.to_string()))));
        };
        let is_word = |text: &str| {
            text.starts_with(char::is_alphabetic)
                && text.chars().all(|letter| letter.is_alphabetic() || letter == '\'' || letter == '-')
        };
        if let Some((plain, third)) = bare.split_once('/')
            && is_word(plain)
            && is_word(third)
            && plain != third
            && !matches!(bare, "and/or")
        {
            let third = match third {
                "s" | "es" => format!("{plain}{third}"),
                _ => third.to_owned(),
            };
            return inflected(Item::Verb(Word::new(plain), Word::new(third)), items);
        }
        if let Some((stem, ends)) = bare.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
            let (one, many) = ends.split_once('|').unwrap_or(("", ends));
            return inflected(
                Item::Noun(
                    Word::new(format!("{stem}{one}")),
                    Word::new(format!("{stem}{many}")),
                    slot_before,
                ),
                items,
            );
        }
        items.extend(tokens(word).into_iter().map(|token| Item::Word(Word::new(token.text))));
    }

    /// The same row with its amount behind: "for each ...", "..., where X is ...".
    fn moved_amounts(&mut self, row: &Row) -> Result<Vec<Row>, Fault> {
        let mut rows = Vec::new();
        for (place, slot) in row.slots.iter().enumerate() {
            let name = self.grammar.kinds.get(slot.kind).map(|kind| kind.name.clone()).unwrap_or_default();
            let noun = match name.split_once(' ') {
                Some(("counted", noun)) => Some(noun.to_owned()),
                _ if name == "amount" => None,
                _ => continue,
            };
            let quantity = self.kind("quantity")?;
            let unit = self.kind("unit")?;
            let count = self.kind(if noun.is_some() { "number" } else { "digits" })?;
            let words = |first: &str, many: bool| {
                let mut items = vec![Item::Word(Word::new(first))];
                if let Some(noun) = &noun {
                    let mut nouns = Vec::new();
                    noun.split(' ').for_each(|word| {
                        Self::word(
                            &format!("{word}{}", if noun.ends_with(word) { "(s)" } else { "" }),
                            None,
                            &mut nouns,
                        )
                    });
                    items.extend(nouns.into_iter().map(|item| match item {
                        Item::Noun(one, plural, _) => Item::Word(if many { plural } else { one }),
                        item => item,
                    }));
                }
                items
            };
            let with = |items: Vec<Item>, tail: &str, kind: usize| {
                let mut moved = row.clone();
                let at = moved.left.iter().position(|item| *item == Item::Slot(place));
                if let Some(at) = at {
                    moved.left.splice(at..=at, items);
                }
                moved.left.extend(tokens(tail).into_iter().map(|token| Item::Word(Word::new(token.text))));
                moved.left.push(Item::Slot(place));
                if let Some(slot) = moved.slots.get_mut(place) {
                    slot.kind = kind;
                }
                moved
            };
            rows.push(with(words("X", true), ", where X is", quantity));
            rows.push(with(words(if noun.is_some() { "a" } else { "1" }, false), "for each", unit));
            // So many for each.
            let mut times = with(words("X", true), "for each", unit);
            if let Some(first) = times.left.iter_mut().find(|item| **item == Item::Word(Word::new("X"))) {
                *first = Item::Slot(times.slots.len());
            }
            times.slots.push(Slot { name: "each".to_owned(), kind: count, demand: Demand::Many });
            let product = Pattern::Map(vec![(
                Arc::from("times"),
                Pattern::List(vec![
                    (false, Pattern::Slot(times.slots.len() - 1, None)),
                    (false, Pattern::Slot(place, None)),
                ]),
            )]);
            times.right = times.right.replaced(place, &product);
            rows.push(times);
        }
        Ok(rows)
    }
}

/// Whether a letter behind a brace begins the name of a slot, rather than a symbol such as {T}.
const fn begins_a_slot(letter: char) -> bool {
    letter.is_ascii_lowercase() || letter == '_'
}

/// The right side of a row.
struct Right<'r> {
    text: &'r str,
    slots: &'r [Slot],
    fresh: Vec<String>,
}

/// The texts of a row whose left side has words of which one is chosen: `<it|that card>`; the first is the default.
fn alternatives(text: &str) -> Vec<String> {
    let left = text.find(" -> ").or_else(|| text.find(" ~> ")).unwrap_or(text.len());
    let Some((start, end)) = text.find('<').filter(|start| *start < left).and_then(|start| {
        let end = text.get(start..)?.find('>')? + start;
        Some((start, end))
    }) else {
        return vec![text.to_owned()];
    };
    let (before, inner, after) = (
        text.get(..start).unwrap_or_default(),
        text.get(start + 1..end).unwrap_or_default(),
        text.get(end + 1..).unwrap_or_default(),
    );
    inner.split('|').flat_map(|one| alternatives(&format!("{before}{one}{after}"))).collect()
}

impl Right<'_> {
    fn read(mut self) -> Result<Pattern, Fault> {
        let value = self.entry_or_value()?;
        if self.text.trim().is_empty() { Ok(value) } else { Err(format!("`{}` is left over", self.text)) }
    }

    /// `key: value` without braces, or a value.
    fn entry_or_value(&mut self) -> Result<Pattern, Fault> {
        let value = self.value()?;
        if let Pattern::Word(key) = &value
            && self.take(":")
        {
            return Ok(Pattern::Map(vec![(Arc::clone(key), self.entry_or_value()?)]));
        }
        Ok(value)
    }

    fn take(&mut self, sign: &str) -> bool {
        self.text = self.text.trim_start();
        match self.text.strip_prefix(sign) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self) -> Result<Pattern, Fault> {
        if self.take("[") {
            let mut items = Vec::new();
            while !self.take("]") {
                let splice = self.take("..");
                items.push((splice, self.entry_or_value()?));
                if !self.take(",") && !self.text.trim_start().starts_with(']') {
                    return Err(format!("a comma or `]` is missing before `{}`", self.text));
                }
            }
            return Ok(Pattern::List(items));
        }
        if self.take("{") {
            let mut entries = Vec::new();
            if self.take("$") {
                let name = self.bare()?;
                let slot =
                    self.slots.iter().position(|slot| slot.name == name).ok_or("no such slot for a key")?;
                if !self.take(":") {
                    return Err(format!("a colon is missing behind `${name}`"));
                }
                let value = self.value()?;
                return if self.take("}") {
                    Ok(Pattern::Keyed(slot, Box::new(value)))
                } else {
                    Err("`}` is missing".to_owned())
                };
            }
            while !self.take("}") {
                let key = self.bare()?;
                if !self.take(":") {
                    return Err(format!("a colon is missing behind `{key}`"));
                }
                entries.push((Arc::from(key), self.value()?));
                if !self.take(",") && !self.text.trim_start().starts_with('}') {
                    return Err(format!("a comma or `}}` is missing before `{}`", self.text));
                }
            }
            return Ok(Pattern::Map(entries));
        }
        if self.take("%=") {
            return Ok(Pattern::Named(Arc::from(self.bare()?)));
        }
        if self.take("%") {
            let name = self.bare()?;
            let number = self.fresh.iter().position(|known| *known == name).unwrap_or_else(|| {
                self.fresh.push(name);
                self.fresh.len() - 1
            });
            return Ok(Pattern::Fresh(number));
        }
        if self.take("@") {
            return Ok(Pattern::Place);
        }
        if self.take("$") {
            let name = self.bare()?;
            let (name, key) =
                name.split_once('.').map_or((name.as_str(), None), |(name, key)| (name, Some(key)));
            let Some(slot) = self.slots.iter().position(|slot| slot.name == name) else {
                return if name == "who" && key.is_none() {
                    Ok(Pattern::Hole)
                } else {
                    Err(format!("`${name}` is no slot"))
                };
            };
            if self.take("(") {
                let with = self.value()?;
                return if self.take(")") {
                    Ok(Pattern::Filled(slot, Box::new(with)))
                } else {
                    Err("`)` is missing".to_owned())
                };
            }
            return Ok(Pattern::Slot(slot, key.map(Arc::from)));
        }
        let word = self.bare()?;
        Ok(match word.as_str() {
            "true" => Pattern::Truth(true),
            "false" => Pattern::Truth(false),
            _ => word.parse().map_or_else(|_| Pattern::Word(Arc::from(word.as_str())), Pattern::Number),
        })
    }

    /// A word, or a text in quotation marks.
    fn bare(&mut self) -> Result<String, Fault> {
        self.text = self.text.trim_start();
        if let Some(rest) = self.text.strip_prefix('"') {
            let (text, after) = rest.split_once('"').ok_or("a quotation mark is missing")?;
            self.text = after;
            return Ok(text.to_owned());
        }
        let end = self
            .text
            .find(|letter: char| ",:[]{}()$@".contains(letter) || letter == ' ')
            .unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(end);
        self.text = rest;
        if word.is_empty() { Err(format!("a word is missing before `{rest}`")) } else { Ok(word.to_owned()) }
    }
}
