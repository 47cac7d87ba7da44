//! What is to be written for each answer to an open question, and where.

use serde::Serialize;

use crate::diag::Source;
use crate::rules::Rules;
use crate::runner::{NewLabel, Place, Question};

/// An open question.
#[derive(Debug, Serialize)]
pub struct Open {
    /// Who must choose; absent where chance decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// What sort of choice: the word of the scenario language.
    pub kind: &'static str,
    /// What is asked, in words.
    pub asks: String,
    /// The rules by which it is asked.
    pub rules: Rules,
    /// The line that leads to it, from 1.
    pub line: usize,
    /// The answers.
    pub answers: Vec<Pick>,
    /// How many more there are.
    #[serde(skip_serializing_if = "is_none")]
    pub left_out: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "this is what serde calls")]
const fn is_none(count: &u64) -> bool {
    *count == 0
}

/// One answer.
#[derive(Debug, Serialize)]
pub struct Pick {
    /// The answer in words.
    pub words: String,
    /// What writes it; absent where no words mean it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<Edit>,
    /// What gives entries of the board the labels that it names, in other lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<Edit>,
}

/// Something to be put into the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Edit {
    /// The line, from 1.
    pub line: usize,
    /// The column before which it is put, in characters from 1.
    pub column: usize,
    /// What is put there.
    pub text: String,
    /// How many characters behind that place are taken away for it.
    #[serde(skip_serializing_if = "is_nothing")]
    pub takes: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "this is what serde calls")]
const fn is_nothing(count: &usize) -> bool {
    *count == 0
}

impl Open {
    pub(super) fn of(question: &Question, source: &Source) -> Self {
        let answers = question.answers.iter().map(|answer| {
            let labels: Option<Vec<Edit>> = answer.labels.iter().map(|new| labelled(new, source)).collect();
            let text = answer.text.as_ref().filter(|_| labels.is_some());
            Pick {
                words: answer.words.clone(),
                edit: text.map(|text| edit(question, text, source)),
                labels: labels.filter(|_| text.is_some()).unwrap_or_default(),
            }
        });
        Self {
            player: question.player.clone(),
            kind: question.kind,
            asks: question.asks.clone(),
            rules: question.rules,
            line: source.line_and_column(question.at.start).0,
            answers: answers.collect(),
            left_out: question.left_out,
        }
    }
}

/// What gives an entry of the board a label: of several that it makes, one that is written by itself.
fn labelled(new: &NewLabel, source: &Source) -> Option<Edit> {
    let said = source.text.get(new.entry.start..new.entry.end)?;
    let (line, column) = source.line_and_column(new.entry.start);
    let end = said.find('[').or_else(|| said.find("->")).unwrap_or(said.len());
    let (head, tail) = said.split_at_checked(end)?;
    let head = head.trim_end();
    // An entry of another file is not here to be edited.
    if said.contains('\n') || !head.ends_with(&new.name) && !head.contains("token") {
        return None;
    }
    if new.count == 1 {
        let text = format!(" @{}", new.label);
        return Some(Edit { line, column: column + head.chars().count(), text, takes: 0 });
    }
    let (number, name) = head.split_once(' ')?;
    let others = number.parse::<u32>().ok().filter(|number| *number == new.count)?.checked_sub(1)?;
    let tail = if tail.is_empty() { String::new() } else { format!(" {}", tail.trim_end()) };
    let others = if others > 1 { format!("{others} ") } else { String::new() };
    let text = format!("{} @{}{tail}; {others}", name.trim_start(), new.label);
    Some(Edit { line, column, text, takes: head.len() - name.trim_start().len() })
}

/// What puts an answer where it belongs.
fn edit(question: &Question, text: &str, source: &Source) -> Edit {
    let (line, _) = source.line_and_column(question.at.start);
    let lines: Vec<&str> = source.text.lines().collect();
    let this = lines.get(line.saturating_sub(1)).copied().unwrap_or_default();
    let width = |line: &str| line.chars().count();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let behind = |line: usize, text: String| {
        let its = lines.get(line.saturating_sub(1)).copied().unwrap_or_default();
        Edit { line, column: width(its.trim_end()) + 1, text, takes: 0 }
    };
    match question.place {
        Place::Behind => {
            let (line, column) = source.line_and_column(question.at.end);
            let said = source.text.get(question.at.start..question.at.end).unwrap_or_default();
            let arrow = if said.contains("->") { "; " } else { " -> " };
            Edit { line, column, text: format!("{arrow}{text}"), takes: 0 }
        }
        Place::Before => {
            let margin = " ".repeat(indent(this));
            let written: String = text.lines().map(|line| format!("{margin}{line}\n")).collect();
            Edit { line, column: 1, text: written, takes: 0 }
        }
        Place::Under => {
            // Behind the answers that are there already, before what is asked of it.
            let own = indent(this);
            let after = lines.iter().skip(line).take_while(|below| {
                let words = below.trim_start();
                indent(below) > own && !words.starts_with("expect ") && !words.starts_with("ask ")
            });
            let last = line + after.count();
            behind(last, format!("\n{}{text}", " ".repeat(own + 2)))
        }
        Place::Beginning => behind(line, format!("\nturn main1\n  {text}")),
    }
}
