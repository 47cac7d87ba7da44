//! `headjudge test`: whole folders of scenarios, and reports of how they ended.
//!
//! Read this first, then [`play`] (one file), [`workers`] (many at once, told in order), [`sinks`] (where reports go), and what
//! chooses scenarios: [`filter`], [`shard`], [`last`]. [`update`] rewrites expectations and questions, [`watch`] plays what was saved.

mod filter;
mod last;
mod play;
mod progress;
mod shard;
mod sinks;
mod update;
mod watch;
pub(super) mod workers;

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::thread;

pub(super) use play::wanted;
pub(super) use update::difference;

use self::filter::Filter;
use self::last::Last;
use self::play::{Played, Selection};
use self::progress::Progress;
use self::shard::{Shard, key};
use self::sinks::{Sinks, Wish};
use super::exit::{Exit, Fault, catch};
use super::files::scenario_files;
use super::{look, page};
use crate::cards::Pool;
use crate::diag::Code;
use crate::report::terminal::{Options, Shown};
use crate::report::{Case, Summary, Verdict};
use crate::runner::Runner;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Scenario files, folders whose scenario files (`.scn`) are meant, and patterns such as `scenarios/**/*ring*.scn`
    #[arg(required_unless_present = "failed", value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    cards: super::pool::Cards,
    /// Print the names of those that do not end as expected, and nothing about them
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Print a line for every scenario
    #[arg(short, long)]
    verbose: bool,
    /// Only those that fit: `tag:`, `rule:`, `card:`, `verdict:`, `title:`, `path:` or a word, joined by `and`, `or`, `not`
    #[arg(long, value_name = "CONDITION")]
    filter: Vec<String>,
    /// Only those that did not end as expected in the last run
    #[arg(long)]
    failed: bool,
    /// Only this part of the scenarios, as `1/4`; the same part on every machine
    #[arg(long, value_name = "N/OF", value_parser = Shard::parse)]
    shard: Option<Shard>,
    /// Stop at the first that does not end as expected
    #[arg(long, conflicts_with = "max_failures")]
    fail_fast: bool,
    /// Stop when so many have not ended as expected
    #[arg(long, value_name = "N")]
    max_failures: Option<NonZeroUsize>,
    /// How many files are played at once; as many as there are processors if it is not said
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    rewriting: update::Wishes,
    /// Go on, and play what is affected whenever a file is saved
    #[arg(long, conflicts_with_all = ["update", "accept", "review", "failed"])]
    watch: bool,
    /// A report, printed or written to a file: terminal, json, jsonl, junit, tap, markdown, github, github-summary
    #[arg(long, value_name = "FORMAT[=FILE]", value_parser = Wish::parse)]
    report: Vec<Wish>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    arguments.rewriting.check()?;
    let pool = match arguments.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let working = std::env::current_dir().ok();
    let last = working.as_deref().and_then(Last::read);
    let mut files = Vec::new();
    if arguments.failed {
        let Some(last) = &last else {
            return Err(Fault::usage("there was no run in this folder whose failures could be run again")
                .with_help("run `headjudge test PATH` first"));
        };
        if last.failed.is_empty() {
            writeln!(out, "nothing failed in the last run")?;
            return Ok(Exit::Expected);
        }
        if arguments.paths.is_empty() {
            files.extend(last.failed.keys().map(PathBuf::from).filter(|file| file.exists()));
        }
    }
    files.extend(scenario_files(&arguments.paths)?);
    let selection = Selection {
        filter: arguments.filter()?,
        shard: arguments.shard,
        failed: last.clone().filter(|_| arguments.failed),
        working: working.clone(),
    };
    if arguments.watch {
        return watch::run(arguments, &selection, out, errors);
    }
    if arguments.rewriting.any() {
        // What is printed for programs is not disturbed.
        let rewrite = |people: &mut dyn Write| {
            update::files(arguments.rewriting, &Runner::new(&pool), &files, &selection, people)
        };
        if Sinks::is_for_people(&arguments.report) { rewrite(out)? } else { rewrite(errors)? }
    }
    let mut sinks = Sinks::open(&arguments.report, arguments.look())?;
    let mut round = Round::new(arguments, &pool, &selection);
    round.last = last.unwrap_or_default();
    let exit = round.play(&files, &mut sinks, out)?;
    if let Some(working) = &working {
        round.last.write(working);
    }
    Ok(exit)
}

