//! Reading: all readings of a line by the rows of a grammar.
//!
//! For each kind of phrase and each place where it may begin, what it can be is worked out once. Readings that end at the same place
//! with the same value are one.

use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use super::grammar::{A, AN, Demand, Grammar, Item, Number, NumberRule, Pattern, Row, UNNUMBERED};
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

/// What is known of a kind of phrase at a place: nothing yet.
const UNKNOWN: u32 = 0;

/// It is being read: a phrase that began with itself would have no end.
const OPEN: u32 = 1;

/// It has no reading.
const NONE: u32 = 2;

/// The numbers from this on are those of readings.
const READ: u32 = 3;

/// What is in a slot: one of the readings of a phrase.
#[derive(Clone)]
struct Bound {
    found: Rc<Vec<Reading>>,
    place: usize,
}

/// What is in the slots of a row.
type Slots = SmallVec<[Option<Bound>; 4]>;

/// How far a row is read: the item that comes next, the token at which it stands, and the number of a free noun or verb before it.
type Course = (usize, usize, Option<Number>);

/// Reads a line.
pub struct Reader<'g, 't> {
    /// The grammar.
    pub grammar: &'g Grammar,
    /// The line.
    pub tokens: &'t [Token],
    /// The numbers of its words.
    numbers: Vec<u32>,
    /// What is known, by place and kind; nothing for a place at which nothing was looked for.
    known: Vec<Vec<u32>>,
    /// All readings of each phrase that was read.
    found: Vec<Rc<Vec<Reading>>>,
    /// The readings of a phrase that has none.
    none: Rc<Vec<Reading>>,
    /// The furthest token that was looked for and not found.
    pub furthest: usize,
    /// What was expected there.
    pub expected: Vec<&'g str>,
    work: usize,
}

