//! Writing: the words of a piece of the form by the rows of a grammar.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use super::chart::Wording;
use super::grammar::{Demand, Grammar, Item, Number, NumberRule, Pattern, Row, Word};
use super::manner::{Called, Manner};
use super::matching::{Filled, Matching, fixed_number, hole, slot_of};
use super::mentions::Referent;
use super::spread::{quantities, where_counted, where_x, with_x_for};
use super::tokens::{INNER, tokens};
use super::value::Value;

/// How deeply phrases may nest.
const DEEPEST: usize = 60;

/// The most phrases that are tried for one piece of the form.
const MOST_TRIED: usize = 100_000;

/// The most items of a list that one phrase says.
const MOST_IN_ONE: usize = 8;

/// A word, or a verb that waits for its subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Out {
    /// This word or sign.
    Word(Arc<str>),
    /// A verb: plain, and with a subject of one.
    Verb(Arc<str>, Arc<str>),
    /// Something that is spoken of, as a kind of phrase, with its wording: its words depend on what was spoken of before.
    Reference(usize, usize, Option<Rc<Wording>>),
}

/// A phrase that was written.
#[derive(Debug, Clone)]
pub struct Written {
    /// Its words.
    pub words: Vec<Out>,
    /// Its number.
    pub number: Number,
    /// The subject of a deed.
    pub subject: Option<Value>,
}

/// Writes.
#[derive(Clone)]
pub struct Writer<'g> {
    /// The grammar.
    pub grammar: &'g Grammar,
    /// What is spoken of.
    referents: Vec<Referent>,
    /// Whether X is a number that something else sets, so that nothing can say what X is.
    has_x: bool,
    manner: Manner,
    depth: usize,
    tried: usize,
    /// Up to where targets have been chosen without anything being done with them.
    chosen: usize,
    /// What has been found not to be writable as a kind.
    hopeless: BTreeMap<(usize, usize), Vec<Value>>,
}

impl<'g> Writer<'g> {
    /// A writer.
    pub fn new(grammar: &'g Grammar, referents: Vec<Referent>) -> Self {
        Self {
            grammar,
            referents,
            has_x: false,
            manner: Manner::default(),
            depth: 0,
            tried: 0,
            chosen: 0,
            hopeless: BTreeMap::new(),
        }
    }

    /// The same for an ability that speaks of X itself.
    #[must_use]
    pub fn with_x(self, has_x: bool) -> Self {
        Self { has_x, ..self }
    }

    /// The same in another manner.
    #[must_use]
    pub fn in_manner(self, manner: Manner) -> Self {
        Self { manner, ..self }
    }

    /// The words for a value as a kind of phrase, in the wording that is given as far as it fits.
    pub fn phrase(
        &mut self,
        kind: usize,
        value: &Value,
        demand: Option<Number>,
        wording: Option<&Wording>,
    ) -> Option<Written> {
        self.tried += 1;
        if let Some(reference) = referent_of(value) {
            let reference = usize::try_from(reference).ok()?;
            let referent = self.referents.get(reference)?.clone();
            let mentions = referent.options().into_iter().map(|it| Value::one("mention", it));
            let mut tries = referent.first.iter().cloned().chain(mentions);
            let is_named = referent.first.is_some() && self.manner.names_targets;
            let most = if is_named { 1 } else { usize::MAX };
            if !tries.by_ref().take(most).any(|it| self.phrase(kind, &it, None, None).is_some()) {
                return None;
            }
            let antecedent = &referent.antecedent;
            let number = if antecedent.is_many { Number::Many } else { Number::One };
            let wording = wording.map(|wording| Rc::new(wording.clone()));
            let words = vec![Out::Reference(reference, kind, wording)];
            return Some(Written { words, number, subject: None });
        }
        if self.depth >= DEEPEST || self.tried > MOST_TRIED {
            return None;
        }
        let key = (kind, demand.map_or(0, |number| number as usize + 1));
        if self.hopeless.get(&key).is_some_and(|values| values.contains(value)) {
            return None;
        }
        self.depth += 1;
        let written = self.inner(kind, value, demand, wording);
        self.depth -= 1;
        if written.is_none() {
            self.hopeless.entry(key).or_default().push(value.clone());
        }
        written
    }

