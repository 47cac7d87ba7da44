//! Statement lines as typed values, once it is known which names there are.
//!
//! A name may hold almost any word of the language, so a line is read by trying where a name could end: the readings
//! in which every name is known count, the longest name first, and a line with two of them is an error that shows both.
//! Read [`mod@reference`] next, then one file for each sort of line: [`action`], [`event`], [`choice`], [`expect`], [`ask`].

mod action;
mod ask;
mod choice;
mod event;
mod expect;
mod fact;
mod happened;
mod pieces;
mod reference;
mod why;

use crate::diag::{Code, Diagnostic, nearest};
use crate::rules::RuleId;
use crate::scenario::ast::{Modifier, ObjectText, Scenario, Spanned, Statement, Text, TurnStart};
use crate::scenario::counters::COUNTERS;
use crate::scenario::lines::Part;
use crate::scenario::script::{Ask, LineKind, Question, ScriptLine};
use crate::scenario::tree::MAX_FAULTS;
use crate::scenario::vocabulary::{PLAYER_LINES, Zone};

use self::pieces::{Piece, Words, pieces};

/// How long a statement may be, in bytes.
const LONGEST_STATEMENT: usize = 1000;

/// Which names there are: given by who knows the cards.
pub trait Names {
    /// Whether a card, a face of one, or a token that may come up has exactly this name.
    fn is_name(&self, name: &str) -> bool;

    /// The name as it is spelled, where it is written with other capitals, accents or quotation marks.
    fn spelled(&self, _name: &str) -> Option<String> {
        None
    }

    /// The name of something on this board that is meant by a part of its name, or that is most like this one.
    fn nearest_here(&self, _name: &str) -> Option<String> {
        None
    }

    /// The known name most like this one, if one is near enough.
    fn nearest_name(&self, name: &str) -> Option<String>;

    /// Whether no card has this name, and all its words are subtypes: then what is called so is what has these.
    fn is_subtypes(&self, _name: &str) -> bool {
        false
    }

    /// Whether something that may come up speaks of counters of that kind.
    fn is_counter(&self, kind: &str) -> bool {
        COUNTERS.contains(&kind)
    }
}

/// Reads the statements of a scenario.
///
/// # Errors
/// Everything that is wrong with them, in the order of the file.
pub fn read(scenario: &Scenario, names: &dyn Names) -> Result<Vec<ScriptLine>, Vec<Diagnostic>> {
    let mut labels = Vec::new();
    for entry in scenario.blocks.iter().flat_map(|block| &block.zones).flat_map(|zone| &zone.entries) {
        labels.extend(entry.label.as_ref());
        collect_modifier_labels(&entry.modifiers, &mut labels);
    }
    collect_created_labels(&scenario.statements, &mut labels);
    let mut reader = Reader {
        names,
        players: scenario.player_names(),
        checks_rules: scenario.head.edition.is_none(),
        labels: labels.iter().map(|label| label.as_str()).collect(),
        faults: Vec::new(),
        attempts: 0,
        counted: 0,
    };
    for (place, label) in labels.iter().enumerate() {
        if let Some(first) = labels.iter().take(place).find(|other| other.text == label.text) {
            reader.faults.push(
                Diagnostic::error(Code::RepeatedLabel, format!("a second `@{}`", label.text), label.span, "")
                    .with_label(first.span, "the first one"),
            );
        }
    }
    for rule in &scenario.head.rules {
        reader.check_rule(rule);
    }
    let begin = scenario.head.turn.as_ref().filter(|turn| !turn.choices.is_empty());
    let begin = begin.map(|turn| reader.begin(turn));
    let mut lines: Vec<ScriptLine> = begin.into_iter().collect();
    for statement in &scenario.statements {
        // What is wrong with a text that is none of a scenario takes long to say.
        if reader.faults.len() >= MAX_FAULTS {
            break;
        }
        lines.extend(reader.line(statement, false));
    }
    if reader.faults.is_empty() {
        return Ok(lines);
    }
    if !scenario.cells.is_empty() {
        let help = format!("in the variant of the row with `{}`", scenario.cells.join("`, `"));
        reader.faults.iter_mut().for_each(|fault| fault.help.push(help.clone()));
    }
    Err(reader.faults)
}

/// The labels that stand behind names inside modifiers: `[exiling NAP's Grizzly Bears @bear]`.
fn collect_modifier_labels<'a>(modifiers: &'a [Spanned<Modifier>], labels: &mut Vec<&'a Text>) {
    for object in modifiers.iter().filter_map(|modifier| modifier.value.object()) {
        let ObjectText { label, modifiers, .. } = object;
        labels.extend(label.as_ref());
        collect_modifier_labels(modifiers, labels);
    }
}

