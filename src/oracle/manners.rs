//! Writing one value in several manners, what they have in common once.

use super::face::{Line, kind_of};
use super::grammar::Grammar;
use super::manner::Manner;
use super::mentions::{Referent, Referents};
use super::spread::quantities;
use super::tokens::text;
use super::value::Value;
use super::writer::{Writer, Written};

/// A value that is written in several manners.
pub(super) struct Manners<'g, 'v> {
    grammar: &'g Grammar,
    kind: usize,
    value: &'v Value,
    /// The line as which it is worded.
    so: Option<&'v Line>,
    has_x: bool,
    has_quantities: bool,
    /// The value with what it speaks of numbered, as often as that differs.
    unresolved: Vec<(Value, Vec<Referent>)>,
    /// By whether more is called by mentions and how many targets are chosen before, which of those it is.
    said_so: Vec<((bool, usize), usize)>,
    /// What was written, with its writer, before it was settled how anything is called.
    known: Vec<(Course, Option<(Writer<'g>, Written)>)>,
}

/// What of a manner decides which rows write a value: manners that differ in what things are called have one in common.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Course {
    defines_x: bool,
    names_targets: bool,
    in_any_order: bool,
    /// Which of the values it is.
    unresolved: usize,
}

impl<'g, 'v> Manners<'g, 'v> {
    /// The manners of a value that is a line of a permanent, or of an instant or sorcery.
    pub(super) fn new(
        grammar: &'g Grammar,
        value: &'v Value,
        is_permanent: bool,
        so: Option<&'v Line>,
    ) -> Option<Self> {
        let kind = grammar.kind(kind_of(is_permanent))?;
        let has_x = value.any(&mut |it| it.as_word() == Some("x"));
        let has_quantities = value.any(&mut |it| !quantities(it).is_empty());
        Some(Self {
            grammar,
            kind,
            value,
            so,
            has_x,
            has_quantities,
            unresolved: Vec::new(),
            said_so: Vec::new(),
            known: Vec::new(),
        })
    }

    /// The words for the value in one manner.
    pub(super) fn words(&mut self, manner: Manner) -> Option<String> {
        if self.has_x && manner.defines_x {
            return None;
        }
        let course = self.course(manner)?;
        let known = match self.known.iter().position(|(known, _)| *known == course) {
            Some(known) => known,
            None => {
                let (value, referents) = self.unresolved.get(course.unresolved)?;
                let mut writer =
                    Writer::new(self.grammar, referents.clone()).with_x(self.has_x).in_manner(manner);
                let wording = self.so.map(|line| &*line.wording);
                let written = writer.phrase(self.kind, value, None, wording);
                self.known.push((course, written.map(|written| (writer, written))));
                self.known.len() - 1
            }
        };
        let (writer, written) = self.known.get(known)?.1.as_ref()?;
        let mut writer = writer.clone().in_manner(manner);
        let words = writer.settled(written, self.so.map(|line| line.mentions.as_slice()))?;
        Some(text(&words))
    }

    fn course(&mut self, manner: Manner) -> Option<Course> {
        let unresolved = self.unresolved(manner.calls_more, manner.chosen_before);
        let (_, referents) = self.unresolved.get(unresolved)?;
        // Only what is described when it is first spoken of is named so, and has an order.
        let has_firsts = referents.iter().any(|it| it.first.is_some());
        Some(Course {
            defines_x: manner.defines_x && (self.has_quantities || has_firsts),
            names_targets: manner.names_targets && has_firsts,
            in_any_order: manner.chosen_before > 0 && has_firsts,
            unresolved,
        })
    }

    /// Which of the values it is if so much is called by mentions and chosen before.
    fn unresolved(&mut self, calls_more: bool, chosen_before: usize) -> usize {
        let so = (calls_more, chosen_before);
        if let Some((_, known)) = self.said_so.iter().find(|(known, _)| *known == so) {
            return *known;
        }
        let (value, referents) = Referents::said_so(calls_more, chosen_before).unresolved(self.value);
        let new = (value, referents.all);
        let place = self.unresolved.iter().position(|known| *known == new).unwrap_or_else(|| {
            self.unresolved.push(new);
            self.unresolved.len() - 1
        });
        self.said_so.push((so, place));
        place
    }
}
