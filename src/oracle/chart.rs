//! Reading: all readings of a line by the rows of a grammar.
//!
//! For each kind of phrase and each place where it may begin, what it can be is worked out once. Readings that end at the same place
//! with the same value are one.

use std::rc::Rc;
use std::sync::Arc;

use super::grammar::{Demand, Grammar, Item, Number, NumberRule, Pattern, Row};
use super::spread::length;
use super::tokens::Token;
use super::value::Value;

/// The most work that is done on a line, in steps of some hundred nanoseconds: twenty times what any printed line takes.
pub const MOST_WORK: usize = 100_000;

/// The most items of a list.
const MOST_ITEMS: usize = 40;

/// One reading of a phrase.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The token behind it.
    pub end: usize,
    /// What it is.
    pub value: Value,
    /// Its number.
    pub number: Number,
    /// How it is worded.
    pub wording: Rc<Wording>,
}

/// How a phrase is worded: the row that read it, and how what is in its slots is worded.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Wording {
    /// The row; none of a piece.
    pub row: Option<usize>,
    /// The wordings of the slots, or of what a piece read.
    pub parts: Vec<Rc<Wording>>,
    /// What a piece notes of its wording.
    pub note: Option<String>,
}

/// A sequence so far: the token behind it, its items with their wordings, and how many items each phrase has given.
type Begun = (usize, Vec<Value>, Vec<Rc<Wording>>, String);

/// What is known of a kind of phrase at a place.
#[derive(Clone)]
enum Known {
    /// Nothing yet.
    Nothing,
    /// It is being read: a phrase that began with itself would have no end.
    Open,
    /// All readings.
    All(Rc<Vec<Reading>>),
}

/// Reads a line.
pub struct Reader<'g, 't> {
    /// The grammar.
    pub grammar: &'g Grammar,
    /// The line.
    pub tokens: &'t [Token],
    /// By kind and place.
    known: Vec<Known>,
    /// The furthest token that was looked for and not found.
    pub furthest: usize,
    /// What was expected there.
    pub expected: Vec<String>,
    work: usize,
}

impl<'g, 't> Reader<'g, 't> {
    /// A reader of a line.
    pub fn new(grammar: &'g Grammar, tokens: &'t [Token]) -> Self {
        let known = vec![Known::Nothing; grammar.kinds.len().saturating_mul(tokens.len() + 1)];
        Self { grammar, tokens, known, furthest: 0, expected: Vec::new(), work: 0 }
    }

    /// Whether the limit of work has been reached, so that the line is not read.
    pub const fn has_given_up(&self) -> bool {
        self.work > MOST_WORK
    }

    /// How much work was done.
    pub const fn work(&self) -> usize {
        self.work
    }

