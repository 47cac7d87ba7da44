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
    /// What was written, with its writer, before it was settled how anything is called.
    known: Vec<(Course, Option<(Writer<'g>, Written)>)>,
}

/// What of a manner decides which rows write a value: manners that differ in what things are called have one in common.
#[derive(PartialEq)]
struct Course {
    defines_x: bool,
    names_targets: bool,
    in_any_order: bool,
    value: Value,
    referents: Vec<Referent>,
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
        Some(Self { grammar, kind, value, so, has_x, has_quantities, known: Vec::new() })
    }

    /// The words for the value in one manner.
    pub(super) fn words(&mut self, manner: Manner) -> Option<String> {
        if self.has_x && manner.defines_x {
            return None;
        }
        let (course, referents) = self.course(manner);
        let known = match self.known.iter().position(|(known, _)| *known == course) {
            Some(known) => known,
            None => {
                let mut writer = Writer::new(self.grammar, referents).with_x(self.has_x).in_manner(manner);
                let wording = self.so.map(|line| &*line.wording);
                let written = writer.phrase(self.kind, &course.value, None, wording);
                self.known.push((course, written.map(|written| (writer, written))));
                self.known.len() - 1
            }
        };
        let (writer, written) = self.known.get(known)?.1.as_ref()?;
        let mut writer = writer.clone().in_manner(manner);
        let words = writer.settled(written, self.so.map(|line| line.mentions.as_slice()))?;
        Some(text(&words))
    }

    fn course(&self, manner: Manner) -> (Course, Vec<Referent>) {
        let referents = Referents::said_so(manner.calls_more, manner.chosen_before);
        let (value, referents) = referents.unresolved(self.value);
        // Only what is described when it is first spoken of is named so, and has an order.
        let has_firsts = referents.all.iter().any(|it| it.first.is_some());
        let course = Course {
            defines_x: manner.defines_x && (self.has_quantities || has_firsts),
            names_targets: manner.names_targets && has_firsts,
            in_any_order: manner.chosen_before > 0 && has_firsts,
            value,
            referents: referents.all.clone(),
        };
        (course, referents.all)
    }
}
