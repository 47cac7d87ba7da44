//! Every way that a scenario can go: all answers to what it leaves open, followed to their ends.

use crate::board::{Board, Table};
use crate::game::{Answer, Choice, Game, Item, Nature, ObjectId, Options};
use crate::ir::Zone;
use crate::rules::cr;
use crate::scenario::ast::Scenario;
use crate::scenario::script::ScriptLine;
use crate::trace::kind_word;

use super::options::in_list;
use super::outcome::{Finding, Lead, Outcome, Verdict};
use super::{Keeping, Prepared, Runner, stage};
use crate::why::apart::happened_alike;

/// The most answers to one question that are followed.
const MOST_ANSWERS: usize = 64;

/// The most numbers that are followed where any number will do.
const MOST_NUMBERS: usize = 12;

/// The most answers of which it is said where they lead.
const MOST_LEADS: usize = 8;

/// The most questions in a row.
const MOST_QUESTIONS: usize = 32;

/// Every way that a scenario can go.
#[derive(Debug)]
pub struct Exploration {
    /// The scenario's title.
    pub title: String,
    /// The ways, those with the same first answers beside each other.
    pub ways: Vec<Way>,
    /// How many answers, and ways begun, were not followed, being too many.
    pub left_out: u64,
}

/// One way that a scenario can go.
#[derive(Debug)]
pub struct Way {
    /// The questions that were open and their answers, in order.
    pub answers: Vec<Answered>,
    /// What comes of it.
    pub outcome: Outcome,
}

/// A question and one of its answers, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// Who must choose.
    pub player: String,
    /// What sort of choice: the word of the scenario language.
    pub kind: &'static str,
    /// What asks, if anything does.
    pub source: Option<String>,
    /// The answer, as it would be written in the scenario.
    pub answer: String,
}

/// A question that nothing answers, and its legal answers.
#[derive(Debug)]
pub(super) struct Open {
    answers: Vec<(Answer, Answered)>,
    left_out: u64,
}

/// Plays a scenario in every way, up to so many.
pub(super) fn explore(runner: &Runner<'_>, scenario: &Scenario, most: usize) -> Exploration {
    let mut exploration = Exploration { title: scenario.full_title(), ways: Vec::new(), left_out: 0 };
    // What does not hang on the answers is made ready once.
    let Prepared { scenario, board, script, users_cards, notes: _ } = match runner.prepare(scenario) {
        Ok(prepared) => prepared,
        Err(outcome) => {
            exploration.ways.push(Way { answers: Vec::new(), outcome: *outcome });
            return exploration;
        }
    };
    // The ways that are still to be gone, the next one last.
    let mut waiting: Vec<(Vec<Answer>, Vec<Answered>)> = vec![(Vec::new(), Vec::new())];
    while let Some((given, told)) = waiting.pop() {
        if exploration.ways.len() >= most {
            exploration.left_out = exploration.left_out.saturating_add(1);
            continue;
        }
        let board = board.clone();
        let (outcome, open) = stage::play_on(scenario, board, &script, &runner.kept, Some(given.clone()));
        let outcome = Outcome { users_cards: users_cards.clone(), ..outcome };
        if !given.is_empty() && is_no_assignment(&outcome) {
            continue;
        }
        match open.filter(|open| !open.answers.is_empty()) {
            None => exploration.ways.push(Way { answers: told, outcome }),
            // Some questions lead to themselves again for as long as the player likes.
            Some(open) if given.len() >= MOST_QUESTIONS => {
                let more = open.left_out.saturating_add(open.answers.len() as u64);
                exploration.left_out = exploration.left_out.saturating_add(more);
            }
            Some(open) => {
                exploration.left_out = exploration.left_out.saturating_add(open.left_out);
                for (answer, words) in open.answers.into_iter().rev() {
                    let mut given = given.clone();
                    given.push(answer);
                    let mut told = told.clone();
                    told.push(words);
                    waiting.push((given, told));
                }
            }
        }
    }
    exploration
}

/// Whether a way ends at combat damage that can't be assigned so: that is checked once all of it is (510.1e).
fn is_no_assignment(outcome: &Outcome) -> bool {
    let rule = cr!("510.1e").to_string();
    outcome.verdict == Verdict::Invalid
        && outcome.diagnostics.first().is_some_and(|fault| fault.rules.contains(&rule))
}