    /// The rows that have read anything anywhere in the line.
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        let all = self.known.iter().filter_map(|known| match known {
            Known::All(readings) => Some(readings),
            Known::Nothing | Known::Open => None,
        });
        all.flat_map(|readings| readings.iter().filter_map(|reading| reading.wording.row))
    }

    /// Notes work that was done, in steps; whether more may be.
    pub const fn may_go_on(&mut self, steps: usize) -> bool {
        self.work = self.work.saturating_add(steps);
        !self.has_given_up()
    }

    /// The token at a place, in small letters; nothing at the end.
    pub fn word(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| token.lower.as_str())
    }

    /// Notes that something was expected at a place.
    pub fn expect(&mut self, at: usize, what: &str) {
        if at > self.furthest {
            self.furthest = at;
            self.expected.clear();
        }
        if at == self.furthest && self.expected.len() < 50 && !self.expected.iter().any(|known| known == what)
        {
            self.expected.push(what.to_owned());
        }
    }

    /// All readings of a phrase of a kind from a place on.
    pub fn phrase(&mut self, kind: usize, at: usize) -> Rc<Vec<Reading>> {
        let place = kind.saturating_mul(self.tokens.len() + 1).saturating_add(at.min(self.tokens.len()));
        match self.known.get_mut(place) {
            Some(Known::All(readings)) => return Rc::clone(readings),
            Some(known @ Known::Nothing) => *known = Known::Open,
            Some(Known::Open) | None => return Rc::default(),
        }
        let mut readings = Vec::new();
        if let Some(of) = self.grammar.kinds.get(kind) {
            if let Some(piece) = of.piece {
                piece.read(self, at, &mut readings);
            }
            if let Some((item, sign)) = &of.sequence {
                self.sequence(*item, sign, at, &mut readings);
            }
            let word = self.word(at);
            let rows: Vec<usize> = self.grammar.candidates(kind, word).collect();
            for row in rows {
                if let Some(row_of) = self.grammar.rows.get(row) {
                    self.row(row, row_of, at, &mut readings);
                }
            }
            if readings.is_empty() && at < self.tokens.len() {
                let name = of.name.clone();
                self.expect(at, &name);
            }
        }
        let readings = Rc::new(readings);
        if let Some(known) = self.known.get_mut(place) {
            *known = Known::All(Rc::clone(&readings));
        }
        readings
    }

    fn row(&mut self, number: usize, row: &'g Row, at: usize, readings: &mut Vec<Reading>) {
        let mut bound: Vec<Option<Reading>> = vec![None; row.slots.len()];
        self.items(number, row, 0, at, (at, None), &mut bound, readings);
    }

    /// Reads the items of a row from one on.
    #[expect(clippy::too_many_arguments, reason = "the state of one walk")]
    fn items(
        &mut self,
        number: usize,
        row: &'g Row,
        item: usize,
        at: usize,
        (start, free): (usize, Option<Number>),
        bound: &mut Vec<Option<Reading>>,
        readings: &mut Vec<Reading>,
    ) {
        if !self.may_go_on(1) {
            return;
        }
        let Some(next) = row.left.get(item) else {
            self.complete(number, row, at, (start, free), bound, readings);
            return;
        };
        match next {
            Item::Word(word) => {
                let found = self.word(at);
                if is_word(found, word) || (word == "a" && found == "an") {
                    self.items(number, row, item + 1, at + 1, (start, free), bound, readings);
                } else if item > 0 {
                    self.expect(at, word);
                }
            }
            Item::Verb(plain, third) => {
                let found = self.word(at);
                let is_third = is_word(found, third);
                if is_third || is_word(found, plain) {
                    // A deed has the number of its verb.
                    let is_deed = item == 0;
                    let its = if is_third { Number::One } else { Number::Many };
                    let free = if is_deed { free.or(Some(its)) } else { free };
                    self.items(number, row, item + 1, at + 1, (start, free), bound, readings);
                } else if item > 0 {
                    self.expect(at, plain);
                }
            }
            Item::Noun(one, many, of) => {
                let found = self.word(at);
                let (is_one, is_many) = (is_word(found, one), is_word(found, many));
                let with =
                    of.and_then(|slot| bound.get(slot).and_then(Option::as_ref)).map(|slot| slot.number);
                for (fits, its) in [(is_one, Number::One), (is_many, Number::Many)] {
                    let agrees = with.is_none_or(|with| (with == Number::One) == (its == Number::One));
                    if fits && agrees {
                        let free = if of.is_none() { free.or(Some(its)) } else { free };
                        self.items(number, row, item + 1, at + 1, (start, free), bound, readings);
                    }
                }
                if !is_one && !is_many && item > 0 {
                    self.expect(at, one);
                }
            }
            Item::Not(word) => {
                if !self.word(at).eq_ignore_ascii_case(word) {
                    self.items(number, row, item + 1, at, (start, free), bound, readings);
                }
            }
            Item::Slot(slot) => {
                let Some(spec) = row.slots.get(*slot) else { return };
                let demand = match spec.demand {
                    Demand::Any | Demand::Own => None,
                    Demand::One => Some(Number::One),
                    Demand::Many => Some(Number::Many),
                    Demand::As(other) => bound.get(other).and_then(Option::as_ref).map(|other| other.number),
                };
                let found = self.phrase(spec.kind, at);
                for reading in found.iter() {
                    if demand.is_some_and(|demand| (demand == Number::One) != (reading.number == Number::One))
                    {
                        continue;
                    }
                    let free = if spec.demand == Demand::Own { free.or(Some(reading.number)) } else { free };
                    if let Some(place) = bound.get_mut(*slot) {
                        *place = Some(reading.clone());
                    }
                    self.items(number, row, item + 1, reading.end, (start, free), bound, readings);
                }
                if let Some(place) = bound.get_mut(*slot) {
                    *place = None;
                }
            }
        }
    }

    fn complete(
        &mut self,
        number: usize,
        row: &Row,
        end: usize,
        (start, free): (usize, Option<Number>),
        bound: &[Option<Reading>],
        readings: &mut Vec<Reading>,
    ) {
        // What is made is compared with all that is known.
        self.may_go_on(row.slots.len() + readings.len());
        let Some(value) = built(&row.right, bound, start) else { return };
        let of = |slot: usize| bound.get(slot).and_then(Option::as_ref).map(|reading| reading.number);
        let its = match row.number {
            NumberRule::Fixed(number) => number,
            NumberRule::Of(slot) => of(slot).unwrap_or(Number::One),
            NumberRule::Plain => free.or_else(|| of(0)).unwrap_or(Number::One),
        };
        if readings.iter().any(|known| known.end == end && known.value == value && known.number == its) {
            return;
        }
        let parts = bound.iter().flatten().map(|reading| Rc::clone(&reading.wording)).collect();
        let wording = Rc::new(Wording { row: Some(number), parts, note: None });
        readings.push(Reading { end, value, number: its, wording });
    }

    /// A sequence: lists that are put together. A full stop stands behind each, other signs between; two full stops are one between.
    fn sequence(&mut self, item: usize, sign: &str, at: usize, readings: &mut Vec<Reading>) {
        let behind = sign == ".";
        let sign = if sign == ".." { "." } else { sign };
        let mut open: Vec<Begun> = vec![(at, Vec::new(), Vec::new(), String::new())];
        while let Some((at, values, wordings, lengths)) = open.pop() {
            if values.len() > MOST_ITEMS {
                self.work = usize::MAX;
            }
            if self.has_given_up() {
                return;
            }
            for reading in self.phrase(item, at).iter() {
                if !self.may_go_on(2 * values.len() + readings.len() + 1) {
                    return;
                }
                let mut values = values.clone();
                match &reading.value {
                    Value::List(items) => values.extend(items.iter().cloned()),
                    value => values.push(value.clone()),
                }
                let mut wordings = wordings.clone();
                wordings.push(Rc::clone(&reading.wording));
                // How many items each phrase has is wording, too: "draw a card, then discard a card".
                let length = reading.value.as_list().map_or(1, length);
                let lengths = format!("{lengths}{length} ");
                let signed = sign == "_" || self.word(reading.end) == sign;
                if !signed {
                    self.expect(reading.end, sign);
                }
                let end = if behind { reading.end + 1 } else { reading.end };
                if signed || !behind {
                    let value = Value::list(values.clone());
                    if !readings.iter().any(|known| known.end == end && known.value == value) {
                        let note = Some(lengths.clone());
                        let wording = Rc::new(Wording { row: None, parts: wordings.clone(), note });
                        readings.push(Reading { end, value, number: reading.number, wording });
                    }
                }
                if signed {
                    open.push((reading.end + usize::from(sign != "_"), values, wordings, lengths));
                }
            }
        }
    }
}

