//! `headjudge board`: a picture of a position.

use std::io::Write;
use std::path::PathBuf;

use super::exit::{Exit, Fault};
use super::files::{Folder, source};
use super::pool::Cards;
use super::run::{exit_of, viewer};
use super::shelf::write_whole;
use super::{look, test};
use crate::diag::render;
use crate::report::lesson::sentence;
use crate::report::picture::{self, Heading};
use crate::report::played::{self, Played};
use crate::runner::Runner;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The scenario file; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// As an SVG picture
    #[arg(long, required = true)]
    svg: bool,
    /// The position after this step, by its number as `headjudge run` prints it, or 0 for the one before all steps; without it that at
    /// the end
    #[arg(long, value_name = "N")]
    step: Option<String>,
    /// Only what this player may know
    #[arg(long = "as", value_name = "PLAYER")]
    viewer: Option<String>,
    /// Of a file with several scenarios, the one with this title; without it the first
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// The file to write, instead of the standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    cards: Cards,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let runner = Runner::new(&pool).as_seen_by(arguments.viewer.clone()).keeping_positions();
    let source = source(&arguments.file)?;
    let outcomes = runner.run_text(&source, &Folder::new(&arguments.file));
    let fits = |title: &str| arguments.title.as_deref().is_none_or(|wanted| wanted == title);
    let Some(outcome) = outcomes.iter().find(|outcome| fits(&outcome.title)) else {
        let titles: Vec<&str> = outcomes.iter().map(|outcome| outcome.title.as_str()).collect();
        return Err(Fault::usage("no scenario of the file has that title")
            .with_help(format!("its titles: {}", titles.join("; "))));
    };
    viewer(arguments.viewer.as_deref(), outcome)?;
    for diagnostic in &outcome.diagnostics {
        writeln!(errors, "{}", render(diagnostic, &source, look()))?;
    }
    let options =
        played::Options { viewer: arguments.viewer.clone(), detail: false, words: false, stop: None };
    let played = played::played(outcome, &source, &options);
    let ended =
        if outcome.verdict == test::wanted(&source).0 { Exit::Expected } else { exit_of(outcome.verdict) };
    if played.boards.is_empty() {
        // What is wrong has been told.
        return Ok(ended.and(Exit::Invalid));
    }
    let (board, step) = position(&played, arguments.step.as_deref())?;
    let Some(board) = played.boards.get(board) else { return Ok(Exit::OwnFault) };
    let heading = Heading { title: &played.title, step: &step, viewer: played.viewer.as_deref() };
    let picture = picture::svg(board, &played.cards, &heading);
    match &arguments.out {
        Some(path) => write_whole(path, picture)?,
        None => out.write_all(picture.as_bytes())?,
    }
    Ok(ended)
}

/// The board that is wanted, and what has led to it.
fn position(played: &Played, step: Option<&str>) -> Result<(usize, String), Fault> {
    let Some(number) = step else { return Ok((played.boards.len().saturating_sub(1), String::new())) };
    if number == "0" {
        return Ok((0, "Before anything happens".to_owned()));
    }
    let found = played.steps.iter().find(|step| step.number.as_deref() == Some(number));
    let Some(step) = found else {
        let last = played.steps.iter().rev().find_map(|step| step.number.as_deref()).unwrap_or("0");
        return Err(Fault::usage(format!("there is no step {number}")).with_help(format!(
            "`headjudge run` prints the steps with their numbers; the last one is {last}"
        )));
    };
    let rules: Vec<String> = step.rules.iter().map(ToString::to_string).collect();
    let rules = if rules.is_empty() { String::new() } else { format!(" [{}]", rules.join(", ")) };
    Ok((step.board, format!("Step {number}: {}{rules}", sentence(step))))
}
