//! The head lines of a scenario.

use crate::diag::{Code, Diagnostic, Span, nearest};
use crate::rules::{EDITION, cr};
pub(crate) use crate::scenario::ast::Head;
use crate::scenario::ast::{Daytime, Scenario, Spanned, Statement, Text, TurnStart};
use crate::scenario::lines::Line;
use crate::scenario::tree::{Faults, listed, split_word};
use crate::scenario::vocabulary::{Format, ManaMode, Step, Zone};

/// How many players a scenario may have.
const PLAYERS: std::ops::RangeInclusive<usize> = 2..=6;

/// Reads one head line; `players` has been read before.
pub(crate) fn read(root: &Statement, scenario: &mut Scenario, faults: &mut Faults) {
    let (word, mut value) = split_word(&root.line.text);
    read_below(root, &word, &mut value, scenario, faults);
    let takes_nothing = ["day", "night"].contains(&word.as_str());
    if takes_nothing != value.text.is_empty() {
        faults.push(match takes_nothing {
            true => Diagnostic::error(
                Code::UnexpectedText,
                format!("nothing should follow `{}`", word.text),
                value.span,
                "",
            ),
            false => Diagnostic::error(
                Code::MissingValue,
                format!("nothing follows `{}`", word.text),
                word.span,
                "",
            ),
        });
        return;
    }
    if word.text == "turn" {
        let (player, step) = turn_start(&value, &scenario.player_names(), faults);
        let choices = root.children.clone();
        scenario.head.turn = Some(TurnStart { player, step, span: root.line.text.span, choices });
        return;
    }
    let head = &mut scenario.head;
    match word.as_str() {
        "scenario" => scenario.title = value,
        "question" => head.question = Some(value),
        "answer" => head.answer = Some(value),
        "source" => head.source = list(&value),
        "rules" => head.rules = list(&value),
        "tags" => head.tags = list(&value),
        "edition" => {
            let message = format!("`{}` is no edition", value.text);
            let fault = Diagnostic::error(Code::UnknownWord, message, value.span, "");
            if !crate::book::is_date(&value.text) {
                faults.push(
                    fault.with_help("an edition is known by its date, such as `2017-09-25` or `2017-09`"),
                );
            } else if crate::book::is_to_come(&value.text) {
                faults.push(fault.with_help(format!("the newest edition that is known here is {EDITION}")));
            }
            head.edition = Some(value);
        }
        "format" => {
            let words: Vec<&str> = Format::ALL.iter().map(|format| format.word()).collect();
            head.format = one_of(&value, Format::from_word, &words, Code::UnknownFormat, "format", faults);
        }
        "mana" => {
            let words: Vec<&str> = ManaMode::ALL.iter().map(|mode| mode.word()).collect();
            head.mana =
                one_of(&value, ManaMode::from_word, &words, Code::UnknownWord, "way to treat mana", faults);
        }
        "day" | "night" => {
            if let Some(other) = &head.daytime {
                let message = "it can't be day and night";
                faults.push(
                    Diagnostic::error(Code::IllegalBoard, message, word.span, "")
                        .with_label(other.span, "this says otherwise")
                        .with_rule(cr!("731.1")),
                );
            }
            let value = if word.text == "day" { Daytime::Day } else { Daytime::Night };
            head.daytime = Some(Spanned { value, span: word.span });
        }
        "unsettled" => head.unsettled = Some(unquoted(&value)),
        _ => {}
    }
}

/// Reads the lines under a head line: prose goes on there.
fn read_below(root: &Statement, word: &Text, value: &mut Text, scenario: &Scenario, faults: &mut Faults) {
    let is_prose = ["scenario", "question", "answer", "source", "rules", "tags"].contains(&word.as_str());
    for child in &root.children {
        let zone = child.line.first_word();
        if word.text == "scenario" && Zone::from_word(zone).is_some() {
            let players = listed(&scenario.player_names());
            faults.push(
                Diagnostic::error(
                    Code::UnexpectedIndentation,
                    format!("whose `{zone}` is this?"),
                    child.line.text.span,
                    "stands under no player",
                )
                .with_help(format!("write the player on a line of its own above it: {players}")),
            );
        } else if word.text == "turn" {
            // What the step's own abilities ask is answered there.
        } else if is_prose {
            if let Some(deeper) = child.children.first() {
                let message = "nothing belongs under prose that goes on";
                let span = deeper.line.text.span;
                faults.push(Diagnostic::error(Code::UnexpectedIndentation, message, span, ""));
            }
            value.text = format!("{} {}", value.text, child.line.text.text);
            value.span = value.span.to(child.line.text.span);
        } else {
            faults.push(Diagnostic::error(
                Code::UnexpectedIndentation,
                format!("nothing belongs under `{}`", word.text),
                child.line.text.span,
                "",
            ));
        }
    }
}