/// The labels that actions give to what they create: `as @label`.
fn collect_created_labels<'a>(statements: &'a [Statement], labels: &mut Vec<&'a Text>) {
    for statement in statements {
        for pair in statement.line.parts.windows(2) {
            if let [Part::Text(text), Part::Label(label)] = pair
                && (text.text == "as" || text.text.ends_with(" as"))
            {
                labels.push(label);
            }
        }
        collect_created_labels(&statement.children, labels);
    }
}

/// What is known while lines are read, and what was found wrong.
struct Reader<'a> {
    names: &'a dyn Names,
    players: Vec<&'a str>,
    labels: Vec<&'a str>,
    /// Rule numbers of another edition can't be checked here.
    checks_rules: bool,
    faults: Vec<Diagnostic>,
    /// How many readings are being tried, one within the other: no fault that is found then will be told.
    attempts: u32,
    /// How many objects the counts of lists have stood for so far.
    counted: usize,
}

impl Reader<'_> {
    /// One line with those under it.
    fn line(&mut self, statement: &Statement, is_under_another: bool) -> Option<ScriptLine> {
        let span = statement.line.text.span;
        if statement.line.text.text.len() > LONGEST_STATEMENT {
            let message = format!("a statement of more than {LONGEST_STATEMENT} bytes");
            self.faults.push(Diagnostic::error(Code::TooLarge, message, span, ""));
            return None;
        }
        let pieces = pieces(&statement.line.parts);
        let kind = self.kind(&pieces, statement, is_under_another);
        let mut children: Vec<ScriptLine> =
            statement.children.iter().filter_map(|child| self.line(child, true)).collect();
        let kind = kind?;
        // Why somebody can't do something is asked of what they try.
        if why::is_attempt(&pieces, &kind) {
            children.push(ScriptLine {
                kind: LineKind::Ask(Ask { question: Question::Legal }),
                span,
                children: Vec::new(),
            });
        }
        let alone = match &kind {
            LineKind::Expect(_) | LineKind::Ask(_) => Some("nothing belongs under `expect` and `ask`"),
            LineKind::Choice(_) => Some("nothing belongs under a choice"),
            LineKind::Action(_) | LineKind::Begin => None,
        };
        if let (Some(message), Some(child)) = (alone, children.first()) {
            let fault = Diagnostic::error(Code::UnexpectedIndentation, message, child.span, "");
            self.faults.push(match &kind {
                LineKind::Choice(_) => fault
                    .with_help("indent it as far as the choice, under the line that leads to the question"),
                _ => fault,
            });
        }
        Some(ScriptLine { kind, span, children })
    }

    /// What stands under the line that says where the scenario begins: the answers to what the step's own abilities ask.
    fn begin(&mut self, turn: &TurnStart) -> ScriptLine {
        let mut children = Vec::new();
        for child in &turn.choices {
            let Some(line) = self.line(child, true) else { continue };
            if !matches!(line.kind, LineKind::Choice(_)) {
                self.faults.push(
                    Diagnostic::error(
                        Code::UnexpectedIndentation,
                        "only choices belong under `turn`",
                        line.span,
                        "",
                    )
                    .with_help("move it to the margin, below the players' blocks"),
                );
            }
            children.push(line);
        }
        ScriptLine { kind: LineKind::Begin, span: turn.span, children }
    }

    fn kind(
        &mut self,
        pieces: &[Piece<'_>],
        statement: &Statement,
        is_under_another: bool,
    ) -> Option<LineKind> {
        let Some(Piece::Words(first)) = pieces.first() else {
            self.faults.push(Diagnostic::error(
                Code::UnknownStatement,
                "a line can't begin with a sign",
                statement.line.text.span,
                "",
            ));
            return None;
        };
        let words = Words::new(first);
        match words.first() {
            "expect" | "todo" | "unsettled" => self.expectation(pieces).map(LineKind::Expect),
            "ask" => match self.attempt_asked(pieces) {
                Some(attempt) => attempt.map(LineKind::Action),
                None => self.ask(pieces).map(LineKind::Ask),
            },
            _ => {
                if let Some(choice) = self.choice_line(words, pieces) {
                    if !is_under_another {
                        self.faults.push(
                            Diagnostic::error(
                                Code::MisplacedChoice,
                                "a choice at the margin",
                                statement.line.text.span,
                                "",
                            )
                            .with_help("indent it under the line that leads to the question"),
                        );
                    }
                    return choice.map(LineKind::Choice);
                }
                self.action(words, pieces, is_under_another).map(LineKind::Action)
            }
        }
    }

    /// Tries a reading; if it finds a fault, forgets it.
    fn attempt<T>(&mut self, reading: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.faults.len();
        self.attempts += 1;
        let value = reading(self);
        self.attempts -= 1;
        if self.faults.len() > before {
            self.faults.truncate(before);
            return None;
        }
        value
    }

    /// The player whose name the words begin with, and what follows it.
    fn player<'p>(&self, words: Words<'p>) -> Option<(Words<'p>, Words<'p>)> {
        let longest = self
            .players
            .iter()
            .filter(|player| {
                words
                    .text
                    .strip_prefix(**player)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':', ',']))
            })
            .max_by_key(|player| player.len())?;
        words.cut(longest.len())
    }

    /// The player whose name the words are.
    fn whole_player(&mut self, words: Words<'_>) -> Option<Text> {
        if self.players.contains(&words.text) {
            return Some(words.owned());
        }
        let fault = crate::scenario::head::unknown_player(&words.owned(), &self.players);
        self.faults.push(fault);
        None
    }

    /// Whether words are one of the players' names.
    fn is_player(&self, words: Words<'_>) -> bool {
        self.players.contains(&words.text)
    }

    fn number<T: std::str::FromStr>(&mut self, words: Words<'_>) -> Option<T> {
        let parsed = words.text.parse().ok();
        if parsed.is_none() {
            let message = match words.text {
                "" => "a number is missing".to_owned(),
                text => format!("`{text}` is not a number that can stand here"),
            };
            let fault = Diagnostic::error(Code::NotANumber, message, words.span(), "");
            self.faults.push(fault.with_help(crate::scenario::head::number_help(words.text)));
        }
        parsed
    }

    fn fault(&mut self, code: Code, message: impl Into<String>, words: Words<'_>) {
        self.faults.push(Diagnostic::error(code, message, words.span(), ""));
    }

    /// Reports a rule number that the pinned edition does not have.
    fn check_rule(&mut self, rule: &Text) {
        let (number, behind) = rule.text.split_once(' ').unwrap_or((&rule.text, ""));
        if !behind.is_empty() && RuleId::parse(number).is_some() {
            let fault = Diagnostic::error(
                Code::UnexpectedText,
                format!("`{behind}` can't stand behind a rule's number"),
                rule.span,
                "",
            );
            self.faults.push(fault.with_help(format!(
                "write the number alone, `{number}`; several are separated by `;` in brackets, and `cites` takes one"
            )));
            return;
        }
        if self.checks_rules && RuleId::parse(number).is_none() {
            let fault = Diagnostic::error(Code::UnknownRule, format!("no rule `{number}`"), rule.span, "");
            let section = number.split('.').next().filter(|section| RuleId::parse(section).is_some());
            let other = rule
                .text
                .split(' ')
                .map(|word| word.trim_end_matches([',', '.']))
                .find(|word| RuleId::parse(word).is_some());
            self.faults.push(match (section, other) {
                _ if rule.text.contains(',') => fault.with_help("several rules are separated by `;`"),
                (_, Some(other)) => fault.with_help(format!("write the number alone: `{other}`")),
                (Some(section), None) => {
                    fault.with_help(format!("`headjudge rule {section}` shows the rules there are"))
                }
                (None, None) => fault.with_help("a rule is written `406`, `406.3` or `406.3a`"),
            });
        }
    }

    /// Reports what stands behind the end of a statement.
    fn nothing_more(&mut self, pieces: &[Piece<'_>]) {
        if let Some(extra) = pieces.first() {
            let message = format!("{} can't stand here", extra.described());
            self.faults.push(Diagnostic::error(Code::UnexpectedSign, message, extra.span(), ""));
        }
    }

    /// A line that is nothing the language has.
    fn unknown_statement(&mut self, words: Words<'_>) {
        let first = words.first();
        let two = words.text.match_indices(' ').nth(1).map_or(words.text, |(end, _)| words.up_to(end).text);
        let known = || action::FIRST_WORDS.iter().copied();
        let near = nearest(two, known()).or_else(|| nearest(first, known()));
        if near == Some(first)
            && let Some((_, rest)) = words.cut(first.len())
        {
            self.fault(Code::UnexpectedText, format!("`{first}` stands alone"), rest);
            return;
        }
        let message = format!("no statement begins like `{first}`");
        let board = Zone::from_word(first).is_some() || PLAYER_LINES.iter().any(|(line, _)| *line == first);
        if board {
            self.faults.push(
                Diagnostic::error(Code::UnknownStatement, message, words.up_to(first.len()).span(), "")
                    .with_help(format!("`{first}` belongs under a player: indent it by two blanks")),
            );
            return;
        }
        self.faults.push(
            Diagnostic::error(Code::UnknownStatement, message, words.up_to(first.len()).span(), "")
                .did_you_mean(near)
                .with_help("a statement begins with a player, `in response`, `resolve`, `go to`, `next turn`, `event:`, `expect` or `ask`"),
        );
    }
}
