//! `headjudge maintain play-cards`: every card that is playable is played.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use fastrand::Rng;

use super::exit::{Exit, Fault};
use super::reading::text_of;
use super::test::{jobs, workers};
use crate::cards::{Pool, oracle_file};
use crate::engine::gaps;
use crate::ir::{Card, CardType};
use crate::oracle::{self, card};
use crate::random::cards::{CardReport, Company, Effort, Missed, Why, play_card};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// An Oracle file whose cards are played; those of the library if none is named
    file: Option<PathBuf>,
    #[command(flatten)]
    cards: super::pool::Cards,
    /// Only the cards of these names, with the trace before each fault
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
    /// Only so many cards, drawn at random
    #[arg(long, value_name = "NUMBER")]
    sample: Option<usize>,
    /// What is drawn, and how the games go: the same seed, the same games
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    seed: u64,
    /// How many games each card gets at most
    #[arg(long, default_value_t = Effort::default().games, value_name = "NUMBER")]
    games: u32,
    /// Where to write all that was not reached of each card
    #[arg(long, value_name = "PATH")]
    list: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.cards.pool(&mut std::io::sink())? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let cards = match &arguments.file {
        Some(file) => of_file(arguments, &text_of(file)?)
            .map_err(|(line, message)| Fault::file(file, format!("line {line}: {message}")))?,
        None => of_pool(arguments, &pool),
    };
    let effort = Effort { games: arguments.games, ..Effort::default() };
    Company::new(&pool).map_err(|why| Fault::usage(why.0))?;
    let work = |company: &mut Option<Company<'_>>, number: usize| {
        let card = cards.get(number)?;
        let company = company.as_ref()?;
        Some(play_card(company, card, seed_of(arguments.seed, &card.name()), effort))
    };
    let mut summary = Summary { told: !arguments.only.is_empty(), ..Summary::default() };
    let mut failed = None;
    let take = |_, report: Option<CardReport>| {
        let written = report.map_or(Ok(()), |report| summary.add(&report, out));
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(fault) => {
                failed = Some(fault);
                ControlFlow::Break(())
            }
        }
    };
    workers::in_order(cards.len(), jobs(None), || Company::new(&pool).ok(), work, take)?;
    if let Some(fault) = failed {
        return Err(fault);
    }
    if let Some(path) = &arguments.list {
        fs::write(path, &summary.list).map_err(|error| Fault::file(path, error))?;
    }
    summary.write(out)?;
    Ok(if summary.faults.is_empty() { Exit::Expected } else { Exit::OwnFault })
}

