//! `headjudge run`: the answer and the trace of scenarios.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;

use super::answer::Input;
use super::asking;
use super::desk::Desk;
use super::elsewhere;
use super::exit::{Exit, Fault};
use super::files::{Folder, Scenarios, is_standard_input, replace};
use super::{page, test, wrap};
use crate::diag::Source;
use crate::game::PlayerId;
use crate::report::{Tally, Wanted, json, played, ruling, terminal};
use crate::rules::Elsewhere;
use crate::runner::{Outcome, Runner, Verdict};
use crate::scenario::{self, Includes};
use crate::trace::text::TextOptions;

/// What `headjudge run` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs; the schema is `schema/rulings-v1.json`.
    Json,
    /// For programs that show the board after each step; the schema is `schema/played-v1.json`.
    Played,
}

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    scenarios: Scenarios,
    /// The answers, each with what decides it, and no steps
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// All steps: also priority, costs, and what was checked and did not apply
    #[arg(short, long)]
    verbose: bool,
    /// The steps that matter, also of each scenario in a folder, of which otherwise the answers are printed
    #[arg(long, conflicts_with = "quiet")]
    steps: bool,
    /// For whoever learns: the question, the words of each ability where it is first used, and what each rule decides where it is
    /// first cited
    #[arg(long, conflicts_with_all = ["quiet", "gists"])]
    teach: bool,
    /// Ask here what scenarios leave open, those of a folder one after the other, and offer to write the chosen lines into their files
    #[arg(long, conflicts_with = "format")]
    ask: bool,
    /// What each rule decides, in headjudge's own words, below the line that cites it
    #[arg(long)]
    gists: bool,
    /// Only what this player may know
    #[arg(long = "as", value_name = "PLAYER")]
    viewer: Option<String>,
    /// Cite the rules by the numbers that they had in this edition
    #[arg(long, value_name = "DATE")]
    edition: Option<String>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.scenarios.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let runner = Runner::new(&pool).as_seen_by(arguments.viewer.clone()).following_answers();
    let runner = match arguments.format {
        Format::Played => runner.keeping_positions(),
        Format::Text | Format::Json => runner,
    };
    let elsewhere = match arguments.edition.as_deref() {
        Some(_) if arguments.format != Format::Text => {
            return Err(Fault::usage("`--edition` can't be used with `--format json`")
                .with_help("the rules of the JSON output are those of the pinned edition; `headjudge cite --into` turns numbers"));
        }
        Some(date) => elsewhere::of(&Desk::open(arguments.scenarios.cards.data())?, date)?,
        None => None,
    };
    if arguments.ask {
        return ask_each(arguments, &runner, out, errors);
    }
    let mut rulings = Vec::new();
    let mut shown_step_by_step = Vec::new();
    let mut tally = Tally::default();
    let mut count = 0;
    let mut shown = BTreeSet::new();
    let length = arguments.length();
    let exit = arguments.scenarios.several(errors, |files| {
        let mut exit = Exit::Expected;
        let folders: Vec<Folder<'_>> = files.iter().map(|(path, _)| Folder::new(path)).collect();
        let includes = folders.iter().map(|folder| folder as &dyn Includes);
        let texts: Vec<(&Source, &dyn Includes)> =
            files.iter().map(|(_, source)| source).zip(includes).collect();
        for ((source, includes), outcomes) in texts.iter().zip(runner.run_texts(&texts)) {
            let (ends, _) = test::wanted(source);
            let wanted = Wanted { verdict: ends, ..Wanted::EXPECTED };
            if arguments.format == Format::Played {
                let options = played::Options {
                    viewer: arguments.viewer.clone(),
                    detail: arguments.verbose,
                    words: true,
                    stop: None,
                };
                shown_step_by_step.extend(played::of_text(&outcomes, source, *includes, &options));
            }
            for outcome in &outcomes {
                // A file that says how it ends is as expected when it ends so.
                let ended = if outcome.verdict == ends { Exit::Expected } else { exit_of(outcome.verdict) };
                exit = exit.and(ended);
                tally.add(wanted.verdict(outcome));
                let viewer = viewer(arguments.viewer.as_deref(), outcome)?;
                if arguments.format == Format::Json {
                    rulings.push(json::ruling(outcome, source, viewer));
                }
                if arguments.format != Format::Text {
                    continue;
                }
                if count > 0 && length != Length::Summary {
                    writeln!(out)?;
                }
                count += 1;
                if elsewhere.is_some() {
                    elsewhere::note_shown(outcome, ruling::level(arguments.verbose), &mut shown);
                }
                let question = arguments.teach.then(|| question(source, *includes, &outcome.title)).flatten();
                print((arguments, length, question), outcome, source, (viewer, elsewhere.as_ref()), out)?;
            }
        }
        Ok(exit)
    })?;
    if arguments.format == Format::Json {
        out.write_all(json::render(rulings).as_bytes())?;
    } else if arguments.format == Format::Played {
        out.write_all(played::render(shown_step_by_step).as_bytes())?;
    } else if count > 1 {
        // Several rulings end in a summary.
        let options = terminal::Options { colour: page::paint(), ..terminal::Options::default() };
        writeln!(out)?;
        out.write_all(terminal::counts(&tally, options).as_bytes())?;
        if length == Length::Summary {
            let offer = "the steps: `headjudge run FILE`, or `--steps` for all of these";
            writeln!(out, "{}", wrap::wrap(offer, 0))?;
        }
    }
    if let Some(elsewhere) = &elsewhere {
        out.write_all(elsewhere::legend(&elsewhere.edition, &shown).as_bytes())?;
    }
    Ok(exit)
}

