//! Questions made expectations of what is so now: for `headjudge test --accept`.
//!
//! As with what is put right, an expectation is taken only if the scenario, played with it, says that it holds, with the rule that
//! decides it behind it in brackets. An answer that says several things becomes an expectation for each.

use std::collections::BTreeSet;

use super::rewriting::{Expectation, Rewritten, holding, replaced};
use crate::diag::{Source, Span};
use crate::runner::{Finding, FindingState, Outcome, Runner};
use crate::scenario::Includes;

/// The most candidates for one part of an answer.
const MOST: usize = 60;

impl Runner<'_> {
    /// Makes expectations of what the scenarios of these titles ask.
    pub fn accepted(&self, source: &Source, includes: &dyn Includes, titles: &BTreeSet<&str>) -> Rewritten {
        let mut source = source.clone();
        let mut after = Rewritten::of(&source.text);
        let mut from = 0;
        // From the top down: each round is over one question.
        loop {
            let outcomes = self.run_text(&source, includes);
            let Some((finding, span)) = first_asked(&outcomes, titles, from) else { break };
            match self.expected(&source, includes, finding, span) {
                Some((text, end)) => {
                    source.text.clone_from(&text);
                    after.take(span, text);
                    from = end;
                }
                None => {
                    after.left.push(span);
                    from = span.start + 1;
                }
            }
        }
        after
    }

    /// The text with that question made one or more expectations, and where these end.
    fn expected(
        &self,
        source: &Source,
        includes: &dyn Includes,
        finding: &Finding,
        span: Span,
    ) -> Option<(String, usize)> {
        let written = source.text.get(span.start..span.end)?;
        let subject = written.strip_prefix("ask ")?.trim();
        // What stands in a table is asked of each row.
        if subject.contains('<') {
            return None;
        }
        let indent: String =
            source.text.get(..span.start)?.chars().rev().take_while(|letter| *letter == ' ').collect();
        let holds = |so_far: &str, line: &str| {
            let text = replaced(&source.text, span, &format!("{so_far}{line}"))?;
            let outcomes = self.run_text(&Source::new(source.name.clone(), text.clone()), includes);
            holding(&outcomes, span.start + so_far.len()).map(|rule| (text, rule))
        };
        let mut taken = String::new();
        let mut best = None;
        for part in parts(&finding.sentence) {
            let found = candidates(subject, &part, taken.is_empty()).into_iter().find_map(|body| {
                let (text, rule) = holds(&taken, &format!("expect {body}"))?;
                let cited = rule.and_then(|rule| {
                    let line = format!("expect {body} [{rule}]");
                    holds(&taken, &line).map(|(text, _)| (text, line))
                });
                Some(cited.unwrap_or_else(|| (text, format!("expect {body}"))))
            });
            let Some((text, line)) = found else { continue };
            let end = span.start + taken.len() + line.len();
            best = Some((text, end));
            taken.push_str(&line);
            taken.push('\n');
            taken.push_str(&indent);
        }
        best
    }
}

/// The first question from a place on, in the scenarios of these titles.
fn first_asked<'o>(
    outcomes: &'o [Outcome],
    titles: &BTreeSet<&str>,
    from: usize,
) -> Option<(&'o Finding, Span)> {
    let meant = outcomes.iter().filter(|outcome| titles.contains(outcome.title.as_str()));
    let asked =
        meant.flat_map(|outcome| &outcome.findings).filter(|finding| finding.state == FindingState::Asked);
    let placed = asked.filter_map(|finding| finding.span.map(|span| (finding, span)));
    placed.filter(|(_, span)| span.start >= from).min_by_key(|(_, span)| span.start)
}

/// What an answer says, one thing after the other: without the way that an object has taken, and without reasons.
fn parts(sentence: &str) -> Vec<String> {
    let said = sentence.split_once(" (").map_or(sentence, |(said, _)| said);
    let said = said.split_once(": ").map_or(said, |(said, _)| said);
    said.split(", ").map(str::to_owned).collect()
}

/// How a part of an answer may be expected, the likeliest first.
fn candidates(subject: &str, part: &str, is_first: bool) -> Vec<String> {
    let mut candidates = Vec::new();
    if is_first {
        candidates.push(part.to_owned());
    }
    for verb in [" is ", " has "] {
        if let Some((_, end)) = part.split_once(verb).filter(|_| is_first) {
            candidates.push(format!("{subject} {end}"));
            candidates.push(format!("{subject}{verb}{end}"));
        }
    }
    if !is_first {
        candidates.extend(["is ", "has ", ""].map(|verb| format!("{subject} {verb}{part}")));
    }
    let numbers =
        part.split(' ').filter(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()));
    candidates.extend(numbers.map(|number| format!("{subject} {number}")));
    if is_first {
        candidates.push(subject.to_owned());
        let expectation = Expectation { body: subject.to_owned(), rules: "" };
        expectation.turned_round(&mut candidates);
        candidates.extend(expectation.candidates(part));
    }
    let mut seen = BTreeSet::new();
    candidates.retain(|candidate| seen.insert(candidate.clone()));
    candidates.truncate(MOST);
    candidates
}
