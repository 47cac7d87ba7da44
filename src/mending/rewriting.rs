//! Expectations that do not hold, put right: for `headjudge test --update`.
//!
//! What is so is told as a sentence; from it and from the expectation come candidates, and one is taken only if the scenario,
//! played with it, says that it holds. So nothing is written that is not so, and what can't be said that way is left.

use std::collections::BTreeSet;

use crate::diag::{Source, Span};
use crate::runner::{Finding, FindingState, Outcome, Runner, Verdict};
use crate::scenario::Includes;

/// A text with its expectations put right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// The text.
    pub text: String,
    /// What was changed, from the top down.
    pub edits: Vec<Edit>,
    /// Where expectations stand that do not hold and could not be put right.
    pub left: Vec<Span>,
}

/// One change of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The place in the text as it was.
    pub span: Span,
    /// What stands there instead.
    pub new: String,
}

impl Rewritten {
    /// A text as it is.
    pub(super) fn of(text: &str) -> Self {
        Self { text: text.to_owned(), edits: Vec::new(), left: Vec::new() }
    }

    /// Takes the text in which a place below all edits has been changed.
    pub(super) fn take(&mut self, span: Span, text: String) {
        let original = |place: usize| {
            let (old, new) = self.edits.iter().fold((0, 0), |(old, new), edit| {
                (old + (edit.span.end - edit.span.start), new + edit.new.len())
            });
            (place + old).saturating_sub(new)
        };
        let end = (span.end + text.len()).saturating_sub(self.text.len());
        let new = text.get(span.start..end).unwrap_or_default().to_owned();
        self.edits.push(Edit { span: Span::new(original(span.start), original(span.end)), new });
        self.text = text;
    }
}

/// The most candidates for one expectation.
const MOST: usize = 200;

/// How high is counted where the sentence says a number in words.
const HIGHEST: u32 = 20;

impl Runner<'_> {
    /// Puts right what the scenarios of these titles expect and is not so.
    pub fn rewritten(&self, source: &Source, includes: &dyn Includes, titles: &BTreeSet<&str>) -> Rewritten {
        let mut source = source.clone();
        let mut after = Rewritten::of(&source.text);
        // From the top down, so that the places of what was left stay as they are. Each round is over one expectation.
        loop {
            let outcomes = self.run_text(&source, includes);
            let from = after.left.last().map_or(0, |span| span.start + 1);
            let Some((finding, span)) = first_failing(&outcomes, titles, from) else { break };
            match self.put_right(&source, includes, finding, span) {
                Some(text) => {
                    source.text.clone_from(&text);
                    after.take(span, text);
                }
                None => after.left.push(span),
            }
        }
        after
    }

    /// The text with that expectation put right.
    fn put_right(
        &self,
        source: &Source,
        includes: &dyn Includes,
        finding: &Finding,
        span: Span,
    ) -> Option<String> {
        let written = source.text.get(span.start..span.end)?;
        let expectation = Expectation::of(written)?;
        let holds = |line: &str| {
            let text = replaced(&source.text, span, line)?;
            let outcomes = self.run_text(&Source::new(source.name.clone(), text.clone()), includes);
            holding(&outcomes, span.start).map(|rule| (text, rule))
        };
        for body in expectation.candidates(&finding.sentence) {
            let Some((text, rule)) = holds(&format!("expect {body}")) else { continue };
            if expectation.rules.is_empty() {
                return Some(text);
            }
            // Whoever names a rule goes on naming one: the same if it is among the reasons, or else what decides.
            let kept = holds(&format!("expect {body} {}", expectation.rules));
            let kept = kept.or_else(|| match rule {
                Some(rule) => holds(&format!("expect {body} [{rule}]")),
                None => Some((text, None)),
            });
            if let Some((text, _)) = kept {
                return Some(text);
            }
        }
        None
    }
}

/// The first expectation from a place on that does not hold, in the scenarios of these titles.
fn first_failing<'o>(
    outcomes: &'o [Outcome],
    titles: &BTreeSet<&str>,
    from: usize,
) -> Option<(&'o Finding, Span)> {
    let meant = outcomes
        .iter()
        .filter(|outcome| outcome.verdict == Verdict::Failed && titles.contains(outcome.title.as_str()));
    let findings = meant.flat_map(|outcome| &outcome.findings);
    let failing = findings.filter(|finding| finding.state == FindingState::Fails);
    let placed = failing.filter_map(|finding| finding.span.map(|span| (finding, span)));
    placed.filter(|(_, span)| span.start >= from).min_by_key(|(_, span)| span.start)
}

/// Whether the expectation at that place holds wherever it is played, and the rule that decides it.
pub(super) fn holding(outcomes: &[Outcome], start: usize) -> Option<Option<String>> {
    let at_place = |finding: &&Finding| finding.span.is_some_and(|span| span.start == start);
    let mut findings = outcomes.iter().flat_map(|outcome| &outcome.findings).filter(at_place).peekable();
    let first = *findings.peek()?;
    let all = findings.all(|finding| matches!(finding.state, FindingState::Holds | FindingState::Checked));
    all.then(|| first.rules.first().map(|rule| rule.to_string()))
}

pub(super) fn replaced(text: &str, span: Span, line: &str) -> Option<String> {
    Some(format!("{}{line}{}", text.get(..span.start)?, text.get(span.end..)?))
}

