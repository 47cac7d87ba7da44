//! `headjudge deck FILE`: which cards of a deck are played, which are not, and why.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::exit::{Exit, Fault};
use super::files;
use super::pool::{self, Cards};
use super::rule::{Format, json};
use super::wrap::{counted, wrap};
use crate::cards::decklist::{self, Deck, Part};
use crate::cards::{Pool, Unreadable, fold, library};
use crate::diag::did_you_mean;
use crate::engine::gaps;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Decks as sites and clients export them (`4 Lightning Bolt`, a card a line), or in JSON; `-` is the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    cards: Cards,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Larger than any file of decks.
const MOST_BYTES: usize = 16 << 20;

/// How many names the list of cards that are missing in several decks has at most.
const MOST_SHARED: usize = 20;

/// How well a card is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum State {
    /// All of it is played.
    Playable,
    /// It is read; something of it is not played.
    Gaps,
    /// It is a real card whose text is not read to the end.
    Unread,
    /// There is no card of that name.
    Unknown,
}

/// What is found of a name.
#[derive(Debug, Clone, Serialize)]
struct Finding {
    /// The card's name as printed, or as listed where there is no such card.
    name: String,
    state: State,
    /// Why something of it is not played.
    why: Vec<String>,
    /// Names that may have been meant.
    nearest: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Report {
    decks: Vec<Page>,
    /// How many decks there are, and how many are played whole.
    counts: Decks,
}

#[derive(Debug, Serialize)]
struct Decks {
    decks: usize,
    whole: usize,
}

/// A deck in the shape of the JSON output.
#[derive(Debug, Serialize)]
struct Page {
    file: String,
    name: Option<String>,
    format: Option<String>,
    cards: Vec<Row>,
    counts: Counts,
}

/// A card of a deck.
#[derive(Debug, Serialize)]
struct Row {
    #[serde(flatten)]
    found: Finding,
    copies: u32,
    part: Part,
}

/// Numbers of different cards, and of the cards of the deck.
#[derive(Debug, Default, Serialize)]
struct Counts {
    names: usize,
    playable_names: usize,
    cards: u64,
    playable_cards: u64,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let mut exit = Exit::Expected;
    let mut pages = Vec::new();
    let mut known = BTreeMap::new();
    for file in &arguments.files {
        let read = files::bounded(file, MOST_BYTES, "a list of decks").and_then(|source| {
            let fault = |fault| Fault::usage(format!("`{}`: {fault}", source.name));
            Ok((decklist::read(&source.text).map_err(fault)?, source.name))
        });
        let (decks, name) = match read {
            Ok(read) => read,
            Err(fault) => {
                exit = exit.and(fault.report(errors));
                continue;
            }
        };
        for deck in decks {
            match page(&name, deck, &pool, &mut known) {
                Ok(page) => pages.push(page),
                Err(unreadable) => return pool::report(&unreadable, errors),
            }
        }
    }
    exit = pages.iter().fold(exit, |exit, page| exit.and(page.exit()));
    let whole = pages.iter().filter(|page| page.is_whole()).count();
    let report = Report { counts: Decks { decks: pages.len(), whole }, decks: pages };
    match arguments.format {
        Format::Text => out.write_all(report.text().as_bytes())?,
        Format::Json => json(&report, out)?,
    }
    Ok(exit)
}

fn page(
    file: &str,
    deck: Deck,
    pool: &Pool,
    known: &mut BTreeMap<String, Finding>,
) -> Result<Page, Unreadable> {
    let mut page = Page {
        file: file.to_owned(),
        name: deck.name,
        format: deck.format,
        cards: Vec::new(),
        counts: Counts::default(),
    };
    let mut names: BTreeMap<String, State> = BTreeMap::new();
    for listed in deck.cards {
        let key = fold(&listed.name);
        let finding = match known.get(&key) {
            Some(finding) => finding.clone(),
            None => {
                let finding = Finding::of(&listed.name, pool)?;
                known.insert(key, finding.clone());
                finding
            }
        };
        names.insert(finding.name.clone(), finding.state);
        page.counts.cards += u64::from(listed.copies);
        if finding.state == State::Playable {
            page.counts.playable_cards += u64::from(listed.copies);
        }
        page.cards.push(Row { found: finding, copies: listed.copies, part: listed.part });
    }
    page.counts.names = names.len();
    page.counts.playable_names = names.values().filter(|state| **state == State::Playable).count();
    Ok(page)
}

impl Finding {
    fn of(name: &str, pool: &Pool) -> Result<Self, Unreadable> {
        let refused = pool.refuses_users_cards() && pool.origin(name).is_some_and(|origin| origin.is_users());
        let card = if refused { None } else { pool.get(name)? };
        if let Some(card) = card {
            let mut why: Vec<String> = gaps(&card).into_iter().map(|gap| gap.why).collect();
            why.dedup();
            let state = if why.is_empty() { State::Playable } else { State::Gaps };
            return Ok(Self { name: card.name(), state, why, nearest: Vec::new() });
        }
        if let Some(name) = library::declined(name) {
            return Ok(Self {
                name: name.to_owned(),
                state: State::Unread,
                why: Vec::new(),
                nearest: Vec::new(),
            });
        }
        let (why, nearest) = if refused {
            (vec!["it is a user's card, and none may be used here".to_owned()], Vec::new())
        } else {
            (Vec::new(), pool.nearest(name).into_iter().map(str::to_owned).collect())
        };
        Ok(Self { name: name.to_owned(), state: State::Unknown, why, nearest })
    }
}

impl Page {
    fn is_whole(&self) -> bool {
        self.counts.names == self.counts.playable_names
    }

