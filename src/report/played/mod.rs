//! Played scenarios for whoever shows them step by step: the answers, the steps, and the board after each; with structs of their own.
//!
//! The form is published as `schema/played-v1.json`. Within a version fields may be added, and none changes or goes. Boards refer to
//! cards by their places in one list, and steps to boards, so that what stays the same is said once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use crate::book::gist;
use crate::diag::{Diagnostic, Severity, Source, Span};
use crate::game::PlayerId;
use crate::rules::{EDITION, RuleId};
use crate::runner::{Because, Finding, Outcome};
use crate::scenario::ast::Text;
use crate::scenario::{self, Includes};
use crate::trace::names::STRANGER;
use crate::trace::steps::{self, Step as Told};
use crate::trace::text::TextOptions;
use crate::trace::{EntryId, Level};

use super::json::{self, Answer as Plain, Users};

mod board;
mod card;
mod edits;

pub use board::{Board, Heap, Lying, Seat};
pub use card::Card;
pub use edits::{Edit, Open, Pick};

/// The version of the form; its schema is `schema/played-v1.json`.
pub const SCHEMA: &str = "headjudge-played/1";

/// How scenarios are played for who looks on.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The name of the player who looks; nobody for the judge, who sees all.
    pub viewer: Option<String>,
    /// Whether the steps are those of `-v`.
    pub detail: bool,
    /// Whether cards have what they say.
    pub words: bool,
    /// What stops it from outside, if anything may: what comes of it then is no answer.
    pub stop: Option<Arc<AtomicBool>>,
}

/// What comes of some scenarios.
#[derive(Debug, Serialize)]
pub struct Document {
    /// The version of the form: [`SCHEMA`].
    pub schema: &'static str,
    /// The edition of the Comprehensive Rules that the citations are of, by its date.
    pub edition: &'static str,
    /// The scenarios in their order.
    pub scenarios: Vec<Played>,
}

/// What comes of one scenario.
#[derive(Debug, Serialize)]
pub struct Played {
    /// The file.
    pub file: String,
    /// The title, with the row of its table where it is a variant.
    pub title: String,
    /// What is asked, in prose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The answer that the scenario itself gives, in prose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prose: Option<String>,
    /// The verdict in words.
    pub verdict: &'static str,
    /// The players in turn order.
    pub players: Vec<String>,
    /// The player who looks; absent for the judge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewer: Option<String>,
    /// The answers, in the order in which they are asked.
    pub answers: Vec<Answer>,
    /// The cards of the user's that the answers rest on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub users_cards: Vec<Users>,
    /// What is wrong, open or not supported.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// The question that is open, with its answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Open>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The boards: the first is that before anything happens, the last that at the end.
    pub boards: Vec<Board>,
    /// The cards on the boards, each as it looks, by their numbers there.
    pub cards: Vec<Card>,
    /// What each rule that is cited decides, in our own words.
    pub rules: BTreeMap<String, String>,
    /// Whether there were more positions than are kept: late steps but the very last lead to the last one that was kept.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
}

/// The answer to one `expect` or `ask`.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// The answer as `run --format json` has it.
    #[serde(flatten)]
    pub plain: Plain,
    /// The step that decides it, by its place in the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// How many steps there were as it was asked.
    pub after: usize,
}

/// One step.
#[derive(Debug, Serialize)]
pub struct Step {
    /// Its number, as in the text; absent for a step of a turn, under which what follows happens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// Under how many steps it stands.
    pub depth: usize,
    /// Who or what; or the whole sentence.
    pub subject: String,
    /// What became of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub became: String,
    /// Why.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The rules that it cites, the deciding one first.
    pub rules: Vec<RuleId>,
    /// The board after it, by its place in the list.
    pub board: usize,
    /// The numbers of the cards that it is about, as they are on that board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<u32>,
    /// Whether something changes zones.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub moves: bool,
}

/// One diagnostic.
#[derive(Debug, Serialize)]
pub struct Fault {
    /// The stable code.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The fault in one line.
    pub message: String,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What is said at that place.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<String>,
    /// The rules that forbid it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
}

/// A piece of the text, lines and columns from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Its first line.
    pub line: usize,
    /// The column of its first character.
    pub column: usize,
    /// Its last line.
    pub end_line: usize,
    /// The column behind its last character.
    pub end_column: usize,
}

impl Place {
    fn of(span: Span, source: &Source) -> Self {
        let (line, column) = source.line_and_column(span.start);
        let (end_line, end_column) = source.line_and_column(span.end);
        Self { line, column, end_line, end_column }
    }
}

