//! The command line: alone in touching files, the environment and the terminal. One command a file.
//!
//! A new command is a file with its arguments and a `run`, one line in [`Command`] and one in [`fn@run`].

mod answer;
mod ask;
mod asking;
mod board;
mod card;
mod cards;
mod cite;
mod compare;
mod completions;
mod coverage;
mod deck;
mod define;
mod desk;
mod elsewhere;
mod exit;
mod explain;
mod explore;
mod files;
mod fix;
mod fmt;
mod help;
mod lesson;
mod lint;
mod maintain;
mod making;
mod new;
mod numbers;
mod page;
mod play_cards;
mod pool;
mod quiz;
mod random;
mod reading;
mod rule;
mod rule_page;
mod rules;
mod run;
mod search;
mod serve;
mod shelf;
mod showings;
mod test;
mod why;
mod wrap;
mod zones;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};

pub use exit::{Exit, Fault};

use crate::diag::Look;

/// What the command line says.
#[derive(Debug, Parser)]
#[command(name = "headjudge", version, about, max_term_width = 100, disable_help_subcommand = true)]
struct Cli {
    #[command(flatten)]
    page: page::Wishes,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play scenarios and print the answer and the trace of each
    Run(run::Arguments),
    /// Ask without a file: type board and actions line by line, with an answer after each
    Ask(ask::Arguments),
    /// Play the scenarios of files and folders and print a summary
    Test(test::Arguments),
    /// Show where everything is when a scenario has ended, zone by zone
    Zones(zones::Arguments),
    /// Write played scenarios as pages to step through and to print, which need no server
    Lesson(lesson::Arguments),
    /// Draw a position as a picture
    Board(board::Arguments),
    /// Play scenarios in every way that their open choices leave, and print where each leads
    Explore(explore::Arguments),
    /// Ask about scenarios, or go through a course, and show what decides each answer
    Quiz(quiz::Arguments),
    /// Say why something in a scenario is so, or why it did not happen
    Why(why::Arguments),
    /// Write a scenario to begin with, with comments that say what goes where
    New(new::Arguments),
    /// Show the page: an editor, the answers, and a board to step through
    Serve(serve::Arguments),
    /// Look for scenarios that prove nothing, or less than it seems
    Lint(lint::Arguments),
    /// Say what rules say and decide, what stands around them, and where they were in other editions
    Rule(rule::Arguments),
    /// Search rules, glossary and scenarios for words
    Search(search::Arguments),
    /// Say what a term means, from the book's glossary
    Define(define::Arguments),
    /// Keep official rules texts, of any edition, to look things up in
    #[command(subcommand)]
    Rules(rules::Task),
    /// Check the rule numbers that any text cites
    Cite(cite::Arguments),
    /// Say which rules the scenarios of a folder cite, section by section
    Coverage(coverage::Arguments),
    /// Say how headjudge reads a card
    Card(card::Arguments),
    /// List the cards there are, or those with a name, type, keyword or colour
    Cards(cards::Arguments),
    /// Say of decks which cards are played, which are not, and why
    Deck(deck::Arguments),
    /// Put scenario files into their canonical form
    Fmt(fmt::Arguments),
    /// Write what messages say to write instead, where only one thing can be meant
    Fix(fix::Arguments),
    /// Say what the code in a message means and how to mend it
    Explain(explain::Arguments),
    /// Play games between random decks by random legal choices, and check every position
    Random(random::Arguments),
    /// Print what a shell needs to complete headjudge's commands
    Completions(completions::Arguments),
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
        Err(error) => {
            return match file_without_command(&error) {
                Some(fault) => fault.report(errors),
                None => exit::report_usage(&error),
            };
        }
    };
    cli.page.heed();
    let outcome = match cli.command {
        Command::Run(arguments) => run::run(&arguments, out, errors),
        Command::Ask(arguments) => ask::run(&arguments, out, errors),
        Command::Test(arguments) => test::run(&arguments, out, errors),
        Command::Zones(arguments) => zones::run(&arguments, out, errors),
        Command::Lesson(arguments) => lesson::run(&arguments, out, errors),
        Command::Board(arguments) => board::run(&arguments, out, errors),
        Command::Quiz(arguments) => quiz::run(&arguments, out, errors),
        Command::Why(arguments) => why::run(&arguments, out, errors),
        Command::New(arguments) => new::run(&arguments, out),
        Command::Serve(arguments) => serve::run(&arguments, out, errors),
        Command::Lint(arguments) => lint::run(&arguments, out, errors),
        Command::Rule(arguments) => rule::run(&arguments, out),
        Command::Search(arguments) => search::run(&arguments, out),
        Command::Define(arguments) => define::run(&arguments, out),
        Command::Cite(arguments) => cite::run(&arguments, out, errors),
        Command::Coverage(arguments) => coverage::run(&arguments, out),
        Command::Completions(arguments) => completions::run(&arguments, out),
        Command::Rules(task) => rules::run(&task, out),
        Command::Card(arguments) => card::run(&arguments, out, errors),
        Command::Cards(arguments) => cards::run(&arguments, out, errors),
        Command::Deck(arguments) => deck::run(&arguments, out, errors),
        Command::Fmt(arguments) => fmt::run(&arguments, out, errors),
        Command::Fix(arguments) => fix::run(&arguments, out, errors),
        Command::Explain(arguments) => explain::run(&arguments, out),
        Command::Explore(arguments) => explore::run(&arguments, out, errors),
        Command::Random(arguments) => random::run(&arguments, out, errors),
        Command::Help(arguments) => help::run(&arguments, out),
        Command::Maintain(maintenance) => maintain::run(&maintenance, out),
    };
    outcome.unwrap_or_else(|fault| fault.report(errors))
}

