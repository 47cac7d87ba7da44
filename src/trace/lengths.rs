//! How much of a trace is shown, and under which numbers.
//!
//! A step has one number, that of its line among all lines, however few of them are shown: whoever is told of step 12.1 finds it in
//! every length. What a reader of the answer can do without is left out of the usual length: that a spell which has resolved goes to
//! the graveyard, draws that nobody asks about, repetitions of what has been shown. How many steps are left out is said.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::{CauseKind, Change, MoveAction};
use crate::ir::Zone;
use crate::rules::cr;

use super::entry::{EntryId, Level, Trace, What};
use super::styled::{Style, Text, push_decimal};
use super::tree::{self, Line};
use super::words::{Phrase, Words};

/// The lines of a length, and how many others there are.
pub(super) struct Shown {
    /// The lines, with their numbers.
    pub(super) lines: Vec<Line>,
    /// How many steps are told by none of them.
    pub(super) left_out: usize,
}

/// The lines of a trace at a level, of all of it or of its first entries. Steps that decide something are always shown.
pub(super) fn shown(
    trace: &Trace,
    words: &Words<'_>,
    detail: Level,
    first: Option<usize>,
    since: usize,
    deciding: Option<&[Option<EntryId>]>,
) -> Shown {
    let mut full = tree::lines(trace, words, Level::Detail, first);
    let mut numbers = Numbers::default();
    numbers.give(&mut full, &mut String::new());
    if detail != Level::Default {
        keep_since(&mut full, since);
        return Shown { lines: full, left_out: 0 };
    }
    let mut lines = tree::lines(trace, words, Level::Default, first);
    numbers.take(&mut lines);
    if let Some(deciding) = deciding {
        let deciding: BTreeSet<EntryId> = deciding.iter().flatten().copied().collect();
        let draws = deciding.iter().any(|id| {
            let entry = trace.get(*id).map(|entry| &entry.what);
            matches!(entry, Some(What::Changed(Change::Move(it), _)) if it.action == MoveAction::Draw)
        });
        let cut = Cut { trace, deciding, asked_about_draws: draws };
        cut.bookkeeping(&mut lines);
        cut.repetitions(&mut lines);
    }
    if since > 0 {
        keep_since(&mut lines, since);
        return Shown { lines, left_out: 0 };
    }
    let mut told = BTreeSet::new();
    note_told(&lines, &mut told);
    let left_out = numbers.steps.iter().filter(|step| !told.contains(step)).count();
    Shown { lines, left_out }
}

/// The number of each step in the whole trace.
#[derive(Default)]
struct Numbers {
    of: BTreeMap<EntryId, String>,
    /// Those of lines that only say that others happen together, by the entries that these tell of.
    of_brackets: BTreeMap<EntryId, String>,
    steps: Vec<EntryId>,
}

impl Numbers {
    /// Numbers all lines, those below the line with the number `above`.
    fn give(&mut self, lines: &mut [Line], above: &mut String) {
        let mut count = 0;
        let outer = above.len();
        for line in lines.iter_mut().filter(|line| !line.heading) {
            count += 1;
            if outer > 0 {
                above.push('.');
            }
            push_decimal(above, count);
            line.number.clone_from(above);
            if line.is_bracket() {
                let below = line.children.iter().flat_map(|child| child.tells.iter().chain(&child.at));
                self.of_brackets.extend(below.map(|entry| (*entry, above.clone())));
            } else {
                self.steps.extend(line.at);
                for entry in line.at.iter().chain(&line.tells) {
                    self.of.entry(*entry).or_insert_with(|| above.clone());
                }
            }
            self.give(&mut line.children, above);
            above.truncate(outer);
        }
    }

    /// Gives lines of another length the numbers that their steps have. What stands together there alone has none.
    fn take(&self, lines: &mut [Line]) {
        for line in lines.iter_mut().filter(|line| !line.heading) {
            let number = if line.is_bracket() {
                let mut below = line.children.iter().flat_map(|child| child.tells.iter().chain(&child.at));
                below.find_map(|entry| self.of_brackets.get(entry))
            } else {
                line.at.iter().chain(&line.tells).find_map(|entry| self.of.get(entry))
            };
            line.number = number.cloned().unwrap_or_default();
            self.take(&mut line.children);
        }
    }
}

