//! `headjudge zones`: where everything is when a scenario has ended.

use std::io::Write;

use super::exit::{Exit, Fault};
use super::files::{Folder, Scenarios};
use super::page;
use super::run::{exit_of, viewer};
use crate::board::UsersCard;
use crate::report::zones;
use crate::runner::Runner;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    scenarios: Scenarios,
    /// Only what this player may know
    #[arg(long = "as", value_name = "PLAYER")]
    viewer: Option<String>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.scenarios.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let runner = Runner::new(&pool).as_seen_by(arguments.viewer.clone());
    let mut first = true;
    arguments.scenarios.each(errors, |path, source, _| {
        let mut exit = Exit::Expected;
        for outcome in runner.run_text(source, &Folder::new(path)) {
            exit = exit.and(exit_of(outcome.verdict));
            let options = zones::Options {
                width: page::width(),
                colour: page::paint(),
                viewer: viewer(arguments.viewer.as_deref(), &outcome)?,
            };
            if !std::mem::take(&mut first) {
                writeln!(out)?;
            }
            if let Some(picture) = zones::render(&outcome, &options) {
                out.write_all(picture.as_bytes())?;
            }
            if let Some(line) = UsersCard::rests_on(&outcome.users_cards) {
                writeln!(out, "{line}")?;
            }
            for diagnostic in &outcome.diagnostics {
                writeln!(out, "{}", page::drawn(diagnostic, source))?;
            }
        }
        Ok(exit)
    })
}
