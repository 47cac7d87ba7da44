//! Help that is certain, applied: for `headjudge fix`.
//!
//! A fault that is mended in one way only says with what, and that is taken only if nothing is at fault on that line afterwards. So a
//! file is never made another one that is wrong in another way.

use crate::diag::{Code, Diagnostic, Severity, Source, Span};
use crate::runner::Runner;
use crate::scenario::{Includes, read};

/// The most faults that are mended in a file.
const MOST: usize = 200;

impl Runner<'_> {
    /// The text with all that can be mended for certain, and how many faults are left.
    pub fn fixed(&self, source: &Source, includes: &dyn Includes) -> (String, usize) {
        let mut source = Source::new(source.name.clone(), source.text.clone());
        let mut faults = self.faults(&source, includes);
        for _ in 0..MOST {
            let Some(text) = faults.iter().find_map(|fault| self.mended(&source, includes, fault, &faults))
            else {
                break;
            };
            source.text = text;
            faults = self.faults(&source, includes);
        }
        (source.text, faults.len())
    }

    /// What is wrong with a text, from the top down, each place once.
    fn faults(&self, source: &Source, includes: &dyn Includes) -> Vec<Diagnostic> {
        let reading = read(source, includes);
        let mut faults = if reading.is_faulty() {
            reading.diagnostics
        } else {
            self.run_text(source, includes).into_iter().flat_map(|outcome| outcome.diagnostics).collect()
        };
        // What is open, or not as expected, is no slip.
        faults.retain(|fault| fault.severity == Severity::Error && is_slip(fault.code));
        faults.sort_by_key(|fault| fault.span().map(|span| (span.start, span.end)));
        faults.dedup_by(|one, other| one.code == other.code && one.span() == other.span());
        faults
    }

    /// The text with one fault mended.
    fn mended(
        &self,
        source: &Source,
        includes: &dyn Includes,
        fault: &Diagnostic,
        faults: &[Diagnostic],
    ) -> Option<String> {
        let fix = fault.fix.as_ref()?;
        let (before, behind) = (source.text.get(..fix.span.start)?, source.text.get(fix.span.end..)?);
        let text = format!("{before}{}{behind}", fix.new);
        let fresh = self.faults(&Source::new(source.name.clone(), text.clone()), includes);
        // Nothing is wrong any more where it was, and what had been read can still be read.
        let line = line_around(&text, fix.span.start);
        let is_there = |span: Span| span.start < line.end && span.end >= line.start;
        let same_line = |faults: &[Diagnostic], line: Span| {
            let within = |span: &Span| span.start < line.end && span.end >= line.start;
            faults.iter().filter_map(Diagnostic::span).filter(within).count()
        };
        let was = same_line(faults, line_around(&source.text, fix.span.start));
        let is = fresh.iter().filter_map(Diagnostic::span).filter(|span| is_there(*span)).count();
        // What can be read at last may be wrong in ways that could not be seen before.
        let unread = |text: &Source| {
            read(text, includes).diagnostics.iter().filter(|it| it.severity == Severity::Error).count()
        };
        let is_further = || unread(&Source::new(source.name.clone(), text.clone())) < unread(source);
        (is < was || is_further()).then_some(text)
    }
}

/// Whether a fault is one of the writing.
const fn is_slip(code: Code) -> bool {
    !matches!(
        code,
        Code::OpenChoice
            | Code::Unsupported
            | Code::Runaway
            | Code::ExpectationFailed
            | Code::UnexpectedSuccess
    )
}

/// The line that a place stands in.
fn line_around(text: &str, place: usize) -> Span {
    let start = text.get(..place).and_then(|before| before.rfind('\n')).map_or(0, |feed| feed + 1);
    let end = text.get(place..).and_then(|rest| rest.find('\n')).map_or(text.len(), |feed| place + feed);
    Span::new(start, end)
}
