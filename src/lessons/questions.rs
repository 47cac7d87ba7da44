//! What can be asked of a scenario: made from what it expects and asks, which playing has confirmed.

use crate::diag::{Source, Span};
use crate::runner::{Finding, FindingState, Outcome, Runner, Verdict};
use crate::scenario::ast::Scenario;
use crate::scenario::script::{Ask, Expectation, LineKind, ScriptLine};
use crate::scenario::{NoIncludes, read};

use super::reply::{Reply, Shape};
use super::wording::{self, Words};

/// Something to ask of a scenario, with what the answer rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The question.
    pub words: String,
    /// What sort of reply it wants.
    pub shape: Shape,
    /// The right one.
    pub right: Reply,
    /// The lines of the scenario that are seen: the board and what happens until it is asked, and nothing that answers it.
    pub scene: String,
}

/// A scenario that stands alone (see [`crate::scenario::alone`]), played, with what can be asked of it.
pub struct Quizzing {
    /// What is asked in prose and can be answered with yes or no stands first; then what a rule is named for; the others follow in the
    /// order of the scenario.
    pub questions: Vec<Question>,
    /// What it comes to.
    pub outcome: Outcome,
    /// Its text.
    pub source: Source,
    /// How hard it is, see [`level`].
    pub level: u8,
}

impl Quizzing {
    /// Plays a scenario and makes questions of it; nothing if the text is not one scenario that ends with this verdict. What is not
    /// decided can't be asked.
    pub fn of(runner: &Runner<'_>, source: Source, verdict: Verdict) -> Option<Self> {
        let reading = read(&source, &NoIncludes);
        let [scenario] = reading.scenarios.as_slice() else { return None };
        if reading.is_faulty() {
            return None;
        }
        let prepared = runner.prepare(scenario).ok()?;
        let script = prepared.script().to_vec();
        let outcome = runner.play(prepared);
        if outcome.verdict != verdict {
            return None;
        }
        if verdict != Verdict::Expected {
            return Some(Self { level: level(&script), questions: Vec::new(), outcome, source });
        }
        let text = source.text.as_str();
        let mut questions: Vec<Question> = in_prose(scenario, text).into_iter().collect();
        let players = scenario.player_names();
        let mut asked = Asked { text, players: &players, findings: &outcome.findings, questions: Vec::new() };
        asked.lines(&script, false);
        let (sharp, other): (Vec<_>, Vec<_>) = asked.questions.into_iter().partition(|(sharp, _)| *sharp);
        questions.extend(sharp.into_iter().chain(other).map(|(_, question)| question));
        Some(Self { level: level(&script), questions, outcome, source })
    }
}

/// How hard a scenario is, by how much happens in it: 1 for one action, 2 for two or three, 3 for more.
pub fn level(script: &[ScriptLine]) -> u8 {
    fn actions(lines: &[ScriptLine]) -> usize {
        let own = |line: &ScriptLine| usize::from(matches!(line.kind, LineKind::Action(_)));
        lines.iter().map(|line| own(line) + actions(&line.children)).sum()
    }
    match actions(script) {
        0 | 1 => 1,
        2 | 3 => 2,
        _ => 3,
    }
}

/// The question of the head, where its answer begins with yes or no.
fn in_prose(scenario: &Scenario, text: &str) -> Option<Question> {
    let (question, answer) = (scenario.head.question.as_ref()?, scenario.head.answer.as_ref()?);
    let word = answer.text.split([' ', '.', ',', ':', ';']).next()?;
    let yes = match word {
        "Yes" => true,
        "No" => false,
        _ => return None,
    };
    // What asks for more than yes or no can't be answered with that.
    if question.text.matches('?').count() != 1 || !wants_yes_or_no(&question.text) {
        return None;
    }
    Some(Question {
        words: question.text.clone(),
        shape: Shape::YesNo,
        right: Reply::Yes(yes),
        scene: scene(text, text.len(), &scenario.player_names()),
    })
}

