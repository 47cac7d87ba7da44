//! Writing asks which rows say a value: the right side of a row matched with it.

use std::sync::Arc;

use smallvec::SmallVec;

use super::grammar::{Grammar, Heads, Item, Kind, Number, NumberRule, Pattern, Row};
use super::value::Value;

impl Pattern {
    /// A word or key that stands in all that it says: in what it says, or what the first item of that list says.
    pub(super) fn head(&self) -> Option<&Arc<str>> {
        match self {
            Self::Word(word) => Some(word),
            Self::List(items) => match items.first()? {
                (false, first) => first.head(),
                (true, _) => None,
            },
            Self::Map(entries) => {
                let may_lack = |its: &Self| matches!(its, Self::Slot(_, Some(_)) | Self::Place);
                entries.iter().find(|(_, its)| !may_lack(its)).map(|(key, _)| key)
            }
            Self::Number(_)
            | Self::Truth(_)
            | Self::Slot(..)
            | Self::Filled(..)
            | Self::Keyed(..)
            | Self::Place
            | Self::Fresh(_)
            | Self::Named(_)
            | Self::Hole => None,
        }
    }

    /// Whether it is a list of just something with this key.
    pub(super) fn begins(&self, key: &str) -> bool {
        let Self::List(items) = self else { return false };
        matches!(items.as_slice(), [(false, Self::Map(entries))] if entries.iter().any(|(its, _)| &**its == key))
    }

    /// Whether a value may be what it says, as far as that is plain without what is in its slots.
    pub(super) fn may_be(&self, value: &Value) -> bool {
        match self {
            Self::Word(word) => is_word(value, word),
            Self::Number(number) => value.as_number() == Some(*number),
            Self::Truth(truth) => *value == Value::Truth(*truth),
            Self::List(items) => {
                let Some(values) = value.as_list() else { return false };
                if items.iter().any(|(splice, _)| *splice) {
                    return values.len() + 1 >= items.len();
                }
                items.len() == values.len()
                    && items.iter().zip(values).all(|((_, item), value)| item.may_be(value))
            }
            Self::Map(entries) => {
                let is_said = |(key, pattern): &(Arc<str>, Self)| match value.get(key) {
                    // What is said of an object stands in any order.
                    Some(value) => &**key == "all" || pattern.may_be(value),
                    None => matches!(pattern, Self::Slot(_, Some(_)) | Self::Place),
                };
                let is_player = matches!(entries.as_slice(), [(key, _)] if &**key == "players");
                (is_player && value.only("reference").is_some())
                    || (matches!(value, Value::Map(_)) && entries.iter().all(is_said))
            }
            Self::Keyed(..) => matches!(value, Value::Map(entries) if entries.len() == 1),
            Self::Slot(..)
            | Self::Filled(..)
            | Self::Fresh(_)
            | Self::Named(_)
            | Self::Place
            | Self::Hole => true,
        }
    }

    pub(super) fn has_hole(&self) -> bool {
        let mut found = matches!(self, Self::Hole);
        self.each_inner(&mut |inner| found = found || inner.has_hole());
        found
    }
}

impl Grammar {
    /// The rows of a kind that may be written for a value, in order.
    pub(super) fn saying(&self, kind: &Kind, value: &Value) -> SmallVec<[usize; 16]> {
        let Heads { by_head, headless } = kind.heads.get_or_init(|| self.heads(kind));
        let mut rows = SmallVec::from_slice(headless);
        let mut add = |head: &str| rows.extend_from_slice(by_head.get(head).map_or(&[], Vec::as_slice));
        let mut value = value;
        while let Some(first) = value.as_list().and_then(<[Value]>::first) {
            value = first;
        }
        match value {
            Value::Word(word) => add(word),
            Value::Map(entries) => {
                for (key, _) in entries.iter() {
                    add(key);
                    // As a pattern takes what is spoken of.
                    match &**key {
                        "own-reference" => add("this"),
                        "reference" => add("players"),
                        _ => {}
                    }
                }
            }
            Value::Truth(_) | Value::Number(_) | Value::List(_) | Value::Hole => {}
        }
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    fn heads(&self, kind: &Kind) -> Heads {
        let mut heads = Heads::default();
        for number in &kind.rows {
            let Some(row) = self.rows.get(*number).filter(|row| !row.read_only) else { continue };
            // What X is is looked for in all that may be said with one.
            match row.right.head().filter(|_| !row.right.begins("where-x")) {
                Some(head) => heads.by_head.entry(Arc::clone(head)).or_default().push(*number),
                None => heads.headless.push(*number),
            }
        }
        heads
    }
}

/// Slots whose deeds must be written to know the subject, with what that must be.
pub(super) type Filled<'p> = Option<Vec<(usize, Value, &'p Pattern)>>;