    fn inner(
        &mut self,
        kind: usize,
        value: &Value,
        demand: Option<Number>,
        wording: Option<&Wording>,
    ) -> Option<Written> {
        let grammar = self.grammar;
        let of = grammar.kinds.get(kind)?;
        if let Some(row) = wording.and_then(|wording| wording.row)
            && of.rows.contains(&row)
            && let Some(written) = wording.and_then(|wording| self.phrase_as(kind, value, demand, wording))
        {
            return Some(written);
        }
        if let Some(piece) = of.piece
            && let Some(written) = piece.write(self, value, demand, wording)
        {
            return Some(written);
        }
        if let Some((item, sign)) = &of.sequence
            && let Some(written) = self.sequence(*item, sign, value, wording)
        {
            return Some(written);
        }
        grammar.saying(of, value).into_iter().find_map(|row| {
            let row = grammar.rows.get(row)?;
            self.row(row, value, demand, None).or_else(|| {
                if !row.right.begins("where-x") {
                    return None;
                }
                match where_counted(value) {
                    Some(said) => self.row(row, &said, demand, None),
                    None if self.manner.defines_x => self.row_of_x(row, value, demand, None),
                    None => None,
                }
            })
        })
    }

    fn row(
        &mut self,
        row: &'g Row,
        value: &Value,
        demand: Option<Number>,
        wording: Option<&Wording>,
    ) -> Option<Written> {
        if !row.right.may_be(value) {
            return None;
        }
        // A phrase of one is none of many.
        if let (NumberRule::Fixed(number), Some(demand)) = (row.number, demand)
            && (number == Number::One) != (demand == Number::One)
        {
            return None;
        }
        let says_what_x_is = |pair: &[Item]| matches!(pair, [Item::Word(one), Item::Word(other)] if &*one.text == "where" && &*other.text == "X");
        if self.has_x && row.left.windows(2).any(says_what_x_is) {
            return None;
        }
        let mut bound: Vec<Option<Value>> = vec![None; row.slots.len() + row.fresh];
        // Deeds first: who does them is known when they are written.
        let mut filled = None;
        if !(Matching { slots: row.slots.len() }).matched(&row.right, value, &mut bound, &mut filled) {
            return None;
        }
        let mut written: Vec<Option<Written>> = vec![None; row.slots.len()];
        self.write_deeds(row, (filled, wording), &mut bound, &mut written)?;
        let mut own_subject = None;
        if row.right.has_hole() {
            own_subject = hole(&row.right, value);
        }
        self.write_slots(row, (bound.as_slice(), wording), demand, &mut written)?;
        let mut words: Vec<Out> = Vec::new();
        let mut forbidden = Vec::new();
        let mut free = None;
        let subject = row.left.iter().find_map(slot_of).and_then(|slot| written.get(slot)?.as_ref());
        let subject = subject.map(|its| its.number);
        // The verbs of a deed agree with who does it, others with what stands first.
        let is_deed = matches!(row.left.first(), Some(Item::Verb(..)));
        for item in &row.left {
            match item {
                Item::Word(word) => words.push(Out::Word(Arc::clone(&word.text))),
                Item::Not(word) => forbidden.push((words.len(), word)),
                Item::Verb(plain, third) => {
                    let verb = Out::Verb(Arc::clone(&plain.text), Arc::clone(&third.text));
                    let number = if is_deed { demand } else { subject.or(demand) };
                    if is_deed {
                        free = free.or(Some(demand.unwrap_or(Number::Many)));
                    }
                    words.push(number.map_or(verb.clone(), |number| agreed(&verb, number)));
                }
                Item::Noun(one, many, of) => {
                    let with = of.and_then(|slot| written.get(slot)?.as_ref()).map(|its| its.number);
                    let its = with.or(fixed_number(row)).or(demand).unwrap_or(Number::One);
                    if of.is_none() {
                        free = free.or(Some(its));
                    }
                    let noun = if its == Number::One { one } else { many };
                    words.push(Out::Word(Arc::clone(&noun.text)));
                }
                Item::Slot(slot) => {
                    let its = written.get(*slot)?.as_ref()?;
                    own_subject = own_subject.or_else(|| its.subject.clone());
                    // The verbs of a deed agree with its subject, where that is in the row.
                    let agrees_with = match row.slots.get(*slot)?.demand {
                        Demand::As(other) => written.get(other)?.as_ref().map(|other| other.number),
                        Demand::One => Some(Number::One),
                        Demand::Many => Some(Number::Many),
                        Demand::Any | Demand::Own => demand,
                    };
                    words.extend(its.words.iter().map(|word| match agrees_with {
                        Some(number) => agreed(word, number),
                        None => word.clone(),
                    }));
                    if row.slots.get(*slot)?.demand == Demand::Own {
                        free = free.or(Some(its.number));
                    }
                }
            }
        }
        if matches!((row.left.first(), row.left.last()), (Some(Item::Word(one)), Some(Item::Word(other))) if &*one.text == "\"" && &*other.text == "\"")
        {
            set_inside(&mut words);
        }
        let is_forbidden = |(place, word): &(usize, &Word)| matches!(words.get(*place), Some(Out::Word(its)) if its.eq_ignore_ascii_case(&word.text));
        // Words that are given have their order, and what is chosen before is named then.
        let is_in_order = wording.is_some() || self.manner.chosen_before > 0 || self.is_in_order(&words);
        if forbidden.iter().any(is_forbidden) || !is_in_order || goes_on_behind_quote(&words) {
            return None;
        }
        let of = |slot: usize| written.get(slot).and_then(Option::as_ref).map(|its| its.number);
        let number = match row.number {
            NumberRule::Fixed(number) => number,
            NumberRule::Of(slot) => of(slot)?,
            NumberRule::Plain => free.or_else(|| of(0)).unwrap_or(Number::One),
        };
        Some(Written { words, number, subject: own_subject })
    }