impl Arguments {
    /// Every `--filter` must hold.
    fn filter(&self) -> Result<Option<Filter>, Fault> {
        let mut all: Option<Filter> = None;
        for text in &self.filter {
            let next = Filter::parse(text)?;
            all = Some(match all {
                Some(filter) => Filter::And(Box::new(filter), Box::new(next)),
                None => next,
            });
        }
        Ok(all)
    }

    fn look(&self) -> Options {
        let shown = match (self.quiet, self.verbose) {
            (true, _) => Shown::Names,
            (_, true) => Shown::All,
            _ => Shown::Failures,
        };
        Options { shown, colour: page::paint() }
    }

    fn most_failures(&self) -> usize {
        if self.fail_fast { 1 } else { self.max_failures.map_or(usize::MAX, NonZeroUsize::get) }
    }
}

/// How many files are played at once.
pub(super) fn jobs(wished: Option<NonZeroUsize>) -> usize {
    wished.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// All files played once.
struct Round<'a> {
    arguments: &'a Arguments,
    pool: &'a Pool,
    selection: &'a Selection,
    last: Last,
    /// What each file includes.
    includes: BTreeMap<PathBuf, Vec<PathBuf>>,
}

impl<'a> Round<'a> {
    fn new(arguments: &'a Arguments, pool: &'a Pool, selection: &'a Selection) -> Self {
        let (last, includes) = (Last::default(), BTreeMap::new());
        Self { arguments, pool, selection, last, includes }
    }

    fn play(&mut self, files: &[PathBuf], sinks: &mut Sinks, out: &mut dyn Write) -> Result<Exit, Fault> {
        let (pool, selection) = (self.pool, self.selection);
        let (most, look) = (self.arguments.most_failures(), look());
        let progress = Progress::of(files.len());
        let mut summary = Summary::default();
        let mut exit = Exit::Expected;
        let mut is_any_meant = false;
        sinks.begin(out)?;
        let mut told: Result<(), Fault> = Ok(());
        let (last, includes) = (&mut self.last, &mut self.includes);
        let watches = self.arguments.watch;
        let play = |runner: &mut Runner<'a>, number: usize| {
            let Some(path) = files.get(number) else { return Played::default() };
            let name = path.display().to_string();
            let begun = progress.begin(&name);
            let played = catch(|| play::file(runner, path, selection, look));
            progress.end(&begun, &name);
            played.unwrap_or_else(|fault| {
                // What it was in the middle of is gone with it.
                *runner = Runner::new(pool);
                crashed(name, &fault)
            })
        };
        let take = |number: usize, played: Played| {
            is_any_meant |= played.is_meant;
            summary.left_out += played.left_out;
            let file =
                files.get(number).map(|path| key(path, selection.working.as_deref())).unwrap_or_default();
            last.keep_only(&file, &played.titles);
            if watches {
                includes.extend(files.get(number).map(|path| (path.clone(), played.includes)));
            }
            for (case, ended) in &played.cases {
                summary.add(case);
                exit = exit.and(*ended);
                last.note(&file, &case.title, !case.verdict.is_expected());
                let tell = || {
                    sinks.case(case, out)?;
                    // Somebody who looks wants to see it now.
                    if progress.is_shown() { Ok(out.flush()?) } else { Ok(()) }
                };
                let is_silent = case.verdict.is_expected() && !progress.is_shown();
                told = if is_silent { sinks.case(case, out) } else { progress.aside(tell) };
                if told.is_err() || summary.tally.failed() >= most {
                    summary.not_reached = files.len() - number - 1;
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        };
        workers::in_order(files.len(), jobs(self.arguments.jobs), || Runner::new(pool), play, take)
            .map_err(|error| Fault::usage(format!("no thread can be started: {error}")))?;
        progress.finish();
        told?;
        if !is_any_meant && !files.is_empty() && summary.tally.all() == 0 && !self.arguments.filter.is_empty()
        {
            return Err(Fault::usage("no scenario fits the filter")
                .with_help("for example: `tag:layers and not (rule:613.7 or card:\"Blood Moon\")`"));
        }
        sinks.end(&summary, out)?;
        Ok(exit)
    }
}

/// A file on which headjudge itself failed.
fn crashed(name: String, fault: &str) -> Played {
    let message = format!("this is a fault of headjudge, not of yours: {fault}");
    let case = Case::of_file(name, Verdict::Crashed, Code::InternalError, message);
    Played { cases: vec![(case, Exit::OwnFault)], is_meant: true, ..Played::default() }
}