/// Matching the right side of a row with so many slots.
#[derive(Clone, Copy)]
pub(super) struct Matching {
    pub(super) slots: usize,
}

impl Matching {
    /// Whether a value is what a pattern says; what is in its slots is bound.
    pub(super) fn matched<'p>(
        self,
        pattern: &'p Pattern,
        value: &Value,
        bound: &mut [Option<Value>],
        filled: &mut Filled<'p>,
    ) -> bool {
        match pattern {
            Pattern::Word(word) => is_word(value, word),
            Pattern::Number(number) => value.as_number() == Some(*number),
            Pattern::Truth(truth) => *value == Value::Truth(*truth),
            Pattern::Slot(slot, None) => match bound.get_mut(*slot) {
                Some(place @ None) => {
                    *place = Some(value.clone());
                    true
                }
                Some(Some(known)) => known == value,
                None => false,
            },
            Pattern::Slot(slot, Some(key)) => match bound.get_mut(*slot) {
                Some(place) => {
                    let mut entries = match place {
                        Some(Value::Map(entries)) => entries.to_vec(),
                        _ => Vec::new(),
                    };
                    if entries.iter().any(|(known, its)| known == key && its != value) {
                        return false;
                    }
                    entries.retain(|(known, _)| known != key);
                    entries.push((Arc::clone(key), value.clone()));
                    entries.sort();
                    *place = Some(Value::map(entries));
                    true
                }
                None => false,
            },
            Pattern::Filled(slot, with) => {
                filled.get_or_insert_default().push((*slot, value.clone(), with));
                true
            }
            Pattern::List(items) => self.matched_list(items, value, bound, filled),
            Pattern::Map(entries) => self.matched_map(entries, value, bound, filled),
            Pattern::Keyed(slot, pattern) => {
                let Value::Map(values) = value else { return false };
                let [(key, value)] = &**values else { return false };
                let key = Value::Word(Arc::clone(key));
                match bound.get_mut(*slot) {
                    Some(place @ None) => *place = Some(key),
                    Some(Some(known)) if *known == key => {}
                    _ => return false,
                }
                self.matched(pattern, value, bound, filled)
            }
            Pattern::Fresh(number) => match bound.get_mut(self.slots + number) {
                Some(place @ None) => {
                    *place = Some(value.clone());
                    value.as_word().is_some()
                }
                Some(Some(known)) => known == value,
                None => false,
            },
            Pattern::Named(_) => value.as_word().is_some(),
            Pattern::Place | Pattern::Hole => true,
        }
    }

    /// The same of a list, of which one item may take what the others leave.
    fn matched_list<'p>(
        self,
        items: &'p [(bool, Pattern)],
        value: &Value,
        bound: &mut [Option<Value>],
        filled: &mut Filled<'p>,
    ) -> bool {
        let Value::List(values) = value else { return false };
        if let Some(place) = items.iter().position(|(splice, _)| *splice) {
            // One list in it takes what the others leave.
            if items.iter().filter(|(splice, _)| *splice).count() > 1 || values.len() + 1 < items.len() {
                return false;
            }
            let behind = items.len() - place - 1;
            let end = values.len() - behind;
            let (Some(first), Some(middle), Some(last)) =
                (values.get(..place), values.get(place..end), values.get(end..))
            else {
                return false;
            };
            let outer = items.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, (_, item))| item);
            return outer
                .zip(first.iter().chain(last))
                .all(|(item, value)| self.matched(item, value, bound, filled))
                && items.get(place).is_some_and(|(_, item)| {
                    self.matched(item, &Value::list(middle.to_vec()), bound, filled)
                });
        }
        items.len() == values.len()
            && items
                .iter()
                .zip(values.iter())
                .all(|((_, item), value)| self.matched(item, value, bound, filled))
    }

    /// The same of a map, of which every entry must be said.
    fn matched_map<'p>(
        self,
        entries: &'p [(Arc<str>, Pattern)],
        value: &Value,
        bound: &mut [Option<Value>],
        filled: &mut Filled<'p>,
    ) -> bool {
        // Players that are spoken of stand for themselves where objects may stand, too.
        if let [(key, players)] = entries
            && &**key == "players"
            && value.only("reference").is_some()
        {
            return self.matched(players, value, bound, filled);
        }
        let Value::Map(values) = value else { return false };
        let mut found = 0;
        for (key, pattern) in entries {
            match values.iter().find(|(known, _)| known == key) {
                Some((_, value)) => {
                    found += 1;
                    let matched = match pattern {
                        Pattern::List(items)
                            if &**key == "all" && items.iter().any(|(splice, _)| *splice) =>
                        {
                            self.said(items, value, bound, filled)
                        }
                        _ => self.matched(pattern, value, bound, filled),
                    };
                    if !matched {
                        return false;
                    }
                }
                None => {
                    let may_lack = matches!(pattern, Pattern::Slot(_, Some(_)) | Pattern::Place);
                    if !may_lack {
                        return false;
                    }
                }
            }
        }
        found == values.len()
    }
}