    /// Writes the deeds of a row: with each it is known who does it.
    fn write_deeds(
        &mut self,
        row: &'g Row,
        (filled, wording): (Filled<'g>, Option<&Wording>),
        bound: &mut [Option<Value>],
        written: &mut [Option<Written>],
    ) -> Option<()> {
        let part = |slot: usize| wording.and_then(|wording| wording.parts.get(slot)).map(Rc::as_ref);
        for (slot, deed, with) in filled.into_iter().flatten() {
            let kind = row.slots.get(slot)?.kind;
            let its = self.phrase(kind, &deed, None, part(slot))?;
            let subject = its.subject.clone()?;
            if !(Matching { slots: row.slots.len() }).matched(with, &subject, bound, &mut None) {
                return None;
            }
            *written.get_mut(slot)? = Some(its);
        }
        Some(())
    }

    /// Writes what is in the slots of a row that is not written yet; nothing if something in them can't be written as the row demands it.
    fn write_slots(
        &mut self,
        row: &'g Row,
        (bound, wording): (&[Option<Value>], Option<&Wording>),
        demand: Option<Number>,
        written: &mut [Option<Written>],
    ) -> Option<()> {
        let part = |slot: usize| wording.and_then(|wording| wording.parts.get(slot)).map(Rc::as_ref);
        for item in &row.left {
            let Item::Slot(slot) = item else { continue };
            if written.get(*slot)?.is_some() {
                continue;
            }
            let spec = row.slots.get(*slot)?;
            let demand = match spec.demand {
                Demand::Any => None,
                Demand::Own => demand,
                Demand::One => Some(Number::One),
                Demand::Many => Some(Number::Many),
                Demand::As(other) => written.get(other)?.as_ref().map(|other| other.number),
            };
            let its = if spec.name == "_" {
                // What is only wording is written as it was worded, or not at all.
                let note = part(*slot)?.note.as_ref()?;
                let words = tokens(note).into_iter().map(|token| Out::Word(token.text.into())).collect();
                Written { words, number: Number::One, subject: None }
            } else {
                let its = bound.get(*slot)?.clone()?;
                self.phrase(spec.kind, &its, demand, part(*slot))?
            };
            if demand.is_some_and(|demand| (demand == Number::One) != (its.number == Number::One)) {
                return None;
            }
            *written.get_mut(*slot)? = Some(its);
        }
        Some(())
    }

    /// Whether targets are named in the order in which they are numbered.
    fn is_in_order(&self, words: &[Out]) -> bool {
        let mut last: BTreeMap<Option<usize>, usize> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        words.iter().all(|word| {
            let Out::Reference(reference, ..) = word else { return true };
            let target = self.referents.get(*reference).filter(|referent| referent.first.is_some());
            let Some(target) = target.filter(|_| seen.insert(*reference)) else { return true };
            last.insert(target.body, *reference).is_none_or(|before| before < *reference)
        })
    }

    fn sequence(
        &mut self,
        item: usize,
        sign: &str,
        value: &Value,
        wording: Option<&Wording>,
    ) -> Option<Written> {
        let items = value.as_list()?;
        let said: Vec<usize> = wording
            .and_then(|wording| wording.note.as_ref())
            .map(|note| note.split_whitespace().filter_map(|length| length.parse().ok()).collect())
            .unwrap_or_default();
        let phrases = self.phrases(item, items, (wording, &said), 0)?;
        let mut words = Vec::new();
        let mut number = Number::One;
        for (part, its) in phrases.iter().enumerate() {
            if !matches!(sign, "." | "_") && part > 0 {
                words.push(Out::Word(if sign == ".." { "." } else { sign }.into()));
            }
            number = its.number;
            words.extend(its.words.iter().map(|word| agreed(word, Number::You)));
            if sign == "." {
                words.push(Out::Word(sign.into()));
            }
        }
        (!phrases.is_empty()).then_some(Written { words, number, subject: None })
    }

    /// Phrases that say all of these items, in the wording given and with so many items in each as that says; otherwise with as
    /// few in each as may be.
    fn phrases(
        &mut self,
        kind: usize,
        items: &[Value],
        (wording, said): (Option<&Wording>, &[usize]),
        part: usize,
    ) -> Option<Vec<Written>> {
        if items.is_empty() {
            return Some(Vec::new());
        }
        let hint = wording.and_then(|wording| wording.parts.get(part)).map(Rc::as_ref);
        if let Some(hint) = hint.filter(|_| said.get(part) == Some(&0)) {
            let choice = self.choice(kind, hint)?;
            return Some([vec![choice], self.phrases(kind, items, (wording, said), part + 1)?].concat());
        }
        let lengths = 1..=items.len().min(MOST_IN_ONE);
        let said_here = said.get(part).copied().filter(|length| lengths.contains(length));
        let hinted = hint.and(said_here).map(|length| (length, hint));
        for (length, hint) in hinted.into_iter().chain(lengths.map(|length| (length, None))) {
            let (first, rest) = items.split_at(length);
            let mut tries = vec![Value::list(first.to_vec())];
            tries.extend(if let [only] = first { Some(only.clone()) } else { None });
            let its = tries.iter().find_map(|value| match hint {
                Some(hint) => self.phrase_as(kind, value, None, hint),
                None => self.phrase(kind, value, None, None),
            });
            if let Some(its) = its
                && let Some(others) = self.phrases(kind, rest, (wording, said), part + 1)
            {
                return Some([vec![its], others].concat());
            }
        }
        None
    }
}

impl Writer<'_> {
    /// A choice of targets that nothing is done with yet, as it was worded: the next of them.
    fn choice(&mut self, kind: usize, wording: &Wording) -> Option<Written> {
        let count = match &self.grammar.rows.get(wording.row?)?.right {
            Pattern::List(items) => items.len(),
            _ => return None,
        };
        let targets = (0..self.referents.len()).filter(|it| {
            let first = self.referents.get(*it).and_then(|it| it.first.as_ref());
            first.is_some_and(|first| first.get("a-target").is_some()) && *it >= self.chosen
        });
        let targets: Vec<usize> = targets.take(count).collect();
        let item = |target: &usize| {
            let number = i64::try_from(*target).unwrap_or(0);
            Value::one("choose-target", Value::one("reference", Value::Number(number)))
        };
        let value = Value::list(targets.iter().map(item).collect());
        let written = self.phrase_as(kind, &value, None, wording)?;
        self.chosen = targets.last()? + 1;
        Some(written)
    }
}