/// Reads the `players` line.
pub(crate) fn read_players(line: &Line, head: &mut Head, faults: &mut Faults) {
    let (_, value) = split_word(&line.text);
    let mut players = list(&value);
    if let ([_], Some(several)) = (players.as_slice(), parted_by_commas(&value)) {
        let meant: Vec<&str> = several.iter().map(Text::as_str).collect();
        let message = "the names of the players are separated by `;`";
        faults.push(
            Diagnostic::error(Code::TooMany, message, value.span, "this is one name")
                .with_help(format!("write `players {}`", meant.join("; ")))
                .with_fix(Some(value.span), meant.join("; ")),
        );
        players = several;
    } else if !PLAYERS.contains(&players.len()) {
        let message = format!("a game of {} players", players.len());
        faults.push(
            Diagnostic::error(Code::TooMany, message, line.text.span, "")
                .with_help("name two to six players, separated by `;`"),
        );
    }
    for (place, player) in players.iter().enumerate() {
        if let Some(first) = players.iter().take(place).find(|other| other.text == player.text) {
            faults.push(
                Diagnostic::error(
                    Code::RepeatedLine,
                    format!("two players named `{}`", player.text),
                    player.span,
                    "",
                )
                .with_label(first.span, "the first one"),
            );
        }
    }
    head.players = players.into_iter().take(*PLAYERS.end()).collect();
}

/// A value's parts between semicolons.
fn list(value: &Text) -> Vec<Text> {
    value.text.split(';').map(str::trim).filter(|item| !item.is_empty()).map(|item| value.sub(item)).collect()
}

/// The players' names where commas stand between them.
fn parted_by_commas(value: &Text) -> Option<Vec<Text>> {
    let names = value.text.split(',').map(str::trim).filter(|name| !name.is_empty());
    let names: Vec<Text> = names.map(|name| value.sub(name)).collect();
    PLAYERS.contains(&names.len()).then_some(names)
}

/// The text without the double quotes around it.
pub(crate) fn unquoted(value: &Text) -> Text {
    let inner = value.text.trim_matches('"').trim();
    value.sub(inner)
}

fn one_of<T>(
    value: &Text,
    from_word: impl Fn(&str) -> Option<T>,
    words: &[&str],
    code: Code,
    what: &str,
    faults: &mut Faults,
) -> Option<Spanned<T>> {
    let found = from_word(value.as_str());
    if found.is_none() {
        faults.push(
            Diagnostic::error(code, format!("no {what} `{}`", value.text), value.span, "")
                .did_you_mean(nearest(value.as_str(), words.iter().copied()))
                .with_help(format!("there are {}", listed(words))),
        );
    }
    found.map(|found| Spanned { value: found, span: value.span })
}

fn turn_start(value: &Text, players: &[&str], faults: &mut Faults) -> (Option<Text>, Option<Spanned<Step>>) {
    let (first, rest) = split_word(value);
    if players.contains(&first.as_str()) {
        let step = if rest.text.is_empty() { None } else { step(&rest, faults) };
        return (Some(first), step);
    }
    // A name may hold blanks.
    if let Some(player) = players.iter().find(|player| value.text.starts_with(*player)) {
        let rest = value.text.get(player.len()..).unwrap_or_default().trim();
        let step = if rest.is_empty() { None } else { step(&value.sub(rest), faults) };
        return (Some(value.sub(player)), step);
    }
    if rest.text.is_empty() || Step::from_word(value.as_str()).is_some() {
        return (None, step(value, faults));
    }
    faults.push(unknown_player(&first, players));
    (None, None)
}

/// A step or phase by its name.
pub(crate) fn step(value: &Text, faults: &mut Faults) -> Option<Spanned<Step>> {
    let found = Step::from_word(value.as_str());
    if found.is_none() {
        faults.push(unknown_step(value));
    }
    found.map(|found| Spanned { value: found, span: value.span })
}

/// The fault of a name that is no step's.
pub(crate) fn unknown_step(value: &Text) -> Diagnostic {
    let words: Vec<&str> = Step::ALL.iter().map(|step| step.word()).collect();
    let near = nearest(value.as_str(), words.iter().copied());
    let message = format!("no step or phase `{}`", value.text);
    Diagnostic::error(Code::UnknownStep, message, value.span, "")
        .did_you_mean(near)
        .with_help(format!("there are {}", listed(&words)))
}

/// The fault of a name that is no player's.
pub(crate) fn unknown_player(name: &Text, players: &[&str]) -> Diagnostic {
    let message = format!("no player named `{}`", name.text);
    let label = format!("the players are {}", listed(players));
    Diagnostic::error(Code::UnknownPlayer, message, name.span, label)
        .did_you_mean(nearest(name.as_str(), players.iter().copied()))
}

/// A number at this place, or a fault.
pub(crate) fn number<T: std::str::FromStr>(text: &Text, faults: &mut Faults) -> Option<T> {
    let parsed = text.text.parse().ok();
    if parsed.is_none() {
        let (message, span) = match text.text.is_empty() {
            true => ("a number is missing".to_owned(), Span::new(text.span.start, text.span.end)),
            false => (format!("`{}` is not a number that can stand here", text.text), text.span),
        };
        faults
            .push(Diagnostic::error(Code::NotANumber, message, span, "").with_help(number_help(&text.text)));
    }
    parsed
}

/// How what is written in place of a number may be written.
pub(crate) fn number_help(text: &str) -> String {
    let from = text.trim_start_matches(|sign: char| !sign.is_ascii_digit());
    let digits = from.split(|sign: char| !sign.is_ascii_digit()).next().unwrap_or_default();
    match digits {
        "" => "write digits".to_owned(),
        // Nothing else stands there: then it is too large, or has a sign that it can't have.
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            "it is larger than any number that can stand here".to_owned()
        }
        _ if text == format!("-{digits}") => format!("it can't be less than 0: `{digits}`"),
        _ if text.contains('(') => format!("a rule stands in square brackets, as in `{digits} [119.1]`"),
        _ => format!("write the number alone: `{digits}`"),
    }
}