impl<'g, 't> Reader<'g, 't> {
    /// A reader of a line.
    pub fn new(grammar: &'g Grammar, tokens: &'t [Token]) -> Self {
        let known = vec![Vec::new(); tokens.len() + 1];
        let numbers = tokens.iter().map(|token| grammar.number(&token.lower)).collect();
        let (found, none) = (Vec::new(), Rc::default());
        Self { grammar, tokens, numbers, known, found, none, furthest: 0, expected: Vec::new(), work: 0 }
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
        self.found.iter().flat_map(|readings| readings.iter().filter_map(|reading| reading.wording.row))
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

    /// The number of the word at a place.
    fn number(&self, at: usize) -> u32 {
        self.numbers.get(at).copied().unwrap_or(UNNUMBERED)
    }

    /// Notes that something was expected at a place.
    pub fn expect(&mut self, at: usize, what: &'g str) {
        if at > self.furthest {
            self.furthest = at;
            self.expected.clear();
        }
        if at == self.furthest && self.expected.len() < 50 && !self.expected.contains(&what) {
            self.expected.push(what);
        }
    }

    /// All readings of a phrase of a kind from a place on.
    pub fn phrase(&mut self, kind: usize, at: usize) -> Rc<Vec<Reading>> {
        let grammar = self.grammar;
        let place = at.min(self.tokens.len());
        if let Some(known) = self.known.get_mut(place).filter(|known| known.is_empty()) {
            known.resize(grammar.kinds.len(), UNKNOWN);
        }
        match self.known.get_mut(place).and_then(|known| known.get_mut(kind)) {
            Some(known) if *known == UNKNOWN => *known = OPEN,
            Some(number) => {
                let found = number.checked_sub(READ).and_then(|number| self.found.get(number as usize));
                return Rc::clone(found.unwrap_or(&self.none));
            }
            None => return Rc::clone(&self.none),
        }
        let mut readings = Vec::new();
        if let Some(of) = grammar.kinds.get(kind) {
            if let Some(piece) = of.piece {
                piece.read(self, at, &mut readings);
            }
            if let Some((item, sign)) = &of.sequence {
                self.sequence(*item, sign, at, &mut readings);
            }
            for row in of.beginning(self.number(at)) {
                self.row(*row, at, &mut readings);
            }
            for run in &of.others {
                if run.begin.is_none_or(|kind| !self.has_given_up() && self.is_there(kind, at)) {
                    run.rows.iter().for_each(|row| self.row(*row, at, &mut readings));
                } else {
                    self.may_go_on(run.rows.len());
                }
            }
            if readings.is_empty() && at < self.tokens.len() {
                self.expect(at, &of.name);
            }
        }
        let is_none = readings.is_empty();
        let number = if is_none {
            NONE
        } else {
            READ.saturating_add(u32::try_from(self.found.len()).unwrap_or(u32::MAX))
        };
        if let Some(known) = self.known.get_mut(place).and_then(|known| known.get_mut(kind)) {
            *known = number;
        }
        if is_none {
            return Rc::clone(&self.none);
        }
        let readings = Rc::new(readings);
        self.found.push(Rc::clone(&readings));
        readings
    }

    /// Whether there is a phrase of a kind at a place.
    fn is_there(&mut self, kind: usize, at: usize) -> bool {
        match self.known.get(at).and_then(|known| known.get(kind)) {
            Some(&(OPEN | NONE)) => false,
            _ => !self.phrase(kind, at).is_empty(),
        }
    }

    fn row(&mut self, number: usize, at: usize, readings: &mut Vec<Reading>) {
        let Some(row) = self.grammar.rows.get(number) else { return };
        if let Some(course) = self.words(row, (0, at, None)) {
            let mut bound: Slots = SmallVec::from_elem(None, row.slots.len());
            self.items((number, row), course, at, &mut bound, readings);
        }
    }

    /// Goes on over the words and verbs of a row up to its next slot or noun, or its end; nothing where others stand there.
    fn words(&mut self, row: &'g Row, (mut item, mut at, mut free): Course) -> Option<Course> {
        loop {
            if !self.may_go_on(1) {
                return None;
            }
            let found = self.number(at);
            match row.left.get(item) {
                Some(Item::Word(word)) => {
                    if found != word.number && !(found == AN && word.number == A) {
                        if item > 0 {
                            self.expect(at, &word.text);
                        }
                        return None;
                    }
                    at += 1;
                }
                Some(Item::Verb(plain, third)) => {
                    let is_third = found == third.number;
                    if !is_third && found != plain.number {
                        if item > 0 {
                            self.expect(at, &plain.text);
                        }
                        return None;
                    }
                    // A deed has the number of its verb.
                    if item == 0 {
                        free = free.or(Some(if is_third { Number::One } else { Number::Many }));
                    }
                    at += 1;
                }
                Some(Item::Not(word)) => {
                    if found == word.number {
                        return None;
                    }
                }
                Some(Item::Noun(..) | Item::Slot(_)) | None => return Some((item, at, free)),
            }
            item += 1;
        }
    }

    /// Reads the items of a row from a slot or noun on, or notes what the row reads if there is no other.
    fn items(
        &mut self,
        (number, row): (usize, &'g Row),
        (item, at, free): Course,
        start: usize,
        bound: &mut Slots,
        readings: &mut Vec<Reading>,
    ) {
        match row.left.get(item) {
            None => self.complete(number, row, at, (start, free), bound, readings),
            Some(Item::Noun(one, many, of)) => {
                let found = self.number(at);
                let (is_one, is_many) = (found == one.number, found == many.number);
                let with = of.and_then(|slot| in_slot(bound, slot)).map(|slot| slot.number);
                for (fits, its) in [(is_one, Number::One), (is_many, Number::Many)] {
                    let agrees = with.is_none_or(|with| (with == Number::One) == (its == Number::One));
                    if fits && agrees {
                        let free = if of.is_none() { free.or(Some(its)) } else { free };
                        if let Some(course) = self.words(row, (item + 1, at + 1, free)) {
                            self.items((number, row), course, start, bound, readings);
                        }
                    }
                }
                if !is_one && !is_many && item > 0 {
                    self.expect(at, &one.text);
                }
            }
            Some(Item::Slot(slot)) => {
                let Some(spec) = row.slots.get(*slot) else { return };
                let demand = match spec.demand {
                    Demand::Any | Demand::Own => None,
                    Demand::One => Some(Number::One),
                    Demand::Many => Some(Number::Many),
                    Demand::As(other) => in_slot(bound, other).map(|other| other.number),
                };
                let found = self.phrase(spec.kind, at);
                for (place, reading) in found.iter().enumerate() {
                    if demand.is_some_and(|demand| (demand == Number::One) != (reading.number == Number::One))
                    {
                        continue;
                    }
                    let free = if spec.demand == Demand::Own { free.or(Some(reading.number)) } else { free };
                    let Some(course) = self.words(row, (item + 1, reading.end, free)) else { continue };
                    if let Some(its) = bound.get_mut(*slot) {
                        *its = Some(Bound { found: Rc::clone(&found), place });
                    }
                    self.items((number, row), course, start, bound, readings);
                }
                if let Some(its) = bound.get_mut(*slot) {
                    *its = None;
                }
            }
            // These are behind already.
            Some(Item::Word(_) | Item::Verb(..) | Item::Not(_)) => {}
        }
    }

    fn complete(
        &mut self,
        number: usize,
        row: &Row,
        end: usize,
        (start, free): (usize, Option<Number>),
        bound: &Slots,
        readings: &mut Vec<Reading>,
    ) {
        // What is made is compared with all that is known.
        self.may_go_on(row.slots.len() + readings.len());
        let Some(value) = built(&row.right, bound, start) else { return };
        let of = |slot: usize| in_slot(bound, slot).map(|reading| reading.number);
        let its = match row.number {
            NumberRule::Fixed(number) => number,
            NumberRule::Of(slot) => of(slot).unwrap_or(Number::One),
            NumberRule::Plain => free.or_else(|| of(0)).unwrap_or(Number::One),
        };
        if readings.iter().any(|known| known.end == end && known.value == value && known.number == its) {
            return;
        }
        let parts = (0..bound.len()).filter_map(|slot| in_slot(bound, slot));
        let parts = parts.map(|reading| Rc::clone(&reading.wording)).collect();
        let wording = Rc::new(Wording { row: Some(number), parts, note: None });
        readings.push(Reading { end, value, number: its, wording });
    }

    /// A sequence: lists that are put together. A full stop stands behind each, other signs between; two full stops are one between.
    fn sequence(&mut self, item: usize, sign: &'g str, at: usize, readings: &mut Vec<Reading>) {
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

/// The reading that is in a slot.
fn in_slot(bound: &[Option<Bound>], slot: usize) -> Option<&Reading> {
    let its = bound.get(slot)?.as_ref()?;
    its.found.get(its.place)
}

/// The value of a pattern with these readings in its slots.
fn built(pattern: &Pattern, bound: &[Option<Bound>], start: usize) -> Option<Value> {
    let of = |slot: usize| in_slot(bound, slot).map(|reading| &reading.value);
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
