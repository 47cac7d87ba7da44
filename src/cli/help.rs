//! `headjudge help language`, `headjudge help cards`, `headjudge help courses`, and clap's own help for commands.

use std::io::Write;

use clap::CommandFactory;

use super::exit::{Exit, Fault};
use crate::cards::reference;
use crate::diag::nearest;
use crate::lessons;
use crate::scenario::manual::manual;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// `language` for the reference of the scenario language, `cards` for that of the form of cards, `courses` for that of
    /// courses, or a command
    topic: Option<String>,
    /// Of `cards`: one kind of node, or one word
    word: Option<String>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Fault> {
    let mut root = super::Cli::command();
    let Some(topic) = &arguments.topic else {
        out.write_all(root.render_long_help().to_string().as_bytes())?;
        return Ok(Exit::Expected);
    };
    if topic == "language" {
        out.write_all(manual().as_bytes())?;
        return Ok(Exit::Expected);
    }
    if topic == "courses" {
        out.write_all(lessons::manual().as_bytes())?;
        return Ok(Exit::Expected);
    }
    if topic == "cards" {
        let word = arguments.word.as_deref();
        let Some(text) = reference::reference(word) else {
            let word = word.unwrap_or_default();
            let fault = Fault::usage(format!("the form of cards has no word `{word}`"));
            return Err(match reference::near(word) {
                Some(near) => fault.with_help(format!("did you mean `{near}`?")),
                None => fault.with_help("`headjudge help cards` lists them all"),
            });
        };
        out.write_all(text.trim_start().as_bytes())?;
        return Ok(Exit::Expected);
    }
    // Building gives the commands their full names.
    root.build();
    if let Some(command) = root.find_subcommand_mut(topic) {
        out.write_all(command.render_long_help().to_string().as_bytes())?;
        return Ok(Exit::Expected);
    }
    let topics: Vec<&str> =
        root.get_subcommands().map(clap::Command::get_name).chain(["language", "cards", "courses"]).collect();
    let fault = Fault::usage(format!("no help on `{topic}`"));
    Err(match nearest(topic, topics.iter().copied()) {
        Some(near) => fault.with_help(format!("did you mean `{near}`?")),
        None => fault.with_help(format!("there is help on {}", topics.join(", "))),
    })
}
