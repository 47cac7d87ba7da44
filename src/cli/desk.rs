//! What lies open while a question about the rules is answered: the shelf, the concordance, and the texts that were
//! taken from the shelf.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::exit::Fault;
use super::shelf::{Data, Shelf};
use crate::book::{self, Alignment, Concordance, Edition, Standing, align};
use crate::rules::{EDITION, RuleId, RuleNumber};

pub(super) struct Desk {
    pub(super) shelf: Shelf,
    pub(super) concordance: Concordance,
    texts: BTreeMap<String, Open>,
}

/// A text of the shelf.
#[derive(Default)]
struct Open {
    text: OnceCell<Edition>,
    /// The alignment with the next text of the shelf.
    to_next: OnceCell<Alignment>,
}

/// Where a rule of one edition is in another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum There {
    /// At these numbers.
    At(Vec<RuleNumber>),
    /// It has none.
    Nowhere,
    /// Neither the concordance nor the texts at hand say it.
    Unknown,
}

impl Desk {
    pub(super) fn open(data: &Data) -> Result<Self, Fault> {
        let shelf = data.shelf()?;
        let texts = shelf.editions.iter().map(|kept| (kept.name.clone(), Open::default())).collect();
        Ok(Self { shelf, concordance: Concordance::bundled(), texts })
    }

    /// The edition that a date means; the newest without one.
    pub(super) fn edition(&self, date: Option<&str>) -> Result<String, Fault> {
        date.map_or_else(|| Ok(self.shelf.newest()), |date| self.shelf.find(date, &self.concordance))
    }

    /// The text of an edition, if it is on the shelf.
    pub(super) fn text(&self, name: &str) -> Result<Option<&Edition>, Fault> {
        let Some(Open { text: cell, .. }) = self.texts.get(name) else { return Ok(None) };
        if let Some(edition) = cell.get() {
            return Ok(Some(edition));
        }
        let edition = self.shelf.read(name)?;
        Ok(Some(cell.get_or_init(|| edition)))
    }

    /// Whether an edition has a rule of that number; nothing if nobody can say.
    pub(super) fn has(&self, number: RuleNumber, edition: &str) -> Result<Option<bool>, Fault> {
        if let Some(text) = self.text(edition)? {
            return Ok(Some(text.rule(number).is_some()));
        }
        if edition == EDITION {
            return Ok(Some(RuleId::of(number).is_some()));
        }
        let is_topic = self.concordance.topics_of(number, edition).next().is_some();
        Ok(is_topic.then_some(true))
    }

    /// That a number which an edition does not have is that of a rule in another, as a sentence.
    pub(super) fn once(&self, number: RuleNumber, edition: &str) -> Option<String> {
        self.concordance.editions.iter().rev().find_map(|other| {
            let here = self.concordance.across(number, other, edition).into_iter().find_map(|standing| {
                match standing {
                    Standing::At(here) => Some(here),
                    Standing::Absent | Standing::Unknown => None,
                }
            })?;
            let was = if other.as_str() < edition { "was" } else { "is" };
            Some(format!("in CR {other} it {was} what `{here}` is in CR {edition}"))
        })
    }

    /// The heading of a number in an edition.
    pub(super) fn heading(&self, number: RuleNumber, edition: &str) -> Result<Option<String>, Fault> {
        match self.text(edition)? {
            Some(text) => Ok(text.rule(number).and_then(book::Rule::heading)),
            None if edition == EDITION => Ok(RuleId::of(number).and_then(RuleId::heading).map(str::to_owned)),
            None => Ok(None),
        }
    }

    /// The editions on the shelf from one to another, both included, in order.
    pub(super) fn between(&self, one: &str, other: &str) -> Vec<&str> {
        let (first, last) = if one <= other { (one, other) } else { (other, one) };
        let names = self.shelf.editions.iter().map(|kept| kept.name.as_str());
        names.filter(|name| (first..=last).contains(name)).collect()
    }