/// The seed of a card's games: whatever else is played, they are the same.
fn seed_of(seed: u64, name: &str) -> u64 {
    let mixed = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |mixed, byte| {
        (mixed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    mixed ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Whether a card is asked for by its name.
fn is_asked_for(arguments: &Arguments, name: &str) -> bool {
    arguments.only.is_empty() || arguments.only.iter().any(|only| only == name)
}

/// As many as are asked for of what can be played, drawn at random and in the order of their names.
fn drawn<T>(
    arguments: &Arguments,
    mut all: Vec<T>,
    read: impl Fn(&T) -> Option<Arc<Card>>,
) -> Vec<Arc<Card>> {
    let Some(sample) = arguments.sample else { return all.iter().filter_map(read).collect() };
    Rng::with_seed(arguments.seed).shuffle(&mut all);
    let mut cards: Vec<Arc<Card>> = all.iter().filter_map(read).take(sample).collect();
    cards.sort_by_key(|card| card.name());
    cards
}

/// Whether a card is one that is dealt: what lies in the command zone, such as a plane, needs a game of its own.
fn is_dealt(card: &Card) -> bool {
    card.faces.first().is_some_and(|face| {
        let types = &face.types;
        !types.stays_in_command_zone() && !types.is(CardType::Dungeon)
    })
}

/// The cards of the library of which all is played.
fn of_pool(arguments: &Arguments, pool: &Pool) -> Vec<Arc<Card>> {
    let names: Vec<&str> = pool.names().filter(|name| is_asked_for(arguments, name)).collect();
    drawn(arguments, names, |name| {
        let card = pool.get(name).ok().flatten()?;
        (card.name() == **name && is_dealt(&card) && gaps(&card).is_empty()).then_some(card)
    })
}

/// The cards of an Oracle file that are read whole and of which all is played.
fn of_file(arguments: &Arguments, text: &str) -> Result<Vec<Arc<Card>>, (usize, String)> {
    let grammar = oracle::grammar();
    let mut cards = oracle_file::cards(text)?;
    cards.retain(|card| card.is_ordinary && is_asked_for(arguments, &card.name));
    cards.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(drawn(arguments, cards, |it| {
        let read = card::read(grammar, it.printed.as_ref().ok()?);
        (read.unread.is_empty() && gaps(&read.card).is_empty()).then(|| Arc::new(read.card))
    }))
}

/// What came of all cards.
#[derive(Default)]
struct Summary {
    cards: usize,
    played: usize,
    games: u64,
    steps: u64,
    /// Cards of which some instruction was never followed, or left no step.
    not_followed: usize,
    silent: usize,
    /// Each sort of fault, with the cards that it came to.
    faults: BTreeMap<String, Vec<String>>,
    /// Whether traces are told.
    told: bool,
    list: String,
}

impl Summary {
    fn add(&mut self, report: &CardReport, out: &mut dyn Write) -> Result<(), Fault> {
        self.cards += 1;
        self.played += usize::from(report.is_played());
        self.games += u64::from(report.games);
        self.steps += report.steps;
        let has = |why| report.missed.iter().any(|missed| missed.why == why);
        self.not_followed += usize::from(has(Why::NotFollowed));
        self.silent += usize::from(has(Why::Silent));
        let name = &report.name;
        let mut lines = String::new();
        for fault in &report.faults {
            let sort = if fault.undecided { "undecided: " } else { "" };
            let what = format!("{sort}{}", fault.what);
            let _ = writeln!(lines, "{name}: FAULT: {what}");
            if self.told {
                let _ = writeln!(lines, "  {}", fault.deed);
                for line in fault.trace.lines() {
                    let _ = writeln!(lines, "  | {line}");
                }
            }
            self.faults.entry(what).or_default().push(name.clone());
        }
        for missed in &report.missed {
            let _ = writeln!(lines, "{name}: {}", told_of(missed));
        }
        self.list.push_str(&lines);
        out.write_all(lines.as_bytes())?;
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> Result<(), Fault> {
        let Self { cards, played, games, steps, not_followed, silent, .. } = self;
        if !self.faults.is_empty() {
            writeln!(out, "\nfaults, with the number of cards")?;
        }
        let mut faults: Vec<(&String, &Vec<String>)> = self.faults.iter().collect();
        faults.sort_by_key(|(what, names)| (std::cmp::Reverse(names.len()), *what));
        for (what, names) in faults {
            let first: Vec<&str> = names.iter().take(3).map(String::as_str).collect();
            writeln!(out, "{:6}  {what}  ({})", names.len(), first.join("; "))?;
        }
        writeln!(out, "\n{games} games, {steps} deeds and passes")?;
        writeln!(out, "cards with an instruction that was never followed: {not_followed}")?;
        writeln!(out, "cards with an instruction that never left a step: {silent}")?;
        writeln!(out, "played {played} of {cards}")?;
        Ok(())
    }
}

/// What was missed, in a line.
fn told_of(missed: &Missed) -> String {
    let why = match missed.why {
        Why::NotPlayed => "not played",
        Why::NotFollowed => "never followed",
        Why::Silent => "leaves no step",
    };
    let ability = missed.ability.map_or_else(String::new, |number| format!("ability {number}, "));
    format!("{why}: {}: {ability}{}", missed.face, missed.what)
}