/// Whether a token in small letters is this word.
fn is_word(found: &str, word: &str) -> bool {
    found.eq_ignore_ascii_case(word) || (!word.is_ascii() && found == word.to_lowercase())
}

/// The value of a pattern with these readings in its slots.
fn built(pattern: &Pattern, bound: &[Option<Reading>], start: usize) -> Option<Value> {
    let of = |slot: usize| bound.get(slot).and_then(Option::as_ref).map(|reading| &reading.value);
    Some(match pattern {
        Pattern::Word(word) => Value::Word(Arc::clone(word)),
        Pattern::Number(number) => Value::Number(*number),
        Pattern::Truth(truth) => Value::Truth(*truth),
        Pattern::Slot(slot, None) => of(*slot)?.clone(),
        Pattern::Slot(slot, Some(key)) => of(*slot)?.get(key)?.clone(),
        Pattern::Filled(slot, with) => {
            let with = built(with, bound, start)?;
            of(*slot)?.changed(&mut |value| (*value == Value::Hole).then(|| with.clone()))
        }
        Pattern::List(items) => {
            let mut list = Vec::with_capacity(items.len());
            for (splice, item) in items {
                match (splice, built(item, bound, start)?) {
                    (true, Value::List(inner)) => list.extend(inner.iter().cloned()),
                    // What is said of an object: all of it.
                    (true, value) => match value.only("all").and_then(Value::as_list) {
                        Some(inner) => list.extend(inner.iter().cloned()),
                        None => list.push(value),
                    },
                    (false, value) => list.push(value),
                }
            }
            Value::list(list)
        }
        Pattern::Map(entries) => {
            let mut map = Vec::with_capacity(entries.len());
            for (key, value) in entries {
                // What a slot's phrase does not say is left out.
                match built(value, bound, start) {
                    Some(value) => map.push((Arc::clone(key), value)),
                    None if matches!(value, Pattern::Slot(_, Some(_))) => {}
                    None => return None,
                }
            }
            Value::map(map)
        }
        Pattern::Keyed(slot, value) => Value::one(of(*slot)?.as_word()?, built(value, bound, start)?),
        Pattern::Fresh(number) => Value::word(format!("fresh {start} {number}")),
        Pattern::Named(name) => Value::Word(Arc::clone(name)),
        Pattern::Place => Value::Number(i64::try_from(start).ok()?),
        Pattern::Hole => Value::Hole,
    })
}