/// The outcomes of a text as values. The runner must have kept positions, or there is no board but the last.
pub fn of_text(
    outcomes: &[Outcome],
    source: &Source,
    includes: &dyn Includes,
    options: &Options,
) -> Vec<Played> {
    let reading = scenario::read(source, includes);
    // What can't be read is one outcome, whatever there is in it.
    let heads = reading.scenarios.iter().filter(|_| !reading.is_faulty()).map(Some);
    let goes_on = || options.stop.as_ref().is_none_or(|stop| !stop.load(Ordering::Relaxed));
    let each = outcomes.iter().zip(heads.chain(std::iter::repeat(None)));
    let each = each.take_while(|_| goes_on()).map(|(outcome, scenario)| {
        let mut played = played(outcome, source, options);
        let text = |text: &Option<Text>| text.as_ref().map(|text| text.text.clone());
        played.question = scenario.and_then(|scenario| text(&scenario.head.question));
        played.prose = scenario.and_then(|scenario| text(&scenario.head.answer));
        played
    });
    each.collect()
}

/// Scenarios as one JSON text on one line, ended by a line feed.
pub fn render(scenarios: Vec<Played>) -> String {
    let document = Document { schema: SCHEMA, edition: EDITION, scenarios };
    // The structs have no maps with odd keys, so that this can't fail.
    let mut text = serde_json::to_string(&document).unwrap_or_default();
    text.push('\n');
    text
}

/// One outcome as a value.
pub fn played(outcome: &Outcome, source: &Source, options: &Options) -> Played {
    let seat = options.viewer.as_ref().and_then(|name| outcome.players.iter().position(|its| its == name));
    let seat = seat.and_then(|seat| u8::try_from(seat).ok()).map(PlayerId);
    // Who is no player of the scenario sees nothing that is hidden from any.
    let viewer = options.viewer.as_ref().map(|_| seat.unwrap_or(STRANGER));
    let text = TextOptions {
        viewer,
        detail: if options.detail { Level::Detail } else { Level::Default },
        player_names: outcome.players.clone(),
        ..TextOptions::default()
    };
    let told = match &outcome.game {
        Some(game) => steps::steps(&outcome.trace, game, &text),
        None => Vec::new(),
    };
    let mut cards = board::Cards::new(options.words);
    let stop = options.stop.as_deref();
    let mut boards =
        Boards { outcome, viewer, stop, cards: &mut cards, made: Vec::new(), known: BTreeMap::new() };
    let places = boards.places(&told);
    let boards = boards.made;
    let answers: Vec<Answer> = json::answers(outcome, source, viewer)
        .into_iter()
        .zip(&outcome.findings)
        .map(|(plain, finding)| Answer {
            plain,
            step: deciding(outcome, finding, &told),
            after: after(finding, &told),
        })
        .collect();
    let faults: Vec<Fault> = outcome.diagnostics.iter().map(|diagnostic| fault(diagnostic, source)).collect();
    let open = outcome.open.as_ref().map(|open| Open::of(open, source));
    let list: Vec<Card> = cards.list;
    let steps: Vec<Step> = told.iter().zip(places).map(|(told, board)| step(told, board)).collect();
    let cited = steps.iter().flat_map(|step| step.rules.iter().copied());
    let cited = cited.chain(answers.iter().flat_map(|answer| answer.plain.rules.iter()));
    let cited = cited
        .chain(faults.iter().flat_map(|fault| fault.rules.iter().filter_map(|rule| RuleId::parse(rule))));
    let cited = cited.chain(open.iter().flat_map(|open| open.rules.iter()));
    let rules = cited.filter_map(|rule| Some((rule.to_string(), gist(rule)?.to_owned()))).collect();
    Played {
        file: source.name.clone(),
        title: outcome.title.clone(),
        question: None,
        prose: None,
        verdict: outcome.verdict.words(),
        players: outcome.players.clone(),
        viewer: seat.and_then(|_| options.viewer.clone()),
        answers,
        users_cards: outcome.users_cards.iter().map(|card| Users::of(card, source)).collect(),
        faults,
        open,
        steps,
        boards,
        cards: list,
        rules,
        cut_short: outcome.history.as_ref().is_some_and(|history| history.is_full()),
    }
}

/// The board before anything has happened, for who is to say what comes of it: no step, no answer, and no other board.
pub fn beginning(outcome: &Outcome, source: &Source) -> Played {
    let mut cards = board::Cards::new(true);
    let mut boards = Boards {
        outcome,
        viewer: None,
        stop: None,
        cards: &mut cards,
        made: Vec::new(),
        known: BTreeMap::new(),
    };
    boards.at(0);
    let boards = boards.made;
    Played {
        file: source.name.clone(),
        title: outcome.title.clone(),
        question: None,
        prose: None,
        verdict: "",
        players: outcome.players.clone(),
        viewer: None,
        answers: Vec::new(),
        users_cards: Vec::new(),
        faults: Vec::new(),
        open: None,
        steps: Vec::new(),
        boards,
        cards: cards.list,
        rules: BTreeMap::new(),
        cut_short: false,
    }
}