/// Whether the last sentence of a question begins as one that is answered with yes or no, and offers no other.
fn wants_yes_or_no(question: &str) -> bool {
    let last = question.trim_end_matches('?').rsplit(['.', ';', ':']).next().unwrap_or_default().trim();
    let word = last.split(' ').next().unwrap_or_default().to_lowercase();
    let begins = [
        "is", "are", "was", "were", "does", "do", "did", "has", "have", "had", "may", "can", "could", "must",
        "will", "would",
    ];
    begins.contains(&word.as_str()) && !last.contains(" or ") && !last.contains(", and ")
}

/// The walk through a script that collects questions.
struct Asked<'a> {
    text: &'a str,
    players: &'a [&'a str],
    findings: &'a [Finding],
    /// Each with whether the scenario names a rule for it.
    questions: Vec<(bool, Question)>,
}

impl Asked<'_> {
    fn lines(&mut self, lines: &[ScriptLine], tried: bool) {
        for line in lines {
            let words = match &line.kind {
                LineKind::Expect(expectation) => self.of_expectation(expectation, line.span, tried),
                LineKind::Ask(ask) => self.of_ask(ask, line.span).into_iter().collect(),
                LineKind::Begin | LineKind::Action(_) | LineKind::Choice(_) => Vec::new(),
            };
            for Words { words, shape, right } in words {
                let scene = scene(self.text, line.span.start, self.players);
                let sharp =
                    matches!(&line.kind, LineKind::Expect(expectation) if !expectation.rules.is_empty());
                let question = Question { words, shape, right, scene };
                if self.questions.iter().all(|(_, known)| *known != question) {
                    self.questions.push((sharp, question));
                }
            }
            let tries = matches!(&line.kind, LineKind::Action(action) if action.tries);
            self.lines(&line.children, tries);
        }
    }

    fn of_expectation(&self, expectation: &Expectation, span: Span, tried: bool) -> Vec<Words> {
        let mut findings = self.findings.iter().filter(|finding| finding.span == Some(span));
        let holds = findings.next().is_some_and(|finding| finding.state == FindingState::Holds);
        if !holds || expectation.todo.is_some() || expectation.unsettled.is_some() {
            return Vec::new();
        }
        let line = self.text.get(span.start..span.end).unwrap_or_default();
        wording::of_claim(&expectation.claim, line, (self.text, self.players), tried)
    }

    fn of_ask(&self, ask: &Ask, span: Span) -> Option<Words> {
        let finding = self.findings.iter().find(|finding| finding.span == Some(span))?;
        wording::of_ask(&ask.question, &finding.sentence, (self.text, self.players))
    }
}

/// The lines of a scenario up to a place that may be seen by who is asked.
fn scene(text: &str, until: usize, players: &[&str]) -> String {
    let seen = text.get(..until).unwrap_or(text);
    // The line that is asked about itself is not seen.
    let seen = seen.get(..seen.rfind('\n').map_or(0, |end| end + 1)).unwrap_or_default();
    let mut scene = String::new();
    let mut hidden: Option<usize> = None;
    let mut was_block = false;
    for line in seen.lines() {
        let indent = line.len() - line.trim_start().len();
        if hidden.is_some_and(|outer| indent > outer) {
            continue;
        }
        hidden = None;
        let word = line.split_whitespace().next().unwrap_or_default();
        let is_head = indent == 0
            && ["scenario", "question", "answer", "source", "rules", "tags", "edition"].contains(&word);
        if is_head || word == "expect" || word == "ask" {
            hidden = Some(indent);
            continue;
        }
        // A line between the board and what happens is easier on the eye.
        let is_block = players.contains(&line.trim_end_matches(':'));
        if indent == 0 && !is_block && std::mem::take(&mut was_block) {
            scene.push('\n');
        }
        was_block |= is_block;
        scene.push_str(line);
        scene.push('\n');
    }
    scene
}