/// Quotation marks in a quotation are others.
fn set_inside(words: &mut [Out]) {
    let [_, inner @ .., _] = words else { return };
    let mut signs = INNER.iter().cycle();
    for word in inner {
        if matches!(word, Out::Word(its) if &**its == "\"")
            && let Some(sign) = signs.next()
        {
            *word = Out::Word((*sign).into());
        }
    }
}

/// Whether a sentence goes on behind a quotation that ends with a full stop, which ends it as well.
fn goes_on_behind_quote(words: &[Out]) -> bool {
    let is = |word: Option<&Out>, sign: &str| matches!(word, Some(Out::Word(its)) if &**its == sign);
    let mut quoted = false;
    words.iter().enumerate().any(|(place, word)| {
        if !is(Some(word), "\"") {
            return false;
        }
        quoted = !quoted;
        let stops = !quoted && place > 0 && is(words.get(place - 1), ".");
        let next = words.get(place + 1);
        stops && next.is_some() && !is(next, ".") && !is(next, ",") && !is(next, "\"") && !is(next, "•")
    })
}

/// The number of what a value speaks of.
fn referent_of(value: &Value) -> Option<i64> {
    value.only("reference").or_else(|| value.only("own-reference"))?.as_number()
}

/// A verb with its subject known.
fn agreed(word: &Out, subject: Number) -> Out {
    match word {
        Out::Verb(plain, third) => Out::Word(Arc::clone(if subject == Number::One { third } else { plain })),
        Out::Word(_) | Out::Reference(..) => word.clone(),
    }
}