/// What each answer to the question at which a scenario stops would lead to, as far as the next question; nothing if there are too many.
pub(super) fn leads(scenario: &Scenario, board: &Board, script: &[ScriptLine], kept: &Keeping) -> Vec<Lead> {
    let ask = |given: Vec<Answer>| stage::play_on(scenario, board.clone(), script, kept, Some(given));
    let Some(open) = ask(Vec::new()).1 else { return Vec::new() };
    if open.left_out > 0 || open.answers.len() > MOST_LEADS {
        return Vec::new();
    }
    let mut leads: Vec<Lead> = Vec::new();
    for (answer, told) in open.answers {
        let (outcome, next) = ask(vec![answer]);
        if is_no_assignment(&outcome) {
            continue;
        }
        let stopped = outcome.diagnostics.first().filter(|_| outcome.verdict == Verdict::Undecided);
        let then = match next.and_then(|next| next.answers.into_iter().next()) {
            Some((_, next)) => Some(next.question()),
            None => stopped.map(|fault| fault.message.clone()),
        };
        leads.push(Lead { answer: told.answer, findings: outcome.findings, then });
    }
    // What is so whatever is answered tells nothing of the answers.
    let is_same = |one: &Finding, other: &Finding| one.sentence == other.sentence && one.state == other.state;
    let common: Vec<Finding> = leads.first().map_or_else(Vec::new, |first| {
        let others = || leads.iter().skip(1);
        let in_all = |it: &&Finding| others().all(|lead| lead.findings.iter().any(|its| is_same(it, its)));
        first.findings.iter().filter(in_all).cloned().collect()
    });
    for lead in &mut leads {
        lead.findings.retain(|finding| !common.iter().any(|known| is_same(known, finding)));
        // What is told again with more need not be told before.
        let told: Vec<String> = lead.findings.iter().map(|finding| finding.sentence.clone()).collect();
        let is_told = |it: &Finding| told.iter().any(|other| other.starts_with(&format!("{},", it.sentence)));
        lead.findings.retain(|finding| !is_told(finding));
    }
    // Where nothing tells them apart there is nothing to say.
    if leads.iter().all(|lead| lead.findings.is_empty() && lead.then.is_none()) {
        leads.clear();
    }
    leads
}

impl Answered {
    /// What is asked: `then NAP chooses a sacrifice for Diabolic Edict`.
    fn question(&self) -> String {
        let of = self.source.as_ref().map_or_else(String::new, |source| format!(" for {source}"));
        format!("{} answers the next question: {}{of}", self.player, self.kind)
    }
}

impl Exploration {
    /// How many ways end with this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.ways.iter().filter(|way| way.outcome.verdict == verdict).count()
    }
}

impl Open {
    /// The question with its answers; of answers between which nothing tells apart the first.
    pub(super) fn of(game: &Game, table: &Table, choice: &Choice) -> Self {
        let alike = alike(game, table, choice);
        let source = choice.source.map(|source| {
            let source = game.object(source).stack_ability().map_or(source, |ability| ability.source);
            table.title(game, source)
        });
        let words = in_words(game, table, choice);
        let mut open = Self { answers: Vec::new(), left_out: 0 };
        let most = if matches!(choice.options, Options::Number { .. }) { MOST_NUMBERS } else { MOST_ANSWERS };
        let total = choice.count_answers();
        for (seen, answer) in (0u64..).zip(choice.answers()) {
            if open.answers.len() >= most || seen >= 20_000 {
                open.left_out = total.saturating_sub(seen);
                break;
            }
            if !is_first_of_its_like(&answer, &alike) {
                continue;
            }
            let answered = Answered {
                player: table.name_of(choice.player).to_owned(),
                kind: kind_word(choice.kind),
                source: source.clone().filter(|source| !source.is_empty()),
                answer: told(&answer, &words),
            };
            open.answers.push((answer, answered));
        }
        open
    }

    /// The answers in words, and how many more there are.
    pub(super) fn into_words(self) -> (Vec<Answered>, u64) {
        (self.answers.into_iter().map(|(_, words)| words).collect(), self.left_out)
    }
}