/// An expectation as it is written.
pub(super) struct Expectation<'t> {
    /// What stands between `expect` and the rules.
    pub(super) body: String,
    /// The rules, with their brackets.
    pub(super) rules: &'t str,
}

impl<'t> Expectation<'t> {
    /// Takes a line apart. What stands in a table is not there to be changed.
    fn of(line: &'t str) -> Option<Self> {
        let (body, rules) = match line.rfind('[').filter(|_| line.ends_with(']')) {
            Some(start) => (line.get(..start)?, line.get(start..)?),
            None => (line, ""),
        };
        let is_column = |(_, after): (&str, &str)| {
            after.split_once('>').is_some_and(|(column, _)| !column.is_empty() && !column.contains(' '))
        };
        if line.split_once('<').is_some_and(is_column) {
            return None;
        }
        let mut body = body.trim().to_owned();
        // A mark that something is a known gap goes away with the gap.
        while let Some((before, after)) = body.split_once("todo \"") {
            let (_, after) = after.split_once('"')?;
            body = format!("{before}{}", after.trim_start());
        }
        let body = body.trim().strip_prefix("expect ")?.trim().to_owned();
        Some(Self { body, rules })
    }

    /// What may be so instead, the likeliest first.
    pub(super) fn candidates(&self, sentence: &str) -> Vec<String> {
        let mut candidates = vec![self.body.clone()];
        self.with_numbers(sentence, &mut candidates);
        self.with_another_end(sentence, &mut candidates);
        self.turned_round(&mut candidates);
        let mut seen = BTreeSet::new();
        candidates.retain(|candidate| seen.insert(candidate.clone()));
        candidates.truncate(MOST);
        candidates
    }

    /// With another number in the place of one, or of two.
    fn with_numbers(&self, sentence: &str, candidates: &mut Vec<String>) {
        let said: Vec<String> = numbers(sentence).into_iter().map(|(_, number)| number).collect();
        let places = numbers(&self.body);
        let with = |body: &str, place: usize, number: &str| {
            let (start, old) = numbers(body).into_iter().nth(place)?;
            Some(format!("{}{number}{}", body.get(..start)?, body.get(start + old.len()..)?))
        };
        for (place, _) in places.iter().enumerate() {
            let counted = (0..=HIGHEST).map(|number| number.to_string());
            for number in said.iter().cloned().chain(counted) {
                candidates.extend(with(&self.body, place, &number));
            }
        }
        for place in 1..places.len() {
            for (one, other) in said.iter().flat_map(|one| said.iter().map(move |other| (one, other))) {
                let first = with(&self.body, place - 1, one);
                candidates.extend(first.and_then(|body| with(&body, place, other)));
            }
        }
    }

    /// The same subject, and what the sentence says of it.
    fn with_another_end(&self, sentence: &str, candidates: &mut Vec<String>) {
        if let (Some((subject, _)), Some((_, path))) = (self.body.split_once(": "), sentence.split_once(": "))
        {
            candidates.push(format!("{subject}: {path}"));
        }
        let verbs = [" is ", " has ", " does not ", " may ", " haunts "];
        let ends = verbs.iter().filter_map(|verb| sentence.find(verb).and_then(|at| sentence.get(at + 1..)));
        // `is` stands where it stood.
        let says_is = self.body.contains(" is ");
        let ends: Vec<&str> = ends
            .flat_map(|end| {
                let bare = end.strip_prefix("is ").unwrap_or(end);
                if says_is { [end, bare] } else { [bare, end] }
            })
            .collect();
        let words: Vec<&str> = self.body.split(' ').collect();
        for length in 1..words.len() {
            let subject = words.get(..length).unwrap_or_default().join(" ");
            candidates.extend(ends.iter().map(|end| format!("{subject} {end}")));
        }
        for start in ["the active player is ", "it is the ", "the stack: "] {
            if let (Some(end), Some(word)) = (sentence.strip_prefix(start), words.first()) {
                candidates.push(format!("{word} {end}"));
                candidates.push(format!("active player {end}"));
            }
        }
        if sentence.ends_with("the stack is empty") {
            candidates.push("stack empty".to_owned());
        }
    }

    /// The opposite.
    pub(super) fn turned_round(&self, candidates: &mut Vec<String>) {
        const PAIRS: [(&str, &str); 8] = [
            ("illegal", "legal"),
            ("no trigger from", "trigger from"),
            ("does not cite", "cites"),
            ("may not ", "may "),
            ("is not ", "is "),
            ("does not have ", "has "),
            ("untapped", "tapped"),
            ("face down", "face up"),
        ];
        for (one, other) in PAIRS {
            if self.body.contains(one) {
                candidates.push(self.body.replacen(one, other, 1));
            } else if self.body.contains(other) {
                candidates.push(self.body.replacen(other, one, 1));
            }
        }
    }
}

/// The whole numbers in a text, with their places.
fn numbers(text: &str) -> Vec<(usize, String)> {
    let mut numbers: Vec<(usize, String)> = Vec::new();
    for (at, letter) in text.char_indices().filter(|(_, letter)| letter.is_ascii_digit()) {
        match numbers.last_mut() {
            Some((start, number)) if *start + number.len() == at => number.push(letter),
            _ => numbers.push((at, letter.to_string())),
        }
    }
    numbers
}