impl<'g> Writer<'g> {
    /// The words as they are printed, where what is spoken of is described the first time and mentioned from then on: as given,
    /// or by the first mention that is plain.
    pub fn settled(&mut self, written: &Written, mentions: Option<&[Value]>) -> Option<Vec<Arc<str>>> {
        let referents = self.referents.clone();
        // What an event speaks of is known from the beginning.
        // The object itself is, only if the event is about it.
        let is_unsaid = |it: &&Referent| it.is_own && it.antecedent.at == 0;
        let of_event = |it: &&Referent| it.first.is_none() && it.body.is_none() && !is_unsaid(it);
        let mut last: Vec<&Referent> = referents.iter().filter(of_event).collect();
        let mut mentions = mentions.map(|mentions| mentions.iter());
        let mut words = Vec::new();
        let mut left: Vec<Out> = written.words.iter().rev().cloned().collect();
        // Whether a token was spoken of since, of which "it" would be said.
        let mut is_behind_token = false;
        while let Some(word) = left.pop() {
            match word {
                Out::Word(word) | Out::Verb(word, _) => {
                    is_behind_token |= matches!(&*word, "token" | "tokens");
                    words.push(word);
                }
                Out::Reference(reference, kind, wording) => {
                    let referent = referents.get(reference)?;
                    let is_known = last.iter().any(|known| std::ptr::eq(*known, referent));
                    let tries = match (&referent.first, &mut mentions) {
                        (Some(first), _) if !is_known => vec![first.clone()],
                        (_, Some(mentions)) => vec![Value::one("mention", mentions.next()?.clone())],
                        (_, None) => {
                            let mut options = referent.mentions(&last);
                            // "It" is rather what was made.
                            if !referent.is_made
                                && (is_behind_token || referents.iter().any(|its| its.is_made))
                            {
                                options.sort_by_key(|it| it.as_word() == Some("it"));
                            }
                            // Whatever else was spoken of: what is written is read again.
                            if self.manner.mentions != Called::Nearest {
                                let others = referent.options();
                                let others = others.into_iter().filter(|it| !options.contains(it));
                                options.extend(others.collect::<Vec<_>>());
                            }
                            self.manner.mentions.sort(&mut options);
                            options.into_iter().map(|it| Value::one("mention", it)).collect()
                        }
                    };
                    is_behind_token = false;
                    let demand = Some(if referent.antecedent.is_many { Number::Many } else { Number::One });
                    let wording = wording.as_deref();
                    let its = tries.iter().find_map(|it| {
                        self.phrase(kind, it, demand, wording)
                            .or_else(|| self.phrase(kind, it, None, wording))
                    })?;
                    // A target phrase may speak of something in its turn: "target creature that player controls".
                    left.extend(its.words.iter().rev().map(|word| agreed(word, Number::You)));
                    // The object itself, once named, stands between others and what may be called "it".
                    if referent.is_own {
                        last.retain(|known| !std::ptr::eq(*known, referent));
                        last.push(referent);
                    } else if !is_known {
                        last.push(referent);
                    }
                }
            }
        }
        Some(words)
    }