    fn exit(&self) -> Exit {
        if self.cards.iter().any(|row| row.found.state == State::Unknown) {
            Exit::Invalid
        } else if self.is_whole() {
            Exit::Expected
        } else {
            Exit::Undecided
        }
    }

    /// What the deck is called, and how much of it is played.
    fn heading(&self) -> String {
        let name = match (&self.name, &self.format) {
            (Some(name), Some(format)) => format!("{name} ({format})"),
            (Some(name), None) => name.clone(),
            (None, Some(format)) => format!("{} ({format})", self.file),
            (None, None) => self.file.clone(),
        };
        let Counts { names, playable_names, cards, playable_cards } = &self.counts;
        let has_copies = *cards != *names as u64;
        if self.is_whole() {
            let copies = if has_copies { format!(", {cards} with their copies") } else { String::new() };
            return format!("{name}: all of it is played ({}{copies})", counted(*names, "card"));
        }
        let copies = match has_copies {
            true => format!(" ({playable_cards} of {cards} with their copies)"),
            false => String::new(),
        };
        format!("{name}: {playable_names} of {names} cards are played{copies}")
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n", wrap(&self.heading(), 2));
        let headings = [
            (State::Gaps, "read, but not all of it is played:"),
            (State::Unread, "real cards whose text headjudge can't read to the end yet:"),
            (State::Unknown, "not known:"),
        ];
        for (state, heading) in headings {
            let rows: Vec<&Row> = self.cards.iter().filter(|row| row.found.state == state).collect();
            if rows.is_empty() {
                continue;
            }
            text.push_str(&format!("  {heading}\n"));
            for row in rows {
                text.push_str(&format!("    {}\n", wrap(&row.text(), 6)));
            }
        }
        text
    }
}

impl Row {
    fn text(&self) -> String {
        let name = match self.copies {
            1 => self.found.name.clone(),
            copies => format!("{copies} {}", self.found.name),
        };
        let part = match self.part {
            Part::Main => "",
            Part::Sideboard => " (sideboard)",
            Part::Commander => " (commander)",
            Part::Companion => " (companion)",
        };
        let nearest: Vec<&str> = self.found.nearest.iter().map(String::as_str).collect();
        match (self.found.why.is_empty(), did_you_mean(&nearest)) {
            (false, _) => format!("{name}{part}: {}", self.found.why.join("; ")),
            (true, Some(help)) => format!("{name}{part}: {help}"),
            (true, None) => format!("{name}{part}"),
        }
    }
}

impl Report {
    fn text(&self) -> String {
        let mut text = self.decks.iter().map(Page::text).collect::<Vec<_>>().join("\n");
        if self.decks.len() < 2 {
            return text;
        }
        let whole = match self.counts.whole {
            0 => "none is".to_owned(),
            1 => "1 is".to_owned(),
            number => format!("{number} are"),
        };
        text.push_str(&format!("\n{}: {whole} played whole\n", counted(self.counts.decks, "deck")));
        let shared = self.shared();
        if !shared.is_empty() {
            text.push_str("  missing in most of them:\n");
            for (name, decks) in shared {
                text.push_str(&format!("    {name}, in {decks}\n"));
            }
        }
        text
    }

    /// The cards that are not played and stand in several decks, those of most decks first.
    fn shared(&self) -> Vec<(&str, usize)> {
        let mut decks: BTreeMap<&str, usize> = BTreeMap::new();
        for page in &self.decks {
            let mut names: Vec<&str> = page
                .cards
                .iter()
                .filter(|row| row.found.state != State::Playable)
                .map(|row| row.found.name.as_str())
                .collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                *decks.entry(name).or_default() += 1;
            }
        }
        let mut shared: Vec<_> = decks.into_iter().filter(|(_, decks)| *decks > 1).collect();
        shared.sort_by_key(|(name, decks)| (std::cmp::Reverse(*decks), *name));
        shared.truncate(MOST_SHARED);
        shared
    }
}
