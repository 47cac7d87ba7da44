//! `headjudge random`: games between random decks, played by random legal choices, with every position checked.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use super::exit::{Exit, Fault};
use crate::random::{self, Cards, Ended, Options, Report};

/// The formats that random games are played in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// 20 life, no commanders.
    Plain,
    /// 40 life, and a commander for each player.
    Commander,
}

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// How many games, each of the next seed
    #[arg(long, default_value_t = 100, value_name = "NUMBER")]
    seeds: u64,
    /// The seed of the first game: the same seed is the same game
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    seed: u64,
    /// How many turns each game has at most
    #[arg(long, default_value_t = 50, value_name = "NUMBER")]
    turns: u32,
    /// How many players there are
    #[arg(long, default_value_t = 2, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    /// What is played
    #[arg(long, value_enum, default_value_t = Format::Plain)]
    format: Format,
    #[command(flatten)]
    cards: super::pool::Cards,
    /// Also the cards that nobody could cast or play
    #[arg(long)]
    unplayed: bool,
    /// Only the summary
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.cards.without_imported(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    if let (true, Some(path)) = (pool.refuses_users_cards(), arguments.cards.paths().next()) {
        return Err(Fault::usage(format!(
            "the cards of `{}` are a user's, and none may be used here",
            path.display()
        ))
        .with_help("leave out `--cards` or `--no-user-cards`"));
    }
    let cards = Cards::of(&pool);
    let options = Options {
        turns: arguments.turns,
        players: arguments.players,
        commander: arguments.format == Format::Commander,
        ..Options::default()
    };
    let mut summary = Summary::default();
    for seed in (0..arguments.seeds).map(|step| arguments.seed.wrapping_add(step)) {
        let report = random::play(&cards, options, seed);
        if !arguments.quiet || report.fault.is_some() {
            write_game(&report, arguments, out)?;
        }
        summary.add(report);
    }
    summary.write(out)?;
    if arguments.unplayed {
        summary.write_unplayed(&cards, out)?;
    }
    Ok(if summary.faults == 0 { Exit::Expected } else { Exit::OwnFault })
}

/// How a game ended, in words.
fn ending(ended: &Ended) -> String {
    match ended {
        Ended::Won => "somebody wins".to_owned(),
        Ended::Drawn => "a draw".to_owned(),
        Ended::Turns => "all turns are played".to_owned(),
        Ended::Steps => "there were too many steps".to_owned(),
        Ended::Runaway(what) => format!("without end: {what}"),
        Ended::Undecided(why) => format!("undecided: {why}"),
        Ended::Fault => "FAULT".to_owned(),
    }
}

fn write_game(report: &Report, arguments: &Arguments, out: &mut dyn Write) -> Result<(), Fault> {
    let Report { seed, turns, steps, refused, .. } = report;
    let ended = ending(&report.ended);
    writeln!(out, "seed {seed:<6} {turns:>3} turns {steps:>5} steps {refused:>4} refused   {ended}")?;
    let Some(fault) = &report.fault else { return Ok(()) };
    writeln!(out, "  {}", fault.what)?;
    writeln!(out, "  after step {}: {}", fault.step, fault.deed)?;
    for line in fault.trace.lines() {
        writeln!(out, "  | {line}")?;
    }
    let commander = if arguments.format == Format::Commander { " --format commander" } else { "" };
    let (turns, players) = (arguments.turns, arguments.players);
    writeln!(
        out,
        "  again: headjudge random --seeds 1 --seed {seed} --turns {turns} --players {players}{commander}"
    )?;
    Ok(())
}

/// What came of all games together.
#[derive(Default)]
struct Summary {
    games: u64,
    turns: u64,
    steps: usize,
    faults: u64,
    endings: BTreeMap<String, u64>,
    undecided: BTreeMap<String, u32>,
    retried: BTreeMap<String, u32>,
    met: BTreeMap<String, u64>,
    played: BTreeSet<String>,
}

impl Summary {
    fn add(&mut self, report: Report) {
        self.games += 1;
        self.turns += u64::from(report.turns);
        self.steps += report.steps;
        self.faults += u64::from(report.fault.is_some());
        let ended = match &report.ended {
            Ended::Undecided(_) => "undecided: it could not be left out".to_owned(),
            other => ending(other),
        };
        *self.endings.entry(ended).or_default() += 1;
        for (why, count) in report.undecided {
            *self.undecided.entry(why).or_default() += count;
        }
        for (why, count) in report.retried {
            *self.retried.entry(why).or_default() += count;
        }
        for card in report.met {
            *self.met.entry(card).or_default() += 1;
        }
        self.played.extend(report.played);
    }

    fn write(&self, out: &mut dyn Write) -> Result<(), Fault> {
        writeln!(out)?;
        let (games, turns, steps) = (self.games, self.turns, self.steps);
        let of =
            |number: String, noun: &str| format!("{number} {noun}{}", if number == "1" { "" } else { "s" });
        let (games, turns) = (of(games.to_string(), "game"), of(turns.to_string(), "turn"));
        let (steps, faults) = (of(steps.to_string(), "step"), of(self.faults.to_string(), "fault"));
        writeln!(out, "{games}, {turns}, {steps}, {faults}")?;
        for (ended, count) in most_first(&self.endings) {
            writeln!(out, "{count:>7}  {ended}")?;
        }
        let retried: u32 = self.retried.values().sum();
        if retried > 0 {
            writeln!(out, "\nwhat was declared or answered was illegal {retried} times, and was made anew")?;
        }
        for (why, count) in most_first(&self.retried) {
            writeln!(out, "{count:>7}  {why}")?;
        }
        let left_out: u32 = self.undecided.values().sum();
        if left_out > 0 {
            writeln!(out, "\nwhat headjudge can't decide was left out {left_out} times")?;
        }
        for (why, count) in most_first(&self.undecided) {
            writeln!(out, "{count:>7}  {why}")?;
        }
        Ok(())
    }

    fn write_unplayed(&self, cards: &Cards, out: &mut dyn Write) -> Result<(), Fault> {
        let all = cards.names().count();
        let unplayed: Vec<&str> = cards.names().filter(|name| !self.played.contains(*name)).collect();
        writeln!(
            out,
            "\n{} of {all} cards were never cast or played; in how many games one was in hand",
            unplayed.len()
        )?;
        for card in unplayed {
            let met = self.met.get(card).copied().unwrap_or_default();
            writeln!(out, "{met:>7}  {card}")?;
        }
        Ok(())
    }
}

/// Entries with the greatest number first.
fn most_first<N: Copy + Ord>(counts: &BTreeMap<String, N>) -> Vec<(&str, N)> {
    let mut all: Vec<(&str, N)> = counts.iter().map(|(what, count)| (what.as_str(), *count)).collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    all
}