    /// The words for a value by just the row of a wording.
    pub fn phrase_as(
        &mut self,
        kind: usize,
        value: &Value,
        demand: Option<Number>,
        wording: &Wording,
    ) -> Option<Written> {
        let grammar = self.grammar;
        let row =
            wording.row.filter(|row| grammar.kinds.get(kind).is_some_and(|kind| kind.rows.contains(row)))?;
        let row = grammar.rows.get(row)?;
        if let Some(written) = self.row(row, value, demand, Some(wording)) {
            return Some(written);
        }
        if let Some(said) = where_counted(value).filter(|_| row.right.begins("where-x")) {
            return self.row(row, &said, demand, Some(wording));
        }
        self.row_of_x(row, value, demand, Some(wording))
    }

    /// "..., where X is ...", of which the form knows only the quantities, in target phrases, too.
    fn row_of_x(
        &mut self,
        row: &'g Row,
        value: &Value,
        demand: Option<Number>,
        wording: Option<&Wording>,
    ) -> Option<Written> {
        if !row.right.begins("where-x") {
            return None;
        }
        let firsts = self.referents.iter().filter_map(|it| it.first.as_ref()).flat_map(quantities);
        for quantity in quantities(value).into_iter().chain(firsts.collect::<Vec<_>>()) {
            let before = (self.referents.clone(), std::mem::take(&mut self.hopeless));
            for referent in &mut self.referents {
                referent.first = referent.first.as_ref().map(|first| with_x_for(first, &quantity));
            }
            if let Some(written) = self.row(row, &where_x(value, &quantity), demand, wording) {
                return Some(written);
            }
            (self.referents, self.hopeless) = before;
        }
        None
    }

    /// Which row of a kind writes a value by default.
    pub fn row_of(&mut self, kind: usize, value: &Value) -> Option<usize> {
        let grammar = self.grammar;
        let rows = grammar.saying(grammar.kinds.get(kind)?, value);
        let says = |row: &usize| {
            grammar.rows.get(*row).is_some_and(|row| self.row(row, value, None, None).is_some())
        };
        rows.into_iter().find(says)
    }
}