/// A file where a command should stand.
fn file_without_command(error: &clap::Error) -> Option<Fault> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let is_file = word.ends_with(".scn") || Path::new(word).exists();
    is_file.then(|| {
        Fault::usage(format!("`{word}` is no command"))
            .with_help(format!("to play it: `headjudge run {word}`"))
    })
}

/// How diagnostics are drawn: with colour where the terminal wants it.
fn look() -> Look {
    if colored::control::SHOULD_COLORIZE.should_colorize() { Look::Coloured } else { Look::Plain }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::{Exit, run};

    fn headjudge(arguments: &[&str]) -> (Exit, String, String) {
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let arguments = ["headjudge"].iter().chain(arguments).map(OsString::from);
        let exit = run(arguments, &mut out, &mut errors);
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (exit, text(out), text(errors))
    }

    #[test]
    fn a_rule_is_shown_with_what_stands_around_it() {
        let (exit, out, errors) = headjudge(&["rule", "406.3a", "--data", "nowhere"]);
        assert_eq!((exit, errors.as_str()), (Exit::Expected, ""));
        for part in ["CR 2026-08-07", "4 Zones > 406 Exile", "\n  406.3  ", "\n  406.3b "] {
            assert!(out.contains(part), "{part} is not in\n{out}");
        }
        assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");
    }

    #[test]
    fn a_rule_is_shown_to_programs_too() {
        let (exit, out, _) = headjudge(&["rule", "406", "--format", "json", "--data", "nowhere"]);
        let page: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(exit, Exit::Expected);
        assert_eq!((&page["rule"], &page["heading"]), (&"406".into(), &"Exile".into()));
        assert_eq!(page["under"][2]["rule"], "406.3");
    }

    #[test]
    fn an_unknown_rule_is_answered_with_the_nearest() {
        let (exit, out, errors) = headjudge(&["rule", "499", "--data", "nowhere"]);
        assert_eq!((exit, out.as_str()), (Exit::Usage, ""));
        assert!(errors.contains("no rule `499`") && errors.contains("nearest to it: `408`\n"), "{errors}");
        let (exit, _, errors) = headjudge(&["rule", "exile", "--data", "nowhere"]);
        assert_eq!(exit, Exit::Usage);
        assert!(errors.contains("`exile` is no rule number"), "{errors}");
    }
}
