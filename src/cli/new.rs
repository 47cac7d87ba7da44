//! `headjudge new`: a scenario to begin with, with comments that say what goes where.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::exit::{Exit, Fault};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The file to write; `-` prints it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The title; made from the file's name if it is not said
    #[arg(long)]
    title: Option<String>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Fault> {
    if arguments.title.as_deref().is_some_and(|title| title.chars().any(char::is_control)) {
        return Err(Fault::usage("a title is one line"));
    }
    if arguments.title.as_deref().is_some_and(|title| title.trim().is_empty()) {
        return Err(Fault::usage("a title has at least one word"));
    }
    if arguments.file == Path::new("-") {
        let title = arguments.title.as_deref().unwrap_or("A title");
        out.write_all(template(title).as_bytes())?;
        return Ok(Exit::Expected);
    }
    let mut path = arguments.file.clone();
    if path.extension().is_none_or(|extension| extension != "scn") {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".scn");
        path.set_file_name(name);
    }
    let title = arguments.title.clone().unwrap_or_else(|| title(&path));
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| Fault::file(folder, error))?;
    }
    let written = OpenOptions::new().write(true).create_new(true).open(&path);
    match written.and_then(|mut file| file.write_all(template(&title).as_bytes())) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(Fault::file(&path, "there is such a file already").with_help("choose another name"));
        }
        Err(error) => return Err(Fault::file(&path, error)),
    }
    writeln!(out, "{} written; `headjudge run {}` plays it", path.display(), path.display())?;
    Ok(Exit::Expected)
}

/// A title from a file's name: `each-ring-returns.scn` is `Each ring returns`.
fn title(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let words: String = stem.chars().map(|sign| if sign.is_alphanumeric() { sign } else { ' ' }).collect();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    first.map_or_else(|| "A title".to_owned(), |first| format!("{first}{}", letters.as_str()))
}

/// The scenario, in canonical form and as expected.
fn template(title: &str) -> String {
    format!(
        "\
scenario  {title}
# What is asked and the answer, in your own words; the rules that decide it, each of which a step or an answer must cite.
question  NAP's Grizzly Bears are tapped. Does Terminate destroy them?
answer    Yes.
rules     701.8a
tags      example
# The board: AP is the active player, at the beginning of their first main phase. `headjudge help language` is the reference.
AP
  hand         Terminate
NAP
  battlefield  Grizzly Bears [tapped]

# What happens, a line for each action. A choice stands indented below the line that leads to it.
AP casts Terminate -> Grizzly Bears
# What should be so, and in brackets the rule that makes it so. `ask Grizzly Bears` is answered instead.
expect Grizzly Bears: battlefield > graveyard [701.8a]
"
    )
}