/// What can be picked, in words that differ where the things do.
fn in_words(game: &Game, table: &Table, choice: &Choice) -> Vec<String> {
    let items: &[Item] = match &choice.options {
        Options::Pick { from, .. } => from,
        Options::Divide { among, .. } => among,
        _ => &[],
    };
    let words: Vec<String> = items.iter().map(|item| in_list(game, table, *item, items)).collect();
    let tell = |(item, word): (&Item, &String)| {
        let several = words.iter().filter(|other| *other == word).count() > 1;
        match item {
            Item::Object(object) if several => format!("{word} {object}"),
            _ => word.clone(),
        }
    };
    items.iter().zip(&words).map(tell).collect()
}

/// An answer in words.
fn told(answer: &Answer, words: &[String]) -> String {
    let word = |index: u32| words.get(index as usize).map_or("", String::as_str);
    match answer {
        Answer::Yes => "yes".to_owned(),
        Answer::No => "no".to_owned(),
        Answer::Number(number) => number.to_string(),
        Answer::Picked(picked) if picked.is_empty() => "none".to_owned(),
        Answer::Picked(picked) => picked.iter().map(|index| word(*index)).collect::<Vec<_>>().join("; "),
        Answer::Divided(shares) => {
            let parts = (0u32..).zip(shares).filter(|(_, share)| **share > 0);
            parts.map(|(index, share)| format!("{share} to {}", word(index))).collect::<Vec<_>>().join("; ")
        }
    }
}

/// For each item the first one that nothing tells apart from it.
pub(super) fn alike(game: &Game, table: &Table, choice: &Choice) -> Vec<usize> {
    let Options::Pick { from, .. } = &choice.options else { return Vec::new() };
    let mut classes: Vec<usize> = Vec::with_capacity(from.len());
    for (place, item) in from.iter().enumerate() {
        let like = from.iter().take(place).position(|earlier| match (earlier, item) {
            (Item::Object(one), Item::Object(other)) => are_alike(game, table, *one, *other),
            _ => false,
        });
        let class = like.and_then(|like| classes.get(like).copied()).unwrap_or(place);
        classes.push(class);
    }
    classes
}

/// Whether an answer takes of things that are alike the first ones, in their order: every other answer goes as one of those.
pub(super) fn is_first_of_its_like(answer: &Answer, alike: &[usize]) -> bool {
    let Answer::Picked(picked) = answer else { return true };
    picked.iter().enumerate().all(|(place, index)| {
        let class = alike.get(*index as usize);
        // All that are alike and stand before it have been picked before it.
        (0..*index).all(|earlier| {
            alike.get(earlier as usize) != class || picked.iter().take(place).any(|taken| *taken == earlier)
        })
    })
}

/// Whether nothing tells two objects apart: neither anything that is true of them, nor anything that knows one of them.
fn are_alike(game: &Game, table: &Table, one: ObjectId, other: ObjectId) -> bool {
    let (first, second) = (game.object(one), game.object(other));
    let of_a_sort = match (&first.nature, &second.nature) {
        (Nature::Card(_), Nature::Card(_)) => {
            matches!(first.zone, Zone::Hand | Zone::Battlefield | Zone::Library)
        }
        (Nature::Token, Nature::Token) | (Nature::Unknown, Nature::Unknown) => true,
        _ => false,
    };
    let same = table.of_one_state(game, one, other)
        && first.controller == second.controller
        && first.base == second.base
        && first.definition == second.definition
        && first.entered_turn == second.entered_turn
        && first.upkeeps == second.upkeeps
        && first.seen_by == second.seen_by;
    let plain = |object: ObjectId| {
        let its = game.object(object);
        its.face_down.is_none()
            && its.attached_to.is_none()
            && its.announced.is_none()
            && its.copied.is_none()
            && its.components().next().is_none()
            && its.designations.is_empty()
            && its.uses.is_empty()
    };
    let nothing_knows_them = game.stack().iter().all(|spell| {
        let announced = game.object(*spell).announced.as_ref();
        announced.is_none_or(|announced| announced.targets.iter().all(Vec::is_empty))
    }) && game.combat().attacks.is_empty()
        && game.effects().is_empty()
        && game.untils().is_empty()
        && game.delayed().is_empty()
        && game.shields().is_empty()
        && game.waiting().is_empty()
        && game.links().is_empty()
        && game.encodings().is_empty();
    of_a_sort && same && plain(one) && plain(other) && nothing_knows_them && happened_alike(game, one, other)
}