    /// The alignment of an older edition with a newer one, by way of those on the shelf between them; nothing if one of the
    /// two is not there.
    pub(super) fn alignment(&self, old: &str, new: &str) -> Result<Option<Alignment>, Fault> {
        if !self.shelf.has(old) || !self.shelf.has(new) {
            return Ok(None);
        }
        let names = self.between(old, new);
        let mut whole: Option<Alignment> = None;
        for (one, other) in names.iter().zip(names.iter().skip(1)) {
            let step = self.step(one, other)?;
            whole = Some(whole.map_or_else(|| step.clone(), |before| before.then(step)));
        }
        Ok(whole)
    }

    /// The alignment of a text with the next of the shelf: as it was kept, or made now.
    fn step(&self, old: &str, new: &str) -> Result<&Alignment, Fault> {
        static NONE: OnceLock<Alignment> = OnceLock::new();
        let Some(open) = self.texts.get(old) else { return Ok(NONE.get_or_init(Alignment::default)) };
        if let Some(alignment) = open.to_next.get() {
            return Ok(alignment);
        }
        let alignment = match self.shelf.alignment(old, new) {
            Some(kept) => kept,
            None => match (self.text(old)?, self.text(new)?) {
                (Some(old), Some(new)) => align(old, new),
                _ => Alignment::default(),
            },
        };
        Ok(open.to_next.get_or_init(|| alignment))
    }

    /// Aligns each text with the next of the shelf where that was not done yet, and keeps what is found.
    pub(super) fn keep_alignments(&self) -> Result<(), Fault> {
        let names: Vec<&str> = self.shelf.editions.iter().map(|kept| kept.name.as_str()).collect();
        for (old, new) in names.iter().zip(names.iter().skip(1)) {
            if self.shelf.alignment(old, new).is_none() {
                self.shelf.keep_alignment(old, new, self.step(old, new)?)?;
            }
        }
        Ok(())
    }

    /// Which of some editions are not on the shelf, as the end of a sentence.
    pub(super) fn missing(&self, editions: &[&str]) -> String {
        let missing: Vec<&str> = editions.iter().copied().filter(|name| !self.shelf.has(name)).collect();
        if missing.is_empty() { String::new() } else { format!(" (missing: {})", missing.join(", ")) }
    }

    /// A reader of numbers from one edition to another.
    pub(super) fn crossing(&self, from: &str, to: &str) -> Result<Crossing<'_>, Fault> {
        let (old, new) = if from <= to { (from, to) } else { (to, from) };
        let alignment = if from == to { None } else { self.alignment(old, new)? };
        Ok(Crossing { desk: self, from: from.to_owned(), to: to.to_owned(), alignment })
    }
}

/// The way from one edition's numbers to another's.
pub(super) struct Crossing<'a> {
    desk: &'a Desk,
    pub(super) from: String,
    pub(super) to: String,
    alignment: Option<Alignment>,
}

impl Crossing<'_> {
    /// Where a rule is: by the concordance, which people have read, and where it says nothing by the texts.
    pub(super) fn number(&self, number: RuleNumber) -> There {
        if self.from == self.to {
            return There::At(vec![number]);
        }
        let standings = self.desk.concordance.across(number, &self.from, &self.to);
        let numbers: Vec<RuleNumber> = standings
            .iter()
            .filter_map(|standing| match standing {
                Standing::At(number) => Some(*number),
                Standing::Absent | Standing::Unknown => None,
            })
            .collect();
        if !numbers.is_empty() {
            return There::At(numbers);
        }
        if !standings.is_empty() {
            return There::Nowhere;
        }
        let Some(alignment) = &self.alignment else { return There::Unknown };
        let there: Vec<RuleNumber> = if self.from < self.to {
            alignment.forward(number).map(|link| link.new).collect()
        } else {
            alignment.backward(number).map(|link| link.old).collect()
        };
        if there.is_empty() { There::Nowhere } else { There::At(there) }
    }

    /// Whether a rule that is at a number there says the same there; nothing where the texts don't tell.
    pub(super) fn is_same(&self, number: RuleNumber, there: RuleNumber) -> Result<Option<bool>, Fault> {
        let (Some(one), Some(other)) = (self.desk.text(&self.from)?, self.desk.text(&self.to)?) else {
            return Ok(None);
        };
        Ok(Some(book::same_words(one, number, other, there)))
    }
}