impl Matching {
    /// Whether what is said of an object is what some patterns say, in any order, and the rest of it what is spliced in.
    fn said<'p>(
        self,
        items: &'p [(bool, Pattern)],
        value: &Value,
        bound: &mut [Option<Value>],
        filled: &mut Filled<'p>,
    ) -> bool {
        let Value::List(values) = value else { return false };
        let mut rest = values.to_vec();
        for (_, item) in items.iter().filter(|(splice, _)| !splice) {
            let mut fits = |value: &Value| {
                let mut tried = bound.to_vec();
                let matched = self.matched(item, value, &mut tried, filled);
                if matched {
                    bound.clone_from_slice(&tried);
                }
                matched
            };
            // What is not told by the pattern is rather what was said last.
            let place = match item {
                Pattern::Slot(..) => rest.iter().rposition(&mut fits),
                _ => rest.iter().position(&mut fits),
            };
            let Some(place) = place else { return false };
            rest.remove(place);
        }
        let rest = match rest.as_slice() {
            [only] => only.clone(),
            _ => Value::one("all", Value::list(rest)),
        };
        let mut spliced = items.iter().filter(|(splice, _)| *splice);
        match (spliced.next(), spliced.next()) {
            (Some((_, pattern)), None) => self.matched(pattern, &rest, bound, filled),
            _ => false,
        }
    }
}

/// Whether a value is a word, or the object itself, where a row has words of its own for it.
fn is_word(value: &Value, word: &str) -> bool {
    value.as_word() == Some(word) || (word == "this" && value.only("own-reference").is_some())
}

/// What stands where the hole of a pattern is.
pub(super) fn hole(pattern: &Pattern, value: &Value) -> Option<Value> {
    match (pattern, value) {
        (Pattern::Hole, value) => Some(value.clone()),
        (Pattern::List(items), Value::List(values)) => {
            items.iter().zip(values.iter()).find_map(|((_, item), value)| hole(item, value))
        }
        (Pattern::Map(entries), Value::Map(values)) => entries.iter().find_map(|(key, pattern)| {
            if &**key == "players" && value.only("reference").is_some() {
                return hole(pattern, value);
            }
            let (_, value) = values.iter().find(|(known, _)| known == key)?;
            hole(pattern, value)
        }),
        _ => None,
    }
}

/// The number that a row has by itself.
pub(super) const fn fixed_number(row: &Row) -> Option<Number> {
    match row.number {
        NumberRule::Fixed(number) => Some(number),
        NumberRule::Of(_) | NumberRule::Plain => None,
    }
}

/// The slot that an item of a row is.
pub(super) const fn slot_of(item: &Item) -> Option<usize> {
    if let Item::Slot(slot) = item { Some(*slot) } else { None }
}
