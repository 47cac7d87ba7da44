//! What is to be written for each answer to an open question, and where.

use serde::Serialize;

use crate::diag::Source;
use crate::rules::Rules;
use crate::runner::{Place, Question};

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
    /// What writes it; absent where a label has to be given first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<Edit>,
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
}

impl Open {
    pub(super) fn of(question: &Question, source: &Source) -> Self {
        let answers = question.answers.iter().map(|answer| Pick {
            words: answer.words.clone(),
            edit: answer.text.as_ref().map(|text| edit(question, text, source)),
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

/// What puts an answer where it belongs.
fn edit(question: &Question, text: &str, source: &Source) -> Edit {
    let (line, _) = source.line_and_column(question.at.start);
    let lines: Vec<&str> = source.text.lines().collect();
    let this = lines.get(line.saturating_sub(1)).copied().unwrap_or_default();
    let width = |line: &str| line.chars().count();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let behind = |line: usize, text: String| {
        let its = lines.get(line.saturating_sub(1)).copied().unwrap_or_default();
        Edit { line, column: width(its.trim_end()) + 1, text }
    };
    match question.place {
        Place::Behind => {
            let (line, column) = source.line_and_column(question.at.end);
            let said = source.text.get(question.at.start..question.at.end).unwrap_or_default();
            let arrow = if said.contains("->") { "; " } else { " -> " };
            Edit { line, column, text: format!("{arrow}{text}") }
        }
        Place::Before => {
            let margin = " ".repeat(indent(this));
            let written: String = text.lines().map(|line| format!("{margin}{line}\n")).collect();
            Edit { line, column: 1, text: written }
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
