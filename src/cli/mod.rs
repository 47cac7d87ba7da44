//! The command line: alone in touching files, the environment and the terminal. One command a file.
//!
//! A new command is a file with its arguments and a `run`, one line in [`Command`] and one in [`run`].

mod exit;
mod explain;
mod fmt;
mod help;
mod maintain;
mod rule;
mod wrap;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use exit::{Exit, Fault};

use crate::diag::Look;

/// What the command line says.
#[derive(Debug, Parser)]
#[command(name = "headjudge", version, about, max_term_width = 100, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say what a rule decides, which rules stand beside it, and which scenarios show it
    Rule(rule::Arguments),
    /// Put scenario files into their canonical form
    Fmt(fmt::Arguments),
    /// Say what the code in a message means and how to mend it
    Explain(explain::Arguments),
    /// Print the reference of the scenario language (`help language`), or help on a command
    Help(help::Arguments),
    /// Remake the committed data of headjudge itself
    #[command(hide = true, subcommand)]
    Maintain(maintain::Maintenance),
}

/// Runs the command that the process was started with, and returns one of the documented exit codes.
///
/// A fault of headjudge's own is reported with what the user can do about it, and gives [`Exit::OwnFault`].
pub fn main() -> ExitCode {
    panic::set_hook(Box::new(exit::report_own_fault));
    let mut out = BufWriter::new(io::stdout().lock());
    let exit = panic::catch_unwind(AssertUnwindSafe(|| {
        let exit = run(std::env::args_os(), &mut out, &mut io::stderr());
        // Whoever reads the output may stop early, which is no fault.
        out.flush().map_or(exit, |()| exit)
    }));
    exit.unwrap_or(Exit::OwnFault).into()
}

/// Runs one command line, the program's name first, and prints to `out` and, for faults, to `errors`.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> Exit {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return exit::report_usage(&error),
    };
    let outcome = match cli.command {
        Command::Rule(arguments) => rule::run(&arguments, out),
        Command::Fmt(arguments) => fmt::run(&arguments, out, errors),
        Command::Explain(arguments) => explain::run(&arguments, out),
        Command::Help(arguments) => help::run(&arguments, out),
        Command::Maintain(maintenance) => maintain::run(&maintenance, out),
    };
    outcome.unwrap_or_else(|fault| fault.report(errors))
}

/// How diagnostics are drawn: with colour where the terminal wants it.
fn look() -> Look {
    if colored::control::SHOULD_COLORIZE.should_colorize() { Look::Coloured } else { Look::Plain }
}
