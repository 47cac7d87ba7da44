//! `headjudge completions bash`: what a shell needs to complete commands and options.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use super::exit::{Exit, Fault};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Fault> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Cli::command(), "headjudge", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Expected)
}