/// The boards of an outcome as they are made, each once.
struct Boards<'a> {
    outcome: &'a Outcome,
    viewer: Option<PlayerId>,
    stop: Option<&'a AtomicBool>,
    cards: &'a mut board::Cards,
    made: Vec<Board>,
    /// The board of each position that has one.
    known: BTreeMap<usize, usize>,
}

impl Boards<'_> {
    /// Makes the boards, and says which one each step leads to: what has happened before the next step belongs to it.
    fn places(&mut self, told: &[Told]) -> Vec<usize> {
        let outcome = self.outcome;
        let Some(history) = &outcome.history else {
            self.last();
            return vec![0; told.len()];
        };
        self.at(0);
        let end = outcome.trace.mark();
        // The first entry of each step and of those after it.
        let mut next = end;
        let mut until: Vec<usize> = Vec::with_capacity(told.len());
        for step in told.iter().rev() {
            let last = step.entries.iter().map(|entry| entry.0 as usize + 1).max().unwrap_or(0);
            until.push(next.max(last));
            next = step.entries.first().map_or(next, |entry| (entry.0 as usize).min(next));
        }
        until.reverse();
        let mut furthest = 0;
        let mut places = Vec::with_capacity(told.len());
        for entries in until {
            furthest = furthest.max(history.at(entries));
            places.push(self.at(furthest));
        }
        let last = self.last();
        if let Some(place) = places.last_mut() {
            *place = last;
        }
        places
    }

    /// The board of a position that was kept.
    fn at(&mut self, place: usize) -> usize {
        if let Some(known) = self.known.get(&place) {
            return *known;
        }
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return self.made.len().saturating_sub(1);
        }
        let moment = self.outcome.history.as_ref().and_then(|history| history.moments().get(place));
        let Some(moment) = moment else { return self.made.len().saturating_sub(1) };
        let board = board::board(&moment.game, &self.outcome.players, self.viewer, self.cards);
        let made = self.add(board);
        self.known.insert(place, made);
        made
    }

    /// The board at the end.
    fn last(&mut self) -> usize {
        let Some(game) = &self.outcome.game else { return 0 };
        let board = board::board(game, &self.outcome.players, self.viewer, self.cards);
        self.add(board)
    }

    fn add(&mut self, board: Board) -> usize {
        if self.made.last() != Some(&board) {
            self.made.push(board);
        }
        self.made.len().saturating_sub(1)
    }
}

fn step(told: &Told, board: usize) -> Step {
    Step {
        number: (!told.heading).then(|| told.number.clone()),
        depth: told.depth,
        subject: told.subject.as_str().to_owned(),
        became: told.became.as_str().to_owned(),
        why: told.why.as_str().to_owned(),
        rules: told.rules.clone(),
        board,
        about: told.objects.iter().map(|object| object.0.saturating_add(1)).collect(),
        moves: told.moves,
    }
}

/// The step that decides an answer: the one that tells of it, or the nearest above that does.
fn deciding(outcome: &Outcome, finding: &Finding, told: &[Told]) -> Option<usize> {
    let entry = match finding.own.as_ref().or(finding.because.as_ref()) {
        Some(Because::Step(step, _) | Because::Together(step, _)) => *step,
        _ => *finding.steps.first()?,
    };
    let tells = |id: EntryId| told.iter().position(|step| !step.heading && step.entries.contains(&id));
    std::iter::successors(Some(entry), |id| outcome.trace.get(*id)?.parent).find_map(tells)
}

/// How many steps there were as something was asked.
fn after(finding: &Finding, told: &[Told]) -> usize {
    let before = |step: &Told| step.entries.first().is_some_and(|entry| (entry.0 as usize) < finding.after);
    told.iter().rposition(before).map_or(0, |place| place + 1)
}

fn fault(diagnostic: &Diagnostic, source: &Source) -> Fault {
    let label = diagnostic.labels.iter().find(|label| label.primary).or(diagnostic.labels.first());
    Fault {
        code: diagnostic.code.as_str(),
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: diagnostic.message.clone(),
        place: diagnostic.span().map(|span| Place::of(span, source)),
        label: label.map(|label| label.text.clone()).unwrap_or_default(),
        help: diagnostic.help.clone(),
        rules: diagnostic.rules.clone(),
    }
}