/// The entries that some line tells of.
fn note_told(lines: &[Line], told: &mut BTreeSet<EntryId>) {
    for line in lines {
        told.extend(line.at.iter().chain(&line.tells));
        note_told(&line.children, told);
    }
}

/// Leaves the lines that tell of an entry from a place on, and the headings above them.
fn keep_since(lines: &mut Vec<Line>, since: usize) {
    let mut kept: Vec<Line> = Vec::new();
    for mut line in std::mem::take(lines) {
        keep_since(&mut line.children, since);
        let is_later = line.at.iter().chain(&line.tells).any(|entry| entry.0 as usize >= since);
        if line.heading && kept.last().is_some_and(|before| before.heading) {
            kept.pop();
        }
        if line.heading || is_later || !line.children.is_empty() {
            kept.push(line);
        }
    }
    if kept.last().is_some_and(|line| line.heading) {
        kept.pop();
    }
    *lines = kept;
}

/// What is left out.
struct Cut<'a> {
    trace: &'a Trace,
    /// What decides an answer.
    deciding: BTreeSet<EntryId>,
    /// Whether a draw is among that.
    asked_about_draws: bool,
}

/// How often something has to follow itself before it is told once and counted.
const REPETITIONS: usize = 4;

/// So many lines at least are worth a line that stands for them.
const WORTH: usize = 6;

/// The most lines that one repetition has.
const LONGEST: usize = 12;

impl Cut<'_> {
    /// Takes out single lines that nobody needs, and headings below which nothing is left.
    fn bookkeeping(&self, lines: &mut Vec<Line>) {
        let triggers =
            |line: &Line| self.entries(line).any(|what| matches!(what, What::Changed(Change::Trigger(_), _)));
        let mut kept: Vec<Line> = Vec::with_capacity(lines.len());
        let mut rest = std::mem::take(lines).into_iter().peekable();
        while let Some(mut line) = rest.next() {
            self.bookkeeping(&mut line.children);
            // What triggers when a card is drawn needs the draw before it.
            let is_followed = rest.peek().is_some_and(triggers);
            if self.has_resolved(&line)
                || !self.asked_about_draws && !is_followed && self.draws_for_the_turn(&line)
            {
                continue;
            }
            if line.heading && kept.last().is_some_and(|before| before.heading) {
                kept.pop();
            }
            kept.push(line);
        }
        if kept.last().is_some_and(|line| line.heading) {
            kept.pop();
        }
        *lines = kept;
    }

    fn entries<'a>(&'a self, line: &'a Line) -> impl Iterator<Item = &'a What> {
        line.tells.iter().filter_map(|id| Some(&self.trace.get(*id)?.what))
    }

    fn decides(&self, line: &Line) -> bool {
        line.tells.iter().chain(&line.at).any(|id| self.deciding.contains(id))
    }

    /// Whether a line says no more than that a spell goes to the graveyard as the last step of its resolution (608.2n).
    fn has_resolved(&self, line: &Line) -> bool {
        let [id] = line.tells.as_slice() else { return false };
        let Some(entry) = self.trace.get(*id) else { return false };
        let goes = matches!(&entry.what, What::Changed(Change::Move(it), _) if it.action == MoveAction::Resolve && it.to == Zone::Graveyard);
        goes && matches!(entry.cause, CauseKind::Resolution(..))
            && entry.rules.contains(cr!("608.2n"))
            && line.children.is_empty()
            && !self.decides(line)
    }

    /// Whether a line says no more than that the active player draws for the turn (504.1).
    fn draws_for_the_turn(&self, line: &Line) -> bool {
        let [id] = line.tells.as_slice() else { return false };
        let Some(entry) = self.trace.get(*id) else { return false };
        let What::Changed(Change::Move(it), _) = &entry.what else { return false };
        // A card that goes on from the hand is one that the scenario is about.
        let goes_on = || {
            self.trace.entries().iter().any(
                |later| matches!(&later.what, What::Changed(Change::Move(other), _) if other.object == it.new),
            )
        };
        it.action == MoveAction::Draw
            && entry.rules.contains(cr!("504.1"))
            && line.children.is_empty()
            && !self.decides(line)
            && !goes_on()
    }

    /// Puts one line in the place of what only repeats the lines before it: the first time and the last are shown.
    fn repetitions(&self, lines: &mut Vec<Line>) {
        for line in lines.iter_mut() {
            self.repetitions(&mut line.children);
        }
        let patterns: Vec<String> = lines.iter().map(pattern).collect();
        let runs: Vec<Vec<usize>> = (1..=LONGEST).map(|length| runs_of(&patterns, length)).collect();
        let decisive = self.up_to_each(lines);
        let decides = |from: usize, to: usize| decisive.get(from) != decisive.get(to);
        let mut folded = Vec::with_capacity(lines.len());
        let mut rest = std::mem::take(lines).into_iter();
        let mut place = 0;
        while place < patterns.len() {
            let found = (1..=LONGEST).zip(&runs).find_map(|(length, runs)| {
                let times = runs.get(place).copied().unwrap_or(0);
                let enough = times >= REPETITIONS && length * times >= WORTH;
                let decides = || decides(place + length, place + length * (times - 1));
                (enough && !decides()).then_some((length, times))
            });
            place += match found {
                Some((length, times)) => {
                    folded.extend(rest.by_ref().take(length));
                    let middle: Vec<Line> = rest.by_ref().take(length * (times - 2)).collect();
                    folded.extend(stands_for(&middle, times - 2));
                    folded.extend(rest.by_ref().take(length));
                    length * times
                }
                None => {
                    folded.extend(rest.next());
                    1
                }
            };
        }
        *lines = folded;
    }

    /// How many of the lines before each place decide something, and how many do of all.
    fn up_to_each(&self, lines: &[Line]) -> Vec<usize> {
        let mut counts = vec![0];
        let mut count = 0;
        for line in lines {
            count += usize::from(self.decides_within(line));
            counts.push(count);
        }
        counts
    }

    fn decides_within(&self, line: &Line) -> bool {
        self.decides(line) || line.children.iter().any(|child| self.decides_within(child))
    }
}