/// The seat of the player who looks, if one is named.
pub(super) fn viewer(name: Option<&str>, outcome: &Outcome) -> Result<Option<PlayerId>, Fault> {
    let Some(name) = name else { return Ok(None) };
    if outcome.players.is_empty() {
        return Ok(None);
    }
    let seat = outcome.players.iter().position(|player| player == name);
    match seat.and_then(|seat| u8::try_from(seat).ok()) {
        Some(seat) => Ok(Some(PlayerId(seat))),
        None => Err(Fault::usage(format!("no player is called `{name}`"))
            .with_help(format!("the players are {}", outcome.players.join(", ")))),
    }
}

/// The exit code of a verdict.
pub(super) const fn exit_of(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Expected | Verdict::Unsettled => Exit::Expected,
        Verdict::Undecided => Exit::Undecided,
        Verdict::Failed => Exit::Failed,
        Verdict::Invalid => Exit::Invalid,
    }
}

/// Plays each file, asks what its scenarios leave open, prints the rulings, and offers to write down what was chosen.
fn ask_each(
    arguments: &Arguments,
    runner: &Runner<'_>,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<Exit, Fault> {
    let mut input = Input::new(Vec::new(), Vec::new());
    arguments.scenarios.each(errors, |path, source, _| {
        let folder = Folder::new(path);
        let mut text = Source::new(source.name.clone(), source.text.clone());
        let mut lines = Vec::new();
        let outcomes = runner.run_text(&text, &folder);
        let is_one_of_several = outcomes.len() > 1 || arguments.scenarios.has_folder();
        for (place, outcome) in outcomes.iter().enumerate() {
            if is_one_of_several && asking::is_open(outcome) {
                writeln!(out, "{} ({})", outcome.title, source.name)?;
            }
            let settled = asking::settle(runner, &text, &folder, place, &mut input, out)?;
            text = settled.source;
            lines.extend(settled.lines);
        }
        let mut exit = Exit::Expected;
        for outcome in runner.run_text(&text, &folder) {
            exit = exit.and(exit_of(outcome.verdict));
            let viewer = viewer(arguments.viewer.as_deref(), &outcome)?;
            let question = arguments.teach.then(|| question(&text, &folder, &outcome.title)).flatten();
            print((arguments, arguments.length(), question), &outcome, &text, (viewer, None), out)?;
        }
        if !lines.is_empty() && !is_standard_input(path) {
            let several = if lines.len() == 1 { "the line" } else { "the lines" };
            let said = input.line(out, &format!("write {several} into {}? [y/n] ", source.name))?;
            if matches!(said.as_deref().map(str::trim), Some("y" | "yes")) {
                replace(path, &text.text).map_err(|error| Fault::file(path, error))?;
                writeln!(out, "{} written", source.name)?;
            }
        }
        Ok(exit)
    })
}

/// How much is printed of a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    /// Of each of many, the answers alone.
    Summary,
    /// The answers, with what decides each.
    Answers,
    /// The steps as well.
    Steps,
}

impl Arguments {
    fn length(&self) -> Length {
        let wants_steps = self.verbose || self.steps || self.gists || self.teach;
        match (self.quiet, wants_steps || !self.scenarios.has_folder()) {
            (true, _) => Length::Answers,
            (false, true) => Length::Steps,
            (false, false) => Length::Summary,
        }
    }
}

/// The question of a scenario in prose, if its file has one.
fn question(source: &Source, includes: &dyn Includes, title: &str) -> Option<String> {
    let reading = scenario::read(source, includes);
    let asked = reading.scenarios.iter().find(|scenario| scenario.full_title() == title)?;
    asked.head.question.as_ref().map(|question| question.text.clone())
}

fn print(
    (arguments, length, question): (&Arguments, Length, Option<String>),
    outcome: &Outcome,
    source: &Source,
    (viewer, elsewhere): (Option<PlayerId>, Option<&Arc<Elsewhere>>),
    out: &mut dyn Write,
) -> Result<(), Fault> {
    let options = ruling::Options {
        steps: length == Length::Steps,
        because: length != Length::Summary,
        question,
        text: TextOptions {
            detail: ruling::level(arguments.verbose),
            gists: arguments.gists,
            teach: arguments.teach,
            colour: page::paint(),
            width: page::width(),
            viewer,
            elsewhere: elsewhere.cloned(),
            ..TextOptions::default()
        },
    };
    out.write_all(ruling::render(outcome, &options).as_bytes())?;
    for diagnostic in &outcome.diagnostics {
        writeln!(out, "{}", page::drawn(diagnostic, source))?;
    }
    Ok(())
}