/// How often so many patterns follow themselves from each place on, once at least; not at all where there are fewer.
fn runs_of(patterns: &[String], length: usize) -> Vec<usize> {
    let mut runs = vec![0; patterns.len()];
    for place in (0..patterns.len()).rev() {
        let here = patterns.get(place..place + length);
        let next = patterns.get(place + length..place + 2 * length);
        let after = runs.get(place + length).copied().unwrap_or(0);
        if let (Some(here), Some(run)) = (here, runs.get_mut(place)) {
            *run = if Some(here) == next { after + 1 } else { 1 };
        }
    }
    runs
}

/// What a line says, whatever numbers are in it.
fn pattern(line: &Line) -> String {
    let phrase = &line.phrase;
    let mut pattern = String::new();
    for part in [&phrase.subject, &phrase.became, &phrase.why] {
        pattern.extend(part.as_str().chars().filter(|letter| !letter.is_ascii_digit() && *letter != ' '));
        pattern.push('|');
    }
    for rule in &line.rules {
        pattern.push_str(rule.as_str());
        pattern.push(',');
    }
    for child in &line.children {
        pattern.push('(');
        pattern.push_str(&self::pattern(child));
        pattern.push(')');
    }
    pattern
}

/// The line in the place of so many repetitions.
fn stands_for(lines: &[Line], times: usize) -> Option<Line> {
    let mut numbers = lines.iter().filter(|line| !line.number.is_empty()).map(|line| line.number.as_str());
    let first = numbers.next()?;
    let last = numbers.next_back().unwrap_or(first);
    let mut text = Text::new();
    let again = if times == 1 { "once more".to_owned() } else { format!("{times} times more") };
    text.push_fmt(format_args!("the same {again}: steps {first} to {last}"), Style::Aside);
    let mut told = BTreeSet::new();
    note_told(lines, &mut told);
    Some(Line { phrase: Phrase::sentence(text), tells: told.into_iter().collect(), ..Line::default() })
}
